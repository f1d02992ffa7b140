"""The XYZGrid script: the list of the game's maps, and access to the running world.

The database holds only references: the Python path of a module or the name of a file, and the names
of its maps. The maps are read at every start. Maps passed as data, without a module, last as long
as this process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from evennia.contrib.grid.xyzgrid import xyzgrid as contrib

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError, errors_of
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.foreign.values import plain
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.signals import started, stopping
from xyzgrid_ext.game.base.task import Steps, drain
from xyzgrid_ext.game.base.write_lock import sole_writer
from xyzgrid_ext.game.db import leftovers
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import load_data, load_map_data
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.spawn import checks, spawning
from xyzgrid_ext.game.spawn.apply import SpawnCounts
from xyzgrid_ext.game.spawn.spawning import RoomFilter
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.game.world.current import get_grid
from xyzgrid_ext.game.world.levels import LevelMap
from xyzgrid_ext.game.world.world import Live

_ContribGrid = contrib.XYZGrid
HOW_TO_ADD = "write maps there, then: evennia xyzgrid sync"
"""What to do instead of adding a map where the setting XYZGRID_MAPS lists them."""


class GridScript(contrib.XYZGrid):
    """The grid's script; databases name its subclass `xyzgrid_ext.xyzgrid.XYZGrid`."""

    # Django wants names of models to be unique within an app, and the contrib's is in `scripts`
    __applabel__ = "typeclasses"

    # not in `ndb`: a step asks for it dozens of times. `ndb.loaded` keeps this object in memory
    running: Live | None = None
    """The world, if it is already running in this process."""

    def at_script_creation(self) -> None:
        """Start without maps."""
        super().at_script_creation()
        self.db.maps = []
        self.db_desc = "The maps of the XYZ grid"

    def at_server_start(self) -> None:
        """Load the index of rooms, and continue interrupted walks."""
        super().at_server_start()
        leftovers.note_parts()
        leftovers.put_command_sets_aside()
        self.note_maps()
        self.live.read_objects()  # now, so that no page and no step has to wait for it
        started.send(sender=GridScript, live=self.live)

    def at_server_reload(self) -> None:
        """Save everything that is only in memory."""
        super().at_server_reload()
        stopping.send(sender=GridScript)

    def at_server_shutdown(self) -> None:
        """Store everything that is only in memory for characters that have a player."""
        super().at_server_shutdown()
        stopping.send(sender=GridScript)

    # --- which maps

    @property
    def records(self) -> list[Record]:
        """A record for each reference: `reference`, and `maps` with the names of its maps."""
        stored, listed = roster.records_of(self.db.maps), settings.setting_value("XYZGRID_MAPS")
        if listed is None:
            return stored
        loaded = () if self.running is None else self.running.loaded.values()
        return roster.records_from_setting(listed, stored, loaded)

    def note_maps(self) -> None:
        """Store digests of the maps' files and, with the setting XYZGRID_MAPS, the maps' names."""
        loaded_maps = self.live.loaded.items()
        texts = {key: dict(loaded.texts) for key, loaded in loaded_maps if loaded.texts}
        if self.db.texts != texts:
            self.db.texts = texts
        if settings.setting_value("XYZGRID_MAPS") is not None:
            names = self.live.loaded.keys()
            self.db.maps = [
                {
                    "reference": record["reference"],
                    "maps": [n for n in record["maps"] if map_key(n) in names],
                }
                for record in self.records
            ]

    def refuse_listed(self, references: Iterable[str], cure: str) -> None:
        """Refuse to add or remove maps if XYZGRID_MAPS lists them; `cure` is what to do instead.

        Raises:
            UsageError: if it lists any of the references.
        """
        if (listed := settings.setting_value("XYZGRID_MAPS")) is not None:
            roster.refuse_if_configured(references, listed, cure)

    def add(self, *references: str) -> list[LoadedMap]:
        """Add the maps of modules and files, all or none; doing so again is harmless.

        Raises:
            MapError: if any of them does not load, or has the name of another map.
        """
        return drain(self.add_steps(references, TERMINAL))

    def add_steps(self, references: Sequence[str], pace: Pace) -> Steps[list[LoadedMap]]:
        """Add maps as `add` does, step by step."""
        added = yield from self.added_steps(references, pace)
        leftovers.note_parts()
        self.db.maps = added.records
        self.install(added.live)
        return added.maps

    def added_steps(self, references: Sequence[str], pace: Pace) -> Steps[rereading.AddedMaps]:
        """Read more maps, and return them with a world that has them; the running one stays.

        Raises:
            MapError: as `add`; UsageError, if the setting XYZGRID_MAPS lists the maps.
        """
        self.refuse_listed(references, HOW_TO_ADD)
        added = yield from rereading.added_steps(self.records, self._handed, self.live, references)
        grids = (loaded.grid for loaded in added.maps if loaded.grid is not None)
        faults = yield from checks.prototype_findings_steps(grids, pace)
        if errors_of(faults):
            raise RefusedError((*(f for loaded in added.maps for f in loaded.findings), *faults))
        return added

    def add_maps(self, *mapdatas: Mapping[str, object]) -> None:
        """Add maps as data, like the contrib's method of this name.

        A map with a `module_path`, like those of `maps_from_module`, is stored by that path. One
        without it lasts until the next start of the server, since the database never stores an
        author's classes.

        Raises:
            MapError: if `add` raises it, or if a map has no zcoord; UsageError as `add`.
        """
        datas = [plain(data) for data in mapdatas]
        self.refuse_listed(map(roster.module_reference, datas), HOW_TO_ADD)
        loaded_maps = [load_data(roster.module_reference(data), data) for data in datas]
        records, handed = roster.with_data(self.records, self._handed, loaded_maps, datas)
        for loaded_map in loaded_maps:
            if loaded_map.reference == roster.NO_MODULE:
                self.log(
                    f"map '{loaded_map.name}' has no module: it is gone at the server's next start"
                )
        self.ndb.handed = handed
        self.db.maps = records
        self.reload()

    def maps_from_module(self, module_path: str) -> list[Record]:
        """Return the data of all maps of a module, for `add_maps`; empty without maps."""
        try:
            datas = load_map_data(module_path)
        except RefusedError as err:
            self.log(str(err))
            return []
        return [{**data, "module_path": module_path} for data in datas if isinstance(data, dict)]

    @property
    def _handed(self) -> dict[str, Record]:
        """The maps that were added as data, by key."""
        return self.ndb.handed or {}

    def remove(self, *names: str) -> None:
        """Remove maps from the list by name. `spawning.delete` removes their rooms."""
        drain(self.remove_steps(names))

    def remove_steps(self, names: Iterable[str]) -> Steps[None]:
        """Remove maps from the list, step by step."""
        keys = {map_key(name) for name in names}
        self.ndb.handed = {key: data for key, data in self._handed.items() if key not in keys}
        records = roster.without_maps(self.records, keys)
        renewed = yield from rereading.renewed_steps(records, self._handed, self.live, ())
        self.db.maps = records
        self.install(renewed.live)
        for key in keys:
            for part in game_parts():
                part.map_removed(key)

    def renewed_steps(self, meant: Collection[str] | None = None) -> Steps[rereading.RereadWorld]:
        """Load the world from its present files; `install` activates it.

        `meant` are the keys of maps that were named: only their faults are reported, None for all.
        """
        return rereading.renewed_steps(self.records, self._handed, self.live, meant)

    def reload(self) -> None:
        """Read all maps again. Maps that do not load are reported; the others keep working."""
        if self.running is None:
            leftovers.load_gone_parts()
            for part in game_parts():
                part.before_maps(self)
        self.install(Live(rereading.read_maps(self.records, self._handed, {})))

    def install(self, live: Live) -> None:
        """Make this the running world immediately."""
        if live is self.running:
            return
        old = self.running
        if old is not None:
            live.take_over(old)
        live.keeper = self
        for part in game_parts():
            part.maps_read(live, old)
        self.running = live
        if old is not None:
            self.note_maps()
        for loaded in live.loaded.values():
            for xymap in (loaded.xymap, *loaded.sheets):
                if xymap is not None:
                    xymap.xyzgrid = self
        for bad in live.unloaded_maps:
            self.log(f"map '{bad.name}' does not load:\n" + "\n".join(map(str, bad.findings)))
        self.ndb.loaded = True

    # --- the running world

    @property
    def live(self) -> Live:
        """The running world of this process; reads its maps if necessary."""
        if self.running is None:
            self.reload()
        assert self.running is not None
        return self.running

    @property
    def grid(self) -> dict[str, Any]:
        """Name of a map or level -> the map, as in the contrib."""
        live = self.live
        maps: dict[str, Any] = {}
        for key, grid in live.grids.items():
            for z in range(grid.levels or 1):
                maps[grid.zname(z)] = _map_of(live, key, z)
        return maps

    def get_map(self, zcoord: object) -> Any | None:
        """Return the map or level with this name, in any spelling; None if there is none."""
        level = self.live.level(str(zcoord))
        if level is None:
            return None
        return _map_of(self.live, *level)

    def get_exit(
        self, xyz: tuple[object, object, object], name: str = "north", **kwargs: object
    ) -> Any:
        """Return a queryset of the exits at (X, Y, Z) with this name; `*` matches anything."""
        if name != "*":
            kwargs["db_key"] = name
        return contrib.XYZExit.objects.filter_xyz_exit(xyz=xyz, **kwargs)

    # --- spawning

    def spawn(
        self,
        xyz: tuple[object, object, object] = ("*", "*", "*"),
        directions: Iterable[str] | None = None,
    ) -> SpawnCounts:
        """Spawn the rooms and exits of all maps, or of a part.

        Args:
            xyz: (X, Y, Z), where Z is a map or a level; `*` matches any part.
            directions: the directions of the exits, such as `n`; None for all.

        Raises:
            UsageError: if there is no such map, if a prototype cannot be resolved, or if another
                process works on the grid.
        """
        z = str(xyz[2])
        if z == "*":
            keys = sorted(self.live.grids)
        elif (level := self.live.level(z)) is not None:
            keys = [level[0]]
        else:
            raise UsageError(f"there is no map '{z}'", "`evennia xyzgrid list` shows the maps")
        part = RoomFilter.of(self.live, xyz, directions)
        with sole_writer("spawn"):
            return spawning.spawn(self.live, keys, part=part)

    def remove_map(self, *zcoords: str, remove_objects: bool = True) -> None:
        """Remove maps and, by default, their rooms and exits."""
        if remove_objects:
            with sole_writer("delete"):
                spawning.delete(self.live, [map_key(z) for z in zcoords])
        self.remove(*zcoords)

    def delete(self, *args: object, **kwargs: object) -> Any:
        """Delete the grid with all its rooms and exits."""
        spawning.delete(self.live, None)
        self.db.maps = []
        return super(_ContribGrid, self).delete(*args, **kwargs)


def get_xyzgrid(print_errors: bool = True) -> GridScript:
    """Return the grid's script; make it if there is none.

    `print_errors` exists for the contrib and has no effect: faults of maps are in the log.
    """
    grid: GridScript = get_grid()
    return grid


def _map_of(live: Live, key: str, z: int) -> Any:
    """Return a level as the contrib's page has maps: a drawn one by its own parser, if it can."""
    xymap = live.loaded[key].xymap if live.grids[key].levels is None else None
    return LevelMap(live, key, z) if xymap is None else xymap
