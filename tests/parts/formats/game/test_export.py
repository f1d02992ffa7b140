"""Maps of the game as files of other programs, and such files as maps."""

import json
import os
import sys
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import pytest

from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.parts.formats.core import FORMATS, svg
from xyzgrid_ext.parts.formats.terminal import full_map_views

LANE = {
    "zcoord": "the lane",
    "map": r"""
+ 0 1 2

0 #-#-#

+ 0 1 2

""",
    "prototypes": {
        (0, 0): {"prototype_parent": "xyz_room", "key": "The |rRed|n <Door>"},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Middle"},
        (2, 0): {"prototype_parent": "xyz_room", "key": "End"},
    },
}
CUBE = {
    "zcoord": "cube",
    "matrix": """\
matrixedge 2
startnode 0 0 0
endnode 1 0 1
currentnode 0 0 0
node 0 0 0 right twoway
wormhole 0 0 0 1 0 1 twoway
""",
}
FOGGY = {**LANE, "zcoord": "fog", "options": {"fog": "explored"}}


def mudlet(text):
    return {
        area["name"]: {room["name"]: room for room in area["rooms"]}
        for area in json.loads(text)["areas"]
    }


@pytest.mark.parametrize("row", FORMATS, ids=lambda row: row.name)
def test_every_format_is_printed_or_written(run, spawn_maps, tmp_path, row):
    spawn_maps(LANE, CUBE)
    code, text = run("export", "all", f"--{row.name}")
    assert code == 0
    file = tmp_path / f"world{row.suffix}"
    code, told = run("export", "all", f"--{row.name}", "--to", str(file))
    assert (code, told) == (0, f"{file}: {row.title}, 2 maps, 6 rooms\n")
    assert file.read_text(encoding="utf-8") == text
    assert list(tmp_path.glob(".*")) == []


def test_names_are_without_colour_codes_and_numbers_are_those_of_the_objects(run, spawn_maps):
    grid = spawn_maps(LANE)
    root = ElementTree.fromstring(run("export", "the lane", "--mmp")[1])
    assert [room.get("title") for room in root.iter("room")] == ["The Red <Door>", "Middle", "End"]
    end = grid.get_room((2, 0, "the lane")).first()
    assert [room.get("id") for room in root.iter("room")][-1] == str(end.id)


def test_as_somebody_only_what_they_may_see_is_in_it(run, spawn_maps, player):
    grid = spawn_maps(FOGGY, CUBE)
    player.character.move_to(grid.get_room((0, 0, "fog")).first())
    player.character.move_to(grid.get_room((0, 0, "cube:0")).first())
    code, text = run("export", "all", "--mudlet", "--as", "ann")
    maps = mudlet(text)
    assert code == 0
    (seen,) = maps["fog"].values()
    assert seen["name"] == "The Red <Door>"
    assert seen["stubExits"] == [{"name": "east"}]
    wormhole = [
        way for room in maps["cube"].values() for way in room["exits"] if "worm" in way["name"]
    ]
    assert wormhole == []
    assert mudlet(run("export", "fog", "--mudlet")[1])["fog"].keys() > {"Middle", "End"}


# how each format says where a way leads


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("export", "the lane"), "which format?\nsay --mmp, --mudlet, --json, --svg, --dot"),
        (("export", "the lane", "--svg", "--dot"), "one format at a time"),
        (("export", "--svg"), "which map?\nname maps, or say all"),
        (("export", "nowhere", "--svg"), "there is no map 'nowhere'"),
        (("export", "the lane", "the lane:0", "--svg"), "there is no map 'the lane:0'"),
        (("export", "cube:0", "cube:1", "--svg"), "'cube:1' is there twice"),
        (("export", "all", "--svg", "--as", "Nobody"), "no character is called 'Nobody'"),
        (
            ("export", "all", "--svg", "--to", "/nowhere/at/all.svg"),
            "cannot be written: No such file",
        ),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_printed(run, spawn_maps, words, fault):
    spawn_maps(LANE, CUBE)
    code, text = run(*words)
    assert code == 1
    assert text.startswith(fault) or fault in text.splitlines()[0]
    assert "<svg" not in text


def test_a_map_without_rooms_and_one_that_may_not_be_told_of_are_different(
    run, spawn_maps, player, tmp_path
):
    spawn_maps(FOGGY)
    assert run("export", "fog", "--svg", "--as", "Ann")[1] == (
        "nothing of 'fog' may be told\nleave out --as to see everything\n"
    )
    file = tmp_path / "new.matrix"
    file.write_text(CUBE["matrix"])
    run("add", str(file))
    assert run("export", "new", "--svg")[1] == (
        "'new' has no rooms yet\nmake them: evennia xyzgrid spawn\n"
    )


def test_a_file_that_is_there_stays_unless_one_says_yes(run, spawn_maps, tmp_path):
    spawn_maps(LANE)
    file = tmp_path / "mine.svg"
    file.write_text("mine")
    file.chmod(0o640)
    code, text = run("export", "all", "--svg", "--to", str(file))
    assert (code, text.splitlines()[0], file.read_text()) == (1, f"{file} is there already", "mine")
    assert run("export", "all", "--svg", "--to", str(file), "--yes")[0] == 0
    assert "<svg" in file.read_text()
    assert (file.stat().st_mode & 0o777, [*tmp_path.iterdir()]) == (0o640, [file])


# The pictures of the documentation: a map of the demonstration as the package draws it.
#
# `make pages` draws it anew.
PICTURES = Path(__file__).resolve().parents[4] / "docs" / "pictures"


@pytest.mark.beside("contents")
def test_the_picture_of_the_town_shows_it_as_it_is():
    views = full_map_views([loaded.grid for loaded in load_maps("world.town")])
    drawn = "".join(svg.write([view.head for view in views], views))
    file = PICTURES / "town.svg"
    if os.environ.get("XYZGRID_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == drawn


WOODS = {
    "formatVersion": 1.0,
    "areas": [
        {
            "id": 3,
            "name": "The Woods",
            "rooms": [
                {
                    "id": 11,
                    "name": "Clearing",
                    "coordinates": [-4, 7, 0],
                    "exits": [
                        {"name": "northeast", "exitId": 12},
                        {"name": "enter hut", "exitId": 13},
                        {"name": "trail", "exitId": 21},
                    ],
                },
                {
                    "id": 12,
                    "name": "Hill <of> |rRed|n",
                    "coordinates": [-2, 9, 0],
                    "exits": [{"name": "southwest", "exitId": 11}, {"name": "up", "exitId": 14}],
                },
                {
                    "id": 13,
                    "name": "Hut",
                    "coordinates": [-3, 7, 0],
                    "exits": [{"name": "out", "exitId": 11}],
                },
                {
                    "id": 14,
                    "name": "Tree",
                    "coordinates": [-2, 9, 1],
                    "exits": [{"name": "down", "exitId": 12}],
                },
            ],
        },
        {
            "id": 4,
            "name": "Lake",
            "rooms": [
                {
                    "id": 21,
                    "name": "Shore",
                    "coordinates": [0, 0, 0],
                    "exits": [{"name": "woods", "exitId": 11}],
                }
            ],
        },
    ],
}
numbers = count(1)


@pytest.fixture
def woods(tmp_path, monkeypatch):
    file = tmp_path / "woods.json"
    file.write_text(json.dumps(WOODS), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"woods_{next(numbers)}"
    yield file, tmp_path / f"{name}.py", name
    sys.modules.pop(name, None)


def test_a_mudlet_map_becomes_rooms_that_are_walked(run, woods, player):
    file, module, name = woods
    code, text = run("import", str(file), "--to", str(module))
    assert (code, text) == (0, f"{module}: a map module\nAdd it: evennia xyzgrid add {name}\n")
    assert run("add", name)[0] == 0
    assert run("check", "The Woods", "Lake") == (0, "no findings\n")
    assert run("spawn", "--yes")[0] == 0

    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    grid = get_xyzgrid()
    player.character.move_to(grid.get_room((0, 0, "the woods:0")).first())
    for words, place in [
        ("enter hut", "Hut"),
        ("out", "Clearing"),
        ("ne", "Hill"),
        ("up", "Tree"),
        ("down", "Hill"),
        ("southwest", "Clearing"),
        ("trail", "Shore"),
    ]:
        player.types(words)
        assert player.character.location.key.startswith(place), words


def test_a_bad_file_writes_nothing(run, woods, tmp_path):
    file, module, _ = woods
    file.write_text('{"formatVersion": 1.0, "areas": [}')
    code, text = run("import", str(file), "--to", str(module))
    assert code == 1
    assert text.startswith("woods.json:1:34: not JSON: Expecting value")
    assert not module.exists()


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("import",), "which file?"),
        (("import", "/nowhere.xml"), "/nowhere.xml cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_is_said(run, words, fault):
    code, text = run(*words)
    assert (code, text.splitlines()[0]) == (1, fault)
