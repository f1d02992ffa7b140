"""Rooms and exits that builders made beside the grid, and their possible places on a map.

    (2,0) ──east──► [dug by hand] ──north──► [dug by hand]
                       (3,0)                    (3,1)

A place is clear if all compass exits to rooms with a place agree on it, if it is on the sheet, and
if no other room is there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from xyzgrid_ext.core.coords import level_name, map_key
from xyzgrid_ext.core.editing.checking import DIRECTIONS
from xyzgrid_ext.core.editing.values import cell_of, place_text
from xyzgrid_ext.core.grid.from_rooms import MOST_ACROSS, direction_of
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn.differences import Sides, place_in, refused, word_of
from xyzgrid_ext.core.spawn.fields import DESC, lock_types
from xyzgrid_ext.core.spawn.merging import Difference
from xyzgrid_ext.core.spawn.model import XYZ, ExitKey, Row

_WORDS = {direction_of(word): word for word in DIRECTIONS}
_LOCKS = ("traverse", "view")  # of an exit that a file may say


@dataclass(frozen=True)
class ByHand:
    """What builders dug that the file of a map lacks: rooms, their exits, exits of its rooms.

    `texts` are Evennia's default descriptions; `classes` are those that the classes of a map may
    replace.
    """

    rooms: Mapping[int, Row]
    exits: tuple[Row, ...]
    texts: Collection[str]
    classes: Collection[str]


def added(sides: Sides, hand: ByHand) -> list[Difference]:
    """Return the rooms and exits to add to the file: rooms first, in the order they were dug."""
    places = {row.id: place_in(xyz) for xyz, row in sides.existing.rooms.items()}
    is_high = any(cell_of(place)[2] for place in sides.document["rooms"])
    key = map_key(sides.document["map"])

    def spot(place: str) -> XYZ:
        x, y, z = cell_of(place)
        return XYZ(x, y, map_key(level_name(key, z)) if is_high else key)

    new, unclear = _placed(sides, hand, places, spot)
    names = {**places, **new}
    found = []
    for number, place in new.items():
        values = _values(hand.rooms[number], hand)
        why = _why_not(hand.rooms[number], sides, hand)
        one = Difference(place, "room", None, values, row=number, spot=spot(place), why=why)
        found.append(refused(one, sides))
    taken = {one.row for one in found if not one.why}
    for row in hand.exits:
        here = names.get(row.location or 0)
        if here is None or (row.location in new and row.location not in taken):
            continue
        found.append(_exit(row, here, spot(here), names, taken, unclear, sides, hand))
    return found


def _placed(
    sides: Sides, hand: ByHand, places: Mapping[int, str], spot: Callable[[str], XYZ]
) -> tuple[dict[int, str], dict[int, str]]:
    """Return the places of new rooms, by id, and the reasons why others have none."""
    new: dict[int, str] = {}
    why: dict[int, str] = {}
    has_levels = sides.existing.rooms and any(cell_of(p)[2] for p in sides.document["rooms"])
    taken = set(sides.document["rooms"])
    while True:
        known = {**places, **new}
        meant = _meant(hand, known)
        for number, candidates in sorted(meant.items()):
            if number in why:
                continue
            if len(candidates) > 1:
                why[number] = "its exits do not agree on a place"
                continue
            (to,) = candidates
            if not all(0 <= part < MOST_ACROSS for part in to):
                why[number] = "its place would be beyond the edge of the map"
            elif to[2] and not has_levels:
                why[number] = "the map has no levels, and would get some: its rooms are made anew"
            elif place_text(to) in taken:
                why[number] = f"there is another room at {spot(place_text(to))}"
            else:
                new[number] = place_text(to)
                taken.add(new[number])
        if len(new) + len(places) == len(known):
            break
    for number in hand.rooms.keys() - new.keys() - why.keys():
        why[number] = "no exit of the compass leads there, so its place is not clear"
    return new, why


def _meant(hand: ByHand, known: Mapping[int, str]) -> dict[int, set[tuple[int, int, int]]]:
    """Return places for rooms that have none yet, according to compass exits."""
    found: dict[int, set[tuple[int, int, int]]] = defaultdict(set)
    for row in hand.exits:
        word = _compass(row)
        if word is None or row.location is None or row.destination is None:
            continue
        step = DIRECTIONS[word]
        for number, other, sign in (
            (row.destination, row.location, 1),
            (row.location, row.destination, -1),
        ):
            if number in hand.rooms and number not in known and other in known:
                x, y, z = cell_of(known[other])
                found[number].add((x + sign * step[0], y + sign * step[1], z + sign * step[2]))
    return found


def _exit(
    row: Row,
    place: str,
    room: XYZ,
    names: Mapping[int, str],
    taken: Collection[int],
    unclear: Mapping[int, str],
    sides: Sides,
    hand: ByHand,
) -> Difference:
    word = _compass(row) or row.key.strip()
    direction = direction_of(word)
    one = Difference(
        place, "exit", None, row.key, exit=word, row=row.id, spot=ExitKey(room, direction)
    )
    to = row.destination or 0
    target = names.get(to) or sides.name(to)
    if to in hand.rooms and to not in taken:
        name = hand.rooms[to].key
        return replace(one, why=f"it leads to {name} (#{to}): {unclear.get(to, 'see there')}")
    if target is None:
        return replace(one, why=f"it leads to #{to}, which is not a room of a map")
    if why := _why_not(row, sides, hand):
        return replace(one, why=why)
    if (known := word_of(sides.document, place, direction)) is not None:
        return replace(one, why=f"the map has an exit '{known}' there")
    values = {"to": target, **_named(row, word), **_prototype(row, hand, {word, direction})}
    locks = lock_types(row.traits.locks)
    own = sides.defaults[row.traits.typeclass].locks
    said = [locks[kind] for kind in _LOCKS if locks.get(kind) not in (None, own.get(kind))]
    if said:
        values["prototype"] = {**values.get("prototype", {}), "locks": ";".join(said)}
    done = replace(one, game=values)
    # rooms that come with it are not there yet when it is tried alone
    return done if to in taken or row.location in taken else refused(done, sides)


def _values(row: Row, hand: ByHand) -> dict[str, Any]:
    return {"name": row.key, "exits": {}, **_desc(row, hand), **_prototype(row, hand, (), {"desc"})}


def _named(row: Row, word: str) -> dict[str, str]:
    return {} if name_key(row.key) == name_key(word) else {"name": row.key.strip()}


def _desc(row: Row, hand: ByHand) -> dict[str, Any]:
    desc = row.traits.attrs.get(DESC, ("", ""))[0]
    return {"desc": desc} if isinstance(desc, str) and desc and desc not in hand.texts else {}


def _prototype(
    row: Row, hand: ByHand, words: Collection[str], without: Collection[str] = ()
) -> dict[str, Any]:
    own: dict[str, Any] = {} if "desc" in without else _desc(row, hand)
    if row.traits.typeclass not in hand.classes:
        own["typeclass"] = row.traits.typeclass
    if row.traits.permissions:
        own["permissions"] = sorted(row.traits.permissions)
    if aliases := sorted(row.traits.aliases - {word.lower() for word in words}):
        own["aliases"] = aliases
    if tags := sorted(row.traits.tags, key=str):
        own["tags"] = [list(tag) for tag in tags]
    return {"prototype": own} if own else {}


def _compass(row: Row) -> str | None:
    """Return the compass direction that is among the names of an exit."""
    for name in (row.key, *sorted(row.traits.aliases)):
        if (word := _WORDS.get(direction_of(name))) is not None:
            return word
    return None


def _why_not(row: Row, sides: Sides, hand: ByHand) -> str:
    """Return why the class or permissions of a row cannot be written; "" if they can."""
    path = row.traits.typeclass
    if path not in hand.classes and (why := sides.why_not(row, "class")):
        return f"it is of a class of its own, {path}: {why}"
    if row.traits.permissions and (why := sides.why_not(row, "permissions")):
        return f"it has permissions of its own: {why}"
    return ""
