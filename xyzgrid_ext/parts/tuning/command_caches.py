"""A line of a player costs less: what Evennia and Django prepare anew for each line is kept.

    merges   two sets of commands, until one of them changes
    locks    the parsed text of locks; what is open to all is not asked
    texts    the translation of a text

All of it is for the versions below; others prepare everything anew, with the same result. Without
it, a step on a map of 10,000 rooms takes so many times as long: processor time, medians of runs in
turns, and in brackets the calls of functions, which are the same at every run:

                            Evennia 6.1        5.0.1
    merges                  1.06 (1.19)        1.37 (2.22)
    merges by names         -                  2.67 (8.62)
    locks, at first visits  1.68 (1.01)        1.16 (1.01)
    open locks              1.16 (1.02)        1.11 (1.01)
    contents, first visits  2.0                2.2
    texts                   1.11 (1.07)        1.15 (1.06)
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextvars import ContextVar
from functools import lru_cache
from operator import attrgetter
from typing import Any

import django
import evennia
from django.conf import settings
from django.utils.translation import trans_real
from evennia import CmdSet, Command
from evennia.locks.lockhandler import LockHandler
from evennia.objects.models import ContentsHandler, ObjectDB
from evennia.objects.objects import ExitCommand

from xyzgrid_ext.game.base.open_locks import is_open
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.parts.tuning import times

_EVENNIAS, _DJANGOS = ("5.0.", "6.0.", "6.1."), ("5.2.", "6.0.")
_EXITS = "ExitCmdSet"  # the key of the sets of exits, which are others in each room
_MERGES = 4  # that a set keeps
_LOCKS = 1_000  # texts of locks
_TEXTS = 2_048  # of a language
_IS_PATCHED = "xyzgrid_tuning"


def keep_prepared_commands() -> None:
    """Have what Evennia and Django prepare for a line kept; calling it again has no effect."""
    if hasattr(CmdSet, _IS_PATCHED):
        return
    setattr(CmdSet, _IS_PATCHED, True)
    note_steps()
    if evennia.__version__.startswith(_EVENNIAS):
        merge_commands_by_name()
        cache_merges()
        parse_locks_once()
        pass_open_locks()
        read_contents_together()
    if django.__version__.startswith(_DJANGOS):
        cache_translations()


def note_steps() -> None:
    """Record in `times` how long each step takes since its input; automatic walks have none."""
    evennia_method = ExitCommand.at_post_cmd

    def at_post_cmd(command: Command) -> None:
        evennia_method(command)
        if (
            times.current_line.came is not None
            and command.caller.location is command.obj.destination
        ):
            times.step_times.note(time.monotonic() - times.current_line.came)

    ExitCommand.at_post_cmd = at_post_cmd


# --- merges


def merge_commands_by_name() -> None:
    """Let Evennia 5.0 look whether a name is taken, and not compare all pairs of commands."""
    if hash(Command(key="one")) != hash(Command(key="another")):
        return  # later versions look up keys

    def union(self: object, above: Any, below: Any) -> Any:
        merged = above._duplicate()
        merged.commands = above.commands.copy()
        if above.duplicates and above.priority == below.priority:
            merged.commands += below.commands
            return merged
        taken = set[str]().union(*[command._matchset for command in above.commands])
        merged.commands += [
            command for command in below.commands if taken.isdisjoint(command._matchset)
        ]
        return merged

    CmdSet._union = union


def cache_merges() -> None:
    """Let a command set keep the results of merging it with others, until one of both changes.

        session ─► account ─► character ─► exits of the room ─► what may be typed
        ╰──── the same line after line ──╯ ╰──── others ────╯

    The lower set remembers, since it is that of a session: what ends with it is freed.
    """
    evennia_method = CmdSet.__add__

    def add(below: CmdSet, above: CmdSet | None) -> CmdSet:
        if not above or _EXITS in (below.key, above.key):
            return evennia_method(below, above)
        keeper = below if below.commands else above  # Evennia begins with an empty set
        merges = vars(keeper).setdefault("xyzgrid_merges", {})
        states = _state(below), _state(above)
        match merges.get(id(above)):
            case before, _held, merged if before == states:
                return merged
        if len(merges) >= _MERGES:
            merges.clear()
        merged = evennia_method(below, above)
        held = above, below.commands, above.commands  # for as long as their ids are compared
        merges[id(above)] = states, held, merged
        return merged

    CmdSet.__add__ = add


_options = attrgetter(*CmdSet.to_duplicate)


def _state(commands: CmdSet) -> tuple[object, ...]:
    """Return as much of a set as shows a later change.

    `add` and `remove` make a new list, or put a command at the end of the same one.
    """
    every = commands.commands
    ends = (id(every), id(every[-1])) if every else None
    kinds = commands.key_mergetypes and tuple(commands.key_mergetypes.items())
    return ends, len(every), len(commands.system_commands), kinds, _options(commands)


# --- locks and texts


def parse_locks_once() -> None:
    """Parse each text of locks once; refused texts are not kept."""
    evennia_method = LockHandler._parse_lockstring
    parsed: dict[str, dict[str, object]] = {}

    def parse(handler: object, text: str) -> dict[str, Any]:
        if (locks := parsed.get(text)) is None:
            if len(parsed) >= _LOCKS:
                parsed.clear()
            locks = parsed[text] = evennia_method(handler, text)
        return locks.copy()

    LockHandler._parse_lockstring = parse


def pass_open_locks() -> None:
    """Let locks that are open to everybody be passed without compiling Python for the answer."""
    evennias = LockHandler.check

    def check(handler: Any, who: Any, access_type: str, *args: Any, **kwargs: Any) -> bool:
        is_free = is_open(handler.locks.get(access_type))
        return is_free or bool(evennias(handler, who, access_type, *args, **kwargs))

    LockHandler.check = check


def cache_translations() -> None:
    """Look up each text of a language once, and not in the catalogues of all apps in turn."""
    djangos = trans_real.translation

    def translation(code: str) -> Any:
        catalogue = djangos(code)
        if "gettext" not in vars(catalogue):
            catalogue.gettext = lru_cache(_TEXTS)(catalogue.gettext)
        return catalogue

    trans_real.translation, trans_real._active = translation, _Spoken()
    if settings.USE_I18N:
        translation(settings.LANGUAGE_CODE)  # also if it is in use already


class _Spoken:
    """The catalogue in use, as asgiref's Local holds it, without asgiref's layers."""

    _catalogue: ContextVar[Any] = ContextVar("xyzgrid_catalogue")

    @property
    def value(self) -> Any:
        """The catalogue; AttributeError if there is none."""
        if (catalogue := self._catalogue.get(None)) is None:
            raise AttributeError("value")
        return catalogue

    @value.setter
    def value(self, catalogue: Any) -> None:
        self._catalogue.set(catalogue)

    @value.deleter
    def value(self) -> None:
        self._catalogue.set(None)


_ASKED = ("desc", "needs", "err_traverse")  # attributes
_HANDLERS = {None: "tags", "alias": "aliases", "permission": "permissions"}  # by type of tag
_LOCATION, _DESTINATION = map(ObjectDB._meta.get_field, ("db_location", "db_destination"))


def read_contents_together() -> None:
    """Let a room read its contents with their Attributes and tags in a few queries."""

    def load(handler: Any) -> list[Any]:
        room = handler.obj
        contents = sorted(ObjectDB.objects.filter(db_location=room.pk), key=attrgetter("pk"))
        for content in contents:
            _LOCATION.set_cached_value(content, room)
        if room.db_location_id is None:
            _fill([room, *contents])
        return contents

    ContentsHandler.load = load


def _fill(contents: Sequence[Any]) -> None:
    """Fill the caches of objects. Three queries for 900 of them."""
    contents = [obj for obj in contents if not obj.attributes.backend._cache_complete]
    ids = [obj.pk for obj in contents]
    attributes = _by_owner(objects.AttributeLinks, "attribute", ids)
    tags = _by_owner(objects.TagLinks, "tag", ids)
    for obj in contents:
        backend = obj.attributes.backend
        missing = dict.fromkeys(f"{name}-None" for name in _ASKED)
        rows = [row for row in attributes[obj.pk] if row.db_attrtype is None]
        backend._cache = {**missing, **_by_key(rows), **backend._cache}
        backend._cache_complete = True
        for kind, name in _HANDLERS.items():
            handler = getattr(obj, name)
            rows = [row for row in tags[obj.pk] if row.db_tagtype == kind]
            handler._cache = {**_by_key(rows), **handler._cache}
            handler._cache_complete = True
            handler._catcache |= {f"-{row.db_category}": True for row in handler._cache.values()}
    _fill_destinations([obj for obj in contents if obj.db_destination_id is not None])


def _fill_destinations(exits: Sequence[Any]) -> None:
    exits = [exit_ for exit_ in exits if not _DESTINATION.is_cached(exit_)]
    new = {exit_.db_destination_id for exit_ in exits}
    new = {pk for pk in new if ObjectDB.get_cached_instance(pk) is None}
    rooms: dict[int, Any] = {}
    for part in objects.chunked(sorted(new)):
        rooms |= {room.pk: room for room in ObjectDB.objects.filter(pk__in=part)}
    for exit_ in exits:
        room = rooms.get(pk := exit_.db_destination_id) or ObjectDB.get_cached_instance(pk)
        if room is not None:
            _DESTINATION.set_cached_value(exit_, room)


def _by_key(rows: Iterable[Any]) -> dict[str, Any]:
    """Return attributes or tags by the names that they have in the caches of handlers."""
    return {
        f"{row.db_key.lower()}-{row.db_category.lower() if row.db_category else None}": row
        for row in rows
    }


def _by_owner(links: Any, name: str, ids: Sequence[int]) -> dict[int, list[Any]]:
    """Return what is linked to objects, by their ids, the oldest first."""
    rows: dict[int, list[Any]] = defaultdict(list)
    for part in objects.chunked(ids):
        # sorted here: SQLite might go through the whole table in this order
        of_part = links.objects.filter(objectdb_id__in=part).select_related(name)
        for link in sorted(of_part, key=attrgetter(f"{name}_id")):
            rows[link.objectdb_id].append(getattr(link, name))
    return rows
