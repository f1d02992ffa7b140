"""A board in words: a row, a direction, the surroundings, the nearest things, the changes.

    answer_question(scene, "row 3")         wall; you; a sack; nothing, 2 times; wall
    answer_question(scene, "upper left")    the line from the player to the end of the map
    answer_question(scene, "nearest sack")  a sack: 1 right, 2 up, column 5, row 2
    describe_changes(before, after)         you: 1 right, column 4, row 3

The rows together describe a whole frame; a listener who hears each change also knows the next
frame. A thing that moves leaves an empty place, unless the changes say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from xyzgrid_ext.parts.boards.core.board.model import Cell, Phrase, Scene, noop

AROUND = {
    (0, -1): noop("above: {name}"),
    (1, -1): noop("upper right: {name}"),
    (1, 0): noop("right: {name}"),
    (1, 1): noop("lower right: {name}"),
    (0, 1): noop("below: {name}"),
    (-1, 1): noop("lower left: {name}"),
    (-1, 0): noop("left: {name}"),
    (-1, -1): noop("upper left: {name}"),
}
"""(columns right, rows down) from a cell to its neighbour -> the phrase for that neighbour."""
_SIDES: Mapping[str, Cell] = {
    **dict.fromkeys(("n", "north", "up", "u", "above"), (0, -1)),
    **dict.fromkeys(("ne", "northeast", "upper right"), (1, -1)),
    **dict.fromkeys(("e", "east", "right"), (1, 0)),
    **dict.fromkeys(("se", "southeast", "lower right"), (1, 1)),
    **dict.fromkeys(("s", "south", "down", "d", "below"), (0, 1)),
    **dict.fromkeys(("sw", "southwest", "lower left"), (-1, 1)),
    **dict.fromkeys(("w", "west", "left"), (-1, 0)),
    **dict.fromkeys(("nw", "northwest", "upper left"), (-1, -1)),
}
_WAYS = {
    (0, -1): noop("{name}: {y} up, column {column}, row {row}"),
    (1, -1): noop("{name}: {x} right, {y} up, column {column}, row {row}"),
    (1, 0): noop("{name}: {x} right, column {column}, row {row}"),
    (1, 1): noop("{name}: {x} right, {y} down, column {column}, row {row}"),
    (0, 1): noop("{name}: {y} down, column {column}, row {row}"),
    (-1, 1): noop("{name}: {x} left, {y} down, column {column}, row {row}"),
    (-1, 0): noop("{name}: {x} left, column {column}, row {row}"),
    (-1, -1): noop("{name}: {x} left, {y} up, column {column}, row {row}"),
}
_END = Phrase("the end of the map")
_ARTICLE = re.compile(r"^(the|an?)\s+")


def place_in_words(name: str, at: Cell) -> Phrase:
    """Return a phrase such as `a sack: column 5, row 2` for `at` (4, 1): it counts from 1."""
    text = noop("{name}: column {column}, row {row}")
    return Phrase(text, {"name": name, "column": at[0] + 1, "row": at[1] + 1})


def answer_question(scene: Scene, question: str) -> tuple[Phrase, ...] | None:
    """Return the answer to a question about a frame; None if the question has no known form.

    The forms are `row 3`, `column 3`, `upper left`, `around` and `nearest sack`.
    """
    words = " ".join(question.lower().split())
    first, _blank, rest = words.partition(" ")
    if first in ("row", "column") and rest.isascii() and rest.isdigit() and len(rest) < 5:
        return _line(scene, first, int(rest))
    if first == "nearest":
        return tuple(_nearest(scene, rest, question.split()[-1]))
    if words == "around":
        return tuple(
            phrase
            for at in scene.hero_cells
            for phrase in (_at(scene, at), *describe_around(scene, at))
        )
    side = _SIDES.get(words)
    return None if side is None else tuple(_ray(scene, side))


def describe_around(scene: Scene, at: Cell) -> Iterator[Phrase]:
    """Yield a phrase for each neighbour of the cell `at`: `above: a wall`."""
    things = scene.things
    for dx, dy in AROUND:
        name = things.get((at[0] + dx, at[1] + dy))
        if name is not None:
            yield Phrase(AROUND[dx, dy], {"name": name})


def describe_changes(before: Scene, after: Scene) -> Iterator[Phrase]:
    """Yield phrases about what moved or appeared, and what is beside the player now."""
    was, now = before.things, after.things
    blank = after.name(" ")
    new = {at: name for at, name in now.items() if was.get(at) != name}
    gone: dict[str, list[Cell]] = {}
    for at in new:
        if at in was:
            gone.setdefault(was[at], []).append(at)
    left: set[Cell] = set()
    for at, name in new.items():
        if name == blank:
            continue
        source = min(gone.get(name, ()), key=lambda one: _far(one, at), default=None)
        if source is None:
            yield place_in_words(name, at)
        else:
            gone[name].remove(source)
            yield _way(name, source, at)
            left.add(source)
    for at, name in new.items():
        if name == blank and at not in left:
            yield place_in_words(name, at)
    sides = [set(map(str, describe_around(before, at))) for at in before.hero_cells]
    for number, at in enumerate(after.hero_cells):
        side = sides[number] if number < len(sides) else set()
        yield from (phrase for phrase in describe_around(after, at) if str(phrase) not in side)


def _line(scene: Scene, which: str, number: int) -> tuple[Phrase, ...]:
    rows = (
        scene.rows if which == "row" else ["".join(line) for line in zip(*scene.rows, strict=True)]
    )
    if not 1 <= number <= len(rows):
        text = noop("there are rows 1 to {last}")
        if which == "column":
            text = noop("there are columns 1 to {last}")
        return (Phrase(text, {"last": len(rows)}),)
    return tuple(_runs(map(scene.name, rows[number - 1])))


def _runs(names: Iterator[str]) -> Iterator[Phrase]:
    for name, run in groupby(names):
        count = len(list(run))
        text = "{name}" if count == 1 else noop("{name}, {count} times")
        yield Phrase(text, {"name": name, "count": count})


def _ray(scene: Scene, side: Cell) -> Iterator[Phrase]:
    """Describe everything in a direction, from each place of the player."""
    things, hero_cells = scene.things, scene.hero_cells
    for x, y in hero_cells:
        if len(hero_cells) > 1:
            yield _at(scene, (x, y))
        seen = []
        while (x := x + side[0], y := y + side[1]) in things:
            seen.append(things[x, y])
        yield from _runs(iter(seen))
        yield _END


def _nearest(scene: Scene, kind: str, symbol: str) -> Iterator[Phrase]:
    """Describe the nearest thing of each kind whose name contains these words, and count the kind.

    A single character means the kind that it stands for.
    """
    kinds: dict[str, list[Cell]] = {}
    kind = _ARTICLE.sub("", kind)
    wanted = {kind, kind.removesuffix("s"), kind.removesuffix("es")}
    called = scene.names.get(symbol) if len(symbol) == 1 and kind == symbol.lower() else None
    for at, name in scene.things.items():
        kinds.setdefault(name, []).append(at)
    hero_cells = scene.hero_cells
    for hero in hero_cells:
        if len(hero_cells) > 1:
            yield _at(scene, hero)
        for name, places in kinds.items():
            if hero in places or name == scene.name(" "):
                continue
            if name != called and (called or not any(one in name.lower() for one in wanted)):
                continue
            yield _way(name, hero, min(places, key=lambda one: _far(one, hero)))
            if len(places) > 1:
                yield Phrase("{name}: {count} in all", {"name": name, "count": len(places)})


def _at(scene: Scene, at: Cell) -> Phrase:
    return place_in_words(scene.things[at], at)


def _far(cell: Cell, other: Cell) -> tuple[int, Cell]:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]), cell


def _way(name: str, start: Cell, end: Cell) -> Phrase:
    dx, dy = end[0] - start[0], end[1] - start[1]
    text = _WAYS[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]
    values = {"x": abs(dx), "y": abs(dy), "column": end[0] + 1, "row": end[1] + 1}
    return Phrase(text, {"name": name, **values})
