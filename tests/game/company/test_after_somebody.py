"""Walks after somebody who moves."""

from evennia import create_object
from worlds import room_named

from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.db.memory import followers_of


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
