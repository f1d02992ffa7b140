"""What map clients are told of rooms and of ways that change, and that nobody else is told."""

import pytest
from client_messages import asks, heard, sends, stand
from evennia import create_object

# --- rooms


def test_client_is_told_where_it_stands_at_once_and_after_each_move(lane, player):
    stand(lane, player, "lane", 1)
    player.sent.clear()
    sends(player, supports_set=(("Room 1",), {}))
    (info,) = heard(player, "room_info")
    middle = lane.live.object(("lane", 1))
    others = {
        name: lane.live.object_id(("lane", number))
        for name, number in (("n", 3), ("e", 2), ("w", 0))
    }
    assert info["num"] == middle.pk
    assert (info["name"], info["area"], info["details"]) == ("Middle", "lane", ["shop"])
    assert info["exits"] == others
    assert info["coords"] == f"{info['coord']['id']},1,0,0"
    asks(player, "Room 1")
    stand(lane, player, "lane", 2)
    assert [info["name"] for info in heard(player, "room_info")] == ["East"]
    account, session = player.account, player.session
    account.unpuppet_object(session)
    player.sent.clear()
    account.puppet_object(session, player.character)
    assert [info["name"] for info in heard(player, "room_info")] == ["East"]


def test_each_client_of_a_character_is_told_what_it_has_asked_for(lane, player, monkeypatch):
    """Two clients of one character: one wants rooms."""
    from evennia.server.serversession import ServerSession

    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    other = ServerSession()
    other.init_session("telnet", ("127.0.0.1", "other"), player.session.sessionhandler)
    other.sessid, sent = 99, []
    other.msg = lambda **message: sent.append(message)
    player.character.sessions.add(other)
    try:
        player.types("e")
    finally:
        player.character.sessions.remove(other)
    assert len(heard(player, "room_info")) == 1
    assert not [message for message in sent if "room_info" in message]


def test_a_room_off_the_grid_has_a_name_and_ways_and_no_coordinates(lane, limbo, player):
    create_object(
        "evennia.objects.objects.DefaultExit",
        key="north",
        location=limbo,
        destination=lane.live.object(("lane", 0)),
    )
    asks(player)
    sends(player, supports_add=(("Room 1",), {}))
    (info,) = heard(player, "room_info")
    assert (info["num"], info["name"], info["area"]) == (limbo.pk, "Limbo", "")
    assert info["exits"] == {"n": lane.live.object_id(("lane", 0))}
    assert "coords" not in info


def test_while_a_matrix_is_played_no_number_and_no_way_is_told(grid, player):
    asks(player, "Room 1")
    stand(grid, player, "cube")
    player.types("ri")
    player.types("le")
    infos = heard(player, "room_info")
    assert [info["num"] for info in infos] == [-1] * len(infos)
    assert infos
    assert not any(info["exits"] for info in infos)
    player.types("fo")
    assert heard(player, "room_wrongdir") == []


# --- wrong ways


@pytest.mark.parametrize(
    ("line", "told"), [("ne", "ne"), ("southeast", "se"), ("u", "u"), ("out", "out")]
)
def test_a_direction_without_an_exit_is_told_as_mappers_write_it(lane, player, line, told):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    player.types(line)
    assert heard(player) == [("room_wrongdir", [told])]


# --- ways that change


def test_an_exit_that_a_builder_opens_and_closes_is_told_to_who_stands_there(
    lane, superuser, player, later
):
    stand(lane, player, "lane", 1)
    stand(lane, superuser, "lane", 2)
    asks(player, "Room 1")
    asks(superuser, "Room 1")
    made = create_object(
        "evennia.objects.objects.DefaultExit",
        key="hatch",
        location=lane.live.object(("lane", 1)),
        destination=lane.live.object(("lane", 2)),
    )
    later.advance(1)
    there = lane.live.object_id(("lane", 2))
    assert heard(player) == [
        ("room_updateexits", {"hatch": {"name": "hatch", "flags": [], "to": there}})
    ]
    assert heard(superuser) == []
    player.sent.clear()
    made.delete()
    later.advance(1)
    assert heard(player) == [("room_updateexits", {"hatch": False})]


def test_an_exit_of_the_grid_that_goes_is_told(lane, player, later):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    lane.live.exit(("lane", 1), "e").delete()
    later.advance(1)
    assert heard(player) == [("room_updateexits", {"e": False})]
    player.sent.clear()
    lane.spawn()  # as the map says, there is one
    later.advance(2)
    east = lane.live.object_id(("lane", 2))
    assert heard(player) == [("room_updateexits", {"e": {"name": "east", "flags": [], "to": east}})]


def test_a_way_that_is_locked_is_told_once_however_often_it_is_saved(lane, player, later):
    stand(lane, player, "lane", 1)
    asks(player, "Room 1")
    way = lane.live.exit(("lane", 1), "e")
    way.locks.add("traverse:false()")
    way.save()
    later.advance(1)
    (change,) = heard(player, "room_updateexits")
    assert change["e"]["flags"] == ["door", "closed", "locked"]
    way.save()
    later.advance(1)
    assert len(heard(player, "room_updateexits")) == 1


def test_a_key_that_is_found_turns_a_locked_door_into_a_closed_one(grid, player, later):
    stand(grid, player, "vault")
    later.advance(1)
    asks(player, "Room 1")
    sends(player, supports_remove=(("Room",), {}), supports_add=(("Room 1",), {}))
    (info,) = heard(player, "room_info")
    assert info["stubs"] == ["e"]
    assert info["doors"]["e"]["flags"] == ["door", "closed", "locked"]
    player.sent.clear()
    player.types("open chest")
    later.advance(1)
    assert heard(player) == [
        ("room_updateexits", {"e": {"name": "east", "flags": ["door", "closed"]}})
    ]
    player.types("e")
    info = heard(player, "room_info")[-1]
    assert info["doors"]["w"]["flags"] == ["door"]
    assert info["exits"] == {"w": grid.live.object_id(("vault", 0))}
    assert info["stubs"] == ["e"]
