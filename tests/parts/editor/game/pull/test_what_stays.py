"""What a pull takes only if asked for or leaves in the game, and who may write files."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

from django.test import Client
from evennia.objects.models import ObjectDB
from worlds import room_named

from tests.parts.editor.game.inn_map import INN, does, work_on
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.xyzroom import XYZRoom


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
