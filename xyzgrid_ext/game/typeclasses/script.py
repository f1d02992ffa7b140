"""The XYZGrid script: which maps belong to the game, and the way to the running world.

The database holds references only: the python path of a module or the name of a file, and the
names of the maps in it. What they say is read from them at every start. Maps that are handed in as
data, without a module, live as long as this process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from evennia.contrib.grid.xyzgrid import xyzgrid as contrib

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.game.base.lock import sole_writer
from xyzgrid_ext.game.base.pace import TERMINAL, Pace
from xyzgrid_ext.game.base.signals import started, stopping
from xyzgrid_ext.game.base.task import Steps, drain
from xyzgrid_ext.game.db import dungeon_record as record
from xyzgrid_ext.game.db import dungeon_scores, matrix_scores
from xyzgrid_ext.game.dungeons import copies
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.maps.loader import datas_of, load_data
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawner import Counts
from xyzgrid_ext.game.world import rereading
from xyzgrid_ext.game.world.current import get_grid
from xyzgrid_ext.game.world.levels import LevelMap
from xyzgrid_ext.game.world.world import Live

_ContribGrid = contrib.XYZGrid


class GridScript(contrib.XYZGrid):
    """All that the grid's script is, but for its path in databases: `game.script.XYZGrid`."""

    # Django wants names of models to be unique within an app, and the contrib's is in `scripts`
    __applabel__ = "typeclasses"

    # not in `ndb`: a step asks for it dozens of times. `ndb.loaded` keeps this object in memory
    _live: Live | None = None

    def at_script_creation(self) -> None:
        """Start without maps."""
        super().at_script_creation()
        self.db.maps = []
        self.db_desc = "The maps of the XYZ grid"

    def at_server_start(self) -> None:
        """Read which object is which room, and let those walk on who walked before."""
        super().at_server_start()
        self.live.know_objects()  # now, and not while somebody waits for a page or a step
        started.send(sender=GridScript, live=self.live)

    def at_server_reload(self) -> None:
        """Save what is only in memory."""
        super().at_server_reload()
        stopping.send(sender=GridScript)

    def at_server_shutdown(self) -> None:
        """Let be written down what is in memory alone; of who had no player it is already."""
        super().at_server_shutdown()
        stopping.send(sender=GridScript)

    # --- which maps

    @property
    def records(self) -> list[dict[str, Any]]:
        """One for each reference: `reference`, and `maps`, the names of its maps."""
        return roster.records_of(self.db.maps)

    def add(self, *references: str) -> list[LoadedMap]:
        """Add the maps of modules and files, all or none; again for the same is fine.

        Raises:
            MapError: if any of them does not load, or claims the name of another's map.

        """
        return drain(self.add_steps(references, TERMINAL))

    def add_steps(self, references: Sequence[str], pace: Pace) -> Steps[list[LoadedMap]]:
        """Add maps as `add` does, step by step."""
        added = yield from rereading.added_steps(
            self.records, self._handed, self.live, references, pace
        )
        self.db.maps = added.records
        self.install(added.live)
        return added.found

    def add_maps(self, *mapdatas: Mapping[str, Any]) -> None:
        """Add maps as data, as the contrib's method of this name.

        One with a `module_path`, as those of `maps_from_module`, is remembered by it. One without
        lives until the server's next start, as the database never gets an author's classes.

        Raises:
            MapError: as `add`; also if a map has no zcoord.

        """
        found = [load_data(roster.reference_of(data), data) for data in mapdatas]
        kept, handed = roster.with_data(self.records, self._handed, found, mapdatas)
        for one in found:
            if one.reference == roster.HANDED_IN:
                self.log(f"map '{one.name}' has no module: it is gone at the server's next start")
        self.ndb.handed = handed
        self.db.maps = kept
        self.reload()

    def maps_from_module(self, module_path: str) -> list[dict[str, Any]]:
        """The data of all maps of a module, for `add_maps`; none of a module without maps."""
        try:
            datas = datas_of(module_path)
        except RefusedError as err:
            self.log(str(err))
            return []
        return [{**data, "module_path": module_path} for data in datas]

    @property
    def _handed(self) -> dict[str, Mapping[str, Any]]:
        """The maps that were handed in as data, by their keys."""
        return self.ndb.handed or {}

    def remove(self, *names: str) -> None:
        """Take maps off the list by name. Their rooms stay until `spawning.delete` removes them."""
        drain(self.remove_steps(names, TERMINAL))

    def remove_steps(self, names: Iterable[str], pace: Pace) -> Steps[None]:
        """Take maps off the list, step by step."""
        keys = {map_key(name) for name in names}
        self.ndb.handed = {key: data for key, data in self._handed.items() if key not in keys}
        kept = roster.without_maps(self.records, keys)
        renewed = yield from rereading.renewed_steps(kept, self._handed, self.live, pace, ())
        self.db.maps = kept
        self.install(renewed.live)
        for key in keys:
            record.forget(self, key)
            dungeon_scores.forget(self, key)
            matrix_scores.forget(self, key)

    def renewed_steps(
        self, pace: Pace, meant: Collection[str] | None = None
    ) -> Steps[rereading.Renewed]:
        """The world as its files are now; it is nobody's before `install`. See `rereading`."""
        return rereading.renewed_steps(self.records, self._handed, self.live, pace, meant)

    def reload(self) -> None:
        """Read all maps again. Those that do not load are reported and leave the others working."""
        self.install(Live(drain(rereading.load_steps(self.records, self._handed, {}))))

    def install(self, live: Live) -> None:
        """Let this be the world, from one moment to the next."""
        if live is self._live:
            return
        old = self._live
        if old is not None:
            live.succeed(old)
        live.keeper = self
        if old is None:
            copies.restore(live)
        self._live = live
        if old is not None:
            live.keep_numbers()
        for one in live.loaded.values():
            for xymap in (one.xymap, *one.sheets):
                if xymap is not None:
                    xymap.xyzgrid = self
        for one in live.failed:
            self.log(f"map '{one.name}' does not load:\n" + "\n".join(map(str, one.findings)))
        self.ndb.loaded = True

    # --- the running world

    @property
    def running(self) -> Live | None:
        """The world, if it runs in this process already."""
        return self._live

    @property
    def live(self) -> Live:
        """The world as it runs in this process; its maps are read if they were not yet."""
        if self._live is None:
            self.reload()
        assert self._live is not None
        return self._live

    @property
    def grid(self) -> dict[str, Any]:
        """Name of a map or level -> map, as the contrib has it."""
        live = self.live
        found: dict[str, Any] = {}
        for key, grid in live.grids.items():
            if grid.levels is None:
                found[grid.name] = live.loaded[key].xymap
            else:
                for z in range(grid.levels):
                    found[grid.zname(z)] = LevelMap(live, key, z)
        return found

    def get_map(self, zcoord: object) -> Any | None:
        """The map or level of that name, however it is written; None if there is none."""
        level = self.live.level(str(zcoord))
        if level is None:
            return None
        key, z = level
        if self.live.grids[key].levels is None:
            return self.live.loaded[key].xymap
        return LevelMap(self.live, key, z)

    def get_exit(self, xyz: tuple[Any, Any, Any], name: str = "north", **kwargs: Any) -> Any:
        """A queryset of the exits at (X, Y, Z) with that name; `*` stands for any, also as name."""
        if name != "*":
            kwargs["db_key"] = name
        return contrib.XYZExit.objects.filter_xyz_exit(xyz=xyz, **kwargs)

    # --- spawning

    def spawn(
        self, xyz: tuple[Any, Any, Any] = ("*", "*", "*"), directions: Iterable[str] | None = None
    ) -> Counts:
        """Make the database hold what the maps say: all of them, or a part.

        Args:
            xyz: (X, Y, Z), where Z is a map or a level; `*` stands for any.
            directions: of exits, such as `n`; None for all.

        Raises:
            UsageError: if there is no such map, a prototype cannot be resolved, or somebody else is
                at work on the grid.

        """
        z = str(xyz[2])
        if z == "*":
            keys = sorted(self.live.grids)
        elif (level := self.live.level(z)) is not None:
            keys = [level[0]]
        else:
            raise UsageError(f"there is no map '{z}'", "`evennia xyzgrid list` shows the maps")
        part = spawning.RoomFilter.of(self.live, xyz, directions)
        with sole_writer("spawn"):
            return spawning.spawn(self.live, keys, part=part)

    def remove_map(self, *zcoords: str, remove_objects: bool = True) -> None:
        """Remove maps and, unless told otherwise, their rooms and exits."""
        if remove_objects:
            with sole_writer("delete"):
                spawning.delete(self.live, [map_key(z) for z in zcoords])
        self.remove(*zcoords)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Delete the grid with all its rooms and exits."""
        spawning.delete(self.live, None)
        self.db.maps = []
        return super(_ContribGrid, self).delete(*args, **kwargs)


def get_xyzgrid(print_errors: bool = True) -> GridScript:
    """Return the grid's script; it is made if there is none.

    `print_errors` is the contrib's and has no effect: faults of maps are in the log.
    """
    grid: GridScript = get_grid()
    return grid
