# SPDX-License-Identifier: GPL-2.0-or-later
"""The manual page is well-formed and says what --help says: every command, each of its options and
every parameter of every workload."""
import json
import os
import re
import subprocess

from house import report

CONTEND = os.environ["CONTEND"]


def output(*arguments, **more):
    return subprocess.run(arguments, check=True, text=True, capture_output=True, **more).stdout


def plain(roff):
    return roff.replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")


def main():
    complaints = []
    manual = output(CONTEND, "--manual")
    formatted = subprocess.run(["man", "--warnings", "-l", "-"], input=manual, text=True,
                               capture_output=True, env={**os.environ, "MANWIDTH": "80"})
    complaints += [f"manual: {line}" for line in formatted.stderr.splitlines()]
    sections = dict(re.findall(r"^\.SS (\S+)\n(.*?)(?=^\.S[SH] |\Z)", plain(manual), re.M | re.S))
    commands = re.findall(r"^  (\w+) +\S", output(CONTEND, "--help"), re.M)
    for command in commands:
        section = sections.get(command, "")
        options = re.findall(r"^  (?:-\w, |    )(--[\w-]+)",
                             output(CONTEND, command, "--help"), re.M)
        if not section or not options:
            complaints.append(f"command {command}: no section, or no option in its help")
        complaints += [f"command {command}: the manual lacks {option}" for option in options
                       if option not in section]
    for workload in json.loads(output(CONTEND, "workloads", "--format", "json"))["workloads"]:
        section = sections.get(workload["name"], "")
        complaints += [f"workload {workload['name']}: the manual lacks {parameter['name']}"
                       for parameter in workload["parameters"]
                       if f"\\fB{parameter['name']}\\fR=" not in section]
    if not commands:
        complaints.append("contend --help lists no command")
    report(complaints)


main()
