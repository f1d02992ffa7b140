"""The map of a generated dungeon, with everything for the game in its rooms' prototypes.

    gives, needs, door, consumes   as `core.dungeon.to_grid` has them
    mask, components               of a room, as the generator placed them
    inside                         what stands in a room: [{"kind", "title", "mask"}, …]
    puzzle                         {"id", "board", "answers"}
    things                         the machine of a puzzle that is a board

If there is an outside, the start's exit south and the goal's exit `out` lead there.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import Coord, Place
from xyzgrid_ext.core.findings import Finding, MapError, RefusedError
from xyzgrid_ext.core.grid import Grid, Way, assemble_grid
from xyzgrid_ext.core.mapdata.validate import validate
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.base.task import call_in_game_thread
from xyzgrid_ext.game.maps.guard import module_values
from xyzgrid_ext.game.maps.loaded import Digests, LoadedMap
from xyzgrid_ext.game.maps.sources import sources
from xyzgrid_ext.parts.boards.game.files import MACHINE, board_and_level, solvable_boards
from xyzgrid_ext.parts.dungeons.core import (
    Dungeon,
    FurnishedRoom,
    Parameters,
    generate,
    generate_furnished,
    to_grid,
)
from xyzgrid_ext.parts.dungeons.core import order as dungeon_order
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Entry, Kind
from xyzgrid_ext.parts.dungeons.core.rules import RULES, Rule
from xyzgrid_ext.parts.dungeons.core.site import OPTION
from xyzgrid_ext.parts.dungeons.game.descriptions import DungeonTexts

_CURE = "see `python -m xyzgrid_ext docs howto/dungeons`"
_USUAL = dungeon_order.dungeon("")["dungeon"]
_LEAST_DECK = 8  # riddles of which a descent asks some
_ORDER = "parameters", "catalogue", "outside", "descents"
_OUT = (
    Way("s", "south", ("s", "out"), "s"),  # of the start, which is at the southern wall
    Way("out", "out", ("o",), "out"),  # of the goal
)


def order_findings(reference: str) -> list[Finding]:
    """Return the faults of an order, the text from which a dungeon is made, before it is made."""
    try:
        data = dungeon_order.parse_order(reference)
    except (TypeError, ValueError) as err:
        return [Finding.error("no-dungeon", str(err), _CURE, reference)]
    return validate(data, reference)


def load_dungeon(name: str, reference: str, data: Mapping[str, object]) -> LoadedMap:
    """Make the dungeon of a map module; `data` is its XYMAP_DATA, `reference` its path.

    Raises:
        RefusedError: if no dungeon can be made with its catalogue, or with so many rooms.
    """
    try:
        return _made(name, reference, data)
    except RefusedError:
        raise
    except MapError as err:
        raise RefusedError(
            [Finding.error("no-dungeon", err.message, err.cure or _CURE, name)]
        ) from err


def _made(name: str, reference: str, data: Record) -> LoadedMap:
    order = {**_USUAL, **data["dungeon"]}
    catalogue, rules, digests = _catalogue(order["catalogue"])
    solved = solvable_boards(e.board for e in catalogue.of_kind(Kind.PUZZLE) if e.board)
    parameters = Parameters(**order["parameters"])
    if rules is RULES:
        dungeon = run_in_process(generate_furnished, parameters, catalogue, solved)
    else:  # code of an author
        dungeon = call_in_game_thread(generate, parameters, catalogue, solved, rules)
    grid = _dungeon_grid(dungeon, catalogue, name, order, data.get("options") or {})
    return LoadedMap(name, reference, grid, digests=digests)


def descent_grid(pattern: Grid, seed: str, tier: int, met: Sequence[str]) -> Grid:
    """Return the dungeon of a descent: one like `pattern`, with another seed and tier (depth).

    It asks no riddle in `met`, those that its players know. Winning it solves a puzzle of its
    own: `the Cistern, a descent`.
    """
    rules = pattern.options[OPTION]
    parameters = {**rules["parameters"], "seed": f"{seed}/{tier}", "tier": tier}
    for name in ("rooms", "seals"):  # which grow with the tier
        if parameters.get(name) is not None:
            parameters[name] += tier - rules["parameters"].get("tier", 1)
    catalogue, _rules, _digests = _catalogue(rules["catalogue"])
    old = met[-max(0, len(catalogue.riddles) - _LEAST_DECK) :]  # those met first are new again
    deck = tuple(riddle for riddle in catalogue.riddles if riddle.answers[0] not in old)
    catalogue = replace(catalogue, riddles=deck)
    solved = solvable_boards(e.board for e in catalogue.of_kind(Kind.PUZZLE) if e.board)
    dungeon = run_in_process(generate_furnished, Parameters(**parameters), catalogue, solved)
    options = {key: value for key, value in pattern.options.items() if key != OPTION}
    if solves := options.get("solves"):
        options["solves"] = f"{solves}, a descent"
    return _dungeon_grid(dungeon, catalogue, pattern.name, {**_USUAL, **rules}, options)


def _dungeon_grid(
    dungeon: Dungeon, catalogue: Catalogue, name: str, order: Record, options: Mapping[str, object]
) -> Grid:
    """Make the map of a dungeon for the game."""
    rules = {word: order[word] for word in ("copies", "lease", "reset")}
    if order["descents"]:
        rules |= {word: order[word] for word in _ORDER}
    entries = {entry.name: entry for entry in catalogue.entries}
    usual = {"routes": "explored", "directions": "compass"}
    values = {**usual, **options, "dungeon": {**rules, "generated": True}}
    grid = to_grid(dungeon, name, values)
    protos = list(grid.protos)
    names: set[str] = set()
    texts = DungeonTexts(dungeon, entries)
    for number, room in enumerate(dungeon.rooms):
        place = int(grid.room_proto[number])
        names.add(key := _distinct(room, entries, names))
        protos[place] = {
            **protos[place],
            **_more(dungeon, number, room, entries, texts),
            "key": key,
        }
    grid = replace(grid, protos=tuple(protos))
    return grid if order["outside"] is None else _with_ways_out(grid, _place(order["outside"]))


def _distinct(room: FurnishedRoom, entries: Mapping[str, Entry], taken: Container[str]) -> str:
    """Return a room name that no other room has, for `goto`: `Chest and toadstools`."""
    if room.title not in taken:
        return room.title
    others = [entries[name] for name in room.components]
    standing = [e.title for e in others if e.component.kind not in (Kind.FLOOR, Kind.DOOR)]
    longer = (f"{room.title} and {title}" for title in standing if title != room.title.lower())
    numbered = (f"{room.title} {number}" for number in count(2))
    return next(name for name in chain(longer, numbered) if name not in taken)


def read_usual_catalogue() -> None:
    """Read the usual catalogue (50 ms), so that the first dungeon of a process need not wait."""
    _catalogue(dungeon_order.GAME_CATALOGUE)


def known_catalogues() -> list[str]:
    """Return the paths of the catalogues that maps of this process use, and the usual ones."""
    usual = dungeon_order.GAME_CATALOGUE, dungeon_order.PACKAGE_CATALOGUE
    return sorted({*usual, *_catalogues.names()})


def _catalogue(given: Any) -> tuple[Catalogue, Sequence[Rule], Digests]:
    if not isinstance(given, str):
        return (given if isinstance(given, Catalogue) else Catalogue.of(given)), RULES, ()
    given = dungeon_order.catalogue_path(given)
    rows, rules = module_values(given, "CATALOGUE", "RULES")
    if rows is None:
        message, cure = f"{given} has no CATALOGUE", "add CATALOGUE = [rows]"
        raise RefusedError([Finding.error("no-catalogue", message, cure, given)])
    return _catalogues.of(given, rows), RULES if rules is None else rules, sources.digests(given)


class _Catalogues:
    """Rows that were read, cached until their module runs again, because reading takes 15 ms."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, Catalogue]] = {}

    def names(self) -> Collection[str]:
        return self._known.keys()

    def of(self, reference: str, rows: Any) -> Catalogue:
        before, catalogue = self._known.get(reference, (None, None))
        if catalogue is None or before is not rows:
            catalogue = Catalogue.of(rows, reference)
            self._known[reference] = rows, catalogue
        return catalogue


_catalogues = _Catalogues()


def _more(
    dungeon: Dungeon,
    number: int,
    room: FurnishedRoom,
    entries: Mapping[str, Entry],
    texts: DungeonTexts,
) -> dict[str, object]:
    """Return the parts of a room's prototype other than `gives`."""
    placed = [entries[name] for name in room.components]
    more: dict[str, Any] = {
        "desc": texts.of_room(number),
        "mask": str(room.mask),
        "components": list(room.components),
        "inside": [
            {
                "kind": str(entry.component.kind),
                "title": entry.title,
                "mask": str(entry.component.mask),
                **({"second": entry.second} if entry.second else {}),
                **({"fight": dict(entry.fight)} if entry.fight else {}),
            }
            for entry in placed
            if entry.component.kind is not Kind.FLOOR
        ],
    }
    if (puzzle := dungeon.puzzles.get(str(number))) is not None:
        title = next(e.title for e in placed if e.component.kind is Kind.PUZZLE)
        answers = list(puzzle.answers)
        more["puzzle"] = {"id": str(number), "board": puzzle.board, "answers": answers}
        if puzzle.board:
            more["things"] = [_machine(title, str(number), puzzle.board)]
    return more


def _machine(title: str, puzzle: str, name: str) -> dict[str, object]:
    board, level = board_and_level(name)
    attributes = {"board": board, "level": level, "puzzle": puzzle, "puzzle_level": level}
    key = title if title.startswith("the ") else f"the {title}"
    return {"typeclass": MACHINE, "key": key, **attributes}


def _place(outside: tuple[Any, ...]) -> Place:
    x, y, *level, name = outside
    return Place(str(name), Coord(int(x), int(y), int(level[0]) if level else 0))


def _with_ways_out(grid: Grid, place: Place) -> Grid:
    """Return the map with exits to the outside from its start and its goal."""
    assert grid.start is not None
    assert grid.end is not None
    rooms = np.array([grid.room_at(grid.start), grid.room_at(grid.end)], dtype=np.int64)
    count, ways = grid.links, len(grid.ways)
    return assemble_grid(
        grid.name,
        levels=grid.levels,
        coords=grid.coords,
        source=np.append(grid.source, rooms),
        target=np.append(grid.target, [-1, -1]),
        way=np.append(grid.way, [ways, ways + 1]),
        ways=[*grid.ways, *_OUT],
        link_flags=np.append(grid.link_flags, [0, 0]),
        outside={count: place, count + 1: place},
        needs=grid.needs,
        protos=[*grid.protos, *_WAYS_OUT],
        room_proto=grid.room_proto,
        link_proto=np.append(grid.link_proto, [len(grid.protos), len(grid.protos) + 1]),
        options=grid.options,
        start=grid.start,
        end=grid.end,
        drawn=grid.drawn,
    )


_WAYS_OUT = [
    {"prototype_parent": "xyz_exit", "desc": "The gate by which one came in."},
    {"prototype_parent": "xyz_exit", "desc": "A narrow stair, straight up to the light."},
]
