"""What a spawn gave and the file no longer says is taken away; `undo` takes a whole spawn back."""

import pytest
from worlds import room_named

from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

MORE = (
    '"key": "Hall", "locks": "view:perm(Builder)", "tags": [("inn", "kind")], "aliases": ["inn"],'
    ' "attrs": [("light", 5)],'
)


@pytest.fixture
def write(inn):
    """Return a function that replaces a text of the file and has the game read it again."""
    first = inn.read_text()

    def write(old="", new=""):
        assert old in first
        inn.write_text(first.replace(old, new, 1))
        get_xyzgrid().reload()

    return write


def test_what_left_the_file_leaves_the_game(write, run, player):
    write('"key": "Hall",', MORE)
    run("spawn", "--yes")
    hall = room_named("Hall")
    assert not hall.access(player.character, "view")
    write()
    text = run("plan")[1]
    for taken in (
        "- locks view:perm(Builder) (back to view:all())",
        "- tags inn (kind)",
        "- aliases inn",
        "- attribute light 5",
    ):
        assert taken in text
    assert "by hand" not in text
    assert "undone" not in run("spawn", "--yes")[1]
    hall = room_named("Hall")
    assert hall.access(player.character, "view")
    assert not hall.tags.get(category="kind")
    assert not hall.aliases.all()
    assert not hall.attributes.has("light")
    assert run("plan")[0] == 0
    assert "Nothing to take" in run("pull")[1]


def test_undo_takes_back_spawns_one_by_one_also_those_of_nothing(write, run, inn):
    write('"key": "Hall",', '"key": "Great Hall",')
    run("spawn", "--yes")
    write('"key": "Hall",', MORE)
    run("spawn", "inn", "--yes")
    lines = run("history")[1].splitlines()
    assert len(lines) == 3
    assert "spawn inn (rooms changed: 1)" in lines[0]
    text = run("undo", "--yes")[1]
    assert "took back" in text
    assert "The files still say what that spawn made" in text
    assert not room_named("Great Hall").tags.get(category="kind")
    assert run("plan")[0] == 2, "the file says it still"
    assert run("undo", "--yes")[0] == 0
    assert room_named("Hall").key == "Hall"
    assert len(run("history")[1].splitlines()) == 1
    write('"key": "Hall",', '"key": "Hall", "things": [{"key": "jug"}],')
    run("spawn", "--yes")
    room_named("Hall").contents[-1].delete()
    run("spawn", "--yes")
    inn.write_text(inn.read_text().replace('"zcoord"', '"options": {"title": "Inn"}, "zcoord"'))
    run("spawn", "--yes")
    first, second, *_ = run("history")[1].splitlines()
    assert first.endswith("spawn (Inn: map text changed: options)")
    assert second.endswith("spawn (things made: 1)")
    for _number in range(2):
        assert "Nothing to take back" in run("undo", "--yes")[1]
    assert "took back" in run("undo", "--yes")[1]
    assert not [each for each in room_named("Hall").contents if each.key == "jug"]


def test_undo_makes_removed_rooms_again_and_lists_what_builders_lose(inn, write, run, builder):
    yard = room_named("Yard")
    yard.db.mood = "quiet"
    text = inn.read_text().replace('"north": (1, 1)', '"up": (1, 0)')
    text = text.replace('(1, 1): {"key": "Yard", "light": 3, "exits": {"south": (1, 0)}}', "")
    inn.write_text(text.replace("},\n        ,\n", "},\n"))
    get_xyzgrid().reload()
    assert run("spawn", "--yes")[0] == 0
    assert room_named("Bar").search("up", quiet=True)
    assert run("undo", "--yes")[0] == 0
    yard = room_named("Yard")
    assert yard.db.light == 3
    assert [exit_.key for exit_ in yard.exits] == ["south"]
    assert {exit_.key for exit_ in room_named("Bar").exits} == {"north", "west"}
    write('"key": "Hall",', '"key": "Great Hall",')
    run("spawn", "--yes")
    builder.types("name here = My Hall")
    code, text = run("undo")
    assert code
    assert "This takes back" in text
    assert "It would undo what was changed in the game by hand" in text
    assert "key My Hall -> Hall" in text
    assert builder.character.location.key == "My Hall"


def test_a_spawn_of_a_removed_map_is_undone_when_the_map_is_back(inn, run):
    run("delete", "inn", "--yes")
    code, text = run("undo", "--yes")
    assert code == 1
    assert "the map of 'inn' is not on the list any more" in text
    run("add", inn.stem)
    assert run("undo", "--yes")[0] == 0
    assert room_named("Hall").db.desc == "A hall."
    run("delete", "inn", "--yes")
    run("add", inn.stem)
    assert "by hand" not in run("spawn", "--yes")[1]
