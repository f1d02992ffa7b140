"""A small telnet client: sends lines, waits for text, gives it without colours.

It tells the width of its screen (NAWS), wide enough that no sentence is broken in which something
is looked for. It refuses every other option that the server offers, but for those in `accept`; what
comes for these (GMCP is 201) is collected in `subnegotiations`.

Where an answer ends, the server says: behind a line goes a mark, which Evennia answers with a line
of text after all that it has sent before. Evennia takes such a message of GMCP from any client, in
whatever state: at the connection screen, in a pager, at a board. A player sees nothing of it.

    client   look    IAC SB GMCP Echo 7 IAC SE
    server   Lantern Square …    Echo returns: ['7'], {}
"""

import codecs
import re
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from types import TracebackType
from typing import Self

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
NAWS, GMCP = 31, 201
_ROWS = 500
_PATIENCE = 60.0  # seconds for an answer: a machine that runs many tests at once is slow
_LONGEST = 10.0  # seconds of listening to what does not end, as a board that ticks

_TELNET = re.compile(
    rb"\xff(?:([\xfb-\xfe])(.)"  # WILL, WONT, DO, DONT and the option
    rb"|\xfa(.)((?:[^\xff]|\xff\xff)*)\xff\xf0"  # SB option data SE
    rb"|([\xf1-\xf9\xff]))",  # a command without more, or 255 itself
    re.DOTALL,
)
_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class NotSeenError(AssertionError):
    """The text that was waited for did not come; the message tells what came instead."""


class Closing(ABC):
    """Something to close: as a context manager, or by `close`."""

    @abstractmethod
    def close(self) -> None:
        """Hang up."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Telnet(Closing):
    """One connection. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        timeout: float = _PATIENCE,
        accept: Collection[int] = (),
        width: int = 200,
    ) -> None:
        self.width = width
        self.subnegotiations: list[tuple[int, bytes]] = []
        self.closed = False
        self._timeout = timeout
        self._accept = accept
        self._raw = b""  # not yet split
        self._text = ""  # not yet read; may still hold colours
        self._marks = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._socket = socket.create_connection((host, port), timeout=timeout)

    def close(self) -> None:
        """Hang up, without a word."""
        self.closed = True
        self._socket.close()

    def send(self, line: str) -> None:
        """Send one line."""
        self._socket.sendall(self._bytes(line).replace(b"\xff", b"\xff\xff") + b"\r\n")

    def send_option(self, option: int, data: bytes) -> None:
        """Send a subnegotiation: an out-of-band message."""
        self._socket.sendall(_subnegotiation(option, data))

    def resize(self, width: int) -> None:
        """Tell another width of the screen, in columns; it is so high that no answer is paged."""
        self.width = width
        self._socket.sendall(self._size())

    def read_until(self, pattern: str, timeout: float | None = None) -> str:
        """Return everything up to and with the first match of a regular expression.

        Raises NotSeenError after `timeout` seconds, or when the server hangs up before. What was
        read then is kept for the next call.
        """
        before, found = self._until(pattern, timeout)
        return before + found

    def read(self, timeout: float | None = None) -> str:
        """Return all that the server has sent until now.

        The first mark calls what is on its way; the second what waited for the next turn of the
        server's reactor.
        """
        text = ""
        for _ in range(2):
            self._marks += 1
            self.send_option(GMCP, f"Echo {self._marks}".encode())
            before, _mark = self._until(rf"Echo returns: \[\D*{self._marks}\D[^\n]*\n", timeout)
            text += before
        return text

    def listen(self, quiet: float, timeout: float = _LONGEST) -> str:
        """Return what comes by itself, until nothing came for `quiet` seconds, or for `timeout`."""
        end = time.monotonic() + timeout
        while self._receive(min(quiet, end - time.monotonic())):
            pass
        text, self._text = self._plain(), ""
        return text

    def ask(self, line: str, pattern: str | None = None, timeout: float | None = None) -> str:
        """Send a line; return what comes up to `pattern`, or all of the answer.

        Raises NotSeenError if no answer comes.
        """
        self.send(line)
        if pattern is not None:
            return self.read_until(pattern, timeout)
        return self.read_until(r"\S", timeout) + self.read()

    def read_to_end(self, timeout: float | None = None) -> str:
        """Return what comes until the server hangs up; raises NotSeenError if it does not."""
        end = time.monotonic() + (self._timeout if timeout is None else timeout)
        while self._receive(end - time.monotonic()):
            pass
        if not self.closed:
            raise NotSeenError(f"the server did not hang up; seen was:\n{self._plain()}")
        text, self._text = self._plain(), ""
        return text

    def _until(self, pattern: str, timeout: float | None) -> tuple[str, str]:
        """Return what comes before the first match of a pattern, and what matches."""
        end = time.monotonic() + (self._timeout if timeout is None else timeout)
        while True:
            text = self._plain()
            found = re.search(pattern, text)
            if found:
                self._text = text[found.end() :]
                return text[: found.start()], found[0]
            if not self._receive(end - time.monotonic()):
                why = "the server hung up" if self.closed else "nothing more came"
                raise NotSeenError(f"{pattern!r} was not seen, {why}; seen was:\n{self._plain()}")

    def _bytes(self, line: str) -> bytes:
        return line.encode()

    def _plain(self) -> str:
        return _COLOUR.sub("", self._text.replace("\r", "").replace("\0", ""))

    def _receive(self, timeout: float) -> bool:
        """Take in what comes within `timeout` seconds; return if anything came."""
        if self.closed or timeout <= 0:
            return False
        self._socket.settimeout(timeout)
        try:
            data = self._socket.recv(65536)
        except TimeoutError:
            return False
        except ConnectionError:
            data = b""
        if not data:
            self.close()
            return False
        self._raw += data
        self._split()
        return True

    def _split(self) -> None:
        """Move text out of the raw bytes and answer what is telnet's own."""
        text, done = b"", 0
        for match in _TELNET.finditer(self._raw):
            text += self._raw[done : match.start()]
            done = match.end()
            verb, option, sub_option, sub_data, command = match.groups()
            if verb:
                self._answer(verb[0], option[0])
            elif sub_option:
                self.subnegotiations.append((sub_option[0], sub_data.replace(b"\xff\xff", b"\xff")))
            elif command[0] == IAC:
                text += b"\xff"
        rest = self._raw[done:]
        begun = rest.find(b"\xff")  # a command of which the end has not come yet
        cut = len(rest) if begun < 0 else begun
        self._text += self._decoder.decode(text + rest[:cut])
        self._raw = rest[cut:]

    def _answer(self, verb: int, option: int) -> None:
        wanted = option in self._accept or (verb, option) == (DO, NAWS)
        if verb == WILL:
            reply = DO if wanted else DONT
        elif verb == DO:
            reply = WILL if wanted else WONT
        else:
            return  # WONT and DONT need no answer from one who asks for nothing
        # in one piece: Evennia hangs up on a size that comes alone while its client is queued
        size = self._size() if (verb, option) == (DO, NAWS) else b""
        self._socket.sendall(bytes([IAC, reply, option]) + size)

    def _size(self) -> bytes:
        """Return the message with the size of the screen."""
        return _subnegotiation(NAWS, self.width.to_bytes(2, "big") + _ROWS.to_bytes(2, "big"))


def _subnegotiation(option: int, data: bytes) -> bytes:
    """Return an out-of-band message as it goes over the wire."""
    return bytes([IAC, SB, option]) + data.replace(b"\xff", b"\xff\xff") + bytes([IAC, SE])
