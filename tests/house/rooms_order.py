# SPDX-License-Identifier: GPL-2.0-or-later
"""Dependencies between rooms point downwards only, and rooms of one level don't know each other."""
import re

from house import at, files, report, root

LEVELS = [
    ["base"],
    ["record", "statistics"],
    ["process", "machine", "measure"],
    ["workloads"],
    ["run", "guest", "analysis", "store"],
    ["experiment", "report", "formats"],
    ["commands"],
]
LEVEL_OF = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def complaints_of(path):
    room = path.relative_to(root() / "src").parts[0]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        include = INCLUDE.match(line)
        if include is None:
            continue
        other = include.group(1).split("/")[0]
        if "/" not in include.group(1) or other not in LEVEL_OF:
            yield f"{at(path, number)}: include \"{include.group(1)}\" names no room"
        elif other != room and LEVEL_OF[other] >= LEVEL_OF[room]:
            yield f"{at(path, number)}: {room} must not know {other}"


def main():
    complaints = []
    seen = files("src/*/**/*.[ch]")
    for path in seen:
        room = path.relative_to(root() / "src").parts[0]
        if room in LEVEL_OF:
            complaints.extend(complaints_of(path))
        else:
            complaints.append(f"{at(path)}: {room} is no room of the order")
    if not seen:
        complaints.append("no source file found below src/")
    report(complaints)


main()
