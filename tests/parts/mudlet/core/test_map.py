"""The package in a stand-in for Mudlet, fed with what a real session sent: see recorded.json.

A guest logs in, walks to the old well, goes down into the Cistern and solves the slate that opens
its west door. Of the files of all maps, those of three maps are left.
"""

import json
from pathlib import Path

import pytest
from mudlet_client import Mudlet

from xyzgrid_ext.parts.mudlet.package import package_bytes

RECORDED = json.loads(Path(__file__).with_name("recorded.json").read_text("utf-8"))
SQUARE, STREET, WELL, OSSUARY = 970, 975, 963, 3977
TOWN, LIGHTHOUSE, CISTERN = 1290192804, 195203328, 713326416


class Session:
    """What was recorded, played to a Mudlet that gets the package when the game offers it."""

    def __init__(self, home):
        self.mudlet = Mudlet(home)
        self.asked = []
        self.rows = iter(RECORDED)

    def play(self, name="", number=None):
        """Play on until after a message, or the file, of this name; with a number, of that room."""
        for kind, what, content in self.rows:
            if kind == "file":
                self.mudlet.waits()
                self.asked.append(self.mudlet.loads(json.dumps(content)).path)
            else:
                self.mudlet.hears(what, content)
                if what == "Client.GUI":
                    self.mudlet.install(package_bytes())
            if what == name and number in (None, content.get("num")):
                break
        return self.mudlet


@pytest.fixture
def session(tmp_path):
    return Session(tmp_path)


def room_of(file, number):
    found = [room for area in file["areas"] for room in area["rooms"] if room["id"] == number]
    return found[0]


def info_of(number):
    """Return what was recorded of a room."""
    infos = (content for _kind, name, content in RECORDED if name == "Room.Info")
    return next(info for info in infos if info["num"] == number)


def ask_for_town(mudlet):
    """Let the square have a way to a room that Mudlet does not have."""
    mudlet.hears("Room.Info", {**info_of(SQUARE), "exits": {"n": STREET, "u": 123456}})
    mudlet.waits()
    ((_path, url),) = mudlet.downloads
    assert "/export/town.mudlet.json?token=" in url


def test_all_that_one_knows_is_on_the_map_with_symbols_and_lines(session):
    mudlet = session.play("all.mudlet.json")
    file = next(content for kind, _name, content in RECORDED if kind == "file")
    rooms = [room for area in file["areas"] for room in area["rooms"]]
    assert {r["id"]: r["symbol"]["text"] for r in rooms if "symbol" in r} == {
        number: room.symbol for number, room in mudlet.rooms.items() if room.symbol
    }
    lines = {(r["id"], way["name"]) for r in rooms for way in r["exits"] if "customLine" in way}
    assert {name for _id, name in lines} >= {
        name for room in mudlet.rooms.values() for name in room.lines
    }
    assert {*mudlet.rooms} == {room["id"] for area in file["areas"] for room in area["rooms"]}
    assert {area.name for area in mudlet.areas.values()} == {a["name"] for a in file["areas"]}
    square, told = mudlet.rooms[SQUARE], room_of(file, SQUARE)
    assert (square.name, [*square.at]) == ("Lantern Square", told["coordinates"])
    assert square.env == told["environment"]
    assert {*square.exits.values()} == {way["exitId"] for way in told["exits"]}
    levels = {room.at[2] for room in mudlet.rooms.values() if room.area == LIGHTHOUSE}
    (tower,) = [area["rooms"] for area in file["areas"] if area["id"] == LIGHTHOUSE]
    assert levels == {room["coordinates"][2] for room in tower}
    assert (mudlet.is_open, mudlet.here) == (True, SQUARE)
    mudlet = session.play("cistern%20%233.mudlet.json")
    ask_for_town(mudlet)
    session.play("town.mudlet.json")
    titles = [text for text, *_place in mudlet.labels[TOWN].values()]
    assert sorted(titles) == ["The Harbour", "The Temple Quarter"]


def test_step_moves_the_player_and_asks_for_new_maps_alone(session):
    mudlet = session.play("Room.Info", STREET)
    assert mudlet.here == STREET
    mudlet.waits()
    assert mudlet.downloads == []
    mudlet = session.play("Room.Info", WELL)
    assert mudlet.rooms[WELL].stubs == {"w"}
    assert "w" not in mudlet.rooms[WELL].exits
    mudlet = session.play("Room.Info", OSSUARY)
    assert (mudlet.here, mudlet.rooms[OSSUARY].area) == (OSSUARY, CISTERN)
    assert mudlet.downloads == []
    session.play("cistern%20%233.mudlet.json")
    assert session.asked == [
        f"/map/export/{name}.mudlet.json" for name in ("all", "all", "cistern%20%233")
    ]


def test_doors_files_and_double_clicks_act_on_the_map(session):
    mudlet = session.play("Room.Info", OSSUARY)
    assert mudlet.rooms[OSSUARY].doors == {"w": "locked", "e": "locked"}
    session.play("Room.UpdateExits")
    assert mudlet.rooms[OSSUARY].doors == {"w": "open", "e": "locked"}
    mudlet = session.play("cistern%20%233.mudlet.json")
    before = {number: dict(room.exits) for number, room in mudlet.rooms.items()}
    assert any(mudlet.rooms[to].area != TOWN for to in before[958].values())
    ask_for_town(mudlet)
    session.play("town.mudlet.json")
    assert {number: room.exits for number, room in mudlet.rooms.items()} == before
    mudlet = session.play("all.mudlet.json")
    assert mudlet.double_click(STREET) == "goto (4,5,0)"
    tower = next(room for room in mudlet.rooms.values() if room.area == LIGHTHOUSE)
    number = next(number for number, room in mudlet.rooms.items() if room is tower)
    x, y, z = tower.at
    assert mudlet.double_click(number) == f"goto ({x},{y},{z},lighthouse)"


def test_rooms_that_are_not_told_of_go_and_secret_places_move_nobody(session):
    mudlet = session.play("all.mudlet.json")
    mudlet.lua_addRoom(5, TOWN)
    mudlet.lua_setRoomName(5, "My own note")
    offer, town = (
        next(content for _kind, what, content in RECORDED if what == name)
        for name in ("Client.GUI", "town.mudlet.json")
    )
    mudlet.hears("Client.GUI", offer)  # another login, of a character who knows less
    mudlet.loads(json.dumps(town))
    assert {*mudlet.rooms} == {5} | {room["id"] for room in town["areas"][0]["rooms"]}
    secret = {"num": -1, "name": "A dark passage", "area": "", "environment": "", "exits": {}}
    mudlet.hears("Room.Info", secret)
    mudlet.hears("Room.UpdateExits", {"n": False})
    mudlet.waits()
    assert (mudlet.here, mudlet.downloads) == (SQUARE, [])
    assert mudlet.double_click(STREET) == "goto (4,5,0,town)"
    mudlet = session.play("Xyzgrid.Journal")
    assert mudlet.frame.startswith("♥♥♥\n\n☐ The Heart of the Glass\nThe sign on")
    mudlet.lua.execute(mudlet.links["goto the annealing oven"])
    assert mudlet.sent == ["goto the annealing oven"]
    mudlet.hears("Char.Vitals", {"hp": "1", "maxhp": "3", "string": "H:1/3"})
    assert mudlet.frame.startswith("♥♡♡\n")


def test_file_that_does_not_come_is_asked_for_again_and_nothing_left_running(session):
    mudlet = session.play("Client.GUI")
    path, _url = mudlet.downloads.pop()
    mudlet.raises("sysDownloadError", "failed", path)
    assert "failed" in mudlet.main
    mudlet.hears("Room.Info", info_of(SQUARE))
    mudlet.waits()
    assert len(mudlet.downloads) == 1
    mudlet = session.play("all.mudlet.json")
    mudlet.raises("sysUninstallPackage", "another")
    assert mudlet.double_click(STREET)
    mudlet.raises("sysUninstallPackage", "xyzgrid")
    assert mudlet.lua.eval("doSpeedWalk == nil and xyzgrid == nil")
    mudlet.hears("Room.Info", info_of(STREET))
    mudlet.install(package_bytes())
    mudlet.hears("Room.Info", info_of(STREET))
    assert mudlet.here == STREET
