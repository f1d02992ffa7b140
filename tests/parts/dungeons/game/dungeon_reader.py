"""A newcomer in a dungeon, who goes by what a room shows, else by `notes`; and the time it takes.

It remembers which exits it has taken, and tries a lock when it has a key. The time is that of
somebody who reads each sentence once and types every command in full: 238 words a minute
(Brysbaert, «How many words do we read per minute?», 2019), and for each command a moment to think
and so many keys (Card, Moran and Newell, «The keystroke-level model», 1980).
"""

import re

from newcomer import Newcomer, StuckError, way_back, without_picture

_WORDS = 238  # a minute
_THOUGHT, _KEY = 1.35, 0.28  # seconds
_END = "This is the end of the dungeon"


class DungeonReader(Newcomer):
    """Who reads what is printed; `say(line)` types a line and returns the text that comes back."""

    def __init__(self, say, chance):
        super().__init__(say, chance)
        self.heard = []
        """What was typed and what was read: [(line, text)]."""
        self._gone = set()  # exits that were tried: (room, exit)
        self._opened = set()  # such as were opened from afar: "exit west in Hall"
        self._followed = {}  # lines of the notes, and how often

    def say(self, line):
        text = super().say(line)
        self.heard.append((line, text))
        for ways in re.findall(r"Open now: ([^.]+)\.", " ".join(text.split())):
            self._opened |= set(re.split(r", (?:and )?| and ", ways))
        return text

    def plays_dungeon(self, text):
        while _END not in text:
            self.acts(text)
            if "Exits:" in self._last:  # it woke at the entrance
                text = self._last
            text = self._takes_exit(text) or self._follows_notes()

    def _takes_exit(self, text):
        """What is read behind an exit of this room that was not tried; "" if there is none."""
        room, exits = _name(text), _exits(text)
        for way, state in exits:
            is_open = not state or f"exit {way} in {room}" in self._opened
            may_open = state == "locked" and "small key" in text.partition("You have")[2]
            if (room, way) not in self._gone and (is_open or may_open):
                self._gone.add((room, way))
                told = self.say(way)
                if "Exits:" in told:
                    self._gone.add((_name(told), way_back(way)))
                    return told
        return ""

    def _follows_notes(self):
        """What is read after going to something that was left, by a line of the notes."""
        lines = [line.strip() for line in self.say("notes").splitlines() if line.startswith("  ")]
        if not lines:
            raise StuckError(f"nothing is left to do:\n{self._last}")
        lines.sort(key=lambda line: (self._followed.get(line, 0), "now" not in line, ":" in line))
        self._followed[lines[0]] = self._followed.get(lines[0], 0) + 1
        if way := re.match(r"(\w+)(?:(?:, | and |, and )\w+)*, in (.+?)(?::|$)", lines[0]):
            exit_name = way[1]
            there = self.say(f"goto {way[2]}")
            if _END in there:
                return there
            self._gone.add((way[2], exit_name))
            came = self.say(exit_name)
            if "Exits:" in came:
                self._gone.add((_name(came), way_back(exit_name)))
                return came
            return self.say("look")
        task = re.search(r" in ([^:]+?)(?::|$)", lines[0])
        there = self.say(f"goto {task[1]}")
        return there if "Exits:" in there else self.say("look")


def _name(text):
    """The name of the room that was shown last: what stands below its map."""
    return text.rpartition("~~~\n")[2].splitlines()[0].strip()


def _exits(text):
    """The exits that were shown last, and how each is barred: [("west", "shut")]."""
    told = text.rpartition("Exits: ")[2].partition("\n+")[0]
    found = re.findall(r"([a-z]+)(?: \((\w+)\))?(?:,|$| and)", " ".join(told.split()))
    return [(way, state) for way, state in found if way != "and"]


def minutes(heard):
    """How long all that takes who is new to it."""
    words = keys = waits = 0
    read = set()
    for line, text in heard:
        keys += len(line) + 1
        waits += sum(map(int, re.findall(r"about (\d+) second", text)))
        told = re.sub(r"(?<=.{60})\n(?=\S)", " ", without_picture(text))  # a sentence goes on
        parts = re.split(r"(?<=[.!?:])\s+|\n", told)
        new = {tuple(re.findall(r"[A-Za-z][\w'-]*", part)) for part in parts} - read
        words += sum(map(len, new))
        read |= new
    return words / _WORDS + (_THOUGHT * len(heard) + _KEY * keys + waits) / 60
