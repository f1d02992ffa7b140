"""Dungeons: `open`, `attack`, `notes`, `party` and the like for players, `dungeon` for builders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.ansi import raw
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.dungeon.parameters import NEWEST
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.cli.jobs import DUNGEON
from xyzgrid_ext.game.commands.refusal import HelpedCommand, TellingCommand
from xyzgrid_ext.game.db import dungeon_copies, jobs, party
from xyzgrid_ext.game.dungeons import actions, combat, overview
from xyzgrid_ext.game.maps import dungeon_order
from xyzgrid_ext.game.maps.dungeon_order import SHARED
from xyzgrid_ext.game.maps.dungeon_site import Chest
from xyzgrid_ext.game.maps.dungeons import text_faults
from xyzgrid_ext.game.text import doors, dungeon_notes, dungeon_visits, dungeon_words, paging
from xyzgrid_ext.game.text.messages import plain
from xyzgrid_ext.game.visibility import dungeon_map
from xyzgrid_ext.game.visibility.dungeon_state import dungeon_at
from xyzgrid_ext.game.world.current import current

CATEGORY = "Playing"  # `help dungeons` is the world's own
_CHEST = "chest"
_NAME = re.compile(r"[^\W_][\w '-]{0,39}")
T = TypeVar("T")

OPEN_HELP = """
    open a chest or a door

    Usage:
      open chest           take what is in it
      open <its name>      the same: open trunk
      open <exit>          spend a small key on a door; walking through does it, too

    What is found in a dungeon, keys above all, belongs to all who are in it.
    A small key fits every lock of its kind once, and the door stays open.
"""


class DungeonCommand(TellingCommand):
    """Base class of commands that work only in dungeons."""

    help_category = CATEGORY

    def access(self, srcobj: Any, access_type: str = "cmd", *args: Any, **kwargs: Any) -> bool:
        """Whether the caller is in a dungeon; anybody may read its help."""
        works = access_type == "read" or is_inside(srcobj)
        return works and super().access(srcobj, access_type, *args, **kwargs)


class CmdAttack(DungeonCommand):
    """
    strike at somebody who bars the way

    Usage:
      attack [<who>]

    Most are beaten by two blows, the master of a dungeon by four. Once beaten
    they stay beaten, and what they kept shut is open.

    They may strike back. You have three hearts: each blow takes one, each
    foe that you beat gives one back, and at the entrance you get all. Without
    any you wake at the entrance. You keep all you had, your foe recovers, and
    is less bold when you come again. Whoever opens a chest or answers a
    riddle beside a foe is struck: beat it first.
    """

    key = "attack"
    aliases = ("att",)

    def do(self) -> None:
        """Strike."""
        room = self.caller.location
        state, _number, inside = actions.inside(room)
        foes = [foe for foe in inside.foes if not state.has(foe.word)]
        if not foes:
            raise PlayerError(_("There is nobody here to be attacked."))
        combat.attack(self.caller, room, _named(self.args, foes, foes[0]))


class CmdAnswer(DungeonCommand):
    """
    answer a riddle aloud

    Usage:
      answer <word>
    """

    key = "answer"

    def do(self) -> None:
        """Answer."""
        room, text = self.caller.location, self.args.strip()
        state, _number, inside = actions.inside(room)
        riddles = [one for one in inside.riddles if one.answers and not state.has(one.word)]
        if not riddles:
            raise PlayerError(_("Nothing here asks for an answer."))
        if not text:
            raise PlayerError(_("Usage: answer <word>"), _("The riddle stands in |wlook|n."))
        if not actions.answer(room, self.caller, riddles[0], text):
            self.msg(_('You answer: "{text}". Nothing happens.').format(text=plain(text)))
        combat.stayed(self.caller, room)


class CmdNotes(DungeonCommand):
    """
    see what is shut, left to do and not tried yet in a dungeon

    Usage:
      notes

    It covers the rooms that you, or those in the dungeon with you, have seen.
    Also dungeon notes.
    """

    key = "notes"
    aliases = ("dungeon notes",)

    def do(self) -> None:
        """Tell it."""
        room = self.caller.location
        state, _number, _inside = actions.inside(room)
        self.msg(dungeon_notes.notes(room.live, state, self.caller))


class CmdDungeonScores(TellingCommand):
    """
    see who came through a dungeon, and how fast

    Usage:
      dungeon scores [<dungeon>]

    The time runs from when the first of you goes in until one of you comes to
    the last room. A dungeon that has begun again can be won again.
    """

    key = "dungeon scores"
    help_category = CATEGORY

    def do(self) -> None:
        """Tell it."""
        self.msg(_scores(self.caller, self.args.strip()))


def _scores(caller: Any, text: str) -> str:
    """The table of a dungeon; of the one where the caller stands, if none is named."""
    live = current()
    if text:
        found = overview.dungeon_called(live, text)
    elif is_inside(caller):
        found = map_key(dungeon_map.pattern_name(live.grids[caller.location.here[0]]))
    else:
        return dungeon_visits.tables(overview.with_scores(live))
    return dungeon_visits.table(caller, *overview.scores(live, found))


def is_inside(caller: Any) -> bool:
    """Whether somebody stands in a dungeon."""
    return dungeon_at(getattr(caller, "location", None)) is not None


def open_here(caller: Any, text: str) -> None:
    """Open a chest, or a door by the name of its exit.

    Raises:
        PlayerError: if there is no such thing, or it does not open.

    """
    room = caller.location
    state, number, inside = actions.inside(room)
    for exit_obj in room.exits:
        names = (exit_obj.key.lower(), *(alias.lower() for alias in exit_obj.aliases.all()))
        if text.lower() in names:
            _open_door(caller, exit_obj)
            return
    shut = [one for one in inside.chests if not state.record.has_taken(number, one.number)]
    if not text and len(shut) == 1:
        text = _CHEST
    named = [one for one in inside.chests if _fits(text, one.title)]
    if text.lower() == _CHEST and not named:
        named = list(inside.chests)
    if not named:
        raise PlayerError(_nothing(text, inside.chests))
    actions.open_chest(room, caller, next((one for one in named if one in shut), named[0]))
    combat.stayed(caller, room)


def _open_door(caller: Any, exit_obj: Any) -> None:
    if actions.unlock(exit_obj, caller):
        return
    if text := doors.in_the_way(exit_obj, caller):
        raise PlayerError(text)
    raise PlayerError(_("The way {exit} is open.").format(exit=exit_obj.key))


def _nothing(text: str, chests: Iterable[Chest]) -> str:
    names = [f"|w{dungeon_words.the(chest.title)}|n" for chest in chests]
    if names:
        there = iter_to_str(names, endsep=_("and"))
        return _("There is no '{text}' to open here, but {there}.").format(
            text=plain(text), there=there
        )
    return _("There is nothing to open here.")


def _named(text: str, those: Sequence[T], usual: T) -> T:
    """The one of that name; the usual one if none is named.

    Raises:
        PlayerError: if none is called so.

    """
    if not text.strip():
        return usual
    for one in those:
        if _fits(text, one.title):  # type: ignore[attr-defined]
            return one
    raise PlayerError(_("There is no '{text}' here.").format(text=plain(text.strip())))


def _fits(text: str, title: str) -> bool:
    """Whether a text names something: the whole of its title, or words of it."""
    wanted = text.lower().split()
    if wanted and wanted[0] in ("the", "a", "an"):
        wanted = wanted[1:]
    return bool(wanted) and set(wanted) <= set(title.lower().replace("'s", "").split()) | set(
        title.lower().split()
    )


class CmdParty(TellingCommand):
    """
    go into dungeons together

    Usage:
      party <word>    be of the party that goes by this word
      party           who is of it
      party leave     be of no party

    Agree on a word with the others. Where each party gets a dungeon of its
    own, all members of a party come into the same one.
    """

    key = "party"
    help_category = CATEGORY

    def do(self) -> None:
        """Join, leave or tell."""
        word, caller = self.args.strip().lower(), self.caller
        if word.split()[:1] == ["leave"]:  # `party leave now` would join a party of that name
            party.leave(caller)
            self.msg(_("You are in no party now."))
        elif word:
            if len(word) > (number := limits.most("party_word")):
                text = _("A word of a party has at most {number} letters.")
                raise PlayerError(text.format(number=number))
            party.join(caller, word)
            self.msg(_("You are in the party '{word}' now.").format(word=plain(word)))
        elif name := party.party_of(caller):
            members = iter_to_str(party.members(name), endsep=_("and"))
            told = _("In the party '{word}': {names}.")
            self.msg(told.format(word=plain(name), names=members))
        else:
            self.msg(_("You are in no party. |wparty <word>|n joins one."))


class CmdDungeon(HelpedCommand):
    """
    make, prove, reset and delete dungeons

    Usage:
      dungeon list
      dungeon new <name> [seed=<seed>] [tier=<1-99>] [floors=<1-9>] [<more> ...]
      dungeon prove <name>
      dungeon reset <name>
      dungeon scores [<name>]
      dungeon delete <name> [yes]

    Examples:
      dungeon new the deep seed=7 tier=3 floors=2
      dungeon new vault copies=party lease=20
      dungeon new pit outside=3,3,town reset=60
      dungeon new den outside="3,0,the large tree"

    A new dungeon leads out to where you stand, unless you say `outside=`. It
    is spawned at once; then you are told where its entrance is and what to
    type for an exit that leads there. `copies` is shared, party or character.
    `lease` is the number of minutes that a copy waits for its people to come
    back. `reset` is never, or a number of minutes after the last one has
    left. Any other word is a parameter of the generator: rooms, keys, cycles,
    one_way, seals ...

    `prove` tells whether the dungeon can be won however it is played, where
    its keys are, what its doors need, and one way through. `reset` closes all
    doors and fills all chests; whoever is in it finds themselves at the
    entrance. `delete` removes a dungeon that was made by `new`, with its
    rooms and copies; whoever is in it is moved out.
    """

    key = "dungeon"
    locks = "cmd:perm(Builder)"
    help_category = "Building"
    arg_regex = r"\s|$"

    def func(self) -> None:
        """Do it, or say why not."""
        word, _blank, rest = self.args.strip().partition(" ")
        try:
            if word.lower() not in _WORDS:
                raise PlayerError(_("Usage: dungeon list, new, prove, reset or delete"))
            _WORDS[word.lower()](self, rest.strip())
        except (PlayerError, MapError) as err:
            self.msg(str(err))

    def list_all(self, text: str) -> None:
        """Tell of all dungeons."""
        if text:
            raise PlayerError(_("Usage: dungeon list"))
        lines = list(overview.lines(current()))
        if lines:
            paging.show(self.caller, raw("\n".join(lines)), self.session)
        else:
            self.msg(_("There are no dungeons: |wdungeon new|n makes one."))

    def make(self, text: str) -> None:
        """Order a new one."""
        name, given = dungeon_order.parse(text)
        live = current()
        if not name:
            raise PlayerError(_("Usage: dungeon new <name> [seed=...] [tier=...] [floors=...]"))
        if live.level(name) is not None:
            raise PlayerError(_("There is a map '{name}' already.").format(name=name))
        if not _NAME.fullmatch(name):  # others are those of copies, or cannot be typed after `open`
            raise PlayerError(
                _("A dungeon cannot have that name."),
                _("Take letters, digits, blanks and hyphens, at most 40 of them."),
            )
        if "outside" not in given and (here := live.where(self.caller.location)) is not None:
            if here[0] in live.copies:
                raise PlayerError(
                    _("You stand in a copy of a dungeon, which will be removed."),
                    _("Say where the new one leads out: outside=<x>,<y>,<map>."),
                )
            given["outside"] = tuple(live.xyz(here))
        reference = dungeon_order.in_words(name, **{"generator": NEWEST, **given})
        if faults := text_faults(reference):
            raise RefusedError(faults)
        x, y, *sheet, place = given.get("outside", ("", "", ""))
        if place and live.room_at_xyz(x, y, ":".join(map(str, (place, *sheet)))) is None:
            raise PlayerError(
                _("There is no room where the dungeon would lead out."),
                _("Stand where it should lead, or write outside=<x>,<y>,<map>."),
            )
        jobs.submit(DUNGEON, [reference], asker=self.caller.id)
        self.msg(_("It is being made; you will be told where its entrance is."))

    def prove(self, text: str) -> None:
        """Prove one."""
        if not text:
            raise PlayerError(_("Usage: dungeon prove <name>"))
        lines = overview.proof_lines(current(), text)
        paging.show(self.caller, raw("\n".join(lines)), self.session)

    def scores(self, text: str) -> None:
        """Tell who came through one, in games without the second set of commands."""
        self.msg(_scores(self.caller, text))

    def reset(self, text: str) -> None:
        """Reset a dungeon to its state before anybody came."""
        live = current()
        key, site = overview.site_named(live, text)
        keys = [key]
        if key in live.grids and site.copies != SHARED:  # nobody is in the pattern itself
            copies = dungeon_copies.all_copies(live.keeper).values()
            keys = [copy.key for copy in copies if copy.map == key and copy.key in live.copies]
        moved = sum(actions.reset(live, one) for one in keys)
        told = ngettext(
            "{name} begins again; {number} character stands at its entrance.",
            "{name} begins again; {number} characters stand at its entrance.",
            moved,
        )
        self.msg(told.format(name=key, number=moved))

    def delete(self, text: str) -> None:
        """Remove one that was made by `new`, once that is confirmed."""
        name, _blank, sure = text.rpartition(" ")
        if sure.lower() != _("yes"):
            name, sure = text, ""
        if not name:
            raise PlayerError(_("Usage: dungeon delete <name>"))
        live = current()
        key, _site = overview.site_named(live, name)
        if key in live.copies:
            raise PlayerError(
                _("'{name}' is a copy of a dungeon.").format(name=key),
                _("It is removed when nobody is in it; |wdungeon reset|n begins it again."),
            )
        if not dungeon_order.is_order(live.loaded[key].reference):
            raise PlayerError(
                _("'{name}' comes from a map module.").format(name=key),
                _("Whoever runs the server can remove it: evennia xyzgrid delete."),
            )
        if not sure:
            told = _(
                "That would remove its {number} rooms, its copies and everything done in them.\n"
                "|wdungeon delete {name} yes|n removes it."
            )
            self.msg(told.format(name=key, number=live.grids[key].rooms))
            return
        actions.bring_out(live, key)
        jobs.submit("delete", [key], asker=self.caller.id)
        self.msg(_("{name} is being removed.").format(name=key))


_WORDS = {
    "delete": CmdDungeon.delete,
    "list": CmdDungeon.list_all,
    "new": CmdDungeon.make,
    "prove": CmdDungeon.prove,
    "reset": CmdDungeon.reset,
    "scores": CmdDungeon.scores,
}
