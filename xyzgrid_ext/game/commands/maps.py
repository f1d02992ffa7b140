"""`map`: a whole level; for builders also the list of maps, and drawings as authors made them."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from evennia.utils import ansi

from xyzgrid_ext.core.coords import map_key, split_level
from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.base.task import Steps, begin
from xyzgrid_ext.game.commands.refusal import (
    HelpedCommand,
    refuse_hasty,
    refuse_unknown_map,
    room_of_caller,
)
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.text import screenreader, todo
from xyzgrid_ext.game.text.room_map import whole_map
from xyzgrid_ext.game.text.screenreader import room as spoken
from xyzgrid_ext.game.text.screenreader.text import strip_layout
from xyzgrid_ext.game.text.screens import client_width
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility.resolve import known_level
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room

_RELATIVE = re.compile(r"([+-])\s*(\d{0,6})", re.ASCII)
_ZOOM, _LEAST, _MOST = 16, 2, 1024  # cells that a symbol of a map from afar stands for
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

_WORDS = ("list", "raw", "todo", "explored", "far")  # lists are read as they are


class CmdMap(HelpedCommand):
    """
    show the map of the place where you are

    Usage:
      map           the level that you are on; you are the @
      map +         the next level: one forward in a cube, one up in a tower;
                    also +2, +3
      map -         the level before; also -2, -3
      map 3         level number 3 of the cube or tower; the first one is 0
      map far       an endless land from afar, with its named places; map far 64
                    shows 64 by 64 cells as one symbol
      map <name>    another map, or one level of it, such as cube:3
      map todo      exits on this map that you have not taken yet, and how to
                    get there
      map explored  how much of each map you have explored
      map speak     where you are and what is near, in words; also map speak 3

    For builders:
      map list        all maps with their levels and rooms, also maps that do
                      not load
      map raw [name]  a map as its author drew it

    If you are walking somewhere with goto, the map marks your path.
    """

    key = "map"

    def do(self) -> None:
        """Show the map, a list, or a description in words."""
        live, caller, text = current(), self.caller, self.args.strip()
        word, _blank, name = text.partition(" ")
        word, name = word.lower(), name.strip()
        refuse_hasty(caller, self.args)
        if word == _("speak"):
            self._speak(live, name)
        elif screenreader.is_on(caller) and word not in _WORDS:
            self._speak(live, text)
        elif word == _("explored") and not name:
            self._list(todo.explored_maps_text(live, caller))
        elif word == _("todo") and not name:
            here = room_of_caller(live, caller)
            refuse_unknown_map(live, caller, here[0])
            self._list(todo.todo_text(live, caller, here))
        elif word == _("far") and live.level(text) is None:
            self._from_afar(live, name)
        elif word == "list" and sees_all(caller):
            self._list(_list_of_maps(live))
        elif word == "raw" and sees_all(caller):
            self._show(_cropped(self._raw(live, name), client_width(caller)))
        else:
            begin(self._map(live, text), self._show)

    def _from_afar(self, live: Live, text: str) -> None:
        """Send the map of an endless land from afar, when it is drawn."""
        zoom = int(text) if _NUMBER.fullmatch(text) else 0 if text else _ZOOM
        if not _LEAST <= zoom <= _MOST:
            raise PlayerError(
                _("Each symbol can stand for {least} to {most} cells each way.").format(
                    least=_LEAST, most=_MOST
                ),
                _("For example: |wmap far 64|n."),
            )
        here = room_of_caller(live, self.caller)
        refuse_unknown_map(live, self.caller, here[0])
        if live.grids[here[0]].tiles is None:
            raise PlayerError(
                _("Only an endless land can be seen from afar, and you are not in one."),
                _("|wmap|n shows where you are."),
            )
        begin(on_demand().far_map(live, self.caller, here, zoom), self._show)

    def _show(self, text: str) -> None:
        # asked for: also a client that draws the map around one beside its text shows this
        self.caller.msg(text=(text, {"type": "xymap", "asked": True}))

    def _list(self, text: str) -> None:
        """Send a list, without columns for screen readers."""
        listens = screenreader.is_on(self.caller)
        self.caller.msg(strip_layout(text.splitlines()) if listens else text)

    def _map(self, live: Live, text: str) -> Steps[str]:
        """Draw a level, in another thread if it is large."""
        key, z = self._level(live, text)
        refuse_unknown_map(live, self.caller, key)
        yield from live.drawing_steps(key, z)
        here = live.where(self.caller.location)
        return whole_map(live, self.caller, key, z, here, walking.steps_ahead(live, self.caller))

    def _speak(self, live: Live, text: str) -> None:
        """Send the map in words."""
        key, z = self._level(live, text)
        refuse_unknown_map(live, self.caller, key)
        caller, here = self.caller, live.where(self.caller.location)
        if here is not None and here[0] == key and live.grids[key].coord(here[1]).z == z:
            caller.msg(spoken.here_in_words(live, caller, here))
        else:
            caller.msg(spoken.map_in_words(live, caller, here, key, z))

    def _raw(self, live: Live, text: str) -> str:
        """Return the drawing itself; for a matrix, the sheet made from its links."""
        key, z = self._level(live, text)
        loaded = live.loaded[map_key(live.grids[key].original)]  # a copy is drawn as its pattern
        xymap = loaded.sheets[z] if loaded.sheets else loaded.xymap
        return "\n".join(live.sheet(key, z).lines()) if xymap is None else str(xymap.mapstring)

    def _level(self, live: Live, text: str) -> tuple[str, int]:
        """Return the map and level that a text means."""
        relative, number = _RELATIVE.fullmatch(text), _NUMBER.fullmatch(text)
        here = live.where(self.caller.location)
        if text and not relative and (level := self._level_named(live, here, text)) is not None:
            # of a 3D map without a level, the one where they are
            if here is not None and here[0] == level[0] and split_level(text) is None:
                return level[0], live.grids[here[0]].coord(here[1]).z
            return level
        if text and not relative and not number:
            whole = split_level(text)
            if whole is not None and (level := self._level_named(live, here, whole[0])) is not None:
                return level[0], _checked_level(live, level[0], whole[1])
            raise PlayerError(
                _("There is no map '{name}'.").format(name=text), _("|wmap|n shows where you are.")
            )
        here = room_of_caller(live, self.caller)
        key, z = here[0], live.grids[here[0]].coord(here[1]).z
        refuse_unknown_map(live, self.caller, key)  # first: the number of levels may be secret
        if relative:
            z += int(relative[1] + (relative[2] or "1"))
        elif number:
            z = int(text)
        return key, _checked_level(live, key, z)

    def _level_named(self, live: Live, here: Room | None, name: str) -> tuple[str, int] | None:
        """Return the map and level of a name; in a copy of a map, its name means the copy."""
        level = live.level(name)
        if here and level and level[0] == map_key(live.grids[here[0]].original):
            return here[0], level[1]
        if level is None:  # players are told the titles of maps
            words, grids = name_key(name).split(), live.grids.items()
            originals = [(key, grid) for key, grid in grids if key == map_key(grid.original)]
            titles = {key: name_key(grid.title).split() for key, grid in originals}
            keys = [key for key in titles if titles[key] == words] or [
                key for key in titles if {*words} <= {*titles[key]}
            ]
            levels = [known_level(live, self.caller, key) for key in keys]
            if len(known := [level[:2] for level in levels if level is not None]) == 1:
                return known[0]
        by_name = known_level(live, self.caller, name)
        return by_name and by_name[:2]


def _cropped(drawing: str, width: int) -> str:
    """Return a drawing, cut at the right with a note if it does not fit."""
    lines = drawing.split("\n")
    wide = max(map(len, lines))
    text = str(ansi.raw("\n".join(line[:width] for line in lines)))
    note = _("Showing {columns} of {wide} columns.").format(columns=width, wide=wide)
    return text if wide <= width else f"{text}\n{note}"


def _checked_level(live: Live, key: str, z: int) -> int:
    """Return the number of a level; raise a PlayerError if the map does not have it."""
    grid = live.grids[key]
    if 0 <= z < (grid.levels or 1):
        return z
    if grid.levels is None:
        raise PlayerError(_("{name} has only one level.").format(name=grid.title))
    text = _("{name} has no level {level}; its levels are 0 to {last}.")
    raise PlayerError(text.format(name=grid.title, level=z, last=grid.levels - 1))


def _list_of_maps(live: Live) -> str:
    """Return a line for each map."""
    lines = [_map_line(live, loaded) for _key, loaded in sorted(live.loaded.items())]
    if not lines:
        return _("There are no maps yet: |wevennia xyzgrid add <module>|n adds one.")
    return "\n".join((_("Maps:"), *lines))


def _map_line(live: Live, loaded: LoadedMap) -> str:
    if (grid := loaded.grid) is None:
        fault = next(iter(errors_of(loaded.findings)), None)
        reason = str(fault).splitlines()[0] if fault is not None else ""
        return f"  |r{loaded.name}|n  " + _("does not load:") + f" {reason}"
    levels = _("1 level") if grid.levels is None else _("levels 0 to {n}").format(n=grid.levels - 1)
    rooms = _("{number} rooms").format(number=grid.rooms)
    if grid.tiles is not None:
        rooms = _("rooms without end")
    number = live.spawned_count(map_key(loaded.name))
    if map_key(loaded.name) in live.on_demand:
        text = _("each room is made on the first visit, {number} so far")
    elif number == grid.rooms:
        text = _("all spawned")
    else:
        text = _("{number} spawned") if number else _("not spawned")
    return f"  |w{loaded.name}|n  {levels}, {rooms}, {text.format(number=number)}"
