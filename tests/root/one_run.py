#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""One run by `contend --execute`, without experiment and store: prints the run record as JSON, with
"groups" beside it: the CPU of both sides' control groups over the window, read from outside.

Usage: one_run.py WORK STATE JOB LOAD [KEY=VALUE...] [-- WORD...]
JOB is `idle`, or `command`, which is WORD...; KEY is a number of seconds of the request (seconds,
lead_in, timeout) or a parameter of LOAD, all of which are to be given. STATE is a directory: the
executor's pid is written to STATE/executor. $EXECUTE holds words ahead of contend, such as strace.
"""
import contextlib
import fcntl
import json
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
import uuid

SECONDS = {"seconds": 2.0, "lead_in": 0.0, "timeout": 60.0}


def make_request(work, job, load, pairs, words):
    name = str(uuid.uuid4())
    seconds = {key: float(pairs.pop(key, default)) for key, default in SECONDS.items()}
    command = [["command", json.dumps(words)], ["before", ""], ["name", ""], ["directory", ""]]

    def side(workload, parameters):
        return {"workload": workload, "parameters": parameters,
                "directory": f"{work}/{workload}"}

    return {
        "uuid": name, "experiment_uuid": name, "work_directory": work,
        "job": side(job, command if job == "command" else []),
        "load": side(load, [list(pair) for pair in pairs.items()]),
        "settings": [], "seed": 1, "probe_interval_ns": 10_000_000, "is_warming": False,
    } | {f"{key}_ns": int(value * 1e9) for key, value in seconds.items()}


def own_group():
    """The directory of the cgroup2 group this process is in, or None."""
    with open("/proc/self/cgroup", encoding="ascii") as file:
        paths = [line.strip()[3:] for line in file if line.startswith("0::")]
    with open("/proc/mounts", encoding="utf-8") as file:
        places = [line.split()[1] for line in file if line.split()[2] == "cgroup2"]
    return places[0] + paths[0].rstrip("/") if paths and places else None


class GroupWatch(threading.Thread):
    """Reads cpu.stat of both groups again and again, with the time of each reading."""

    def __init__(self, name):
        super().__init__(daemon=True)
        self.directories = {side: f"{own_group()}/contend-{name[:8]}-{side}"
                            for side in ("job", "load")}
        self.samples = {"job": [], "load": []}
        self.is_over = threading.Event()

    def run(self):
        while not self.is_over.wait(0.02):
            for side, directory in self.directories.items():
                with contextlib.suppress(OSError):  # not there yet, or no more
                    with open(f"{directory}/cpu.stat", encoding="ascii") as file:
                        values = dict(line.split() for line in file)
                    self.samples[side].append((time.time(), int(values["usage_usec"]) / 1e6))

    def used(self, side, start, end):
        samples = self.samples[side]
        return at(samples, end) - at(samples, start) if samples else None


def at(samples, moment):
    """Linear between the samples beside that moment."""
    before = samples[0]
    for sample in samples:
        if sample[0] >= moment:
            span = sample[0] - before[0]
            part = (moment - before[0]) / span if span > 0 else 0
            return before[1] + part * (sample[1] - before[1])
        before = sample
    return before[1]


def execute(request, state):
    ours, theirs = socket.socketpair()
    words = shlex.split(os.environ.get("EXECUTE", "")) + [os.environ["CONTEND"], "--execute"]
    environment = os.environ | {"CONTEND_EXPERIMENT": request["experiment_uuid"]}
    executor = subprocess.Popen(["/bin/sh", "-c", f'exec "$@" 3<&{theirs.fileno()}', "sh", *words],
                                pass_fds=[theirs.fileno()], env=environment)
    theirs.close()
    with open(f"{state}/executor.new", "w", encoding="ascii") as file:
        file.write(f"{executor.pid}\n")
    os.rename(f"{state}/executor.new", f"{state}/executor")
    watch = GroupWatch(request["uuid"])
    watch.start()
    ours.sendall(json.dumps(request).encode() + b"\n")
    line = ours.makefile().readline()
    watch.is_over.set()
    watch.join()
    ours.close()
    if executor.wait() != 0 or not line:
        sys.exit(f"the executor ended with status {executor.returncode}")
    return json.loads(line), watch


def lock():
    """What contend itself does: one run on a machine at a time."""
    os.makedirs("/run/contend", mode=0o700, exist_ok=True)
    file = open("/run/contend/lock", "a", encoding="ascii")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def main():
    words = sys.argv[1:]
    command = words[words.index("--") + 1:] if "--" in words else []
    words = words[:words.index("--")] if "--" in words else words
    work, state, job, load = words[:4]
    request = make_request(work, job, load, dict(word.split("=", 1) for word in words[4:]), command)
    with lock():
        record, watch = execute(request, state)
    end = record["started"] + record["window_ns"] / 1e9
    record["groups"] = {side: watch.used(side, record["started"], end) for side in watch.samples}
    json.dump(record, sys.stdout)


main()
