"""Reads what other programs have for mobs that come back, as rows of `contents`.

    rules of evennia-mob-spawner (YAML) ──► read_rules ──► rows for the map module, and notes
    `mob_prototypes` of a map module    ──► mobs_to_contents  ──► the module's data with `contents`

Both read data only: no class is loaded, and nothing is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.records import Record

MOBS = "mob_prototypes"
"""The key of a map module that forks of the contrib read: a place -> prototypes."""
_AREA_TAG = "mob_area"
_REQUIRED = ("rule_id", "typeclass", "key", "area_tag", "target")
_PAUSES = ("respawn_seconds", "death_cooldown_seconds")
_CARRIED = ("contents", "clothing", "equipment")
_ANYWHERE = ("*", "*")

Row = dict[str, Any]
"""A row of `contents` as a map module has it."""


class SpawnRules(NamedTuple):
    """The rules of a file of evennia-mob-spawner as contents.

    Attributes:
        rows: rows for `contents` of a map.
        notes: what the rules say that rows cannot.
    """

    rows: list[Row]
    notes: list[str]


def read_rules(text: str, name: str = "rules") -> SpawnRules:
    """Read a file of rules of evennia-mob-spawner.

    Args:
        text: the file.
        name: its name, for findings.

    Raises:
        MapError: if it is no such file, or if a rule lacks a field.
    """
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as err:
        raise _error(name, f"is no YAML: {err}", "correct it, or ask `ms-validate`") from err
    rules = data.get("rules") if isinstance(data, Mapping) else None
    if not isinstance(rules, list):
        raise _error(name, "has no list `rules`", 'begin it with "rules:"')
    rows, notes = [], list[str]()
    for number, rule in enumerate(rules, 1):
        place = f"rule {rule.get('rule_id', number)}" if isinstance(rule, Mapping) else number
        lacking = [key for key in _REQUIRED if not isinstance(rule, Mapping) or key not in rule]
        if lacking or not any(key in rule for key in _PAUSES):
            keys = ", ".join(lacking) or " or ".join(_PAUSES)
            raise _error(name, f"{place} lacks {keys}", "add it")
        rows.append(_row(rule))
        notes += (f"{place}: {note}" for note in _notes(rule))
    return SpawnRules(rows, notes)


def _error(name: str, message: str, cure: str) -> MapError:
    return MapError(f"{name} {message}", cure)


def _row(rule: Record) -> Row:
    tags = [
        (tag, None) if isinstance(tag, str) else (tag["key"], tag.get("category"))
        for tag in rule.get("tags") or ()
    ]
    prototype: Row = {
        "typeclass": rule["typeclass"],
        "key": rule["key"],
        "tags": [(rule["area_tag"], _AREA_TAG), *tags],
    }
    if rule.get("desc"):
        prototype["desc"] = rule["desc"]
    if rule.get("attrs"):
        prototype["attrs"] = list(rule["attrs"].items())
    pause = next(rule[key] for key in _PAUSES if key in rule)
    return {
        "name": f"rule {rule['rule_id']}",
        "prototype": prototype,
        "rooms": [f"tag:{rule.get('den_room_tag') or rule['area_tag']}"],
        "count": rule["target"],
        "back": max(pause, 1),
    }


def _notes(rule: Record) -> Iterator[str]:
    if rule["target"] > rule.get("max_per_room", rule["target"]):
        yield f"max_per_room: chance may put more than {rule['max_per_room']} into one room"
    if rule.get("den_room_tag"):
        yield "den_room_tag: it comes back in its den alone, even if that is full"
    if leader := rule.get("spawn_with_typeclass"):
        yield f"spawn_with_typeclass: it does not look for {leader.rpartition('.')[2]}"


def mobs_to_contents(data: Record) -> dict[str, Any]:
    """Return the data of a map module whose `mob_prototypes` are `contents` of its rooms.

    Args:
        data: an XYMAP_DATA; it is not changed. What a mob has in `spawn` (clothing, equipment,
            contents) becomes what it carries.
    """
    prototypes = dict(data.get("prototypes") or {})
    for place, mobs in (data.get(MOBS) or {}).items():
        room = (
            prototypes.get(place) or prototypes.get(_ANYWHERE) or {"prototype_parent": "xyz_room"}
        )
        rows = [*room.get("contents", ()), *_count_equal(map(_mob, mobs))]
        prototypes[place] = {**room, "contents": rows}
    others = {key: value for key, value in data.items() if key != MOBS}
    return others | {"prototypes": prototypes}


def _mob(mob: str | Record) -> Row:
    if isinstance(mob, str):
        return {"prototype": mob}
    carried = [thing for key in _CARRIED for thing in (mob.get("spawn") or {}).get(key) or ()]
    row: Row = {"prototype": {key: value for key, value in mob.items() if key != "spawn"}}
    return row | {"contents": _count_equal(map(_thing, carried))} if carried else row


def _thing(thing: str | Record | Sequence[Any]) -> Row:
    """Return the row of something that is carried: a prototype, or one with further Attributes."""
    if not isinstance(thing, list | tuple):
        return {"prototype": thing}
    prototype, attributes = thing
    return {"prototype": {"prototype_parent": prototype, "attrs": list(attributes.items())}}


def _count_equal(rows: Iterable[Row]) -> list[Row]:
    """Return rows of which equal ones are one that stands there several times."""
    counted: list[Row] = []
    for row in rows:
        for other in counted:
            if row == {key: value for key, value in other.items() if key != "count"}:
                other["count"] = other.get("count", 1) + 1
                break
        else:
            counted.append(row)
    return counted
