# SPDX-License-Identifier: GPL-2.0-or-later
"""Every file that ends in an item's struct stands in its catalogue, the list is sorted where order
has no meaning, and every workload has its page and its test."""
import re

from house import at, files, report, root

# kind: (room, the catalogue's file, whether the order is the alphabet's)
KINDS = {
    "command": ("commands", "catalog.c", True),
    "workload": ("workloads", "catalog.c", True),
    "measure_source": ("measure", "measure_source.c", False),
    "setting": ("machine", "settings_catalog.c", True),
    "report_format": ("report", "report_format.c", False),
}
ITEM = re.compile(r"^const struct (\w+) (\w+) = \{", re.M)
LISTED = re.compile(r"^#define [A-Z]+\(X\)((?:.*\\\n)*.*)", re.M)


def listed_in(path):
    listing = LISTED.search(path.read_text(encoding="utf-8"))
    return re.findall(r"\bX\((\w+)\)", listing.group(1)) if listing else []


def complaints_of_kind(kind, room, catalogue, is_sorted):
    path = root() / "src" / room / catalogue
    if not path.exists():
        return
    names = listed_in(path)
    items = {}
    for source in files(f"src/{room}/**/*.c"):
        for found, symbol in ITEM.findall(source.read_text(encoding="utf-8")):
            if found == kind:
                items[source.stem.removesuffix("_" + kind)] = (source, symbol)
    for name, (source, symbol) in items.items():
        if name not in names:
            yield f"{at(source)} ends in a struct {kind} and is not in {at(path)}"
        if not symbol.startswith(name + "_"):
            yield f"{at(source)}: {symbol} is not named after its file"
    for name in names:
        if name not in items:
            yield f"{at(path)}: {name} is of no file in src/{room}/ that ends in a struct {kind}"
    if items and not names:
        yield f"{at(path)}: no list found"
    if is_sorted and names != sorted(names):
        yield f"{at(path)}: not sorted: {' '.join(names)}"
    if kind == "workload":
        for name in items:
            if not (root() / "doc" / "workloads" / f"{name}.md").exists():
                yield f"workload {name} has no page doc/workloads/{name}.md"


def main():
    complaints = []
    for kind, (room, catalogue, is_sorted) in KINDS.items():
        complaints.extend(complaints_of_kind(kind, room, catalogue, is_sorted))
    pages = {path.stem for path in files("doc/workloads/*.md")}
    for page in sorted(pages - set(listed_in(root() / "src/workloads/catalog.c"))):
        complaints.append(f"doc/workloads/{page}.md is of no workload")
    report(complaints)


main()
