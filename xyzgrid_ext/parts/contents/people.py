"""People who live somewhere: they answer, take what they want, and say something by themselves.

    talk ines                 the next of their `lines`
    ask ines about the lamp   a line of their `topics`; `say the lamp` in the room as well
    give kettle to ines       a line of their `wants`, if it is one of these
    (nothing)                 one of their `idle` lines, now and then

What they say is in the Attribute `talk`; `talk_rows` has its form.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zlib import crc32

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import gettext_noop as noop
from evennia import SESSION_HANDLER
from evennia.objects.objects import DefaultCharacter
from evennia.prototypes.spawner import spawn
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.grid.descriptions import detail_names, text_parts, words_in
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base import settings, task
from xyzgrid_ext.game.base.evennia_types import (
    Character,
    ClientSession,
    GameObject,
    RoomObject,
)
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.parts import leading_refusal
from xyzgrid_ext.game.text.descriptions import visible_parts
from xyzgrid_ext.game.text.messages import arrival_text, tell_room
from xyzgrid_ext.game.typeclasses.on_grid import Described
from xyzgrid_ext.game.world import hooks, puzzles
from xyzgrid_ext.parts.contents.settings import CHATTER
from xyzgrid_ext.parts.contents.talk_rows import ATTRIBUTE, TALK, lines_about

OPTION = "CHATTER"
"""The flag of a session that is off if nobody shall speak to it unasked."""
OPTION_TEXT = noop("lines of people that nobody has asked")
"""How `option` calls that flag."""
_FIRST, _ANSWER = (4.0, 9.0), 0.5  # seconds: after somebody came, and before an answer
_SAYS, _DOES = lazy('{name} says: "{words}"'), lazy("{name} {words}")
_POSE, _SPOKEN = ":", "say"

Line = Mapping[str, Any]
"""A line that somebody says: its `text`, and what it `needs`."""


def talk_rows(person: GameObject) -> Record:
    """Return the value of somebody's Attribute `talk`; {} for who does not talk."""
    talk = deserialize(person.attributes.get(ATTRIBUTE))
    return talk if isinstance(talk, Mapping) and not TALK.faults(talk) else {}


def people_in(room: RoomObject | None, looker: Character) -> list[Any]:
    """Return those in a room that talk, and that a looker sees."""
    others = room.contents_get(exclude=room.exits) if room is not None else ()
    people = [other for other in others if other is not looker and talk_rows(other)]
    return hooks.visible_things(room, looker, people) if room is not None and people else []


def topics_of(person: GameObject, who: Character) -> list[str]:
    """Return the names of topics about which a person has something to say to somebody."""
    rows = talk_rows(person).get("topics", {})
    return [key.split(",")[0].strip() for key in rows if _sayable(text_parts(rows[key]), who)]


def say_line(person: GameObject, who: Character) -> bool:
    """Let a person say a line to somebody, new ones first; return False if it has none."""
    lines = {
        line["text"]: line for line in _sayable(text_parts(talk_rows(person).get("lines", ())), who)
    }
    if not lines:
        return False
    known = who.ndb.xyzgrid_talk or {}
    heard = [text for text in known.get(person.pk, ()) if text in lines]
    text = next((text for text in lines if text not in heard), None) or heard[0]
    others = [other for other in heard if other != text]
    who.ndb.xyzgrid_talk = known | {person.pk: [*others, text]}
    _say(person, who, lines[text])
    return True


def ask_about(person: GameObject, who: Character, topic: str) -> bool:
    """Let a person answer somebody about a topic; return False if it has no answer."""
    row = talk_rows(person)
    lines = _sayable(lines_about(row.get("topics", {}), [topic]), who)
    lines += _sayable(text_parts(row.get("otherwise", ())), who)
    if lines:
        _say(person, who, lines[0])
    return bool(lines)


def knows_topic(person: GameObject, who: Character, topic: str) -> bool:
    """Whether a person has something to say to somebody about a topic."""
    return bool(_sayable(lines_about(talk_rows(person).get("topics", {}), [topic]), who))


def _sayable(lines: Iterable[Line], who: Character) -> list[Line]:
    """Return the lines that are true for somebody, and that have given nothing yet."""
    return [
        line
        for line in visible_parts(list(lines), who, who.location)
        if not (line.get("gives") and memory.was_told(who, _memory_key(line)))
    ]


def _memory_key(line: Line) -> str:
    """Return the name under which it is remembered that a line has given its thing."""
    return f"got {crc32(line['text'].encode()):08x}"


@surviving("people")
def _say(person: GameObject, who: Character, line: Line) -> None:
    """Let a person say a line, and do to the hearer what it does."""
    for kind, words in _utterances(line):
        template = _SAYS if kind == _SPOKEN else _DOES
        values = {"name": _capital(person.key), "words": words}
        tell_room(person.location, template, by=person, kind=kind, **values)
    if gives := line.get("gives"):
        memory.note_told(who, _memory_key(line))
        for thing in spawn(gives):
            thing.location = who
    if puzzle := line.get("solves"):
        puzzles.note_arrival(person.location, who, str(puzzle))


def _utterances(line: Line) -> Iterator[tuple[str, str]]:
    """Yield what is said or done in a line: its type for clients, and the words."""
    for words in map(str.strip, line["text"].strip().split("\n")):
        is_pose = words.startswith(_POSE)
        yield ("pose" if is_pose else _SPOKEN), words.removeprefix(_POSE).strip()


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


class Talking(Described):
    """Mixed into a class of characters: they listen to what is said, and take what they want.

    Their description may be a list of parts.
    """

    def at_msg_receive(self, text: Any = None, from_obj: Any = None, **kwargs: Any) -> bool:
        """Answer soon, if a player has said the name of a topic."""
        message, options = text if isinstance(text, tuple) else (text, {})
        if getattr(from_obj, "has_account", False) and options.get("type") in ("say", "whisper"):
            task.call_later(_ANSWER, answer_speech, self, from_obj, str(message))
        return bool(super().at_msg_receive(text=text, from_obj=from_obj, **kwargs))  # type: ignore[misc]

    def at_pre_object_receive(
        self, arriving_object: GameObject, source_location: Any, move_type: str = "", **kwargs: Any
    ) -> bool:
        """Whether a thing may be given: one that is wanted, or to who does not talk."""
        if move_type == "give" and talk_rows(self):
            return bool(_lines_for_gift(self, arriving_object, source_location))
        return True

    def at_object_receive(
        self, moved_obj: GameObject, source_location: Any, move_type: str = "", **kwargs: Any
    ) -> None:
        """Use up a thing that was given, and say something about it."""
        super().at_object_receive(moved_obj, source_location, move_type, **kwargs)  # type: ignore[misc]
        if move_type == "give" and (lines := _lines_for_gift(self, moved_obj, source_location)):
            task.call_later(0, _use_up, self, source_location, moved_obj, lines[0])


class Person(Talking, DefaultCharacter):
    """Somebody who lives in the world, and whom no player plays."""

    __applabel__ = "typeclasses"

    def announce_move_to(
        self, source_location: Any, msg: str = "", mapping: Any = None, **kwargs: Any
    ) -> None:
        """Tell those in the room who has come; Evennia's own text says "arrives to"."""
        text = msg or (arrival_text() if source_location else "")
        super().announce_move_to(source_location, text, mapping, **kwargs)


def _lines_for_gift(person: GameObject, thing: GameObject, who: Character) -> list[Line]:
    """Return the lines for a thing that somebody gives; none if a person does not want it."""
    names = objects.name_keys(thing)
    names |= set(map(name_key, thing.tags.get(category="item", return_list=True)))
    return _sayable(lines_about(talk_rows(person).get("wants", {}), names), who)


def _use_up(person: GameObject, who: Character, thing: GameObject, line: Line) -> None:
    if thing.pk is not None:
        thing.delete()
    with translating_for(who):
        _say(person, who, line)


@surviving("people")
def answer_speech(person: GameObject, who: Character, said: str) -> None:
    """Let a person answer to the first topic that somebody names, in the same room, by `said`."""
    if person.pk is None or who.location is None or who.location is not person.location:
        return
    words, topics = (
        set(words_in(said)) - set(words_in(who.key)),
        talk_rows(person).get("topics", {}),
    )
    spoken = [
        name for key in topics for name in detail_names(key) if words.issuperset(words_in(name))
    ]
    for line in _sayable(lines_about(topics, spoken), who)[:1]:
        _say(person, who, line)


# --- lines that come by themselves


def greet_soon(who: Character) -> None:
    """Let the people of a room say something soon, since a player or one of them has come."""
    if who.has_account or talk_rows(who):
        _wait(who.location, random.uniform(*_FIRST))


def start() -> None:
    """Let people speak to the players that are there when the server starts."""
    for puppet in {session.puppet for session in SESSION_HANDLER.values()} - {None}:
        greet_soon(puppet)


def _wait(room: RoomObject | None, seconds: float) -> None:
    """Wait for the next line in a room, if somebody there has any."""
    pause = settings.setting_value(CHATTER)
    if room is None or not pause:
        return
    others = room.contents_get(exclude=room.exits)
    speakers = sum(bool(talk_rows(other).get("idle")) for other in others)
    if not speakers:
        return
    timer, last = room.ndb.xyzgrid_chatter or (None, 0.0)
    if timer is None or not timer.active():
        due = max(seconds, last + pause / speakers - time.time())
        room.ndb.xyzgrid_chatter = (task.call_later(due, _chat, room), last)


@surviving("people")
def _chat(room: RoomObject) -> None:
    """Say a line in a room, and wait for the next one while somebody is there to hear it."""
    hearers = [obj for obj in room.contents if obj.has_account] if room.pk is not None else []
    if not hearers:
        return
    free = [hearer for hearer in hearers if not leading_refusal(hearer, "chatter")]
    if free and (chosen := _next_line(room, free[0], random.choice)):
        person, line = chosen
        for hearer in free:
            for session in filter(hears_chatter, hearer.sessions.all()):
                with translating_for(hearer):
                    for kind, words in _utterances(line):
                        template = _SAYS if kind == _SPOKEN else _DOES
                        text = template.format(name=_capital(person.key), words=words)
                        hearer.msg((text, {"type": kind}), session=session, from_obj=person)
    room.ndb.xyzgrid_chatter = (None, time.time())
    _wait(room, 0.0)


def _next_line(room: RoomObject, hearer: Character, choose: Any) -> tuple[GameObject, Line] | None:
    """Return somebody in a room and a line, another one than the last there; None without any."""
    lines = [
        (person, line)
        for person in people_in(room, hearer)
        for line in _sayable(text_parts(talk_rows(person).get("idle", ())), hearer)
    ]
    others = [row for row in lines if row[1]["text"] != room.ndb.xyzgrid_last_chatter]
    if not (others or lines):
        return None
    chosen: tuple[GameObject, Line] = choose(others or lines)
    room.ndb.xyzgrid_last_chatter = chosen[1]["text"]
    return chosen


def hears_chatter(session: ClientSession) -> bool:
    """Whether a session wants lines that come by themselves: the option `chatter`."""
    return bool(session.protocol_flags.get(OPTION, True))
