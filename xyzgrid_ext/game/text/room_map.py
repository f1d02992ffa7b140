"""The map above a room's text, and the text of `map`: pictures with words around them.

The drawing is fitted to a client, with links on its rooms, or the route ahead in symbols:

as it is     the way to the right, without colour    with links, by MXP or in a browser
@---#---#    @...#...#    . your way                 @---#---#    each # sends `goto (x,y,map)`
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.coords import Coord, Direction
from xyzgrid_ext.core.grid import Grid, Sheet, has_fog
from xyzgrid_ext.core.grid.areas import colour_symbol
from xyzgrid_ext.core.grid.draw import OUTSIDE_SYMBOL, ROOM_SYMBOL, WORMHOLE_SYMBOL
from xyzgrid_ext.core.grid.join import DOWN, UP
from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.core.raster import Cell
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.core.routes import RouteStep
from xyzgrid_ext.core.view import visible
from xyzgrid_ext.core.view.fitting import wrap_text
from xyzgrid_ext.core.view.picture import Picture, paint_sheet
from xyzgrid_ext.game.base.evennia_types import Looker, RoomObject
from xyzgrid_ext.game.base.lru_cache import LRUCache, text_bytes
from xyzgrid_ext.game.parts import map_rules_of
from xyzgrid_ext.game.text import todo
from xyzgrid_ext.game.text.directions import floor_in_words
from xyzgrid_ext.game.text.screens import Screen, client_height, legend_text, room_link, screen_of
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import is_drawn_alike, knows_room
from xyzgrid_ext.game.world.per_world import PerWorld
from xyzgrid_ext.game.world.world import Live, Room

_ROWS = 100  # of a map above a room: more than a screen, but not endless
_WHOLE = 50  # rows of a level that is shown whole, even if it scrolls
_LEAST, _BESIDE = 20, 6  # rows of a part of a level; rows of the screen for the text around it
_ONE_WAY = "<>^v"
_BYTES = 8_000_000  # some ten thousand maps above rooms

pictures = PerWorld(lambda: LRUCache[str](_BYTES, text_bytes))
"""A cache of maps above rooms that look alike to everybody."""


@dataclass(frozen=True)
class MapStyle:
    """The style of a map: the contrib's options of the same names, without `map_`."""

    display: bool = True
    mode: str = "nodes"
    visual_range: int | None = 2
    character_symbol: str | None = "|g@|n"
    align: str = "c"
    target_path_style: str = "|y{display_symbol}|n"
    fill_all: bool = True
    separator_char: str = "|x~|n"


_STYLE = [(f"map_{field.name}", field.default) for field in fields(MapStyle)]


def map_style(room: RoomObject, options: Record, wanted: Record) -> MapStyle:
    """Return the style of a room: first what is `wanted`, then the map's options, then its class's.

    All are named as in the contrib: `map_mode`, `map_align` and so on.
    """
    values = []
    for option, default in _STYLE:
        usual = options[option] if option in options else getattr(room, option, default)
        values.append(wanted.get(option, usual))
    return MapStyle(*values)


def room_map(
    live: Live,
    looker: Looker,
    here: Room,
    style: MapStyle,
    text_width: int,
    steps: Sequence[RouteStep] = (),
) -> str:
    """Return the part of the map around a room, between two lines; empty if there is none to show.

    The links of `steps`, the looker's route ahead, are marked.
    """
    z = live.grids[here[0]].coord(here[1]).z
    whole = live.sheet_near(here, None if style.mode == "scan" else style.visual_range)
    sheet = room_view.seen_sheet(live, looker, here[0], z, whole, _near(live, here, style))
    screen = screen_of(looker)
    ahead = _trail(live, here[0], z, sheet, steps)
    width = screen.width if style.fill_all else text_width

    def draw() -> str:
        return _map_around(live, here, sheet, style, screen, width, ahead)

    if sheet is whole and not ahead:  # all who stand here see the same
        return pictures.of(live).get((here, style, screen, width, get_language()), draw)
    return draw()


def _near(live: Live, here: Room, style: MapStyle) -> Iterable[int] | None:
    """Return the rooms that a map above a room can show; None for all of the level."""
    if style.visual_range is None or is_drawn_alike(live, here[0]):
        return None
    grid = live.grids[here[0]]
    if style.mode == "scan":
        sheet = live.sheet(here[0], grid.coord(here[1]).z)
        return visible.rooms_in_scan(grid, sheet, here[1], style.visual_range)
    return visible.rooms_in_reach(grid, here[1], style.visual_range)


def _map_around(
    live: Live,
    here: Room,
    sheet: Sheet,
    style: MapStyle,
    screen: Screen,
    width: int,
    ahead: Collection[Cell],
) -> str:
    """Return the map around a room for a screen, between lines of at least `width` columns."""
    grid = live.grids[here[0]]
    x, y, z = grid.coord(here[1])
    cell = sheet.room_cell(x, y)
    if style.visual_range is None:
        cells = visible.cells_that_fit(sheet, cell, screen.width, _ROWS)
    elif style.mode == "scan":
        cells = visible.cells_in_scan(sheet, cell, style.visual_range)
    else:
        cells = visible.cells_in_reach(grid, sheet, here[1], style.visual_range)
    symbol = style.character_symbol or ""
    picture = paint_sheet(
        decorate(screen, grid, z, sheet, cells, ahead),
        cells,
        cell,
        symbol=symbol,
        ahead=ahead,
        style=style.target_path_style,
        max_width=screen.width,
    )
    width = min(screen.width, max(picture.width, width))
    line = _line(style.separator_char, width)
    letters = _letters(live, here[0], z, sheet, cells, cell, symbol)
    letters += _one_way(grid, sheet, cells) + route_legend(screen, cells, ahead)
    if grid.levels is not None:
        letters.insert(0, floor_in_words(grid, z))
    below = _align_lines(legend_text(letters, width), width, style.align)
    return "\n".join(filter(None, (line, picture.aligned(width, style.align), below, line)))


def _line(mark: str, wide: int) -> str:
    """Return a mark, repeated to fill the width; a colour code is written only once."""
    times = wide // max(1, text_width(mark))
    letter = mark.removesuffix("|n")[-1:]
    if mark == f"{mark[:2]}{letter}|n" and mark[0] == "|" and letter != "|":
        return f"{mark[:2]}{letter * times}|n"
    return f"{mark * times}|n"


def whole_map(
    live: Live, looker: Looker, key: str, z: int, here: Room | None, steps: Sequence[RouteStep] = ()
) -> str:
    """Return level `z` of the map `key`, with a symbol at the room `here` if it is on the level.

    If it is wider than the screen, or much higher, only the part around the looker is shown. On
    other levels, this is the part above or below the looker. The links of `steps`, the looker's
    route ahead, are marked.
    """
    grid = live.grids[key]
    sheet = room_view.visible_sheet(live, looker, key, z)
    cell: Cell | None = None
    symbol = ""
    if here is not None and here[0] == key:
        x, y, level = grid.coord(here[1])
        cell = sheet.room_cell(x, y)
        if level == z:  # the symbol above the text of the looker's room
            symbol = map_style(looker.location, grid.options, {}).character_symbol or ""
    screen = screen_of(looker)
    rows = _rows(looker, sheet)
    cells = visible.cells_that_fit(sheet, cell, screen.width, rows)
    heading = f"|w{grid.title}|n"
    if grid.levels is not None:
        levels = _("also |wmap 0|n to |wmap {last}|n").format(last=grid.levels - 1)
        heading += f", {floor_in_words(grid, z)} ({levels})"
    area = grid.area_of(here[1]) if here is not None and here[0] == key else None
    heading += f", {area.title}" if area is not None else ""
    if not cells and room_view.sight_of(live, looker, key).seen is not None:
        return f"{heading}\n" + _("You have not seen any of this level yet.")
    ahead = _trail(live, key, z, sheet, steps)
    picture = paint_sheet(
        decorate(screen, grid, z, sheet, cells, ahead),
        cells,
        cell,
        symbol=symbol,
        ahead=ahead,
        style=MapStyle.target_path_style,
        max_width=screen.width,
        max_height=rows,
    )
    marks = _letters(live, key, z, sheet, cells, cell if symbol else None, symbol)
    marks += _ways_drawn(live, looker, grid, z, sheet) + route_legend(screen, cells, ahead)
    marks += _areas(screen, grid, z, sheet, cells, area)
    if (ground := live.ground(key)) is not None:
        symbols = set(map(strip_ansi, {sheet.cells[cell] for cell in cells}))
        marks += [f"|w{mark}|n {name}" for mark, name in ground.symbols.items() if mark in symbols]
    notes = (
        legend_text(marks, screen.width),
        _crop_note(picture, sheet),
        todo.explored_line(live, looker, key),
        *map_rules_of(grid).lines_below_map(live, key, looker),
    )
    heading, *below = (wrap_text(text, screen.width) for text in (heading, *notes))
    text = "\n".join(filter(None, (heading, "\n".join(picture.lines), *below)))
    # behind a bar at the very end Evennia's telnet puts a colour code that shows
    return f"{text}|n" if text.endswith("|") else text


def _rows(looker: Looker, sheet: Sheet) -> int:
    """Return how many rows of a level to show: all of a low one, a screenful of a high one."""
    if sheet.cells and not sheet.is_endless:
        _left, _right, bottom, top = sheet.extent
        if top - bottom < _WHOLE:
            return _WHOLE
    return max(_LEAST, client_height(looker) - _BESIDE)


def _crop_note(picture: Picture, sheet: Sheet) -> str:
    """Return a line about how much of a sheet is shown; empty if all of it is."""
    if not sheet.cells or sheet.is_endless:
        return ""
    left, right, bottom, top = sheet.extent
    wide, high = right - left + 1, top - bottom + 1
    if (picture.width, len(picture.lines)) == (wide, high):
        return ""
    return _("Showing {columns} of {wide} columns, {rows} of {high} rows.").format(
        columns=picture.width, wide=wide, rows=len(picture.lines), high=high
    )


def _align_lines(text: str, width: int, align: str) -> str:
    """Return lines of text, aligned like the map above them."""
    lines = []
    for line in text.split("\n") if text else ():
        spare = max(0, width - text_width(line))
        lines.append(" " * {"c": spare // 2, "r": spare}.get(align, 0) + line)
    return "\n".join(lines)


def _trail(live: Live, key: str, z: int, sheet: Sheet, steps: Sequence[RouteStep]) -> set[Cell]:
    """Return the cells of the links of the given steps, on one level."""
    if not steps:
        return set()
    # an exit made by hand has a number below 0, and is on no drawing
    links = [step.link for step in steps if step.source[0] == key and step.link >= 0]
    return visible.trail_cells(live.grids[key], sheet, z, links)


def _letters(
    live: Live,
    key: str,
    z: int,
    sheet: Sheet,
    cells: Collection[Cell],
    at: Cell | None,
    symbol: str,
) -> list[str]:
    """Return the legend of the shown letters beside rooms and symbols of stairs.

    The looker's symbol covers the one `at` its cell, so that meaning is listed with `symbol`.
    """
    covering = strip_ansi(symbol) or ROOM_SYMBOL
    grid = live.grids[key]
    # by what is shown, not by the sheet: this is asked at every look
    symbols = {sheet.cells[cell] for cell in cells if cell in sheet.letter_cells}
    leaving = {Direction.FORWARD.value, Direction.BACKWARD.value}
    words = {way.token[0]: way.key for way in grid.ways if way.direction in leaving}
    words |= {WORMHOLE_SYMBOL: _("wormhole"), OUTSIDE_SYMBOL: _("way out")}
    marks = [f"|w{letter}|n {word}" for letter, word in words.items() if letter in symbols]
    if (rules := map_rules_of(grid)).has_full_legend:
        seen = {sheet.cells[cell] for cell in cells if cell != at}
        under = {sheet.cells[at]} - seen if at is not None and at in sheet.cells else set()
        marks += rules.symbol_meanings(live, key, seen) + rules.symbol_meanings(
            live, key, under, _covered_symbol(covering)
        )
    signs = room_view.level_marks(live, key, z, sheet).items()
    shown = [sign for cell, sign in signs if cell in cells and cell != at]
    if rows := grid.options.get("symbols"):
        drawn = {strip_ansi(sheet.cells[cell]) for cell in cells if cell in sheet.cells}
        shown += [(symbol, row.get("means", "")) for symbol, row in rows.items() if symbol in drawn]
    # two symbols may be one at some hours, with a colour or without
    alike = {
        (strip_ansi(s), meaning): s
        for s, meaning in sorted(shown, key=lambda sign: len(sign[0]))
        if meaning
    }
    marks += [f"|w{symbol}|n {meaning}" for (_plain, meaning), symbol in sorted(alike.items())]
    return marks + _stairs(sheet, cells, at if symbol else None, covering)


def _one_way(grid: Grid, sheet: Sheet, cells: Collection[Cell]) -> list[str]:
    """Return the legend of the one-way links that are shown of a map that explains its symbols."""
    if not map_rules_of(grid).has_full_legend:
        return []
    on_map = {strip_ansi(sheet.cells[cell]) for cell in cells if cell not in sheet.leaving}
    one_way = [symbol for symbol in _ONE_WAY if symbol in on_map]
    return [f"|w{' '.join(one_way)}|n " + _("one way")] if one_way else []


def _ways_drawn(live: Live, looker: Looker, grid: Grid, z: int, sheet: Sheet) -> list[str]:
    """Return the legend of a sheet's letters: other maps, one-way links, stairs."""
    if not grid.drawn:
        return []
    outside: dict[str, str] = {}
    symbols: set[str] = set()
    plain = lru_cache(None)(strip_ansi)  # most links share a few symbols
    for (x, y, direction), trail in sheet.trails.items():
        trail_symbols = [plain(sheet.cells.get(cell, "")) for cell in trail]
        if trail_symbols and trail_symbols[-1].isalpha():
            room = grid.room_at(Coord(x, y, z))
            link = None if room is None else grid.link_by_name(room, direction)
            place = None if link is None else grid.outside.get(link)
            if (target := None if place is None else live.locate(place)) is not None:
                outside[trail_symbols.pop()] = _outside(live, looker, target)
        symbols.update(trail_symbols)
    lines = [f"|w{symbol}|n {name}" for symbol, name in sorted(outside.items())]
    meanings = {_("one way"): _ONE_WAY, _("stairs"): "ud", _("bend"): "o"}
    for meaning_of, letters in meanings.items():
        if drawn_letters := [letter for letter in letters if letter in symbols]:
            lines.append(f"|w{' '.join(drawn_letters)}|n {meaning_of}")
    return lines


def _areas(
    screen: Screen, grid: Grid, z: int, sheet: Sheet, cells: Collection[Cell], heading: object
) -> list[str]:
    """Return the legend of the colours of areas, unless all shown is in that of the heading."""
    rooms = range(*grid.rooms_of_level(z))
    cells_of = {room: sheet.room_cell(*grid.coord(room)[:2]) for room in rooms}
    shown = [room for room in rooms if cells_of[room] in cells]
    if screen.plain or (heading and all(grid.area_of(room) is heading for room in shown)):
        return []
    symbols = defaultdict[int, Counter[str]](Counter)
    for room in filter(grid.colour_of, shown):
        symbol = strip_ansi(sheet.cells.get(cells_of[room], ROOM_SYMBOL))
        symbols[grid.areas_of(room)[0]][symbol] += 1
    marks = {number: count.most_common(1)[0][0] for number, count in sorted(symbols.items())}
    areas = [(mark, grid.areas[number]) for number, mark in marks.items()]
    return [f"{colour_symbol(mark, area.options['colour'])} {area.title}" for mark, area in areas]


def _outside(live: Live, looker: Looker, room: Room) -> str:
    """Return what a letter for another map means: its title, if the looker may know it."""
    grid = live.grids[room[0]]
    if knows_room(live, looker, room):
        return grid.title
    return map_rules_of(grid).kind() or (_("not explored yet") if has_fog(grid) else _("way out"))


def _covered_symbol(symbol: str) -> str:
    """Return the looker's symbol, for the legend of what it covers."""
    return _("{symbol} you:").format(symbol=symbol)


def _stairs(sheet: Sheet, cells: Collection[Cell], at: Cell | None, covering: str) -> list[str]:
    """Return the meanings of the shown symbols of stairs, including one under the looker."""
    meanings = {
        (True, False): _("stairs up"),
        (False, True): _("stairs down"),
        (True, True): _("stairs up and down"),
    }
    kinds_of: dict[str, set[str]] = {}
    for cell in cells:
        ways = sheet.leaving.get(cell)
        # stairs that are drawn as any room are meant to be found
        if ways and (symbol := strip_ansi(sheet.cells[cell])) != ROOM_SYMBOL:
            symbol = covering if cell == at else symbol
            kinds_of.setdefault(symbol, set()).add(meanings[UP in ways, DOWN in ways])
    # a symbol that its author gave to stairs of several kinds says only that there are some
    kinds = {s: words.pop() if len(words) == 1 else _("stairs") for s, words in kinds_of.items()}
    return [
        f"|w{_covered_symbol(symbol) if symbol == covering else symbol}|n {kind}"
        for symbol, kind in sorted(kinds.items())
    ]


AHEAD_SYMBOL = "."
"""What marks the route ahead where colours are missing."""
EXPLAINED_LETTERS = frozenset("udo")
"""The letters of links that `map` explains, such as `u`; those to other maps it explains, too."""


def decorate(
    screen: Screen,
    grid: Grid,
    z: int,
    sheet: Sheet,
    cells: Collection[Cell],
    ahead: Collection[Cell],
) -> Sheet:
    """Return a sheet for a screen: the rooms in `cells` are links, if the screen shows links.

    On a screen without colours, the route `ahead` is marked by symbols.
    """
    changed = {}
    if ahead and screen.plain:
        # not on rooms and the letters of doors
        changed = {
            cell: AHEAD_SYMBOL
            for cell in ahead
            if not any(map(str.isalnum, sheet.cells[cell][-1:]))
            and _room(grid, z, sheet, cell) is None
        }
    if screen.links and sheet.pitch != (1, 1):  # rooms side by side would be one large link
        for cell in cells:
            if (room := _room(grid, z, sheet, cell)) is not None:
                symbol = sheet.cells[cell]
                # a bar alone would be taken for the beginning of a colour
                label = "||" if symbol == "|" else symbol
                changed[cell] = room_link((room.x, room.y, grid.zname(z)), label)
    if not changed:
        return sheet
    return replace(sheet, cells={cell: sheet.cells[cell] for cell in cells} | changed)


def route_legend(screen: Screen, cells: Collection[Cell], ahead: Collection[Cell]) -> list[str]:
    """Return the legend of the route `ahead`, one line if symbols show it in `cells`, else none."""
    if screen.plain and not set(ahead).isdisjoint(cells):
        return [f"|w{AHEAD_SYMBOL}|n {_('your way')}"]
    return []


def letters_hint(grid: Grid, sheet: Sheet, symbol: str, text: str) -> str:
    """Return the line that the command `map` explains the letters in `text`, a map above a room.

    It is "" if there are none that `map` explains, or if a legend does. `sheet` is the level;
    the looker's own `symbol` needs no explanation.
    """
    if not grid.drawn or grid.levels is not None or map_rules_of(grid).has_full_legend:
        return ""
    explained = sheet.letters if grid.outside else sheet.letters & EXPLAINED_LETTERS
    if explained.isdisjoint(_letters_in(text) - _letters_in(symbol)):
        return ""
    return "|x" + _("|wmap|x shows what the letters mean.") + "|n"


@lru_cache(256)  # the map of a room is shown many times
def _letters_in(text: str) -> frozenset[str]:
    return frozenset(filter(str.isalpha, strip_ansi(text)))


def _room(grid: Grid, z: int, sheet: Sheet, cell: Cell) -> Coord | None:
    """Return the coordinate of the room in a cell; None if there is none."""
    (x, right), (y, up) = divmod(cell[0], sheet.pitch[0]), divmod(cell[1], sheet.pitch[1])
    coord = Coord(x, y, z)
    return coord if not (right or up) and grid.room_at(coord) is not None else None
