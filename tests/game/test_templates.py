"""Prototypes of maps: what they are resolved to, how often they are looked up, what is wrong."""

import pytest
from evennia.prototypes import prototypes as protlib

from xyzgrid_ext.core.findings import RefusedError, Severity
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.xyzroom import XYZRoom

LANE = "+\n\n  {}\n\n+\n\n"


def lane(rooms, prototypes, name="lane"):
    return {"zcoord": name, "map": LANE.format("-".join("#" * rooms)), "prototypes": prototypes}


def room(**named):
    return {"prototype_parent": "xyz_room", **named}


def test_all_prototypes_that_cannot_be_resolved_are_told_at_once_each_with_its_place(spawn_maps):
    prototypes = {
        (0, 0): room(key="Good"),
        (1, 0): {"prototype_parent": "no_such_parent", "key": "Orphan"},
        (2, 0): room(key="Locked", locks="view:nonsense("),
        (1, 0, "e"): {"typeclass": "no.such.Exit", "key": "Gap"},
    }
    with pytest.raises(RefusedError) as refused:
        spawn_maps(lane(3, prototypes), lane(2, {(0, 0): room(home="#99999")}, "field"))
    errors = [f for f in refused.value.findings if f.severity is Severity.ERROR]
    found = {f.message.split(": ")[0]: f for f in errors}
    said = {  # place: words of the message, whether its parent may be a module that is not loaded
        "(1,0,lane)": ("'Orphan'", True),
        "(2,0,lane)": ("nonsense", False),
        "(1,0,lane) e": ("no.such.Exit", False),
        "(0,0,field)": ("#99999", False),
    }
    assert set(found) == set(said)
    for place, (words, of_a_module) in said.items():
        assert words in found[place].message
        assert ("PROTOTYPE_MODULES" in found[place].cure) == of_a_module, place
    assert XYZRoom.objects.count() == 0


def test_a_prototype_that_is_its_own_ancestor_is_told(spawn_maps, monkeypatch):
    for name, parent in (("hen", "egg"), ("egg", "hen")):
        own = {"prototype_key": name, "prototype_parent": parent}
        monkeypatch.setitem(protlib._MODULE_PROTOTYPES, name, own)
    with pytest.raises(RefusedError, match="its parents lead back to 'egg'"):
        spawn_maps(lane(2, {(0, 0): {"prototype_parent": "egg", "key": "Nest"}}))


def test_values_are_compared_as_they_are_stored(spawn_maps, limbo):
    odd = {"a": (1, 2), "b": {3, 4}, "c": [None, {"d": b"e"}], "friend": limbo, "n": float("nan")}
    grid = spawn_maps(lane(2, {("*", "*"): room(Mixed_Case="x", **odd, tags=[" Warm "])}))
    assert not drain(spawning.plan_steps(grid.live, ["lane"]))
