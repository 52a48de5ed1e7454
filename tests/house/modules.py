# SPDX-License-Identifier: GPL-2.0-or-later
"""A module's name is its files', and no two modules share one, so that a name leads to its file.
Items of a catalogue are left out: all they export is one struct, whose name ends in its kind."""
import collections
import re

from house import at, files, report

ITEM = re.compile(r"^const struct (\w+) \w+_(\w+) = \{", re.M)


def is_item(path):
    return ITEM.search(path.read_text(encoding="utf-8")) is not None


def main():
    modules = collections.defaultdict(set)
    for path in files("src/*/**/*.[ch]"):
        if path.stem != "catalog" and not is_item(path):
            modules[path.stem].add(path.parent)
    report([f"module {name} is in {', '.join(sorted(at(place) for place in places))}"
            for name, places in sorted(modules.items()) if len(places) > 1])


main()
