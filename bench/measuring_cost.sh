#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What measuring costs, side by side with doing without:
#   1. the same build timed by contend (a cacherun, everything measured, probe on) and by bash's
#      `time`, interleaved, the order of each pair drawn at random: the ratio of the pair's means,
#      by Hodges and Lehmann on its logarithm with the exact 95 % interval of the signed rank test,
#      which no single disturbed pair decides; goal: inside +-1 %;
#   2. CPU of contend's own processes in the window, as a share of one CPU; goal: below 1 %;
#   3. resident memory of contend's processes during a run (the peak of each, and the sum of their
#      proportional shares); goal: below 20 MiB;
#   4. time from the start of contend to the release of the first job, less settling; goal: 0.2 s.
# Usage: bench/measuring_cost.sh [PAIRS] (default 40). Needs gcc, make, python3; root for cold
# caches.
set -eu
pairs=${1:-40}
contend=$(readlink -f "${CONTEND:-$(dirname "$0")/../build/src/contend}")
work=$(mktemp -d /var/tmp/measuring-cost.XXXXXX)
trap 'rm -rf "$work"' EXIT
db=$work/results.db
tree=$work/tree
mkdir "$tree"

for i in $(seq 1 6); do
    for j in $(seq 1 60); do
        printf 'int f%d_%d(int x) { int s = %d; for (int i = 0; i < x; i++) ' "$i" "$j" "$j"
        printf 'switch (i %% 5) { case 0: s += i * %d; break; case 1: s ^= s << 3; break; ' "$i"
        printf 'case 2: s -= i / 7; break; default: s = s * 31 + i; } return s; }\n'
    done > "$tree/f$i.c"
done
printf 'CC = cc\nall: %s\n%%.o: %%.c\n\t$(CC) -O2 -c -o $@ $<\n' \
    "$(seq -s ' ' -f 'f%g.o' 1 6)" > "$tree/Makefile"
job=(make -s -B -j2 -C "$tree")

# Mean seconds of the two runs of a block, and the largest share of a CPU that contend itself used.
by_contend() {
    "$contend" run -q --quick -l cacherun --db "$db" --dir "$work" -- "${job[@]}" > /dev/null
    "$contend" show --db "$db" --format json | python3 "$work/read.py" cacherun
}

# One build that is not counted, then two: what contend does for its two cacheruns.
by_hand() {
    local TIMEFORMAT=%R times=""
    "${job[@]}" > /dev/null 2>&1
    for _ in 1 2; do
        times="$times $({ time "${job[@]}" > /dev/null 2>&1; } 2>&1)"
    done
    echo "$times" | awk '{ print ($1 + $2) / 2 }'
}

cat > "$work/read.py" <<'P'
import json, sys
data = json.load(sys.stdin)
runs = (data.get("experiments") or [data])[0]["runs"]
def value(run, side, name):
    return next(m["value"] for m in run["measures"] if (m["side"], m["name"]) == (side, name))
if sys.argv[1] == "cacherun":
    times = [value(r, "job", "time_s") for r in runs]
    own = [value(r, "machine", "own_cpu_s") for r in runs]
    print(sum(times) / len(times), max(o / t for o, t in zip(own, times)))
else:
    first = min(runs, key=lambda r: r["started"])
    cold = first["coldness"]
    cold = json.loads(cold) if isinstance(cold, str) else cold
    settling = cold["seconds"]
    took = first["started"] - float(sys.argv[2]) - settling
    print(f"  {took:.3f} s (settling took {settling:.3f} s)")
P

echo "pairs: contend's cacherun, bash's time, contend's own CPU"
for _ in $(seq 1 "$pairs"); do
    if [ $((RANDOM % 2)) = 0 ]; then
        a=$(by_contend); b=$(by_hand)
    else
        b=$(by_hand); a=$(by_contend)
    fi
    echo "$a $b" | awk '{ printf "  %.3f s  %.3f s  %.2f %% of a CPU\n", $1, $3, 100 * $2 }'
    echo "$a $b" >> "$work/pairs"
done
python3 - "$work/pairs" <<'P'
import math, sys
rows = [list(map(float, line.split())) for line in open(sys.argv[1])]
logs = [math.log(r[0] / r[2]) for r in rows]
n = len(logs)
walsh = sorted((logs[i] + logs[j]) / 2 for i in range(n) for j in range(i, n))
ways = [1]  # of reaching each signed-rank sum; R: qsignrank(0.025, n)
for rank in range(1, n + 1):
    ways = [(ways[k] if k < len(ways) else 0) + (ways[k - rank] if k >= rank else 0)
            for k in range(len(ways) + rank)]
out, tail = 0, ways[0]
while tail <= 0.025 * 2 ** n:
    out += 1
    tail += ways[out]
mean = walsh[len(walsh) // 2]
low, high = math.exp(walsh[max(out - 1, 0)]), math.exp(walsh[-max(out, 1)])
verdict = "inside" if 0.99 <= low and high <= 1.01 else "not inside"
print(f"contend / by hand: {math.exp(mean):.4f}, 95 % interval {low:.4f} to {high:.4f}, {n} pairs:",
      verdict, "+-1 %")
print(f"contend's own CPU: at most {100 * max(r[1] for r in rows):.2f} % of one CPU in any run")
P

echo "resident memory during a run (KiB: peak, proportional share):"
"$contend" run -q --quick -l no_load --db "$db" --dir "$work" -- sleep 2 > /dev/null &
main=$!
sleep 2
sum=0
for directory in /proc/[0-9]*; do
    pid=${directory#/proc/}
    [ "$(readlink "$directory/exe" 2> /dev/null)" = "$contend" ] || continue
    peak=$(awk '/^VmHWM/ { print $2 }' "$directory/status")
    share=$(awk '/^Pss:/ { print $2 }' "$directory/smaps_rollup")
    sum=$((sum + share))
    printf '  %-16s %6d %6d\n' "$(cat "$directory/comm")" "$peak" "$share"
done
printf '  %-16s %6s %6d\n' "all" "" "$sum"
wait "$main"

echo "from start to the release of the first job, less settling:"
for _ in 1 2 3 4 5; do
    start=$(date +%s.%N)
    "$contend" run -q --quick -l no_load --db "$db" --dir "$work" -- true > /dev/null
    "$contend" show --db "$db" --format json | python3 "$work/read.py" start "$start"
done
