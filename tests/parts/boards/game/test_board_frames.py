"""Frames of boards for clients that draw them by themselves; all others read them as text."""

from types import SimpleNamespace

import pytest
from evennia import create_object
from evennia.server.portal import mxp

from xyzgrid_ext.game.protocols import subscribing, wire
from xyzgrid_ext.parts.boards.machine import Machine

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def portal(monkeypatch):
    import evennia

    monkeypatch.setattr(evennia.SESSION_HANDLER, "session_portal_partial_sync", lambda sent: None)


@pytest.fixture
def cabinet(limbo):
    machine = create_object(Machine, key="an ice box", location=limbo, home=limbo)
    machine.db.board = "ice"
    return machine


@pytest.fixture
def drawing(player):
    subscribing.subscribe(player.session, ["board"])
    return player


def frames(player):
    return [message["xyzgrid_board"][1] for message in player.sent if "xyzgrid_board" in message]


def pictures(player):
    texts = [message.get("text") for message in player.sent]
    return [text for text in texts if isinstance(text, tuple) and text[1].get("type") == "drawing"]


def test_client_that_asked_gets_frames_and_others_texts_with_mxp(cabinet, drawing):
    told = drawing.types("play box")
    assert "Black Ice - Level 1 of 6" in told  # what is said is said
    (frame,) = frames(drawing)
    assert frame["title"] == "Black Ice"
    assert (frame["phase"], frame["level"], frame["levels"]) == ("playing", 1, 6)
    assert len({len(row) for row in frame["rows"]}) == 1
    named = {key["name"]: key["also"][0] for key in frame["keys"]}
    assert named == {"left": "w", "right": "e", "up": "n", "down": "s"}
    drawing.types("l")
    assert len(frames(drawing)) == 2
    assert frames(drawing)[1]["status"].endswith(".")
    assert pictures(drawing) == []
    drawing.types("stop")
    assert frames(drawing)[-1] == {"phase": "left"}
    client, found = wire.Telnet(), []
    client.protocol_flags = {"MXP": True, "SCREENHEIGHT": {0: 24}}
    client._put = found.append
    client.will = lambda option: SimpleNamespace(addCallbacks=lambda *functions: None)
    client.send_xyzgrid_screen(rows=["a<b"])
    assert f"a{mxp.mxp_parse('<')}b" in "".join(found)


def test_all_other_clients_get_pictures_and_no_frames(cabinet, player):
    player.types("play box")
    player.types("l")
    player.types("stop")
    assert frames(player) == []
    assert len(pictures(player)) == 2


def test_who_asks_in_the_middle_of_a_game_gets_its_frame(cabinet, player):
    player.types("play box")
    subscribing.subscribe(player.session, ["board"])
    (frame,) = frames(player)
    assert frame["phase"] == "playing"


def test_who_watches_gets_frames_until_they_look_away_or_leave(cabinet, player, make_player, limbo):
    ben = make_player("Ben")
    subscribing.subscribe(ben.session, ["board"])
    player.types("play box")
    ben.types("watch")
    player.types("l")
    assert [frame["phase"] for frame in frames(ben)] == ["playing", "playing"]
    ben.types("watch")
    assert frames(ben)[-1] == {"phase": "left"}
    ben.types("watch")
    hall = create_object("evennia.objects.objects.DefaultRoom", key="Hall", nohome=True)
    ben.character.move_to(hall, quiet=True)
    player.types("h")
    assert frames(ben)[-1] == {"phase": "left"}
    assert frames(player) == []


@pytest.mark.parametrize(
    ("client", "asks", "purpose"),
    [
        ("webclient/websocket", True, "Gather the lanterns, and keep out of the water."),
        ("webclient/websocket", False, "Gather the lanterns ($), and keep out of the water (~)."),
        ("telnet", True, "Gather the lanterns ($), and keep out of the water (~)."),
    ],
)
def test_introduction_and_help_name_what_a_client_shows(cabinet, player, client, asks, purpose):
    """Tiles have no symbols; text has, and other clients that draw may show the rows."""
    player.session.protocol_key = client
    if asks:
        subscribing.subscribe(player.session, ["board"])
    assert purpose in player.types("play box")
    assert purpose in " ".join(player.types("help play").split())
    player.types("stop")
    cabinet.db.board = "ice"
    assert purpose in player.types("play box")
