"""One input at a time, in a child process: its time, its memory, what comes out of it.

parent ── fork ──► child: number of the input ─► shared memory ─► the reader ─► a line for a fault
   └─ looks once in a while: an input that does not end kills the child; the next goes on after it
"""

import json
import mmap
import os
import resource
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECONDS = 1.0  # of one input, in time of the processor: others use the machine as well
MEMORY = 300 * 2**20  # bytes that one input may take
STUCK = 30.0  # seconds after which a child is killed: it cannot even be told that it is slow

LEAST = 3  # inputs that are tried in any case
CRASHES = 20  # of children; then something is wrong with all of them

_STATUS = Path("/proc/self/statm")
_STATE = struct.Struct("qqq")  # the input now, how many were answered, how many refused
PACKAGE = f"{os.sep}xyzgrid_ext{os.sep}"


class TooSlowError(BaseException):
    """An input took too long; no guard of the package may catch it."""


class FaultInForkError(BaseException):
    """A fault that a fork has found: what `outcome` gave there."""

    def __init__(self, sign: str, told: str) -> None:
        super().__init__(sign, told)
        self.sign, self.told = sign, told


@dataclass(frozen=True)
class Failure:
    """What an input gave that it must not; `sign` is the same for the same fault."""

    seed: int
    sign: str
    told: str


@dataclass
class Tally:
    """What became of the inputs of one reader."""

    tried: int = 0
    refused: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    note: str = ""
    lost: float | None = None
    """The most seconds of play that a fault has cost, where that is measured."""


def outcome(
    read: Callable[[Any], Any],
    value: Any,
    refuses: tuple[type[BaseException], ...],
    seconds: float = SECONDS,
) -> Any:
    """True if a reader answers, False if it refuses as it may; else (sign, text) of a fault."""
    try:
        with limited(seconds):
            read(value)
    except refuses:
        return False
    except FaultInForkError as fault:
        return fault.sign, fault.told
    except TooSlowError:
        return _fault(sys.exc_info()[2], f"over {seconds:g} s")
    except MemoryError:
        return _fault(sys.exc_info()[2], f"over {MEMORY >> 20} MB")
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        if sign := getattr(error, "sign", ""):  # of a fault that was caught on its way
            return sign, str(error)[-600:]
        kind = type(error).__name__
        return _fault(error.__traceback__, kind, str(error)[:1500])
    return True


def _fault(trace: Any, kind: str, message: str = "") -> tuple[str, str]:
    frames = [f for f in traceback.extract_tb(trace, limit=-60) if PACKAGE in f.filename]
    if frames:
        last = frames[-1]
        place = f"{last.filename.partition(PACKAGE)[2]}:{last.lineno} {last.name}"
    else:
        place = "outside of the package"
    return f"{kind} at {place}", message


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let what is within have so much time and memory and no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if _STATUS.exists():
        now = int(_STATUS.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, hard))
    before = signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def anew(seconds: float = SECONDS) -> None:
    """Let the time begin again: an input of several lines has it for each of them."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _too_slow(_number: int, _frame: Any) -> None:
    raise TooSlowError


class Children:
    """Runs the inputs of a range in children, one after the other, until all have had a turn."""

    def __init__(self, folder: Path, one: Callable[[int], Any], ready: Callable[[], None]) -> None:
        self._one = one
        self._ready = ready
        self._told = folder / "failures.jsonl"
        self._log = folder / "child.log"
        self._shared = mmap.mmap(-1, _STATE.size)

    def run(self, first: int, count: int, seconds: float) -> Tally:
        """Try inputs from `first` on, at most so many and so long."""
        self._told.write_text("")
        self._shared[:] = _STATE.pack(first, 0, 0)
        began, crashed = time.monotonic(), list[Failure]()
        end, at = first + count, first
        while at < end and time.monotonic() - began < seconds and len(crashed) < CRASHES:
            code = self._child(at, end, began + seconds)
            at, _answered, _refused = _STATE.unpack(self._shared[:])
            if code == 0:
                break
            how = "no answer" if code == -signal.SIGKILL else f"the process died of {code}"
            crashed.append(Failure(at, how, self._log.read_text(errors="replace")[-300:]))
            at += 1
            self._shared[:8] = struct.pack("q", at)
        at, answered, refused = _STATE.unpack(self._shared[:])
        told = [Failure(**json.loads(line)) for line in self._told.read_text().splitlines()]
        tried = answered + refused + len(told) + len(crashed)
        return Tally(tried, refused, time.monotonic() - began, [*told, *crashed])

    def _child(self, at: int, end: int, until: float) -> int:
        """Run a child to its end, or to its being stuck; how it ended."""
        pid = os.fork()
        if not pid:
            self._run_child(at, end, until)
        last, since = -1, time.monotonic()
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            now = _STATE.unpack(self._shared[:])[0]
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since > STUCK:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.02)

    def _run_child(self, at: int, end: int, until: float) -> None:
        code = 3
        try:
            log = os.open(self._log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            nothing = os.open(os.devnull, os.O_RDWR)
            for number, target in ((nothing, 0), (log, 1), (log, 2)):
                os.dup2(number, target)
            self._ready()
            _at, answered, refused = _STATE.unpack(self._shared[:])
            with self._told.open("a", buffering=1) as told:
                # the first of a child imports: it may take all the time there is
                least = min(end, at + LEAST)
                while at < least or (at < end and time.monotonic() < until):
                    self._shared[:8] = struct.pack("q", at)
                    found = self._one(at)
                    answered += found is True
                    refused += found is False
                    if isinstance(found, Failure):
                        told.write(json.dumps(vars(found)) + "\n")
                    at += 1
                    os.ftruncate(1, 0)  # what readers print is for nobody
                    os.lseek(1, 0, os.SEEK_SET)
                    self._shared[:] = _STATE.pack(at, answered, refused)
            code = 0
        except BaseException:  # noqa: BLE001 a fork must end here, whatever it was
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
