"""What happens if a player does something with a thing: `ring the bell`, `listen`.

    ring the bell ─► reacts of the room: {"bell, rope": {"ring, pull": …}}   a thing of its text
                     reacts of an object here that is called `bell`
    listen        ─► reacts of the room: {"": {"listen": …}}                 else the only thing
                                                                             that reacts to it
    ring the sky  ─► nothing comes of it, or there is no such thing here

An answer is a text, or parts of it like those of a description; it may also tell others, and solve
a puzzle (see `core_part`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.grid.descriptions import detail_names
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.commands.looking import detail_in_text, things_called
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text import descriptions
from xyzgrid_ext.game.text.messages import plain_text, tell_room
from xyzgrid_ext.game.world import puzzles
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.verbs.core_part import REACTS, answer_parts

_Verbs = Mapping[str, object]
_BETWEEN = re.compile(
    r"\b(?:up to|about|against|around|at|behind|down|from|in|into|off|on|onto|out|out of|over|"
    r"through|to|under|up|with)\b"
)
_NO_THING = re.compile(
    rf"(?:(?:{_BETWEEN.pattern}|it|them|him|her|an?|my|your|ears?|eyes?|foot|feet|hands?|head)\s*)*"
)
"""What a line has beside the name of a thing, or in its place: `an ear on it`, `them off`."""
_MOVES = noop("You cannot move the {thing}.")
_IS_HARD = noop("It sounds dull, and that is all.")
_BURNS = noop("You cannot set light to the {thing}.")
_IS_TASTED = noop("You would rather not taste the {thing}.")
_SUFFERS = noop("You leave the {thing} in peace.")
_RESTS = noop("It is not made for that.")
_NOTHING = noop("You try it, and nothing comes of it.")
_ALIKE = {
    "pull": ("tug", "drag"),
    "push": ("shove", "press"),
    "turn": ("rotate", "twist", "crank", "wind"),
    "lift": ("raise", "move"),
    "touch": ("feel", "rub", "stroke", "pet", "pat"),
    "listen": ("hear",),
    "smell": ("sniff",),
    "drink": ("sip", "eat", "taste", "lick", "bite"),
    "ring": ("strike", "tap", "bang"),
    "light": ("ignite", "burn"),
    "break": ("smash", "kick", "cut", "tear", "throw"),
    "sit": ("kneel", "lie"),
    "wake": ("rouse",),
    "use": ("operate", "activate"),
    "put": ("insert", "place", "pour", "fill", "lay"),
    "dig": ("scratch",),
    "blow": (),
    "count": (),
    "write": (),
    "swim": ("dive", "wade"),
    "jump": ("leap", "hop"),
}
_SPEECH = ("say", "shout", "yell", "sing")
DEEDS = {alike: word for word, several in _ALIKE.items() for alike in (word, *several)}
"""A word for doing something -> the one by which answers know it: `tug` -> `pull`."""
_WITH = {
    "pull": _MOVES, "push": _MOVES, "turn": _MOVES, "lift": _MOVES,
    "sit": _RESTS, "swim": _RESTS,
    "ring": _IS_HARD,
    "light": _BURNS,
    "drink": _IS_TASTED,
    "break": _SUFFERS,
    "listen": noop("You hear nothing from the {thing}."),
    "smell": noop("You smell nothing special about the {thing}."),
    "touch": noop("You touch the {thing}, and learn no more than by looking."),
}  # fmt: skip
"""What comes of a word with a thing that does not react; of others, nothing."""
_ALONE = {
    "listen": noop("You listen. There is nothing to hear that would tell you more."),
    "smell": noop("It smells as you would expect."),
    "sit": noop("You sit down for a moment, and get up again."),
    "jump": noop("You jump, and come down where you stood."),
    "swim": noop("There is no water here to swim in."),
    "drink": noop("You have nothing to drink with you, and are not thirsty."),
    "dig": noop("The ground is too hard."),
    "wake": noop("You are awake."),
}


def react(who: Character, word: str, text: str, *, guesses: bool = False) -> bool:
    """Tell a player what comes of a word, `ring`, with a thing; return False if nothing reacts.

    With `guesses`, a word without a thing means the only one that reacts to it, as speech does.
    """
    names = _names_in(text)
    means_only = word in _SPEECH or (guesses and all(map(_NO_THING.fullmatch, names)))
    for keeper, verbs in _verbs_here(who, names, means_only):
        for words, answer in verbs.items():
            if not {word, DEEDS.get(word, word)}.isdisjoint(detail_names(words)):
                parts = [*descriptions.visible_parts([*answer_parts(answer)], who, keeper)]
                if parts:
                    _perform(who, parts, text)
                    return True
    return False


def default_answer(who: Character, word: str, text: str) -> str:
    """Return what comes of a word, `pull`, with things that do not react; "" for other words."""
    if (meant := DEEDS.get(word)) is None:
        return ""
    names = _names_in(text)
    if not names:
        alone = _ALONE.get(meant)
        return _(alone) if alone else _("What do you want to {word}?").format(word=word)
    thing = next((name for name in names if _is_here(who, name)), "")
    if not thing:
        return _("There is no '{thing}' here.").format(thing=plain_text(names[-1]))
    people = who.location.contents_get(content_type="character")
    for person in things_called(who, thing):
        if person in people and person is not who:
            message = _("{name} would rather that you did not.")
            return message.format(name=capfirst(person.get_display_name(who)))
    return _(_WITH.get(meant, _NOTHING)).format(thing=plain_text(thing))


def look_at_details(who: Character, text: str) -> bool:
    """Show the detail that a name means by an answer's key, `bell, rope`; return whether one is."""
    name, room = descriptions.without_article(text), who.location
    if room is None or _is_here(who, name):
        return False
    rows = deserialize(room.attributes.get(REACTS)) or {}
    names = (other for key in rows if name in detail_names(key) for other in detail_names(key))
    if shown := next(filter(None, (detail_in_text(who, other) for other in names)), ""):
        who.msg(text=(shown, {"type": "look"}))
    return bool(shown)


def _is_here(who: Character, name: str) -> bool:
    return bool(things_called(who, name) or detail_in_text(who, name))


def _names_in(text: str) -> list[str]:
    """Return the names of things in a text: `ear`, `tube` and both for `ear to the tube`."""
    whole = descriptions.without_article(text)
    pieces = (descriptions.without_article(piece) for piece in reversed(_BETWEEN.split(whole)))
    names = (name for name in (whole, *pieces) if name and not _BETWEEN.fullmatch(name))
    return list(dict.fromkeys(names))


def _verbs_here(
    who: Character, names: list[str], means_only: bool
) -> Iterator[tuple[object, _Verbs]]:
    """Yield what reacts to names, each with its verbs: what they name first, the room last."""
    room = who.location
    if room is None:
        return
    rows: dict[str, _Verbs] = deserialize(room.attributes.get(REACTS)) or {}
    if not rows and not objects.any_has_attribute(REACTS, (room, who)):  # as nearly everywhere
        return
    for name in names:
        yield from ((room, verbs) for key, verbs in rows.items() if name in detail_names(key))
        for thing in things_called(who, name):
            yield thing, deserialize(thing.attributes.get(REACTS)) or {}
    if not any(_is_here(who, name) for name in names):
        yield room, rows.get("", {})
    if means_only:
        yield room, _sole_reactions(rows)


def _sole_reactions(rows: Mapping[str, _Verbs]) -> dict[str, object]:
    """Return the verbs to which only one thing of a room reacts, with its answers."""
    pairs = [
        (word, reaction)
        for verbs in rows.values()
        for words, reaction in verbs.items()
        for word in detail_names(words)
    ]
    several = Counter(word for word, _reaction in pairs)
    return {word: reaction for word, reaction in pairs if several[word] == 1}


def _perform(who: Character, parts: Sequence[Record], typed: str) -> None:
    """Show an answer to a player, and bring about its effects."""
    room, live, said = who.location, current(), plain_text(typed).strip()
    text = " ".join(part["text"] for part in parts)
    who.msg(text=(text.replace("{text}", said), {"type": "look"}))
    for part in parts:
        others = [(room, part["others"])] if "others" in part else []
        for (x, y, z), message in part.get("elsewhere", {}).items():
            if (place := live.room_at_xyz(x, y, z)) is not None:
                others.append((live.object(place), message))
        for place, message in others:
            message = message.replace("{text}", said).replace("{name}", str(who.key))
            tell_room(place, "{message}", but=who, by=who, message=message)
        if "solves" in part:
            puzzles.note_arrival(room, who, part["solves"])
