"""Foreign code and files: named, given up after their time, refused with place, fault and cure."""

import os
import signal
import threading
import time
from contextlib import suppress

import pytest

from xyzgrid_ext.core.findings import RefusedError, refuse_on_error
from xyzgrid_ext.foreign import code
from xyzgrid_ext.foreign.code import (
    EscapedError,
    TimeLimitError,
    cause_of,
    foreign_code,
    only_exceptions,
)


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(1)


def swallow_interrupt():
    with suppress(BaseException):
        interrupt()


@pytest.mark.parametrize("raised", [KeyboardInterrupt, GeneratorExit, SystemExit, BaseException])
def test_what_is_no_exception_becomes_one(raised):
    with pytest.raises(EscapedError) as escaped, only_exceptions():
        raise raised
    assert type(cause_of(escaped.value)) is raised


def test_interrupt_of_a_user_stops_the_process_even_if_the_code_goes_on():
    # a shell that runs the tests in the background has them ignore it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt), only_exceptions():
        interrupt()
    with pytest.raises(KeyboardInterrupt), foreign_code("a module", print):
        swallow_interrupt()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_code_is_named_with_its_line_and_limited_in_this_thread_alone(monkeypatch):
    monkeypatch.setattr(code, "TIME_LIMIT", 1.0)
    monkeypatch.setattr(code, "_FIRST", 0.3)
    told = []
    with pytest.raises(EscapedError) as escaped, foreign_code("the import of m", told.append):
        time.sleep(10)
    assert isinstance(cause_of(escaped.value), TimeLimitError)
    assert told[0].startswith("still waiting for the import of m after ")
    assert ", at test_foreign_code.py:" in told[0]
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    done = []

    def work():
        with foreign_code("a module", print):
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def test_a_border_lets_pass_what_was_refused_already():
    with pytest.raises(RefusedError) as refused, refuse_on_error("x", "mend it"):
        raise RefusedError([])
    assert "cannot be read" not in str(refused.value)
    said = "x: cannot be read: RecursionError\nmend it"
    with pytest.raises(RefusedError, match=said), refuse_on_error("x", "mend it"):
        raise RecursionError
