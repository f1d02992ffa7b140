"""A spawn plan as text, like a diff, and as data for scripts.

+ (0,0,town) Lantern Square                  is made
~ (1,0,town) Mill: key Mil -> Mill           is changed
- (2,0,town)                                 is removed
- (1,0,town) east -> (2,0,town)              is removed
> (2,0,town) Ann goes to Mill (1,0,town)     is in a removed room
> (2,0,town) a lamp (#12) goes to Limbo      with --with-contents: - (2,0,town) a lamp (#12)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from xyzgrid_ext.core.spawn import (
    XYZ,
    Change,
    Departure,
    ExitKey,
    ExitSpec,
    Leaving,
    RoomSpec,
    SpawnPlan,
)
from xyzgrid_ext.game.cli.report import counted
from xyzgrid_ext.game.world.maps import Maps

_SHOWN = 40  # lines of one sign
_LONG = 40  # characters of a value
_SETS = {"aliases", "locks", "permissions"}
"""For these fields a change adds only the missing values; extra values stay."""


def diff_lines(plan: SpawnPlan, maps: Maps) -> list[str]:
    """Return the plan line by line, with a summary at the end; empty if there is nothing to do.

    `maps` has the names of maps as their authors write them.
    """
    if not plan:
        return []
    at = maps.written
    made = (
        (f"+ {at(xyz)} {spec.key}" for xyz, spec in plan.new_rooms.items()),
        (f"+ {at(k.room)} {spec.key} -> {at(spec.target)}" for k, spec in plan.new_exits.items()),
        (f"+ {at(key.room)} {key.name} (a thing)" for key in plan.new_things),
    )
    changed = (
        f"~ {at(place)} {spec.key}: {', '.join(map(change_text, with_places(changes, maps)))}"
        for place, spec, changes in _changed(plan)
    )
    gone = (
        (f"- {at(xyz)}" for xyz in plan.gone_rooms),
        (f"- {at(key.room)} {_gone_exit(plan, key, maps)}" for key in plan.gone_exits),
        (f"- {at(key.room)} {key.name} (a thing)" for key in plan.gone_things),
        (f"- #{pk}: claims the place of another" for pk in plan.extra),
    )
    new, changes, lost = _numbers(plan)
    return [
        *_some(chain(*made), new),
        *_some(changed, changes),
        *_some(chain(*gone), lost),
        *departure_lines(plan, maps),
        summary(plan),
    ]


def departure_lines(plan: SpawnPlan, maps: Maps) -> list[str]:
    """Return who and what leaves removed rooms, a line for each room and place to go to."""
    groups: dict[tuple[XYZ, Leaving, str], list[Departure]] = defaultdict(list)
    for one in plan.departures:
        groups[one.room, one.kind, one.to].append(one)
    lines = (
        _departure_line(plan, maps.written(group[0]), group, leaving)
        for group, leaving in groups.items()
    )
    return _some(lines, len(groups))


def is_deleted(plan: SpawnPlan, one: Departure) -> bool:
    """Whether a thing or NPC is deleted with its room."""
    return plan.with_contents and one.kind is Leaving.THING


def _departure_line(
    plan: SpawnPlan, room: str, group: tuple[XYZ, Leaving, str], leaving: Sequence[Departure]
) -> str:
    _xyz, kind, to = group
    names = ", ".join(map(_leaving_name, leaving))
    if kind is Leaving.HOME:
        return f"> {room} is the home of {names}: {to} takes its place"
    if is_deleted(plan, leaving[0]):
        return f"- {room} {names}"
    return f"> {room} {names} {'go' if len(leaving) > 1 else 'goes'} to {to}"


def _leaving_name(one: Departure) -> str:
    name = one.name if one.kind is Leaving.PERSON else f"{one.name} (#{one.id})"
    return f"{name} with {counted(one.inside, 'thing')} in it" if one.inside else name


def summary(plan: SpawnPlan) -> str:
    """Return a one-line summary of the plan."""
    _made, changed, gone = _numbers(plan)
    things = f" and {counted(len(plan.new_things), 'thing')}" if plan.new_things else ""
    kinds = Counter(one.kind for one in plan.departures)
    moved = f", {counted(people, 'character')} to move" if (people := kinds[Leaving.PERSON]) else ""
    if number := kinds[Leaving.THING]:
        fate = "to delete" if plan.with_contents else "to Limbo"
        moved += f", {counted(number, 'thing')} {fate}"
    return (
        f"{counted(len(plan.new_rooms), 'room')} and "
        f"{counted(len(plan.new_exits), 'exit')}{things} to make, "
        f"{changed:,} to change, {gone:,} to remove{moved}"
    )


def diff_data(plan: SpawnPlan) -> dict[str, Any]:
    """Return the plan as data. Later versions may add keys but never rename them."""
    rooms = {
        "create": [{"xyz": list(xyz), "name": s.key} for xyz, s in plan.new_rooms.items()],
        "change": [
            {"xyz": list(xyz), "name": spec.key, "id": row.id, "changes": _as_data(changes)}
            for xyz, (row, spec, changes) in plan.changed_rooms.items()
        ],
        "remove": [{"xyz": list(xyz), "id": pk} for xyz, pk in plan.gone_rooms.items()],
    }
    exits = {
        "create": [
            {**_exit(key), "name": spec.key, "target": list(spec.target)}
            for key, spec in plan.new_exits.items()
        ],
        "change": [
            {**_exit(key), "name": spec.key, "id": row.id, "changes": _as_data(changes)}
            for key, (row, spec, changes) in plan.changed_exits.items()
        ],
        "remove": [{**_exit(key), "id": pk} for key, pk in plan.gone_exits.items()],
    }
    unresolved = [{**_exit(key), "target": list(to)} for key, to in plan.unresolved.items()]
    return {
        "rooms": rooms,
        "exits": exits,
        "things": {
            "create": [{"xyz": list(k.room), "name": k.name} for k in plan.new_things],
            "remove": [
                {"xyz": list(k.room), "name": k.name, "id": pk}
                for k, pk in plan.gone_things.items()
            ],
        },
        "moved": [
            {
                "what": str(one.kind.value),
                "xyz": list(one.room),
                "id": one.id,
                "name": one.name,
                "to": None if is_deleted(plan, one) else one.to,
            }
            for one in plan.departures
        ],
        "doubles": list(plan.extra),
        "unresolved": unresolved,
        "unmade": dict(plan.unmade),
        "lazy_by_size": sorted(plan.lazy_by_size),
    }


def _gone_exit(plan: SpawnPlan, key: ExitKey, maps: Maps) -> str:
    name, target = plan.gone_names.get(key, (key.direction, None))
    return name if target is None else f"{name} -> {maps.written(target)}"


def with_places(changes: Iterable[Change], maps: Maps) -> list[Change]:
    """Return changes with their coordinates as text; `maps` has the names of maps."""

    def text(value: Any) -> Any:
        return maps.written(value) if isinstance(value, XYZ) else value

    return [replace(one, old=text(one.old), new=text(one.new)) for one in changes]


def change_text(change: Change) -> str:
    """Return a field with its old and new values, shortened to one line: `key Mil -> Mill`."""
    if change.gone:
        text = _tags(change.old) if change.field == "tags" else _line(change.old)
        back = f" (back to {_line(change.new)})" if change.new else ""
        return f"- {change.field} {_cut(text)}{back}"
    if change.field == "tags":
        return f"tags + {_tags(change.new)}"
    old, new = _line(change.old), _line(change.new)
    if change.field in _SETS:
        return f"{change.field} + {_cut(new)}"
    pairs = enumerate(zip(old, new, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), 0)
    return f"{change.field} {_cut(old, same)} -> {_cut(new, same)}"


def _tags(tags: Iterable[tuple[str, str | None]]) -> str:
    return ", ".join(f"{key} ({category})" if category else key for key, category in tags)


def lost_text(who: str, changes: Iterable[Change]) -> str:
    """Return the changes of a row in a line, and below it old values that are not whole there."""
    lines = [f"{who}: {', '.join(map(change_text, changes))}"]
    for one in changes:
        if one.field not in _SETS and _text(one.old) != _cut(_line(one.old)):
            lines.append(whole_text("game", one.old))
    return "\n".join(lines)


def whole_text(name: str, value: Any) -> str:
    """Return a whole value below a line about it, with a name before each of its lines."""
    return "\n".join(f"    {name}: {line}" for line in _text(value).splitlines())


def _changed(plan: SpawnPlan) -> Iterable[tuple[Any, RoomSpec | ExitSpec, tuple[Change, ...]]]:
    for xyz, (_, room, changes) in plan.changed_rooms.items():
        yield xyz, room, changes
    for key, (_, spec, changes) in plan.changed_exits.items():
        yield key.room, spec, changes


def _exit(key: ExitKey) -> Mapping[str, Any]:
    return {"xyz": list(key.room), "direction": key.direction}


def _as_data(changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [{"field": c.field, "old": _plain(c.old), "new": _plain(c.new)} for c in changes]


def _plain(value: Any) -> Any:
    """Return a value in a form for JSON; values without one are shown as Python text."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return str(value)


def _text(value: Any) -> str:
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return ", ".join(map(_text, value)) or "nothing"
    return "nothing" if value is None else str(value) or "''"


def _line(value: Any) -> str:
    text = _text(value)
    if isinstance(value, list | tuple) and len(text) > _LONG:
        return f"a list of {len(value)}"
    return " ".join(text.splitlines())


def _cut(line: str, at: int = 0) -> str:
    """Return the part of a line around a position, with dots for what is left out."""
    begin = max(0, min(at - _LONG // 3, len(line) - _LONG))
    cut = line[begin : begin + _LONG]
    more = "..." if begin + _LONG < len(line) else ""
    return f"{'...' if begin else ''}{cut.strip()}{more}"


def _numbers(plan: SpawnPlan) -> tuple[int, int, int]:
    """Return how many rooms, exits and things are made, changed and removed."""
    return (
        len(plan.new_rooms) + len(plan.new_exits) + len(plan.new_things),
        len(plan.changed_rooms) + len(plan.changed_exits),
        len(plan.gone_rooms) + len(plan.gone_exits) + len(plan.gone_things) + len(plan.extra),
    )


def _some(lines: Iterable[str], count: int) -> list[str]:
    """Return the first of so many lines, without making the others, and how many are left out."""
    first = list(islice(lines, _SHOWN))
    left = count - len(first)
    return [*first, f"{first[0][0]} ... and {left:,} more"] if left else first
