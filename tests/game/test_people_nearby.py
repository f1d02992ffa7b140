"""What clients with panes are told of things, people, ways and words, and of what they are not.

# west ─ # middle ─ # east
"""

import evennia
import pytest
from evennia import create_object
from spawned import spawned_once

from xyzgrid_ext.game.protocols import oob, people_nearby

LANE = {
    "zcoord": "lane",
    "map": "\n + 0 1 2\n\n 0 #-#-#\n\n + 0 1 2\n",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "West"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Middle"},
        (2, 0): {"prototype_parent": "xyz_room", "key": "East"},
    },
}
shared_maps = spawned_once(LANE)


@pytest.fixture
def lane(grid, clock, monkeypatch):
    """Return a function: the character of a player to a room of the lane."""
    monkeypatch.setattr(
        evennia.SESSION_HANDLER, "session_portal_partial_sync", lambda *_args: None, raising=False
    )
    # what tests before this one have left for a reactor that does not run
    monkeypatch.setattr(people_nearby.people_nearby, "_moved", set())

    def stand(player, number):
        player.character.move_to(grid.live.object(("lane", number)), move_type="teleport")
        clock.advance(0)

    return stand


def subscribe(player, *words):
    oob.xyzgrid_subscribe(player.session, *words)


def heard(player, name):
    """What a client was told by one message, and forget it."""
    found = [message.pop(name) for message in player.sent if name in message]
    return [args[0] if args else kwargs for args, kwargs in found]


def test_a_client_is_told_what_its_character_carries_and_may_see(lane, clock, player):
    lane(player, 0)
    lamp = create_object(key="a lamp", location=player.character)
    subscribe(player, "items")
    (told,) = heard(player, "char_items_list")
    assert told == {"location": "inv", "items": [{"id": str(lamp.pk), "name": "a lamp"}]}
    rope = create_object(key="a rope", location=player.character.location)
    ghost = create_object(key="a ghost", location=player.character)
    ghost.locks.add("view:false()")
    player.types("get a rope")
    player.types("drop a lamp")
    clock.advance(0)
    assert heard(player, "char_items_add") == [
        {"location": "inv", "item": {"id": str(rope.pk), "name": "a rope"}}
    ]
    assert heard(player, "char_items_remove") == [{"location": "inv", "item": {"id": str(lamp.pk)}}]
    gone = {"location": "inv", "item": {"id": str(rope.pk)}}
    rope.delete()
    clock.advance(0)
    assert heard(player, "char_items_remove") == [gone]


def test_a_client_is_told_of_so_many_things(lane, player, settings):
    settings.XYZGRID_LIMITS = {"client_things": 2}
    lane(player, 0)
    for number in range(3):
        create_object(key=f"coin {number}", location=player.character)
    subscribe(player, "items")
    (told,) = heard(player, "char_items_list")
    assert len(told["items"]) == 2


def test_a_client_is_told_who_is_beside_its_character_unless_hidden(
    lane, clock, player, make_player
):
    ben, eve = make_player("Ben"), make_player("Eve")
    eve.character.locks.add("view:false()")
    create_object("evennia.objects.objects.DefaultCharacter", key="Nobody's")
    lane(player, 0)
    subscribe(player, "players")
    assert heard(player, "room_players") == [[]]
    for one in (ben, eve):
        lane(one, 0)
    assert heard(player, "room_addplayer") == [{"name": "Ben", "fullname": "Ben"}]
    for one in (ben, eve):
        lane(one, 1)
    assert heard(player, "room_removeplayer") == ["Ben"]
    lane(player, 1)
    assert heard(player, "room_addplayer") == [{"name": "Ben", "fullname": "Ben"}]
    assert heard(ben, "room_addplayer") == []  # who has not asked is told nothing


def test_a_client_is_told_where_the_party_is(lane, clock, grid, player, make_player):
    ben = make_player("Ben")
    lane(player, 0)
    lane(ben, 1)
    subscribe(player, "party")
    before = len(player.sent)
    for one in (player, ben):
        one.types("party owls")
        clock.advance(0)
    assert player.text_since(before).endswith("Ben has joined your party.")
    middle, east = (grid.live.object_id(("lane", number)) for number in (1, 2))
    (*_, told) = heard(player, "xyzgrid_party")
    assert told == {"name": "owls", "members": [{"name": "Ben", "num": middle, "place": "Middle"}]}
    lane(ben, 2)
    (told,) = heard(player, "xyzgrid_party")
    assert told["members"] == [{"name": "Ben", "num": east, "place": "East"}]
    ben.types("party leave")
    clock.advance(0)
    (told,) = heard(player, "xyzgrid_party")
    assert told["members"] == []


def test_client_is_told_the_way_that_was_typed_and_words_of_commands(lane, grid, player):
    lane(player, 0)
    subscribe(player, "way")
    player.types("path East")
    assert heard(player, "xyzgrid_way") == [
        {"rooms": [grid.live.object_id(("lane", number)) for number in (1, 2)]}
    ]
    player.types("path clear")
    assert heard(player, "xyzgrid_way") == [{"rooms": []}]
    subscribe(player, "commands")
    (told,) = heard(player, "xyzgrid_commands")
    assert {"goto", "path", "look", "party"} <= set(told["words"])
    assert "east" not in told["words"]
    assert not {"tunnel", "@tunnel", "py"} & set(told["words"])
    assert set(told["links"]) == set(told["words"])
