"""A draft that is applied: its file, its rooms, its versions, and new maps."""

import sys

import pytest
from worlds import DRAWN, room_named

from tests.parts.editor.game.editor_pages import INN, LOFT, Editor, named
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, job_steps
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.editor.core.values import name_fault


def test_an_apply_writes_the_file_and_the_rooms_and_is_a_version(editor, inn, player):
    editor.draws(*LOFT, named("1,0,0", "Taproom"))
    told = editor.applies()
    assert told["state"] == "done", told
    assert "Taproom" in inn.read_text()
    player.character.move_to(room_named("Hall"), quiet=True)
    player.types("north")
    assert player.at == "Loft"
    _status, draft = editor.get()
    assert not draft["stale"]
    assert draft["document"]["rooms"]["0,1,0"]["name"] == "Loft"
    version, before = editor.get("/versions")[1]
    assert (before["who"], before["what"]) == ("file", "as it was before")
    assert (version["who"], version["what"]) == ("Bob", "made 1 room and 2 exits, changed 1 room")
    assert told["text"].splitlines()[-1] == version["what"], "as the plan has counted"


def test_a_plan_changes_nothing_that_rooms_have_from_their_areas(editor, inn):
    areas = '"areas": {"all": {"rooms": ["(0,0)-(5,5)"], "prototype": {"tags": ["wet"]}}}'
    inn.write_text(inn.read_text().replace('"rooms":', f'{areas}, "rooms":', 1))
    get_xyzgrid().reload()
    get_xyzgrid().spawn()
    editor.draws(named("1,0,0", "Taproom"))
    assert editor.post("plan")[1]["changed"] == ["1,0,0"]
    assert editor.applies()["state"] == "done"
    assert areas in inn.read_text()


def test_an_earlier_version_comes_back_by_draft_and_apply(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    editor.applies()
    first = editor.get("/versions")[1][0]["id"]
    editor.draws({"op": "remove", "room": "1,0,0"}, named("0,0,0", "Ruin"))
    editor.applies()
    assert editor.get(f"/versions/{first}")[1]["rooms"]["1,0,0"]["name"] == "Taproom"
    assert editor.post(f"versions/{first}/restore")[0] == 200
    assert editor.applies()["state"] == "done"
    assert "Taproom" in inn.read_text()
    newest = editor.get("/versions")[1][0]
    assert newest["what"] == "made 1 room and 2 exits, changed 1 room"
    assert editor.post("versions/999/restore")[0] == 404


def test_a_draft_that_two_apply_at_once_is_one_version(editor):
    editor.draws(named("1,0,0", "Taproom"))
    first = editor.post("apply", revision=1)
    assert editor.post("apply", revision=1) == first
    assert editor.has_done(*first)["state"] == "done"
    assert len(editor.get("/versions")[1]) == 2
    assert editor.post("apply", revision=1)[0] == 409


def test_a_file_that_changes_meanwhile_is_not_written_over(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    inn.write_text(INN.replace("A hall.", "A wide hall.").replace('"Bar"', '"Pub"'))
    assert editor.get()[1]["stale"]
    assert editor.post("apply", revision=editor.get()[1]["revision"])[0] == 422
    status, told = editor.post("plan")
    assert (status, told["offer"], editor.post("check")[1]["stale"]) == (422, "rebase", True)
    _status, told = editor.post("rebase")
    assert not editor.post("check")[1]["stale"]
    assert told["conflicts"] == ["set 1,0,0 name: the file has changed it, too; yours stays"]
    assert told["document"]["rooms"]["0,0,0"]["desc"] == "A wide hall."
    assert editor.applies()["state"] == "done"
    assert "A wide hall." in inn.read_text()
    assert "Taproom" in inn.read_text()


def test_an_apply_of_a_file_that_changes_at_the_last_moment_fails(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    editor.post("apply", revision=1)
    changed = INN.replace("A hall.", "A wide hall.")
    inn.write_text(changed)
    (job,) = [one for one in jobs.all_jobs() if not one.ended]
    with pytest.raises(GridError, match="has changed since"):
        drain(job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
    assert inn.read_text() == changed
    assert [one["who"] for one in editor.get("/versions")[1]] == ["file"]


def test_an_apply_that_a_reload_cuts_off_goes_on(editor, inn):
    editor.draws(*LOFT)
    editor.post("apply", revision=3)
    (job,) = [one for one in jobs.all_jobs() if not one.ended]
    steps = job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL))
    while room_named("Loft") is None:
        next(steps)
    steps.close()
    assert "Loft" in inn.read_text()
    assert len(editor.get("/versions")[1]) == 1
    drain(job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
    assert room_named("Loft")
    assert len(editor.get("/versions")[1]) == 2
    assert not editor.get()[1]["stale"]


def test_of_a_drawn_map_names_are_changed_and_nothing_else(files, superuser):
    lane = Editor(superuser.account, "lane")
    told = lane.get()[1]
    assert (told["kind"], told["topology"], told["writable"]) == ("drawn", False, True)
    assert lane.draws(LOFT[0])[1]["code"] == "read-only"
    assert lane.draws(named("1,0,0", "Alley")) == (200, {"revision": 1})
    assert lane.post("plan")[1]["changed"] == ["1,0,0"]
    assert lane.applies()["state"] == "done"
    assert room_named("Alley")
    lane.draws(named("1,0,0", "Lane"))
    lane.applies()
    assert files[1].read_text() == DRAWN


def test_a_superuser_makes_a_new_map(inn, superuser, editor, settings, tmp_path):
    (tmp_path / "drawn_here").mkdir()
    (tmp_path / "drawn_here" / "__init__.py").touch()
    settings.XYZGRID_DRAWN_MAPS = "drawn_here"
    new = Editor(superuser.account, "the mill")
    assert new.has_done(*new.post("create", name="The Mill"))["state"] == "done"
    assert [one.name for one in (tmp_path / "drawn_here").glob("t*.py")] == ["the_mill.py"]
    new.draws(named("0,0,0", "Mill"), LOFT[0], *LOFT[1:])
    assert new.applies()["state"] == "done"
    assert room_named("Mill")
    assert new.post("create", name="other")[0] == 400
    assert new.post("create", name="the mill")[1]["cure"] == "There is already such a map."
    assert editor.post("create", name="inn")[0] == 403
    sys.modules.pop("drawn_here.the_mill")


def test_a_new_map_has_a_plain_name(inn, superuser):
    for name in ("../etc", "a/b", "<b>x</b>", "a:1", "a.b", " ", "--", "x" * 81, "|rRed", 5):
        editor = Editor(superuser.account, str(name))
        status, told = editor.post("create", name=name)
        assert status == 400, name
        asked = editor.post("create", name=name, is_question=True)  # as while it is typed
        assert asked == (200, {"fault": told["cure"]}), name
    assert jobs.all_jobs() == []
    for name in ("Dvergr's Höhle_2", "काशी", "Half-way Inn"):
        assert name_fault(name) is None, name
