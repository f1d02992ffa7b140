"""Walks behind somebody who leads."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from evennia import create_object
from worlds import room_named

from xyzgrid_ext.game.db.memory import leader_of


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
