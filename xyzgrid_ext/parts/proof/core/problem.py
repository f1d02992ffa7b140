"""The problem to prove: rooms and their pickups, links and their needs, and nothing else.

    room 0 --north, needs smallkey, consumes--> room 1 --north, needs bigkey--> room 2, the goal
      gives smallkey, bigkey

As data, for files and other programs:

    start, goal   room ids
    rooms         id, xyz, gives: a list of {"what": ..., "needs": [...]}
    links         source, target, exit, needs: a list of words
                  door: an id that the two directions of one door share
                  consumes: true where a small key is spent once and the door then stays open

The words are smallkey bigkey map compass item:NAME puzzle:ID kill:ID. A one-way link has no
partner. Other keys are ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.parts import EITHER, OPEN, assumption_of
from xyzgrid_ext.core.records import Record

SMALL_KEY, BIG_KEY = "smallkey", "bigkey"
_PLAIN_WORDS = (SMALL_KEY, BIG_KEY, "map", "compass")
_NAMED_WORDS = ("item", "puzzle", "kill")
_WORDS = "smallkey, bigkey, map, compass, item:NAME, puzzle:ID or kill:ID"

RoomId = str | int
"""The name or number of a room in a problem."""


@dataclass(frozen=True, slots=True)
class Pickup:
    """Something that players get in a room, once, when they have all that is in `needs`.

    `what` is `smallkey`, `bigkey`, `map`, `compass`, `item:NAME`, `puzzle:ID` (for solving it) or
    `kill:ID` (for beating the enemy); `needs` has such words, too.
    """

    what: str
    needs: tuple[str, ...] = ()


class ProblemRoom(NamedTuple):
    """A room with its pickups, `gives`; its coordinate, `xyz`, is for messages only."""

    id: RoomId
    gives: tuple[Pickup, ...] = ()
    xyz: tuple[int, int, int] | None = None

    def __str__(self) -> str:
        place = "" if self.xyz is None else " ({},{},{})".format(*self.xyz)
        return f"room {self.id}{place}"


class Link(NamedTuple):
    """A one-way link from room to room, by the name of its exit and what it `needs` (`item:rope`).

    Links with the same `door` are one door; None: no door. `consumes`: opening it takes a small
    key.
    """

    source: RoomId
    target: RoomId
    exit: str
    needs: tuple[str, ...] = ()
    door: str | int | None = None
    consumes: bool = False


@dataclass(frozen=True)
class Problem:
    """A dungeon as the prover sees it: rooms with pickups, and links, some of them locked."""

    start: RoomId
    goal: RoomId
    rooms: tuple[ProblemRoom, ...]
    links: tuple[Link, ...]
    name: str = ""

    def findings(self) -> list[Finding]:
        """Return errors in the problem's data, such as a link to an unknown room."""
        return list(_faults(self))


def read_problem(data: Mapping[str, object], name: str = "") -> Problem:
    """Read a problem, called `name`, from data of JSON: `start`, `goal`, `rooms` and `links`.

    Raises:
        RefusedError: with all faults.
    """
    reader = _ProblemReader(name)
    rooms = tuple(
        ProblemRoom(
            reader.identity(f"room number {number}", room.get("id")),
            tuple(reader.give(give, room.get("id")) for give in reader.rows(room, "gives")),
            reader.xyz(room),
        )
        for number, room in enumerate(reader.rows(data, "rooms"))
    )
    links = tuple(
        Link(
            reader.identity(f"the source of link number {number}", link.get("source")),
            reader.identity(f"the target of link number {number}", link.get("target")),
            str(link.get("exit", "")),
            reader.words(link.get("needs"), f"link number {number}"),
            reader.door(link, number),
            bool(link.get("consumes", False)),
        )
        for number, link in enumerate(reader.rows(data, "links"))
    )
    start, goal = (reader.identity(f"the {end}", data.get(end)) for end in ("start", "goal"))
    problem = Problem(start, goal, rooms, links, name)
    if findings := reader.found or problem.findings():
        raise RefusedError(findings)
    return problem


class _ProblemReader:
    """Reads data and records what is malformed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found: list[Finding] = []

    def note(self, message: str, cure: str) -> None:
        self.found.append(Finding.error("malformed-dungeon", message, cure, self.name))

    def rows(self, data: Mapping[str, object], entry: str) -> list[Record]:
        value = data.get(entry, ())
        if isinstance(value, Sequence) and all(isinstance(row, Mapping) for row in value):
            return list(value)
        self.note(f"{entry} is not a list of objects", f'write "{entry}": [{{...}}, ...]')
        return []

    def identity(self, what: str, value: object) -> RoomId:
        if isinstance(value, str | int) and not isinstance(value, bool):
            return value
        self.note(f"{what} has the room id {value!r}", "write a text or a whole number")
        return ""

    def door(self, link: Mapping[str, object], number: int) -> RoomId | None:
        value = link.get("door")
        if value is None or (isinstance(value, str | int) and not isinstance(value, bool)):
            return value
        cure = "write a text or a whole number, the same in both directions of a door"
        self.note(f"link number {number} has the door {value!r}", cure)
        return None

    def words(self, value: object, what: str) -> tuple[str, ...]:
        value = () if value is None else value
        if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self.note(f"{what} needs {value!r}", f"write a list of words: {_WORDS}")
        return ()

    def give(self, give: Mapping[str, object], room: object) -> Pickup:
        return Pickup(str(give.get("what", "")), self.words(give.get("needs"), f"room {room}"))

    def xyz(self, room: Record) -> tuple[int, int, int] | None:
        value = room.get("xyz")
        if value is None:
            return None
        if isinstance(value, list | tuple) and len(value) == 3:
            x, y, z = value
            if isinstance(x, int) and isinstance(y, int) and isinstance(z, int):
                return x, y, z
        self.note(f"room {room.get('id')} has the xyz {value!r}", "write [x, y, z]")
        return None


def _faults(problem: Problem) -> Iterator[Finding]:
    name = problem.name
    known: set[RoomId] = set()
    for room in problem.rooms:
        if room.id in known:
            yield Finding.error(
                "doubled-room", f"there are two of room {room.id}", "rename one", name
            )
        known.add(room.id)
        for give in room.gives:
            if not _is_word(give.what):
                yield _bad_word(name, f"{room} gives", give.what)
            for word in give.needs:
                if not _is_word(word):
                    yield _bad_word(name, f"{give.what} in {room} needs", word)
            if SMALL_KEY in give.needs:
                message = f"{give.what} in {room} needs a small key"
                yield Finding.error(
                    "key-outside-door", message, "put it behind a door that does", name
                )
    for end, room_id in (("start", problem.start), ("goal", problem.goal)):
        if room_id not in known:
            yield Finding.error("no-such-room", f"the {end} is room {room_id}", "name a room", name)
    doors: dict[str | int, Link] = {}
    for link in problem.links:
        source, target, _exit, needs, door, consumes = link
        for room_id in (source, target):
            if room_id not in known:
                message = f"{_named(link)} leads to or from room {room_id}"
                yield Finding.error("no-such-room", message, "name a room", name)
        for word in needs:
            if not _is_word(word):
                yield _bad_word(name, f"{_named(link)} needs", word)
        if consumes != (SMALL_KEY in needs) or needs.count(SMALL_KEY) > 1:
            message = f"{_named(link)} needs {list(needs)} with consumes {consumes}"
            cure = "a door takes one small key: one smallkey in needs, and consumes true"
            yield Finding.error("key-not-spent", message, cure, name)
        if door is None:
            continue
        other = doors.setdefault(door, link)
        same = (other.source, other.target) in ((source, target), (target, source))
        if not same or consumes != other.consumes:
            message = f"{_named(link)} and {_named(other)} have one door"
            cure = "a door joins two rooms, and takes a key from both sides or from none"
            yield Finding.error("not-one-door", message, cure, name)


def without_assumed_words(problem: Problem) -> list[Problem]:
    """Return one or two problems without the needs that pickups do not meet, as the time of day.

    Links with a need that is never met are left out. If a need is sometimes met, there are two
    problems: one with such needs met, one with them unmet.
    """
    needs = [link.needs for link in problem.links]
    needs += [give.needs for room in problem.rooms for give in room.gives]
    words = {word for words in needs for word in words if not _is_word(word)}
    kinds = {word: kind for word in words if (kind := assumption_of(word))}
    if not kinds:
        return [problem]
    ways: list[Collection[str]] = [{OPEN}]
    if EITHER in kinds.values():
        ways.insert(0, {OPEN, EITHER})
    return [_without(problem, kinds, true) for true in ways]


def _without(problem: Problem, kinds: Mapping[str, str], true: Collection[str]) -> Problem:
    def can_be(needs: Sequence[str]) -> bool:
        return all(kinds.get(word, "") in ("", *true) for word in needs)

    def left(needs: Sequence[str]) -> tuple[str, ...]:
        return tuple(word for word in needs if word not in kinds)

    rooms = [
        room._replace(
            gives=tuple(Pickup(g.what, left(g.needs)) for g in room.gives if can_be(g.needs))
        )
        for room in problem.rooms
    ]
    links = [link._replace(needs=left(link.needs)) for link in problem.links if can_be(link.needs)]
    return replace(problem, rooms=tuple(rooms), links=tuple(links))


def _named(link: Link) -> str:
    """Return the name of an exit for use in messages."""
    return f"the exit {link.exit!r} of room {link.source}"


def _bad_word(name: str, what: str, word: str) -> Finding:
    return Finding.error("unknown-need", f"{what} {word!r}", f"expected {_WORDS}", name)


@lru_cache(4096)
def _is_word(word: str) -> bool:
    kind, colon, rest = word.partition(":")
    return word in _PLAIN_WORDS or (kind in _NAMED_WORDS and bool(colon and rest))
