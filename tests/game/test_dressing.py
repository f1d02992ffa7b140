"""Drawings for clients without colour, and with links."""

import pytest
from evennia.objects.models import ObjectDB
from worlds import room

MAP = r"""
+ 0 1 2 3

1     #
      |
0 #-#-#-#

+ 0 1 2 3

"""
CUBE = """
matrixedge 2
startnode 0 0 0
endnode 1 0 1
currentnode 0 0 0
node 0 0 0 right twoway
node 1 0 0 forward twoway
"""


pytestmark = pytest.mark.usefixtures("found_at_once")


@pytest.fixture
def client(spawn_maps, player):
    """Return an ordinary player in the west of a street."""
    spawn_maps(
        {
            "zcoord": "street",
            "map": MAP,
            "prototypes": {(0, 0): room("West"), (2, 0): room("Corner"), (2, 1): room("North")},
        },
        {"zcoord": "cube", "matrix": CUBE, "prototypes": {(0, 0, 0): room("Hatch")}},
    )
    player.character.move_to(ObjectDB.objects.get(db_key="West"), quiet=True)
    return player


def _sent(client, line):
    """What is sent for a line, with its markup."""
    before = len(client.sent)
    client.session.execute_cmd(line)
    texts = [message["text"] for message in client.sent[before:] if "text" in message]
    return "\n".join(text if isinstance(text, str) else text[0] for text in texts)


def test_without_colour_the_way_ahead_is_dotted(client, clock):
    client.types("path north")
    assert "your way" not in client.types("map")
    client.session.protocol_flags["NOCOLOR"] = True
    assert client.types("map").split("\n")[1:] == ["    #", "    .", "@.#.#-#", ". your way"]


def test_rooms_and_exits_are_links_in_clients_and_browsers(client):
    client.session.protocol_flags["MXP"] = True
    assert "|lcgoto (3,0,street)|lt#|le" in _sent(client, "map")
    seen = _sent(client, "look")
    assert "|lceast|lteast|le" in seen
    assert "|lcgoto (1,0,street)|lt#|le" in seen
    client.session.protocol_key = "websocket"
    assert "|lcgoto (3,0,street)|lt#|le" in _sent(client, "map")
    client.character.move_to(ObjectDB.objects.get(db_key="Hatch"), quiet=True)
    client.session.protocol_flags["MXP"] = True
    assert "|lcgoto (1,0,cube:0)|lt#|le" in _sent(client, "map")


def test_goal_of_a_path_and_what_is_left_to_explore_are_links(client):
    client.session.protocol_flags["MXP"] = True
    assert _sent(client, "path north").startswith("|lcgoto (2,1,street)|ltNorth|le is ")
    client.character.move_to(ObjectDB.objects.get(db_key="Corner"), quiet=True)
    client.character.move_to(ObjectDB.objects.get(db_key="West"), quiet=True)
    told = _sent(client, "map todo")
    assert "|w|lceast|lteast|le|n from West" in told
    assert "from |lcgoto (2,0,street)|ltCorner|le, 2 steps: 2e" in told
