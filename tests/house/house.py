# SPDX-License-Identifier: GPL-2.0-or-later
"""What the house tests share: the files of the tree, and one way to report what breaks a rule."""
import pathlib
import sys


def root():
    return pathlib.Path(sys.argv[1])


def files(*patterns):
    """Paths of the source tree that match, sorted."""
    found = set()
    for pattern in patterns:
        found.update(root().glob(pattern))
    return sorted(path for path in found if path.is_file())


def report(complaints):
    """Prints every complaint and leaves with the status of the test."""
    for complaint in complaints:
        print(complaint)
    sys.exit(1 if complaints else 0)


def at(path, line=None):
    name = str(path.relative_to(root()))
    return name if line is None else f"{name}:{line}"
