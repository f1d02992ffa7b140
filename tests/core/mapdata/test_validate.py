"""Map data is checked whole: every fault with its path, whatever the value is."""

import math

import pytest

from xyzgrid_ext.core.findings import BadValue, Severity, errors_of
from xyzgrid_ext.core.mapdata.validate import validate

DRAWING = "+ 0 1\n\n0 #-#\n\n+ 0 1"


class Hostile:
    """A value that fails at everything."""

    def __repr__(self):
        raise RuntimeError

    __str__ = __hash__ = __eq__ = __len__ = __iter__ = __repr__


def rooms(**entries):
    return {"zcoord": "isle", "rooms": {(0, 0, 0): {"key": "Beach", **entries}}}


def drawn(**entries):
    return {"zcoord": "town", "map": DRAWING, **entries}


def told(data):
    return [f"{f.severity} {f.message}" for f in validate(data, "world.m")]


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (
            rooms(exits={"east": {"to": (0, 0, 0), "needs": 5}}),
            "error rooms[(0,0,0)].exits.east.needs: must be a list of words, not 5",
        ),
        (
            rooms(exits={"enter hut": 5}),
            "error rooms[(0,0,0)].exits['enter hut']: must be (x, y, z), or (X, Y, \"map\") for "
            "another map, or a dict with `to`, not 5",
        ),
        (
            rooms(exits={"east": {"to": (0, 0, 0), "weight": 10**400}}),
            "error rooms[(0,0,0)].exits.east.weight: must be a number above 0, at most "
            "1,000,000,000,000, not a number of 401 digits",
        ),
        (
            {"zcoord": "isle", "rooms": {(0, "x"): {}}},
            "error rooms[(0,'x')]: must be (x, y, z), whole numbers from -999 to 999, z from 0, "
            "not (0, 'x')",
        ),
        (
            drawn(options={"map_mode": "nods"}),
            "warning options.map_mode: must be 'nodes' or 'scan' or 'node', not 'nods'",
        ),
        (
            drawn(options={"map_visual_range": "far"}),
            "error options.map_visual_range: must be a whole number from 0 to 1000000 or None, "
            "not 'far'",
        ),
        (
            drawn(prototypes={(0, 0): {"things": [{"key": "box"}, 7]}}),
            "error prototypes[(0,0)].things[1]: must be a prototype, not 7",
        ),
        (
            drawn(prototypes={(0, 0): {"things": [{"key": "box", "lokcs": "get: false()"}]}}),
            "warning prototypes[(0,0)].things[0].lokcs: there is no such key, so this becomes an "
            "Attribute of that name",
        ),
        (
            {"zcoord": "c", "matrix": "c.matrix", "transitions": {(0, 0, 0, "out"): (0, 0)}},
            "error transitions[(0,0,0,'out')]: must be (X, Y, \"map\"), not (0, 0)",
        ),
        (drawn(mapp=1), "error mapp: there is no such key"),
        ({"zcoord": "a", "map": ""}, "error map: there is nothing from which to make rooms"),
        ({"zcoord": "cube:3", "map": DRAWING}, "error zcoord: 'cube:3' looks like a level of "
         "another map"),
        (5, "error must be a dict of a map, not 5"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_path(data, fault):
    assert told(data)[0] == fault
    assert all(finding.cure for finding in validate(data))


@pytest.mark.parametrize(
    ("data", "cure"),
    [(drawn(fog=True), "write it into 'options'"), (drawn(mapp=1), "did you mean 'map'?")],
)
def test_a_key_in_the_wrong_place_is_told_its_place(data, cure):
    assert [finding.cure for finding in validate(data)] == [cure]


def test_every_fault_is_told_at_once_and_what_is_too_large_refused():
    data = drawn(
        prototypes={(0,): {}, (0, 0): 5, (1, 0): {"tags": 5}},
        options={"fog": "no", "public": 1, "map_align": []},
        legend={"T": 5},
        extra=1,
    )
    assert len(errors_of(validate(data))) == 8
    value = [1]
    for _ in range(18):
        value = [value] * 2
    assert "200,000 values" in validate(rooms(weather=value))[0].message
    data = drawn(
        options={"wormholes": 5, "map_display": 1, "map_mode": "x"},
        prototypes={(0, 0): {"key": 5, "aliases": 5, "desc": 5}},
    )
    assert {f.severity for f in validate(data)} == {Severity.WARNING}
    assert len(validate(data)) == 6


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (10**5000, "must be a whole number of 64 bits, not a number of 5001 digits"),
        ("x" * 1_000_001, "must be a text of 1,000,000 characters at most, not 'xxx"),
        (nested(30), "it is nested more than 20 deep"),
        ([list(range(1000))] * 300, "it contains more than 200,000 values"),
        (math.nan, "must be a finite number, not nan"),
        (BadValue("a file"), "must be a text, a number, a list or a dict, not a file"),
    ],
    ids=["number", "text", "depth", "size", "nan", "object"],
)
def test_a_value_of_an_authors_own_has_bounds(value, fault):
    (finding,) = validate(rooms(weather=value))
    assert finding.message.startswith("rooms[(0,0,0)].weather")
    assert fault in finding.message


@pytest.mark.parametrize("key", ["transitions", "prototypes", "options", "map", "legend"])
def test_a_value_that_fails_at_everything_is_told_of_like_any_other(key):
    found = validate({**drawn(), key: Hostile()})
    assert any(f.message.startswith(key) for f in found)


def test_attributes_of_classes_and_misspelt_keys_are_told_with_their_place():
    def told(**attributes):
        link = type("Bridge", (), {"symbol": "B", "prototype": "xyz_exit", **attributes})
        return [
            f"{f.severity.name} {f.message}; {f.cure}" for f in validate(drawn(legend={"B": link}))
        ]

    fault = 'ERROR legend.B.weights: must be a dict of numbers, not 5; write {"n": 2}'
    assert told(weights=5) == [fault]
    assert told(weights={"n": Hostile()})[0].startswith(
        "ERROR legend.B.weights.n: must be a number, not an"
    )
    assert told(target_map_xyz=(1, 2))[0].endswith('write (X, Y, "map")')
    assert told(spawn_aliases={"n": "door"})[0].startswith("WARNING legend.B.spawn_aliases.n")
    assert told(weights=property(lambda self: 5), display_symbol="|yB|n", leads="north") == []
    slips = {"lokcs": "locks", "Lock": "locks", "tag": "tags", "alias": "aliases", "dsec": "desc",
             "typclass": "typeclass", "permisions": "permissions", "keys": "key",
             "prototype_parnt": "prototype_parent", "detials": "details",
             "name": "key", "Description": "desc"}  # fmt: skip
    for word, key in slips.items():
        (found,) = validate(rooms(**{word: "a"}))
        assert (found.code, found.severity) == ("misspelt-key", Severity.WARNING)
        assert f"did you mean '{key}'?" in found.cure
    own = ["desk", "clock", "kind", "level", "monkey", "prototype_desc", "location", "bags", "t"]
    assert validate(rooms(**dict.fromkeys(own, "a"))) == []
