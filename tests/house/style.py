# SPDX-License-Identifier: GPL-2.0-or-later
"""The rules of style that a program can hold: the licence line, the length of lines and functions,
tabs, blanks at line ends, and notes to oneself."""
import re

from house import at, files, report

LINE_MAX = 100
FUNCTION_LINES_MAX = 70
LICENCE = "SPDX-License-Identifier: GPL-2.0-or-later"
NOTE_TO_SELF = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")


def complaints_of_lines(path, lines):
    head = lines[1] if lines and lines[0].startswith("#!") else lines[0] if lines else ""
    if LICENCE not in head:
        yield f"{at(path, 1)}: the licence line is missing"
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_MAX:
            yield f"{at(path, number)}: {len(line)} columns, at most {LINE_MAX}"
        if "\t" in line:
            yield f"{at(path, number)}: a tab"
        if line != line.rstrip():
            yield f"{at(path, number)}: blanks at the end of the line"
        if NOTE_TO_SELF.search(line):
            yield f"{at(path, number)}: a note to oneself"


def complaints_of_functions(path, lines):
    start = None
    for number, line in enumerate(lines, 1):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            length = number - start - 1
            if length > FUNCTION_LINES_MAX:
                yield (f"{at(path, start)}: a function of {length} lines, "
                       f"at most {FUNCTION_LINES_MAX}")
            start = None


def main():
    complaints = []
    for path in files("src/**/*.[ch]", "tests/**/*.[ch]", "tests/**/*.sh", "tests/**/*.py",
                      "tools/*", "bench/*.sh", "bench/*.py", ".ci/*"):
        if "data" in path.parts:
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        complaints.extend(complaints_of_lines(path, lines))
        if path.suffix in (".c", ".h"):
            complaints.extend(complaints_of_functions(path, lines))
    report(complaints)


main()
