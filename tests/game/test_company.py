"""Walks behind somebody who leads, and after somebody who moves.

street  A-B-C-D-E      park  P-Q, on another map behind E
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia import create_object
from evennia.contrib.grid.xyzgrid.xymap_legend import MapTransitionNode
from spawned import built_once, spawn
from worlds import room, room_named

from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.memory import followers_of, leader_of

STREET = "\n+ 0 1 2 3 4 5\n\n0 #-#-#-#-#-T\n\n+ 0 1 2 3 4 5\n"
PARK = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"


class ToPark(MapTransitionNode):
    symbol = "T"
    target_map_xyz = (0, 0, "park")


LAMPS = {(x, 0): room(f"Lamp {'ABCDE'[x]}") for x in range(5)}
MAPS = (
    {"zcoord": "street", "map": STREET, "legend": {"T": ToPark}, "prototypes": LAMPS},
    {"zcoord": "park", "map": PARK, "prototypes": {(0, 0): room("Pond"), (1, 0): room("Quay")}},
)


@built_once
def shared_maps(folder, monkeypatch):
    """Return the grid with all of them."""

    return spawn(MAPS, folder, monkeypatch)


@pytest.fixture
def people(grid, make_player, clock):
    """Return a function: name, room -> a player there, in whose company time passes."""
    from worlds import room_named

    def make(name, place, **kwargs):
        player = make_player(name, location=room_named(place), **kwargs)

        def goes_on(line="", steps=30):
            before = len(player.sent)
            if line:
                player.types(line)
            for _ in range(steps):
                clock.advance(0.5)
            return player.text_since(before)

        player.goes_on = goes_on
        return player

    return make


def test_a_follower_takes_the_exits_of_the_leader_and_both_are_told(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    before = len(bob.sent)
    assert ann.types("follow bob") == "You follow Bob. Type follow to stop."
    assert bob.text_since(before) == "Ann follows you."
    bob.types("east")
    ann.goes_on(steps=1)
    assert ann.at == bob.at == "Lamp B"
    before = len(bob.sent)
    assert ann.types("follow") == "You no longer follow Bob."
    assert bob.text_since(before) == "Ann no longer follows you."
    bob.types("east")
    ann.goes_on()
    assert ann.at == "Lamp B"


def test_followers_go_along_with_a_leader_who_uses_goto_from_map_to_map(people):
    ann, bob, cyd = (people(name, "Lamp A") for name in ("Ann", "Bob", "Cyd"))
    ann.types("follow bob")
    cyd.types("follow ann")  # a chain
    bob.goes_on("goto quay")
    assert ann.at == bob.at == cyd.at == "Quay"


def test_a_door_that_lets_the_follower_not_through_ends_it_with_a_word(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    door = room_named("Lamp A").live.exit(room_named("Lamp A").here, "e")
    door.locks.add(f"traverse:id({bob.character.id})")
    ann.types("follow bob")
    bob.types("east")
    heard = ann.goes_on()
    assert heard.splitlines()[-1] == "You cannot follow Bob there."
    assert ann.at == "Lamp A"
    assert leader_of(ann.character) is None


def test_a_leader_who_is_gone_by_no_exit_is_lost(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    ann.types("follow bob")
    before = len(ann.sent)
    bob.character.move_to(room_named("Lamp D"), quiet=True)
    assert "You have lost Bob." in ann.text_since(before)
    assert leader_of(ann.character) is None


def test_who_goes_elsewhere_alone_follows_again_when_both_meet(people):
    ann, bob = people("Ann", "Lamp B"), people("Bob", "Lamp B")
    ann.types("follow bob")
    ann.types("west")
    bob.types("east")
    ann.goes_on()
    assert ann.at == "Lamp A"
    bob.types("west")
    bob.types("west")
    bob.types("east")
    ann.goes_on()
    assert ann.at == bob.at == "Lamp B"


def test_a_walk_of_ones_own_ends_it_and_it_ends_a_walk(people, clock):
    ann, _bob = people("Ann", "Lamp B"), people("Bob", "Lamp B")
    ann.types("follow bob")
    assert "You no longer follow Bob." in ann.types("goto lamp d")
    ann.goes_on()
    assert ann.at == "Lamp D"
    ann.goes_on("goto lamp b")
    ann.types("goto lamp e")
    ann.character.move_to(room_named("Lamp B"), quiet=True)
    ann.types("follow bob")
    assert not clock.getDelayedCalls()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("follow", "You are not following anybody. Type follow and a name to follow somebody."),
        ("follow ann", "You cannot follow yourself."),
        ("follow zoe", "Could not find 'zoe'."),
        ("follow lamp", "You can only follow characters."),
    ],
)
def test_what_cannot_be_followed_is_answered(people, line, answer):
    ann = people("Ann", "Lamp A")
    here = room_named("Lamp A")
    create_object("evennia.objects.objects.DefaultObject", key="lamp", location=here)
    assert ann.types(line) == answer


def test_two_do_not_follow_each_other(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    ann.types("follow bob")
    assert ann.types("follow bob") == "You are already following Bob."
    assert bob.types("follow ann") == "Ann follows you."
    assert bob.types("follow") == "Following you: Ann."


def test_following_goes_on_after_a_reload(people, grid):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    ann.types("follow bob")
    bob.character.ndb.xyzgrid_followers = None  # a new process
    ann.character.ndb.xyzgrid_trail = None
    grid.at_server_start()
    bob.types("east")
    ann.goes_on()
    assert ann.at == "Lamp B"


def test_who_follows_finds_the_leader_on_another_map_too(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    ann.types("follow bob")
    ann.types("east")
    for _ in range(5):
        bob.types("east")
        ann.character.ndb.xyzgrid_trail = None
    assert bob.at == "Pond"
    assert ann.types("path bob").startswith("Bob is ")


def test_nobody_is_told_of_a_leader_who_is_not_there(people, django_assert_num_queries):
    bob = people("Bob", "Lamp A")
    for way in ("east", "west"):
        bob.types(way)
    with CaptureQueriesContext(connection) as alone:
        bob.types("east")
    ann = people("Ann", "Lamp C")
    ann.character.location = room_named("Lamp B")
    ann.types("follow bob")
    ann.character.location = room_named("Lamp D")
    bob.types("west")
    with CaptureQueriesContext(connection) as led:
        bob.types("east")
    assert len(led) <= len(alone)


@pytest.mark.parametrize("posed", ["{y}", "waves $You() {", "%s {0.__class__} }"])
def test_a_pose_is_no_template_whatever_is_typed(people, posed):
    ann, ben = people("Ann", "Lamp A"), people("Ben", "Lamp A")
    for listener in (ann, ben):
        before = len(listener.sent)
        ann.types(f"pose {posed}")
        assert f"Ann {posed}" in listener.text_since(before)


def test_who_leaves_the_map_is_lost_where_they_were_last(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp E")
    ann.types("goto bob")
    bob.types("east")
    assert bob.at == "Pond"
    heard = ann.goes_on()
    assert ann.at == "Lamp E"
    assert heard.splitlines()[-1] == ("Bob was here last, but you do not know where to look now.")


def test_people_of_one_party_alone_find_each_other_on_every_map(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Pond")
    assert ann.types("goto bob").startswith("You know of no place called 'bob'.")
    memory.join_party(ann.character, "owls")
    assert ann.types("goto bob").startswith("You know of no place called 'bob'.")
    memory.join_party(bob.character, "owls")
    ann.types("goto bob")
    bob.types("east")
    heard = ann.goes_on()
    assert ("You have reached Bob." in heard, "another way" in heard) == (True, False)
    assert ann.at == "Quay"


def test_builders_find_everybody_but_those_who_play(people):
    boss = people("Cyd", "Lamp A", permissions=["Builder"])
    people("Bob", "Quay")
    assert boss.types("path bob").startswith("Bob is 6 steps from here.")


def test_those_without_a_player_are_not_found(people):
    ann = people("Ann", "Lamp A")
    lamp = room_named("Lamp D")
    create_object("evennia.objects.objects.DefaultCharacter", key="Rat", location=lamp)
    assert ann.types("goto rat").startswith("You know of no place called 'rat'.")


def test_who_wants_to_be_alone_is_not_found_and_not_followed(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp A")
    ann.types("follow bob")
    assert "Nobody can follow or find you now." in bob.types("follow/alone")
    assert followers_of(bob.character) == []
    assert ann.types("follow bob") == "Bob does not let you follow."
    bob.types("east")
    assert ann.types("goto bob").startswith("You know of no place called 'bob'.")
    assert bob.types("follow/alone") == "Others can follow and find you now."
    assert ann.types("path bob").startswith("Bob is 1 step")


def test_hidden_people_are_not_found(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp C")
    bob.character.locks.add("view:false()")
    assert ann.types("goto bob").startswith("You know of no place called 'bob'.")


def test_a_room_goes_before_a_person_of_the_same_name(people):
    ann = people("Ann", "Lamp A")
    people("Lamp B", "Lamp C")
    ann.goes_on("goto lamp b")
    assert ann.at == "Lamp B"


def test_who_is_deleted_on_the_way_ends_the_walk(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp E")
    ann.types("goto bob")
    bob.character.delete()
    assert "Bob no longer exists, so your walk ends." in ann.goes_on()


def test_goto_alone_stops_and_takes_up_a_walk_to_somebody(people):
    ann, bob = people("Ann", "Lamp A"), people("Bob", "Lamp D")
    ann.types("goto bob")
    assert ann.types("goto").startswith("You stop on the way to Bob.")
    bob.types("east")
    assert ann.types("goto").startswith("You walk on to Bob: 3 steps")
    assert ann.types("goto").startswith("You stop")
    bob.types("east")
    assert ann.types("goto") == "You do not know where Bob is now."
