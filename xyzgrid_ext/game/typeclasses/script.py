"""The XYZGrid script: which maps belong to the game, and the way to the running world.

The database holds references only: the python path of a module or the name of a file, and the
names of the maps in it. What they say is read from them at every start. Maps that are handed in as
data, without a module, live as long as this process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from evennia.contrib.grid.xyzgrid import xyzgrid as contrib
from evennia.scripts.models import ScriptDB

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import RefusedError
from xyzgrid_ext.game import compat
from xyzgrid_ext.game.base.lock import sole_writer
from xyzgrid_ext.game.base.signals import started, stopping
from xyzgrid_ext.game.base.task import TERMINAL, Pace, Step, Steps, drain
from xyzgrid_ext.game.cli.worker import worker
from xyzgrid_ext.game.db import dungeon_record as record
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.dungeons import copies
from xyzgrid_ext.game.maps import roster
from xyzgrid_ext.game.maps.loaded import Loaded
from xyzgrid_ext.game.maps.loader import datas_of, load, load_data
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.spawner import Counts
from xyzgrid_ext.game.world.ahead import ahead
from xyzgrid_ext.game.world.levels import LevelMap
from xyzgrid_ext.game.world.rereading import load_steps, renewed_steps
from xyzgrid_ext.game.world.world import Live

KEY = "XYZGrid"
_ContribGrid = contrib.XYZGrid


class XYZGrid(contrib.XYZGrid):
    """The grid of the game; there is one. A subclass of the contrib's."""

    __module__ = compat.GRID.rpartition(".")[0]  # the path in databases stays

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
        """Let those walk on who walked when the server stopped; take up work, read rooms ahead."""
        super().at_server_start()
        self.live.know_objects()  # now, and not while somebody waits for a page or a step
        started.send(sender=XYZGrid, live=self.live, world=lambda: self.live)
        worker.start(get_xyzgrid)
        ahead.start(world)

    def at_server_reload(self) -> None:
        """Let be written down what is in memory alone."""
        super().at_server_reload()
        stopping.send(sender=XYZGrid)

    def at_server_shutdown(self) -> None:
        """The same; who loses their player before that has it written down already."""
        super().at_server_shutdown()
        stopping.send(sender=XYZGrid)

    # --- which maps

    @property
    def records(self) -> list[dict[str, Any]]:
        """One for each reference: `reference`, and `maps`, the names of its maps."""
        return [dict(record) for record in self.db.maps or ()]

    def add(self, *references: str) -> list[Loaded]:
        """Add the maps of modules and files, all or none; again for the same is fine.

        Raises:
            GridError: if any of them does not load, or claims the name of another's map.

        """
        return drain(self.add_steps(references, TERMINAL))

    def add_steps(self, references: Sequence[str], pace: Pace) -> Steps[list[Loaded]]:
        """The same, step by step."""
        found: list[Loaded] = []
        for number, reference in enumerate(references, 1):
            found += load(reference)
            yield Step("modules read", number, len(references))
        others = [r for r in self.records if r["reference"] not in references]
        roster.refuse(found, others, self._handed)
        yield from self.keep_steps(roster.with_maps(self.records, references, found), pace, found)
        return found

    def add_maps(self, *mapdatas: Mapping[str, Any]) -> None:
        """Add maps as data, as the contrib's method of this name.

        One with a `module_path`, as those of `maps_from_module`, is remembered by it. One without
        lives until the server's next start, as the database never gets an author's classes.

        Raises:
            GridError: as `add`; also if a map has no zcoord.

        """
        found = [load_data(roster.reference_of(data), data) for data in mapdatas]
        kept = roster.without_maps(self.records, [one.name for one in found])
        roster.refuse(found, kept, {})
        names = {map_key(one.name) for one in found}
        handed = {key: data for key, data in self._handed.items() if key not in names}
        for one, data in zip(found, mapdatas, strict=True):
            if one.reference == roster.HANDED_IN:
                handed[map_key(one.name)] = data
                self.log(f"map '{one.name}' has no module: it is gone at the server's next start")
            else:
                kept = roster.with_map(kept, one.reference, one.name)
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
        """The same, step by step."""
        keys = {map_key(name) for name in names}
        self.ndb.handed = {key: data for key, data in self._handed.items() if key not in keys}
        yield from self.keep_steps(roster.without_maps(self.records, keys), pace)
        for key in keys:
            record.forget(self, key)

    def keep_steps(
        self, kept: list[roster.Record], pace: Pace, read: Sequence[Loaded] = ()
    ) -> Steps[None]:
        """Let these be the records of the game, and what their files say its world.

        Maps that were `read` for this are not read again.
        """
        live = yield from renewed_steps(kept, self._handed, self.live, pace, (), read)
        self.db.maps = kept
        self.install(live)

    def renewed_steps(self, pace: Pace, meant: Collection[str] | None = None) -> Steps[Live]:
        """The world as its files are now; it is nobody's before `install`. See `rereading`."""
        return renewed_steps(self.records, self._handed, self.live, pace, meant)

    def reload(self) -> None:
        """Read all maps again. Those that do not load are reported and leave the others working."""
        self.install(Live(drain(load_steps(self.records, self._handed, {}))))

    def install(self, live: Live) -> None:
        """Let this be the world, from one moment to the next."""
        if live is self._live:
            return
        if self._live is not None:
            live.share(self._live)
            live.take_routes(self._live)
        live.keeper = self
        if self._live is None:
            copies.restore(live)
        self._live = live
        for one in live.loaded.values():
            for xymap in (one.xymap, *one.sheets):
                if xymap is not None:
                    xymap.xyzgrid = self
        for one in live.failed:
            self.log(f"map '{one.name}' does not load:\n" + "\n".join(map(str, one.findings)))
        self.ndb.loaded = True

    # --- the running world

    @property
    def live(self) -> Live:
        """The world as it runs in this process."""
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
        part = spawning.Part.of(self.live, xyz, directions)
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


class _Found:
    """The script of this process, so that a look needs no query to find it."""

    def __init__(self) -> None:
        self._script: XYZGrid | None = None
        self._pk = 0

    def find(self) -> XYZGrid | None:
        """The grid's script; None if the game has no grid yet."""
        if (script := self._in_memory()) is None and (script := _find()) is not None:
            self._keep(script)
        return script

    def get(self, print_errors: bool = True) -> XYZGrid:
        """The grid's script; made if there is none.

        `print_errors` is the contrib's: what is wrong with maps stands in the log.
        """
        if (script := self.find()) is None:
            script = _make()
            self._keep(script)
        return script

    def known_world(self) -> Live | None:
        """The world, if it runs in this process already; without a query."""
        script = self._in_memory()
        return script._live if script is not None else None

    def _in_memory(self) -> XYZGrid | None:
        """The script that was found before, if that is still the one that Evennia has."""
        script = self._script
        # by a number of our own: to ask the script for its costs as much as all the rest
        return script if script is ScriptDB.get_cached_instance(self._pk) else None

    def _keep(self, script: XYZGrid) -> None:
        self._script, self._pk = script, script.pk

    def world(self) -> Live:
        """The world as it runs; one without maps if there is no grid, which is not made here.

        This is asked tens of times a step.
        """
        script = self._script
        # `get_cached_instance` of it, without calling that
        if script is None or script is not ScriptDB.__instance_cache__.get(self._pk):
            script = self.find()
        if script is None:
            return _NO_MAPS
        return script._live or script.live


def _find() -> XYZGrid | None:
    # by its class as well: the contrib takes a grid of any name
    paths = [f"{cls.__module__}.{cls.__name__}" for cls in _family(XYZGrid)]
    found = objects.scripts(KEY, paths)
    return next((script for script in found if isinstance(script, XYZGrid)), None)


def _family(cls: Any) -> Iterator[Any]:
    yield cls
    for subclass in cls.__subclasses__():
        yield from _family(subclass)


def _make() -> XYZGrid:
    script, faults = XYZGrid.create(KEY)
    if faults:
        raise UsageError("; ".join(str(fault) for fault in faults))
    return script


_NO_MAPS = Live(())
_found = _Found()
find_xyzgrid = _found.find
known_world = _found.known_world
get_xyzgrid = _found.get
world = _found.world
