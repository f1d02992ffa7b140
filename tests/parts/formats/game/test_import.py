"""`evennia xyzgrid import`: from another program's file to rooms that can be walked."""

import json
import sys
from itertools import count

import pytest

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
    """Return a file as Mudlet saves it, and the file and the name of a module to be made."""
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
