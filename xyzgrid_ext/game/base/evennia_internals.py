"""The one module of the game that touches private state of Evennia and Django.

Private state may change in any version. Each function here says for which versions it was written.
With other versions it uses public interfaces, which give the same result more slowly:

    function                private                         public
    fill_attributes         backend._cache, …_complete      a query an object
    fill_tags               handler._cache, _catcache       a query a handler
    fill_contents           _prefetched_objects_cache       a query a room
    fill_destinations       Field.set_cached_value          Django makes the statement
    add_to_contents …       cls._content_types              a query a room
    delete_rows             QuerySet._raw_delete            all rows are fetched before
    names_of                command._matchset               a set is built
    converted, empty_copy   __class__, CmdSet._duplicate    Evennia merges its own sets
    SharedNames             Command._optimize               a set, a tuple and a dict a command
    ParsedOnce              LockHandler._parse_lockstring   each text is parsed each time
    keep_texts              trans_real.translation, _active all catalogues are asked each time
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import django
import evennia
from django.conf import settings
from django.db.models import QuerySet, prefetch_related_objects
from django.utils.translation import trans_real
from evennia import CmdSet
from evennia.locks.lockhandler import LockHandler
from evennia.objects.models import ObjectDB


def _release(version: str) -> str:
    """Return the major and minor number of a version: `6.1` for `6.1.0 (rev 5a3)`."""
    return ".".join(version.split()[0].split(".")[:2])


EVENNIA = _release(evennia.__version__)
DJANGO = _release(django.__version__)
_EVENNIAS = frozenset({"5.0", "6.0", "6.1"})
_DJANGOS = frozenset({"5.2", "6.0"})
_LOCATION, _DESTINATION = map(ObjectDB._meta.get_field, ("db_location", "db_destination"))
_KEPT_TEXTS = 2_048  # of a language, each with its translation


# --- what handlers of an object remember


def fill_attributes(obj: Any, attributes: Iterable[Any], asked: Sequence[str]) -> None:
    """Fill an object's Attribute cache with all Attributes, and with the missing ones of `asked`.

    Evennia 5.0 to 6.1; with others the handler reads them.

    Args:
        obj: a typeclassed object.
        attributes: all Attributes that it has, without a type.
        asked: names without a category that will be asked for.

    """
    if EVENNIA not in _EVENNIAS:
        obj.attributes.all()
        for name in asked:
            obj.attributes.has(name)
        return
    backend = obj.attributes.backend
    if not backend._cache_complete:
        missing = dict.fromkeys(f"{name}-None" for name in asked)
        backend._cache = {**missing, **_by_cache_key(attributes), **backend._cache}
        backend._cache_complete = True


def fill_tags(handler: Any, tags: Iterable[Any]) -> None:
    """Fill the cache of a handler of tags, aliases or permissions with all that its object has.

    Evennia 5.0 to 6.1; with others the handler reads them.
    """
    if EVENNIA not in _EVENNIAS:
        handler.all()
    elif not handler._cache_complete:
        handler._cache = {**_by_cache_key(tags), **handler._cache}
        handler._cache_complete = True
        categories = {tag.db_category for tag in handler._cache.values()}
        handler._catcache |= {f"-{category}": True for category in categories}


def _by_cache_key(rows: Iterable[Any]) -> dict[str, Any]:
    """Return Attributes or tags by the names that they have in the handlers' caches."""
    return {
        f"{row.db_key.lower()}-{row.db_category.lower() if row.db_category else None}": row
        for row in rows
    }


# --- what rooms remember of their contents


def fill_contents(rooms: Iterable[Any], read: Callable[[Collection[int]], Iterable[Any]]) -> None:
    """Fill the contents caches of rooms with one query for all that have none yet.

    Django 5.2 and 6.0 with Evennia 5.0 to 6.1; with others it is one query per room.

    Args:
        rooms: objects of rooms.
        read: returns everything in the rooms with these ids.

    """
    if EVENNIA not in _EVENNIAS or DJANGO not in _DJANGOS:
        for room in rooms:
            room.contents_cache  # noqa: B018 - made at the first look
        return
    new = {room.pk: room for room in rooms if "contents_cache" not in vars(room)}
    contents: dict[int, list[Any]] = {pk: [] for pk in new}
    for one in read(new) if new else ():
        contents[one.db_location_id].append(one)
        _LOCATION.set_cached_value(one, new[one.db_location_id])
    for pk, room in new.items():
        before = vars(room).setdefault("_prefetched_objects_cache", {})
        before["locations_set"] = contents[pk]
        room.contents_cache  # noqa: B018 - of what was just read
        # Evennia updates the cache above, but not this one
        del before["locations_set"]


def fill_destinations(
    exits: Iterable[Any], read: Callable[[Collection[int]], Mapping[int, Any]]
) -> None:
    """Give exits the objects of their destinations.

    Django 5.2 and 6.0; with others it makes the statement anew.

    Args:
        exits: objects, also those without a destination.
        read: returns the objects with these ids.

    """
    exits = [one for one in exits if one.db_destination_id is not None]
    if DJANGO not in _DJANGOS:
        prefetch_related_objects(exits, "db_destination")
        return
    new = [one for one in exits if not _DESTINATION.is_cached(one)]
    found = read({one.db_destination_id for one in new})
    for one in new:
        if (there := found.get(one.db_destination_id)) is not None:
            _DESTINATION.set_cached_value(one, there)


@dataclass(frozen=True)
class _NotLoaded:
    """An object in a room's contents that is loaded on first use."""

    pk: int
    _content_types: tuple[str, ...]


def add_to_contents(room: int | None, pk: int, cls: Any) -> None:
    """Add a new object to the contents cache of a room that is in memory.

    Evennia 5.0 to 6.1; with others the room reads its contents again.

    Args:
        room: id of the room, if the object is in one.
        pk: id of the object, which need not be in memory.
        cls: its typeclass.

    """
    _tell_contents(room, lambda contents: contents.add(_NotLoaded(pk, cls._content_types)))


def remove_from_contents(room: int | None, pk: int, cls: Any) -> None:
    """Remove an object from a room's contents cache in memory; see `add_to_contents`."""
    _tell_contents(room, lambda contents: contents.remove(_NotLoaded(pk, cls._content_types)))


def _tell_contents(room: int | None, change: Callable[[Any], None]) -> None:
    if (contents := contents_in_memory(room)) is None:
        return
    if EVENNIA in _EVENNIAS:
        change(contents)
    else:
        contents.init()


def contents_in_memory(room: int | None) -> Any | None:
    """Return the contents cache of a room, by its id; None if there is none yet.

    Evennia 5.0 to 6.1; with others it is made by a query for each room in memory.
    """
    known = ObjectDB.get_cached_instance(room) if room is not None else None
    if known is None or EVENNIA in _EVENNIAS:
        return None if known is None else vars(known).get("contents_cache")
    return known.contents_cache


# --- rows


def delete_rows(rows: QuerySet[Any]) -> None:
    """Delete rows in one statement.

    Django 5.2 and 6.0; with others by `delete`, which first fetches each row because Evennia
    listens to all deletions. The caller updates objects in memory.
    """
    if DJANGO in _DJANGOS:
        rows._raw_delete(rows.db)
    else:
        rows.delete()


# --- commands


def names_of(command: Any) -> Collection[str]:
    """Return the key and the aliases of a command, which Evennia 5.0 to 6.1 keep as a set."""
    if EVENNIA in _EVENNIAS:
        names: set[str] = command._matchset
        return names
    return {command.key, *command.aliases}


class SharedNames:
    """A command whose names are looked up in what is kept once for its class.

    Evennia 5.0 to 6.1 keep a set, a tuple and a dict of them for each command of each character.
    A command that has other names than its class keeps its own.
    """

    def _optimize(self) -> None:
        """Prepare the look-up of names; of a class, only its first command does so."""
        command: Any = self
        cls: Any = type(self)
        is_as_class: bool = command.key is cls.key and command.aliases is cls.aliases
        names = cls.key, *cls.aliases
        if EVENNIA in _EVENNIAS and is_as_class and vars(cls).get("_shared") == names:
            return
        before = set(vars(self))
        super()._optimize()  # type: ignore[misc]
        if EVENNIA in _EVENNIAS and is_as_class:
            for made in vars(self).keys() - before:
                setattr(cls, made, vars(self).pop(made))
            cls._shared = names


def knows_commands() -> bool:
    """Whether command sets merge as `base/command_sets` expects: in Evennia 5.0 to 6.1."""
    return EVENNIA in _EVENNIAS


def converted(commands: CmdSet, kind: type[CmdSet]) -> CmdSet:
    """Convert a set to one of another class, if `knows_commands`, and return it."""
    if knows_commands():
        commands.__class__ = kind
    return commands


def empty_copy(commands: CmdSet) -> CmdSet:
    """Return a set with the same options and no commands; for Evennia 5.0 to 6.1."""
    made: CmdSet = commands._duplicate()
    return made


# --- locks

Locks = Mapping[str, tuple[str, tuple[Any, ...], str]]
_KEPT = 1000  # texts of locks
_parsed: dict[str, dict[str, Any]] = {}


class ParsedOnce(LockHandler):
    """Evennia's lock handler, but it parses each text only once.

    Evennia 5.0 to 6.1; with others each text is parsed at every check.
    """

    def _parse_lockstring(self, storage_lockstring: str) -> dict[str, Any]:
        """Return the locks of a text as Evennia parses them; refused texts are not cached."""
        if EVENNIA not in _EVENNIAS:
            return dict(super()._parse_lockstring(storage_lockstring))
        if (locks := _parsed.get(storage_lockstring)) is None:
            if len(_parsed) >= _KEPT:
                _parsed.clear()
            locks = _parsed[storage_lockstring] = super()._parse_lockstring(storage_lockstring)
        return locks.copy()


# --- texts


class _Spoken:
    """The language of what runs now, of a thread or a task; the server's if none was chosen."""

    _catalogue: ContextVar[Any] = ContextVar("catalogue", default=None)

    @property
    def value(self) -> Any:
        """The catalogue of this language; to delete it is to choose none."""
        return self._catalogue.get() or trans_real._default

    @value.setter
    def value(self, catalogue: Any) -> None:
        self._catalogue.set(catalogue)

    @value.deleter
    def value(self) -> None:
        self._catalogue.set(None)


def keep_texts(code: str) -> None:
    """Look up each text of a language once, for as long as Django keeps its catalogue.

    Django asks the catalogues of all apps in turn, for each text of Evennia and of ours: a step on
    the grid asks for nineteen. To learn which language is spoken takes it a lock and, where nobody
    has chosen one, an error that is caught. Django 5.2 and 6.0; others go on asking.
    """
    if not settings.USE_I18N or DJANGO not in _DJANGOS:
        return
    if not isinstance(trans_real._active, _Spoken):
        spoken = _Spoken()
        spoken.value = getattr(trans_real._active, "value", None)  # what this thread has chosen
        trans_real._active = spoken
    catalogue = trans_real.translation(code)
    if "gettext" not in vars(catalogue):
        catalogue.gettext = lru_cache(_KEPT_TEXTS)(catalogue.gettext)
