"""What a spawn gave and the file no longer says is taken away; `undo` takes a whole spawn back."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest
from django.test import Client
from evennia.objects.models import ObjectDB
from worlds import room_named

from tests.parts.editor.game.inn_map import INN, does, work_on
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.xyzroom import XYZRoom

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


def test_a_spawn_says_what_is_lost_with_a_room_that_it_removes(inn, builder, run, spawned):
    spawned(
        'XYMAP_DATA = {"zcoord": "shed", "rooms": {(0, 0): {"exits": {"gate": (1, 1, "inn")}}}}'
    )
    yard = room_named("Yard")
    does(builder, "open hatch = Yard")
    does(builder, f"tel {yard.dbref}", "desc here = A yard, and a cat.", "open pipe = Hall")
    text = inn.read_text().replace(', "north": (1, 1)', "")
    inn.write_text("".join(line for line in text.splitlines(True) if "(1, 1)" not in line))
    get_xyzgrid().reload()
    told = run("plan")[1]
    assert "  (1,1,Inn) Yard: removed, with what was changed in it\n" in told
    assert "      attribute desc: A yard, and a cat.\n" in told
    assert "  (1,1,Inn) Yard: removed, with its exit pipe (#" in told
    assert "  (1,1,Inn) Yard: removed, with the exit hatch (#" in told
    assert ") that leads to it from (0,0,Inn)" in told
    assert "gate" not in told.split("by hand")[1].split("left out")[0], "a file has it"
    assert "south" not in told.split("by hand")[1], "an exit of the file goes as the file says"
    assert "undone: (1,1,Inn) Yard: removed, with its exit pipe" in run("spawn", "--yes")[1]


def test_removed_rooms_are_told_and_code_and_power_stay_in_the_game(inn, builder, run):
    hall = room_named("Hall")
    hall.db.desc = "It is $eval(1 + 1)."
    hall.locks.add("control:perm(Player)")
    room_named("Yard").delete()
    told = run("pull", "inn")[1]
    assert "control" not in told
    assert "? (0,0,Inn) attribute desc: " in told
    assert "a text calls a function: $name(...); write it into the file by hand" in told
    assert "pull shows what a file can take" in run("plan", "inn")[1]
    assert "- (1,1,Inn) Yard: removed in the game" in told
    assert run("pull", "inn", "--apply")[0] == 1
    assert "Yard" not in inn.read_text()
    assert "eval" not in inn.read_text()


def test_classes_and_permissions_are_taken_only_if_asked_for(inn, builder, run, monkeypatch):
    module = ModuleType("maps.dark")
    module.__spec__ = ModuleSpec("maps.dark", None)
    monkeypatch.setitem(sys.modules, "maps.dark", module)
    module.DarkRoom = type("DarkRoom", (XYZRoom,), {"__module__": "maps.dark"})
    hall, bar = room_named("Hall"), room_named("Bar")
    hall.swap_typeclass("maps.dark.DarkRoom", no_default=True)
    hall.permissions.add("Helper")
    bar.swap_typeclass("evennia.objects.objects.DefaultRoom", no_default=True)
    told = run("pull", "--apply")[1].splitlines()
    own = "? (0,0,Inn) typeclass: xyzgrid_ext.xyzroom.XYZRoom -> maps.dark.DarkRoom: "
    assert f"{own}only `pull --classes` takes a class" in told, told
    assert (
        "? (0,0,Inn) permissions: nothing -> ['helper']: only `pull --classes` takes permissions"
        in told
    )
    assert inn.read_text() == INN
    told = run("pull", "--classes", "--apply")[1]
    assert told.endswith("DefaultRoom: a map takes classes based on XYZRoom\n")
    words = '"typeclass": "maps.dark.DarkRoom",\n            "permissions": ["helper"]'
    exits = '"exits": {"east": (1, 0)},\n'
    assert inn.read_text() == INN.replace(exits, f"{exits}            {words},\n")
    assert "(0,0,Inn)" not in run("plan")[1] + run("pull")[1]


def test_attributes_that_the_file_knows_are_taken_and_state_of_the_game_is_not(inn, builder, run):
    does(builder, "set here/light = 2", "set here/visits = 7")
    room_named("Yard").db.light = 5
    told = run("pull", "--apply")[1]
    text = INN.replace('"light": 3', '"light": 5').replace(
        '"exits": {"east": (1, 0)},', '"exits": {"east": (1, 0)},\n            "light": 2,'
    )
    assert inn.read_text() == text, told
    assert run("plan")[0] == run("pull")[0] == 0


def test_in_the_game_files_are_written_by_those_who_may(inn, builder, make_player):
    bob = make_player("Bob", permissions=["Builder"], location=room_named("Hall"))
    does(bob, "xyzgrid pull inn", "xyzgrid pull inn --apply")
    assert [job.title for job in jobs.all_jobs()] == ["pull inn"]
    edits.grant("inn", edits.Who(bob.account.pk, "Bob"), "editor")
    room_named("Hall").db.desc = "A dark hall."
    does(bob, "xyzgrid pull inn --apply --classes")
    assert "You are not allowed to write classes" in bob.text_since(0)
    does(bob, "xyzgrid pull inn --apply")
    job = jobs.all_jobs()[-1]
    assert job.title == "pull inn --apply"
    report = work_on(job)
    assert report.lines[0] == f"1 change of 1 room taken into {inn.name}"
    assert "A dark hall." in inn.read_text()


def test_the_editor_takes_a_room_that_was_dug_into_its_draft(inn, builder, run):
    builder.character.move_to(room_named("Bar"), quiet=True)
    does(builder, "tunnel e = Cellar", "desc here = Wine.")
    cellar = room_named("Cellar")
    browser = Client()
    browser.force_login(builder.account)

    def post(what, **body):
        address = f"/map/edit/api/inn/{what}"
        return browser.post(address, body, content_type="application/json").json()

    bar, dug = browser.get("/map/edit/api/inn/game").json()
    assert (bar["room"], bar["lines"]) == ("1,0,0", ["~ (1,0,Inn) attribute desc: Beer. -> Wine."])
    assert (dug["room"], dug["conflict"]) == ("2,0,0", False)
    revision = browser.get("/map/edit/api/inn").json()["revision"]
    tags = {"op": "set", "room": "1,0,0", "key": "prototype", "value": {"tags": ["dry"]}}
    revision = post("ops", revision=revision, ops=[tags])["revision"]
    assert post("plan")["undone"] == ["(1,0,Inn) Bar: attribute desc Wine. -> Beer."]
    revision = post("ops", revision=revision, ops=bar["ops"] + dug["ops"])["revision"]
    assert browser.get("/map/edit/api/inn/game").json() == post("plan")["undone"] == []
    post("apply", revision=revision)
    work_on(jobs.all_jobs()[-1])
    assert run("plan")[0] == run("pull")[0] == 0
    assert ObjectDB.objects.get(pk=cellar.pk).xyz[:2] == (2, 0)
