"""A terminal for the tests: a pseudo-terminal with a game on it, and the screen that it shows."""

import os
import re
import select
import sys
import time

import pytest

_CODE = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])")


class Screen:
    """What a terminal shows: understands what `play` writes, and cuts lines at the edge."""

    def __init__(self, columns, rows):
        self.columns, self.count = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.x = self.y = 0
        self.modes = set()
        self.rest = ""

    @property
    def rows(self):
        return ["".join(row).rstrip() for row in self.cells]

    def write(self, text):
        text, self.rest = self.rest + text, ""
        at = 0
        while at < len(text):
            if code := _CODE.match(text, at):
                self._code(*code.groups())
                at = code.end()
                continue
            if text[at] == "\x1b" and len(text) - at < 12:  # a code in two parts
                self.rest = text[at:]
                return
            self._character(text[at])
            at += 1

    def _code(self, private, numbers, letter):
        values = [int(number or 0) for number in numbers.split(";")]
        if private:
            (self.modes.add if letter == "h" else self.modes.discard)(values[0])
            if values[0] == 1049:
                self.cells = [[" "] * self.columns for _ in range(self.count)]
                self.x = self.y = 0
        elif letter == "H":
            self.y, self.x = max(values[0], 1) - 1, max((*values, 1)[1], 1) - 1
        elif letter == "K":
            self.cells[self.y][self.x :] = [" "] * (self.columns - self.x)

    def _character(self, character):
        if character == "\r":
            self.x = 0
        elif character == "\n":
            self.y = min(self.y + 1, self.count - 1)
        else:
            assert self.y < self.count, "a line below the screen"
            if self.x >= self.columns:
                assert 1049 not in self.modes, "a line wider than the screen"
                self._character("\r")
                self._character("\n")
            self.cells[self.y][self.x] = character
            self.x += 1


class Terminal:
    """A `play` on a terminal of its own: type keys, and wait for what the screen shows."""

    def __init__(self, *arguments, columns=80, rows=24, **environment):
        import fcntl
        import pty
        import struct
        import termios

        self._set_size = lambda columns, rows: fcntl.ioctl(
            self.stream, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0)
        )
        self._modes = termios.tcgetattr
        self.stream, self.side = pty.openpty()
        self.seen, self.screen = "", Screen(columns, rows)
        self._set_size(columns, rows)
        self.modes = self._modes(self.side)
        self.process = os.fork()
        if self.process == 0:
            os.environ |= {"TERM": "xterm", "NO_COLOR": "1", **environment}
            os.login_tty(self.side)
            os.execv(sys.executable, [sys.executable, "-m", "xyzgrid_ext", "play", *arguments])

    def resize(self, columns, rows):
        while self.read(0):  # what was written for the old size
            pass
        self.screen = Screen(columns, rows)
        self._set_size(columns, rows)

    def type(self, keys):
        self.seen = ""
        os.write(self.stream, keys.encode())

    def read(self, patience):
        """Read what arrives within some seconds; return whether anything did."""
        if not select.select([self.stream], [], [], max(0, patience))[0]:
            return False
        text = os.read(self.stream, 65536).decode()
        self.seen += text
        self.screen.write(text)
        return True

    def watch(self, seconds):
        """Read everything that arrives within some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(min(0.05, end - time.monotonic()))

    def expect(self, *texts, patience=20.0):
        """Wait until the screen shows all the texts."""
        end = time.monotonic() + patience
        while not all(text in "\n".join(self.screen.rows) for text in texts):
            shown = "\n".join([*texts, "not on", *self.screen.rows])
            assert self.read(end - time.monotonic()), shown

    def ended(self):
        """Wait for the end; return the exit code. The terminal must be as it was before."""
        status = os.waitpid(self.process, 0)[1]
        while self.read(0.05):
            pass
        assert self._modes(self.side) == self.modes
        assert self.screen.modes == {7, 25}, "a screen of its own, or without cursor or line breaks"
        os.close(self.stream)
        os.close(self.side)
        return os.waitstatus_to_exitcode(status)

    def end(self):
        self.type("\x03")
        return self.ended()


@pytest.fixture
def terminal():
    """Start a game on a terminal; end what a test leaves behind."""
    pytest.importorskip("pty", reason="terminals of POSIX")
    started = []

    def start(*arguments, **rest):
        started.append(Terminal(*arguments, **rest))
        return started[-1]

    yield start
    for game in started:
        try:
            os.kill(game.process, 9)
            os.waitpid(game.process, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
