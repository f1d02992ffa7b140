"""Every text of every command fits the screen, from 40 columns to 200.

The world is as wide as it gets: a street of 70 rooms, names and descriptions that go on and on, a
board of 90 columns, a dungeon, a cube to be played.
"""

import pytest
from evennia import create_object
from spawned import spawned_once

from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.protocols.sessions import FittingSession
from xyzgrid_ext.parts.boards.machine import Machine
from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import dungeon

WIDTHS = (40, 80, 200)
ROOMS = 70
HEAD = "+ " + " ".join(str(x % 10) for x in range(ROOMS))
LONG = "The house of the widow of the ferryman who never learned how to swim at all"
STREET = {
    "zcoord": "street of all the houses of the town",
    "map": f"\n{HEAD}\n\n0 {'-'.join('#' * ROOMS)}\n\n{HEAD}\n\n",
    "prototypes": {
        ("*", "*"): {"prototype_parent": "xyz_room", "key": "A house", "desc": "Brick. " * 60},
        (35, 0): {"prototype_parent": "xyz_room", "key": LONG, "desc": f"{'x' * 230} |rred|n"},
        (69, 0): {"prototype_parent": "xyz_room", "key": "The far end"},
        ("*", "*", "*"): {"prototype_parent": "xyz_exit", "desc": "A kerb. " * 20},
    },
}
CUBE = """
matrixedge 9
startnode 0 0 0
endnode 8 0 1
currentnode 0 0 0
""" + "\n".join(
    [f"node {x} 0 0 right twoway" for x in range(8)]
    + [f"node {x} 0 0 forward twoway" for x in range(9)]
    + ["node 1 0 0 up oneway", "wormhole 2 0 0 8 0 1"]
)
WALKER = f"""\
@*** **** ***@****h
@***$**** ***@****h

@**** *** ****@***l
@****$*** ****@***l

91 3
{"#" * 90}
#{" " * 40}@{" " * 46}$#
{"#" * 90}
"""
EXTRAS = f"""
title = "The corridor that goes on and on and on and on"
turns = true
hero = "@"
win = "none $"
keys.h = "left"
messages.start = "{"Walk to the coin at the end of it. " * 6}"
"""

STREETWISE = (
    "look", "map", "map +", "map todo", "map explored", "map speak",
    "map nowhere in this whole wide world, as everybody knows by now",
    "path far", "look", "map", "path nowhere in this whole wide world, as everybody knows by now",
    "path", "goto", "goto", "goto house", "path clear", "path clear", "follow", "follow Bob",
    "unfollow", "puzzles", "party", "party of all who walk the street of the houses of the town",
    "west west", "help goto", "help map", "help follow", "help party", "help play", "help scores",
    "help watch", "help moves", "help", "fly", "dive", "moves", "hint", "save", "restart",
    "give up", "attack", "answer nothing at all", "watch", "scores", "play",
)  # fmt: skip
BUILDING = (
    "map list", "map raw", "xyzgrid", "xyzgrid list", "xyzgrid plan", "xyzgrid check",
    "xyzgrid jobs", "xyzgrid reach 3", "xyzgrid reach", "xyzgrid spawn nothing that is there",
    "dungeon list",
    "dungeon prove cellars", "dungeon what", "dungeon new", "help xyzgrid", "help dungeon",
    "help open", "help teleport", "open", "open north = (9,9,9)", "teleport (9,9,9,9)",
    "teleport", "puzzles me",
)  # fmt: skip
AT_THE_MACHINE = (
    "look a corridor", "play corridor", "l", "look", "undo", "undo", "checkpoint", "back", "replay",
    "level 9", "restart", "h" * 30, "scores", "shoot left", "look", "stop", "scores corridor",
    "watch corridor", "watch corridor", "play firing", "shoot drop", "shoot nothing", "look",
    "stop", "scores firing",
)  # fmt: skip
IN_THE_DUNGEON = (
    "look", "map", "map 1", "open chest", "attack", "answer nothing at all", "east", "west",
    "north", "up", "map", "play", "stop", "party",
)  # fmt: skip
IN_THE_CUBE = (
    "look", "map", "moves", "hint", "right", "moves", "save", "forward", "restart saved",
    "restart", "restart what", "right", "right", "wormhole", "look", "moves", "give up", "give up",
    "left left",
)  # fmt: skip


shared_maps = spawned_once(
    STREET,
    {"zcoord": "cube", "matrix": CUBE},
    {"zcoord": "game", "matrix": CUBE, "options": {"play": "matrix"}},
    dungeon("cellars", seed=1, tier=2, floors=2),
)


@pytest.fixture
def worlds(grid, settings, tmp_path, monkeypatch, limbo, found_at_once):
    """Return the grid; there are machines in limbo."""
    monkeypatch.setattr("evennia.server.serversession.ServerSession", FittingSession)
    (tmp_path / "corridor.game").write_text(WALKER)
    (tmp_path / "corridor.toml").write_text(EXTRAS)
    settings.XYZGRID_BOARDS = [str(tmp_path)]
    for name, board in (("a corridor", "corridor"), ("a firing line", "firing-line-turns")):
        create_object(Machine, key=name, location=limbo, home=limbo).db.board = board
    return grid


def too_wide(client, lines):
    """Type these lines at all widths: (width, line, what is too wide in the answer)."""
    found = []
    for width in WIDTHS:
        client.session.protocol_flags["SCREENWIDTH"] = {0: width}
        for line in lines:
            before = len(client.sent)
            client.session.execute_cmd(line)
            texts = [message["text"] for message in client.sent[before:] if message.get("text")]
            for text in texts:
                shown = text if isinstance(text, str) else str(text[0])
                wide = [part for part in shown.split("\n") if text_width(part) > width]
                found += [(width, line, part) for part in wide]
    return found


def put(client, grid, key, number):
    client.character.move_to(grid.live.object((key, number)), quiet=True, move_type="teleport")
    return client


def test_what_players_and_builders_are_told_fits(worlds, make_player, clock):
    client = put(make_player("Ann"), worlds, STREET["zcoord"], 35)
    assert too_wide(client, STREETWISE) == []
    client = put(make_player("Ada", superuser=True), worlds, STREET["zcoord"], 30)
    jobs.submit("check", ["a map of a very long name that nobody has ever heard of before"])
    assert too_wide(client, BUILDING) == []


def test_boards_fit(worlds, make_player):
    assert too_wide(make_player("Ann"), AT_THE_MACHINE) == []


def test_dungeons_fit(worlds, make_player):
    site = site_of(worlds.live.grids["cellars"])
    client = put(make_player("Ann"), worlds, "cellars", site.start)
    assert too_wide(client, IN_THE_DUNGEON) == []


def test_a_browser_that_draws_a_room_of_a_dungeon_gets_no_picture_in_the_text(worlds, make_player):
    site = site_of(worlds.live.grids["cellars"])
    kinds = [{part.kind for part in room.fixtures} for room in site.rooms]
    with_picture = next(number for number, has in enumerate(kinds) if has - {"door", "floor"})
    client = put(make_player("Ann"), worlds, "cellars", with_picture)
    assert "+----" in client.types("look")
    client.session.protocol_key = "websocket"
    client.session.ndb.xyzgrid_wants = frozenset({"inside"})
    assert "+----" not in client.types("look")


@pytest.mark.parametrize("key", ["cube", "game"])
def test_cubes_fit(worlds, make_player, key):
    assert too_wide(put(make_player("Ann"), worlds, key, 0), IN_THE_CUBE) == []


def test_a_map_wider_than_the_screen_is_cropped_around_who_looks_and_says_so(worlds, make_player):
    client = put(make_player("Ann"), worlds, STREET["zcoord"], 35)
    client.session.protocol_flags["SCREENWIDTH"] = {0: 40}
    seen = client.types("map")
    assert "Showing 40 of 139 columns, 1 of 1 rows." in " ".join(seen.split())
    picture = next(line for line in seen.split("\n") if "@" in line)
    assert picture.index("@") == 20


def test_a_board_wider_than_the_screen_is_cropped_around_its_player_and_says_so(
    worlds, make_player
):
    client = make_player("Ann")
    client.session.protocol_flags["SCREENWIDTH"] = {0: 40}
    seen = client.types("play corridor")
    assert "Showing columns 22 to 61 of 90." in seen
    assert f"\n{' ' * 20}@{' ' * 19}\n" in f"{seen}\n" or f"\n{' ' * 20}@\n" in seen
    client.session.protocol_flags["SCREENWIDTH"] = {0: 100}
    assert "Shown" not in client.types("look")
