// SPDX-License-Identifier: GPL-2.0-or-later
/* What a plan can reach before anything is measured: the smallest p of the stratified exact rank
 * test, and the shift that it sees. Blocks of two runs a side: within a block the two runs of one
 * condition are ranked among the four of a pair of conditions, and rank sums are added over blocks.
 */
#pragma once

/* The smallest two-sided p with `blocks` blocks: one arrangement of the C(4,2) = 6 of each block at
 * either end, 2 / 6^blocks, at most 1. */
double reachable_p(unsigned blocks);

/* The least even number of rounds whose reachable_p, corrected by Holm over `rows` comparisons (the
 * smallest is multiplied by their number), is at most `level`. */
unsigned reachable_rounds(unsigned rows, double level);

/* The shift, in standard deviations of a single run, that the two-sided test at `level` finds in
 * `power` of all experiments with `blocks` blocks; runs are taken as normal. By simulation with a
 * fixed seed, good to about 0.05. HUGE_VAL where the level is out of reach. */
double reachable_shift(unsigned blocks, double level, double power);
