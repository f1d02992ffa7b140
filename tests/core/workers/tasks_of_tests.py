"""What the tests have done in other processes, which import it from here."""

import os
import signal
import time

from xyzgrid_ext.core.findings import Finding, RefusedError, Severity

REFUSED = RefusedError([Finding(Severity.ERROR, "a-code", "message", "cure", "file")])


def slow_square(number):
    time.sleep(0.02)
    return number * number


def dies(marks, number, times):
    """Kill the process that does this, the first times; the file says how often it was begun."""
    with open(marks, "a") as file:
        file.write(f"{number}\n")
    with open(marks) as file:
        if file.read().split().count(str(number)) <= times:
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuses():
    raise REFUSED
