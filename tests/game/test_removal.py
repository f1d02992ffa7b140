"""Rooms and exits that go: in bulk where nobody knows of them, by Evennia's means otherwise."""

from typing import ClassVar

import pytest
from evennia import create_object, create_script
from evennia.objects.models import ObjectDB
from evennia.objects.objects import DefaultObject
from evennia.scripts.models import ScriptDB
from evennia.typeclasses.attributes import Attribute
from evennia.utils.idmapper.models import flush_cache

from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.spawn import spawning, write
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.xyzroom import XYZRoom


def square(side):
    row = "-".join("#" * side)
    between = " ".join("|" * side)
    lines = f"\n  {between}\n".join([f"  {row}"] * side)
    return f"+\n\n{lines}\n\n+\n\n"


@pytest.fixture
def grid(limbo, module):
    """Return a function: side of a square map -> the grid with it, spawned, nothing in memory."""

    def make(side):
        found = get_xyzgrid()
        found.add(module("maps.field", zcoord="field", map=square(side)))
        found.spawn()
        flush_cache()
        return found

    return make


def test_visited_rooms_go_as_quickly_and_are_known_to_be_gone(grid, django_assert_max_num_queries):
    live = grid(12).live
    room, neighbour = (live.object(("field", number)) for number in (0, 1))
    ways = [*room.exits, *neighbour.exits]
    every = list(ObjectDB.objects.filter(db_typeclass_path__contains="XYZ"))  # all in memory
    assert ways
    with django_assert_max_num_queries(84):
        spawning.delete(live, ["field"])
    assert {obj.pk for obj in (room, neighbour, *ways, *every)} == {None}


def test_room_that_stays_knows_its_exits_and_what_builders_made_goes(grid, limbo):
    live = grid(3).live
    corner = live.object(("field", 0))
    assert len(corner.exits) == 2
    exits = [obj.pk for obj in corner.exits]
    write.remove_objects(exits)
    assert corner.exits == []
    room = XYZRoom.objects.get_xyz((1, 1, "field"))
    hatch = create_object("evennia.DefaultExit", key="hatch", location=limbo, destination=room)
    wind = create_script("evennia.DefaultScript", key="wind", obj=room)
    assert (hatch.pk, wind.pk) != (None, None)
    spawning.delete(live, ["field"])
    assert not ObjectDB.objects.filter(db_key="hatch").exists()
    assert not ScriptDB.objects.filter(db_key="wind").exists()
    assert XYZRoom.objects.count() == 0


class Keepsake(DefaultObject):
    asked: ClassVar[list[str]] = []

    def at_object_delete(self):
        self.asked.append(f"{self.key} of {self.db.owner}")
        return super().at_object_delete() and not self.db.cursed


def test_things_are_asked_before_they_go_with_all_their_rows(limbo, player):
    Keepsake.asked.clear()
    before = ObjectDB.objects.count(), Attribute.objects.filter(db_model="objectdb").count()
    keys = "ring", "skull", "box", "doll"
    made = [create_object(Keepsake, key, location=limbo) for key in keys]
    for one in made:
        one.db.owner = "Ann"
        one.aliases.add("relic")
    ring, skull, box, doll = made
    skull.db.cursed = True
    pen = create_object(Keepsake, "pen", location=box, home=limbo)  # Evennia takes it out
    doll.locks.add("puppet:all()")
    player.account.puppet_object(player.session, doll)
    ids = [one.pk for one in made]
    gone = write.remove_objects(ids)
    assert gone == [ids[0], ids[2], ids[3]]
    assert sorted(Keepsake.asked) == [f"{key} of Ann" for key in ("box", "doll", "ring", "skull")]
    assert [one.pk for one in (ring, box, doll)] == [None, None, None]
    assert pen.location == limbo
    assert {"pen", "skull"} == {one.key for one in limbo.contents if isinstance(one, Keepsake)}
    assert player.session.puppet is None
    skull.db.cursed = False
    write.remove_objects([skull.pk, pen.pk])
    after = ObjectDB.objects.count(), Attribute.objects.filter(db_model="objectdb").count()
    assert before == after
    assert not objects.TagLinks.objects.filter(objectdb__isnull=True).exists()
