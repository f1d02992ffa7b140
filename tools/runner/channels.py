"""Ways to play a running game as a person does: type a line, and read all that is printed.

    with TelnetChannel("127.0.0.1", 4000, width=40) as channel:
        print(channel.say("connect guest"))
    channel.heard       all lines, and what came

A walk prints for as long as it goes, and a dungeon opens only after a moment: `say` reads on until
such a thing has come to its end.
"""

import re
import time
from abc import abstractmethod
from typing import Any, NamedTuple

from tools.runner.telnet import Closing, Telnet

_GOES_ON = re.compile(r"You set out for|You walk on to|in a moment\.")
_COMES_TO_REST = re.compile(
    r"You have arrived|You have reached|You stop|walk on to|yourself to get to|no way|Exits:"
)
_PATIENCE = 5.0  # seconds without a word, after which nothing more is expected
_WALK = 15.0  # the same on the way: rooms of the same name are passed without a word


class Heard(NamedTuple):
    """A line that was typed, and what was printed then."""

    line: str
    text: str


class Channel(Closing):
    """A connection that is played by hand. Use it as a context manager, or call `close`."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []

    def say(self, line: str) -> str:
        """Type a line; return what is printed until nothing goes on by itself."""
        self._send(line)
        text = self._read() or self._wait(_PATIENCE)
        while _is_going_on(text) and (more := self._wait(_WALK)):
            text += more
        self.heard.append(Heard(line, text))
        return text

    def transcript(self) -> str:
        """Return all that was typed and read."""
        return "".join(f"> {line}\n{text.rstrip()}\n\n" for line, text in self.heard)

    @abstractmethod
    def _send(self, line: str) -> None: ...

    @abstractmethod
    def _read(self) -> str:
        """Return all that the server has sent until now."""

    @abstractmethod
    def _wait(self, seconds: float) -> str:
        """Return what comes next; an empty text if nothing comes within so many seconds."""


class TelnetChannel(Channel):
    """A telnet client with a screen of some columns, or a screen reader."""

    def __init__(self, host: str, port: int, width: int = 80, screenreader: bool = False) -> None:
        super().__init__()
        self._client = Telnet(host, port, width=width)
        greeting = self._client.read_until("connect guest") + self._client.read()
        self.heard.append(Heard("", greeting))
        if screenreader:
            self.say("screenreader")

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    def _send(self, line: str) -> None:
        self._client.send(line)

    def _read(self) -> str:
        return self._client.read().lstrip("\n")

    def _wait(self, seconds: float) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text := self._client.listen(0.1, 0.1):
                return text + self._client.read()
        return ""


MARKS = """
(() => {
  const marks = new Map();
  let last = 0;
  window.messages = []; // what has come that is no text: [name, args, kwargs]
  // what was called before has been answered
  window.answered = () => new Promise((tell) => {
    marks.set(String(++last), tell);
    Evennia.msg("echo", [String(last)], {});
  });
  window.unread = () => {
    const texts = [...document.querySelectorAll("#messagewindow > :not(.typed):not([data-read])")];
    for (const text of texts) text.dataset.read = "";
    return texts.map((text) => text.innerText).join("\\n");
  };
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", (event) => { // heard before the client hears it
        const [name, args, kwargs] = JSON.parse(event.data);
        const mark = name === "text" && /^Echo returns: \\D*(\\d+)/.exec(args[0]);
        if (mark) {
          event.stopImmediatePropagation();
          marks.get(mark[1])();
        } else if (name !== "text") messages.push([name, args, kwargs]);
      });
    }
  };
})();
"""
"""What a page of the web client runs before all else, so that `BrowserChannel` can read it."""


class BrowserChannel(Channel):
    """The web client in a window of a browser: a `Window` of the tests, opened with `MARKS`."""

    def __init__(self, page: Any) -> None:
        super().__init__()
        self.page = page
        page.go("/webclient/")
        page.see("#messagewindow", "connect guest")
        self.heard.append(Heard("", self._read()))

    def close(self) -> None:
        """Close nothing: the window is its maker's."""

    def _send(self, line: str) -> None:
        self.page.say(line)

    def _read(self) -> str:
        return str(self.page.value("answered().then(answered).then(unread)"))

    def _wait(self, seconds: float) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if text := str(self.page.value("unread()")):
                return text + self._read()
            time.sleep(0.1)
        return ""


def _is_going_on(text: str) -> bool:
    """Return whether what a text tells of has not come to its end."""
    told = " ".join(text.split())
    begun = [found.end() for found in _GOES_ON.finditer(told)]
    return bool(begun) and not _COMES_TO_REST.search(told, begun[-1])
