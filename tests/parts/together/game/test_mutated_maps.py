"""Values of maps replaced by wrong ones: a finding names each, and nothing else escapes.

Some hundreds, drawn by a seed, of the maps of `world` and of tests; `tools/trust` tries thousands.
"""

import importlib
import random
from collections.abc import Mapping
from math import inf, nan

import dungeon_maps
import feature_maps
import pytest
from evennia.contrib.grid.xyzgrid.xymap import DEFAULT_LEGEND
from test_one_bad_map import Hostile

from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.core.mapdata.rows import ATTRIBUTES
from xyzgrid_ext.core.mapdata.validate import faults_of
from xyzgrid_ext.foreign.values import plain
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.parts.dungeons.game import dungeon

SAMPLE = 150  # of each map
LOADED = 25  # of these, such as are right by the rows and are loaded
WORLD = ["town", "glasswork", "undertow", "deep", "lighthouse", "caves", "cistern"]
FOREIGN = {"not-read"}  # codes of what only the guard has caught


WRONG = {
    "none": None,
    "bool": True,
    "negative": -1,
    "huge": 10**400,
    "nan": nan,
    "infinite": inf,
    "empty": "",
    "long": "x" * 1_100_000,
    "list": [],
    "dict": {},
    "tuple": (),
    "set": {1},
    "bytes": b"x",
    "object": Hostile(),
    "class": Hostile,
}
ROOMS = {
    "zcoord": "isle",
    "rooms": {
        (0, 0, 0): {"key": "Beach", "exits": {"north": (0, 1, 0), "boat": (2, 0, "harbour")}},
        (0, 1, 0): {
            "key": "Hut",
            "symbol": "H",
            "tags": [("wood", "material"), "dark"],
            "aliases": ["cabin"],
            "things": [{"key": "a stool", "typeclass": "typeclasses.objects.Object"}],
            "exits": {"south": {"to": (0, 0, 0), "needs": ["item:key"], "weight": 3, "desc": "A"}},
        },
    },
    "options": {"fog": "explored", "map_visual_range": 3, "weather": {"rain": [1, 2]}},
}
ORDER = dungeon("pit", seed=3, outside=(0, 0, "isle"), reset=30, rooms=14, keys=1)


def maps():
    """All maps: (name, reference, data)."""
    for name in WORLD:
        module = importlib.import_module(f"world.{name}")
        yield name, f"world.{name}", module.XYMAP_DATA
    vault = dungeon_maps.row(["Hall", "End"], gives={"Hall": ["smallkey"]}, reset=5, lease=2)
    drawn = [one for one in vars(feature_maps).values() if is_map(one)]
    for data in (ROOMS, ORDER, vault, *drawn):
        yield str(data["zcoord"]), "world.test", data


def is_map(value):
    return isinstance(value, Mapping) and {"zcoord"} < value.keys() and "matrix" not in value


def places(value, path=()):
    """The paths to all values within a value."""
    pairs = value.items() if isinstance(value, Mapping) else ()
    if isinstance(value, list | tuple):
        pairs = enumerate(value)
    for key, part in pairs:
        yield (*path, key)
        yield from places(part, (*path, key))


def replaced(value, path, new):
    """A value with another one at a path."""
    if not path:
        return new
    key, *rest = path
    if isinstance(value, Mapping):
        return {**value, key: replaced(value[key], rest, new)}
    return type(value)([*value[:key], replaced(value[key], rest, new), *value[key + 1 :]])


def names(fault, path):
    """Whether a fault is about what stands at a path, around it or in it."""
    shorter = min(len(fault.path), len(path))
    return fault.path[:shorter] == tuple(path[:shorter])


MAPS = list(maps())


@pytest.mark.parametrize(("name", "reference", "data"), MAPS, ids=[name for name, *_ in MAPS])
def test_a_wrong_value_is_told_with_its_path_and_nothing_else_escapes(name, reference, data):
    assert not errors_of(load_data(reference, data).findings)
    wrong = [(path, kind) for path in places(data) for kind in WRONG]
    loads = LOADED
    for path, kind in random.Random(name).sample(wrong, min(SAMPLE, len(wrong))):
        mutant = plain(replaced(data, path, WRONG[kind]))
        faults = [fault for fault in faults_of(mutant) if fault.code != "unread-key"]
        assert not faults or any(names(fault, path) for fault in faults), (path, kind, faults)
        if errors_of(fault.finding(name) for fault in faults):
            continue
        if loads > 0:  # it is right by the rows: whatever is made of it, nothing foreign comes out
            loads -= 1
            one = load_data(reference, mutant)
            assert one.grid is not None or errors_of(one.findings), (path, kind)
            told = {finding.code for finding in one.findings}
            assert not FOREIGN & told, (path, kind, one)


SHEETS = {  # symbol: a drawing with it, and one of its attributes of which a map cannot do without
    "N": "N-#",
    "-": "#-#",
    "T": "#-T",
    "t": "t-#-t",
    "u": "#u#",
    "i": "#i#",
    "o": "#-o-#",
}


def test_a_wrong_attribute_of_a_class_of_the_legend_is_told_with_its_path():
    for symbol, name, path, kind in random.Random("legend").sample(list(classes()), SAMPLE):
        stock = feature_maps.ToDeck if symbol == "T" else legend_class(symbol)
        value = replaced(getattr(stock, name, None), path, WRONG[kind])
        drawn = f"\n+\n\n  {SHEETS[symbol]}\n\n+\n"
        legend = {symbol: type("Odd", (stock,), {name: value})}
        data = {"zcoord": "odd", "map": drawn, "legend": legend}
        where, faults = ("legend", symbol, name, *path), faults_of(data)
        assert not faults or any(names(fault, where) for fault in faults), (where, kind, faults)
        if errors_of(fault.finding("odd") for fault in faults):
            continue
        told = {finding.code for finding in load_data("world.test", data).findings}
        assert not FOREIGN & told or (faults and kind == "object"), (where, kind, told)


def classes():
    """(symbol, attribute, path within it, wrong kind) of classes that stand in."""
    for symbol in SHEETS:
        for row in ATTRIBUTES.rows:
            value = getattr(legend_class(symbol), row.key, None)
            for path in ((), *places(value)):
                yield from ((symbol, row.key, path, kind) for kind in WRONG)


def legend_class(symbol):
    return DEFAULT_LEGEND["#" if symbol == "N" else symbol]
