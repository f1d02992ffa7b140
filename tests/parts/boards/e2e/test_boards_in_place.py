"""A board in one place of a telnet screen, played by single keys: what goes over a raw socket."""

import re
import socket
import time

import pytest

pytestmark = pytest.mark.once

IAC, DONT, DO, WONT, WILL, SB, SE = (bytes([code]) for code in (255, 254, 253, 252, 251, 250, 240))
ECHO, SGA, TTYPE, NAWS = (bytes([option]) for option in (1, 3, 24, 31))
REGION = re.compile(rb"\x1b\[(\d+);(\d+)r")
WHOLE = b"\x1b[r"


class Terminal:
    """A terminal of 80 × 30 with a cursor, which lets the server echo."""

    def __init__(self, game, *, agrees=True):
        self.got = b""
        self._agrees = agrees
        self._answered = 0
        self._socket = socket.create_connection((game.host, game.base), timeout=0.1)

    def send(self, data):
        self._socket.sendall(data)

    def until(self, pattern, timeout=30.0):
        """Return what comes up to a pattern, which is taken out of what is left."""
        end = time.monotonic() + timeout
        while not (found := re.search(pattern, self.got, re.DOTALL)):
            assert time.monotonic() < end, f"{pattern!r} was not seen in {self.got[-1500:]!r}"
            try:
                self.got += self._socket.recv(65536)
            except TimeoutError:
                continue
            self._answer()
        before, self.got = self.got[: found.end()], self.got[found.end() :]
        self._answered = max(0, self._answered - found.end())
        return before

    def _answer(self):
        asked = re.compile(rb"\xff([\xfb-\xfd])(.)|\xff\xfa\x18\x01\xff\xf0", re.DOTALL)
        for match in asked.finditer(self.got, self._answered):
            self._answered = match.end()
            verb, option = match[1], match[2]
            if verb is None:
                self.send(IAC + SB + TTYPE + b"\0XTERM" + IAC + SE)
            elif verb == WONT:
                self.send(IAC + DONT + option)
            elif verb == WILL:
                agrees = option == SGA or (option == ECHO and self._agrees)
                self.send(IAC + (DO if agrees else DONT) + option)
            elif option == NAWS:
                self.send(IAC + WILL + NAWS + IAC + SB + NAWS + b"\0\x50\0\x1e" + IAC + SE)
            else:
                self.send(IAC + (WILL if option == TTYPE else WONT) + option)

    def close(self):
        self._socket.close()


@pytest.fixture
def terminal(server):
    """Return a function that gives a terminal at the cabinet, with boards in place."""
    made = []

    def make(**how):
        one = Terminal(server, **how)
        made.append(one)
        one.until(rb"connect guest")
        one.send(b"connect guest\r\n")
        one.until(rb"You become")
        one.send(b"goto tavern\r\n")
        one.until(rb"You have arrived")
        one.send(b"play/single\r\n")
        one.until(rb"leaves the machine\.")
        return one

    yield make
    for one in made:
        one.close()


def test_a_live_board_stays_in_place_and_takes_single_keys_until_one_leaves(terminal, server):
    client = terminal()
    client.send(b"play cabinet = live\r\n")
    top, bottom = map(int, REGION.search(client.until(REGION.pattern)).groups())
    assert bottom == 30
    client.until(IAC + WILL + ECHO)
    first = client.until(rb"\x1b8")
    assert first.count(b"\x1b[K") == top - 1
    client.until(rb"\x1b7.*\x1b8")  # the clock ticks
    client.send(b"f")
    assert REGION.search(client.until(rb"\x1b7.*?\x1b8")) is None, "the region stays"
    client.send(b":say hello\r\n")
    client.until(rb'You say, ".*?hello')
    client.send(b"q")
    assert WHOLE in client.until(IAC + WONT + ECHO)
    client.until(rb"Your game waits there")
    client.send(b"say lines again\r\n")
    client.until(rb'You say, ".*?lines again')

    client.send(b"play cabinet = live\r\n")
    client.until(IAC + WILL + ECHO)
    client.until(rb"\x1b8")
    server.reload()
    assert WHOLE in client.until(IAC + WONT + ECHO)
    client.until(IAC + WILL + ECHO, timeout=60)  # the game goes on
    client.until(rb"\x1b7.*\x1b8")
    client.send(b":quit\r\n")
    assert WHOLE in client.until(IAC + WONT + ECHO)


def test_a_client_that_sends_lines_has_its_board_in_place_as_well(terminal):
    client = terminal(agrees=False)
    client.send(b"play cabinet\r\n")
    client.until(REGION.pattern)
    client.until(rb"\x1b8")
    client.send(b"h\r\n")
    client.until(rb"\x1b7.*\x1b8")
    client.send(b"stop\r\n")
    client.until(re.escape(WHOLE))
    client.until(rb"Your game waits there")
