"""The map editor's side in the game: rights, drafts, plan, apply and versions, by HTTP."""

import importlib
import importlib.util
import json
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import evennia
import pytest
from contrib_games import legends_put_back
from django.apps import apps
from django.core.management import call_command
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState
from django.test import Client
from evennia.accounts.models import AccountDB
from worlds import DRAWN, room_named

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.editing.values import is_map_name
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, work_of
from xyzgrid_ext.game.db import edits, jobs
from xyzgrid_ext.game.maps import editing
from xyzgrid_ext.game.maps.loader import load
from xyzgrid_ext.game.protocols import oob
from xyzgrid_ext.web.edit import drafts, lines, refusals

pytestmark = pytest.mark.django_db

INN = '''"""The inn."""

XYMAP_DATA = {
    "zcoord": "Inn",
    "rooms": {
        (0, 0): {
            "key": "Hall",  # where they come in
            "desc": "A hall.",
            "exits": {"east": (1, 0)},
        },
        (1, 0): {"key": "Bar", "exits": {"west": (0, 0)}},
    },
}
'''


@pytest.fixture(autouse=True)
def _nobody_waits(settings):
    settings.XYZGRID_LIMITS = {"edit_messages": 1000, "edit_work": 1000}
    for rates in (refusals.messages, refusals.works):
        rates.forget()
    for kept in (drafts.maps, drafts.documents):  # numbers of rows come again in tests
        kept.forget()


@pytest.fixture
def inn(limbo, tmp_path, monkeypatch):
    """Return the file of a map of two rooms, spawned, beside a drawn one."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    monkeypatch.syspath_prepend(tmp_path)
    names = ("edited_inn", "edited_lane")
    for name, text in zip(names, (INN, DRAWN), strict=True):
        (tmp_path / f"{name}.py").write_text(text)
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    grid = get_xyzgrid()
    grid.add(*names)
    grid.spawn()
    yield tmp_path / "edited_inn.py"
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def builder(make_player):
    """Return a builder, who has no right on any map."""
    return make_player("Bob", permissions=["Builder"])


class Editor:
    """A browser that is logged in as an account, with one map open."""

    def __init__(self, account=None, key="inn", **options):
        self.client = Client(**options)
        self.key = key
        if account is not None:
            self.client.force_login(account)

    def get(self, what=""):
        return self._told(self.client.get(f"/map/edit/api/{self.key}{what}"))

    def post(self, what, **body):
        address = f"/map/edit/api/{self.key}/{what}"
        return self._told(self.client.post(address, body, content_type="application/json"))

    def _told(self, response):
        if response.headers["Content-Type"] != "application/json":
            return response.status_code, response.content.decode()
        return response.status_code, response.json()

    def draws(self, *ops, revision=None):
        if revision is None:
            revision = self.get()[1]["revision"]
        return self.post("ops", revision=revision, ops=list(ops))

    def applies(self):
        """Apply the draft, as the server's worker does; return the job's state and text."""
        return self.has_done(*self.post("apply", revision=self.get()[1]["revision"]))

    def has_done(self, status, told):
        assert status == 200, told
        (job,) = [one for one in jobs.all_jobs() if not one.ended]
        from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

        try:
            report = drain(work_of(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
            jobs.save(job, state=jobs.JobState.DONE, lines=report.lines)
        except GridError as error:
            jobs.save(job, state=jobs.JobState.FAILED, lines=(str(error),))
        return self.get(f"/job/{told['job']}")[1]


@pytest.fixture
def editor(inn, builder):
    """Return a browser of a builder who is an editor of the inn."""
    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "editor")
    return Editor(builder.account)


def named(room, name):
    return {"op": "set", "room": room, "key": "name", "value": name}


LOFT = (
    {"op": "add", "room": "0,1,0", "values": {"name": "Loft", "desc": "Straw."}},
    {"op": "exit", "room": "0,0,0", "direction": "north", "value": {"to": "0,1,0"}},
    {"op": "exit", "room": "0,1,0", "direction": "south", "value": {"to": "0,0,0"}},
)

# --- the tables


def test_the_migrations_are_those_of_the_models():
    there = MigrationLoader(None).project_state()
    wanted = there.clone()
    for name in [name for label, name in there.models if label == edits.APP]:
        wanted.remove_model(edits.APP, name)
    for model in apps.get_app_config(edits.APP).get_models():
        wanted.add_model(ModelState.from_model(model))
    # of this app alone: classes of other tests have no migrations, and would stop Django's command
    assert not MigrationAutodetector(there, wanted)._detect_changes()


@pytest.mark.django_db(transaction=True)
def test_a_game_that_has_not_migrated_works_and_says_so(run, superuser, player, monkeypatch):
    call_command("migrate", edits.APP, "zero", verbosity=0)
    monkeypatch.setattr(edits._Tables, "made", False)
    try:
        assert "evennia migrate" in run("doctor")[1]
        assert run("right", "inn")[0] == 1
        status, told = Editor(superuser.account).get()
        assert (status, told["cure"]) == (503, "`evennia migrate` makes them")
        player.account.delete()
    finally:
        call_command("migrate", edits.APP, verbosity=0)
    assert edits.is_ready()


# --- rights


def test_only_who_has_a_right_sees_a_map(inn, builder, player, superuser):
    for one in (None, builder.account, player.account):
        assert Editor(one).get()[0] == 403
        assert Editor(one, "nowhere").get()[0] == 403
    assert Editor(superuser.account).get()[0] == 200
    assert Editor(superuser.account, "nowhere").get()[0] == 422


def test_rights_are_given_map_by_map(inn, run, builder):
    assert run("right", "Inn", "bob", "editor") == (0, "Bob: editor of 'inn'\n")
    assert "Bob" in run("right", "inn")[1]
    assert Editor(builder.account).get()[1]["right"] == "editor"
    assert Editor(builder.account, "lane").get()[0] == 403
    run("right", "inn", "Bob", "none")
    assert Editor(builder.account).get()[0] == 403
    for words in (("inn", "Eve", "editor"), ("inn", "Bob", "king"), ("nowhere",), ("inn", "Bob")):
        assert run("right", *words)[0] == 1


def test_a_reader_looks_and_draws_nothing(inn, builder):
    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "reader")
    reader = Editor(builder.account)
    assert reader.get()[1]["writable"] is False
    assert reader.post("check")[0] == reader.post("prove")[0] == 200
    for what in ("ops", "plan", "apply", "rebase", "discard", "versions/1/restore"):
        assert reader.post(what, revision=0, ops=[])[0] == 403


def test_a_message_without_the_token_of_the_page_is_refused(editor, builder):
    strict = Editor(builder.account, enforce_csrf_checks=True)
    assert strict.post("ops", revision=0, ops=[])[0] == 403


def test_the_pages_are_for_who_has_a_right(inn, builder, editor, player, settings):
    listed = editor.client.get("/map/edit/").content.decode()
    assert "/map/edit/inn/" in listed
    assert "/map/edit/lane/" not in listed
    page = editor.client.get("/map/edit/inn/")
    assert "csrftoken" in page.cookies
    assert 'data-api="/map/edit/api/inn"' in page.content.decode()
    line = f"ws://testserver:{settings.WEBSOCKET_CLIENT_PORT}"
    assert f'data-line="{line}"' in page.content.decode()
    assert f" {line};" in page.headers["Content-Security-Policy"]
    settings.WEBSOCKET_CLIENT_ENABLED = False
    assert 'data-line=""' in editor.client.get("/map/edit/inn/").content.decode()
    assert editor.client.get("/map/edit/lane/").status_code == 403
    assert Client().get("/map/edit/inn/").status_code == 302


# --- drafts


def test_a_draft_is_the_file_and_then_what_was_drawn(editor):
    _status, told = editor.get()
    assert (told["map"], told["kind"], told["revision"], told["stale"]) == (
        "Inn",
        "rooms",
        0,
        False,
    )
    assert told["document"]["rooms"]["1,0,0"]["exits"] == {"west": {"to": "0,0,0"}}
    assert editor.draws(named("1,0,0", "Taproom"), *LOFT) == (200, {"revision": 4})
    rooms = editor.get()[1]["document"]["rooms"]
    assert rooms["1,0,0"]["name"] == "Taproom"
    assert rooms["0,1,0"]["exits"] == {"south": {"to": "0,0,0"}}
    assert editor.draws({"op": "remove", "room": "0,1,0"}) == (200, {"revision": 5})
    assert editor.post("discard")[1]["document"]["rooms"]["1,0,0"]["name"] == "Bar"


def test_who_is_late_is_told_what_was_done(editor):
    editor.draws(named("0,0,0", "A"))
    editor.draws(named("0,0,0", "B"))
    status, told = editor.draws(named("0,0,0", "C"), revision=1)
    assert (status, told["revision"], told["ops"]) == (409, 2, [named("0,0,0", "B")])
    assert editor.draws(named("0,0,0", "C"), revision=7)[1]["reset"]
    draft = drafts.open_draft("inn")
    editor.draws(named("0,0,0", "D"))  # between the look at the draft and that at its operations
    with pytest.raises(drafts.StaleError) as late:
        drafts.refuse_stale(draft, 1)
    assert (late.value.revision, late.value.since) == (2, [named("0,0,0", "B")])


def test_of_operations_of_which_one_is_refused_none_is_done(editor):
    status, told = editor.draws(named("0,0,0", "A"), named("9,9,9", "B"))
    assert (status, told["code"], told["index"]) == (400, "no-such-room", 1)
    assert editor.get()[1]["revision"] == 0


def test_a_long_history_is_read_again_after_a_start(editor):
    for start in range(0, 450, 150):
        editor.draws(*(named("0,0,0", f"Hall {n}") for n in range(start, start + 150)))
    drafts.documents.forget()
    told = editor.get()[1]
    assert (told["revision"], told["document"]["rooms"]["0,0,0"]["name"]) == (450, "Hall 449")


# --- check, plan, apply


def test_a_draft_is_checked_with_operations_that_mend_it(editor):
    editor.draws(LOFT[0], LOFT[1])
    _status, told = editor.post("check")
    assert told["traps"] == ["0,1,0"]
    (found,) = [one for one in told["findings"] if one["room"] == "0,1,0"]
    assert found["fix"] == [LOFT[2]]
    editor.draws(*found["fix"])
    assert editor.post("check")[1] == {"findings": [], "unreachable": [], "traps": []}
    assert editor.post("prove")[1]["proved"] is None


def test_a_colour_that_a_name_does_not_end_is_told_and_ended(editor):
    for name in ("|rHall", "|[bHall|_", "|nHall |=m"):
        editor.draws(named("0,0,0", name))
        (found,) = editor.post("check")[1]["findings"]
        assert found["fix"] == [named("0,0,0", f"{name}|n")]
    for name in ("|rHall|n", "Hall || r", "||red Hall"):
        editor.draws(named("0,0,0", name))
        assert editor.post("check")[1]["findings"] == []


def test_the_options_of_a_map_are_fields(editor, inn):
    fields = {one["key"]: one for one in editor.get()[1]["options"]}
    assert fields["fog"]["choices"] == ["open", "explored"]
    assert (fields["map_display"]["kind"], fields["map_display"]["default"]) == ("flag", True)
    assert fields["map_visual_range"]["kind"] == "number"
    assert "dungeon" not in fields
    editor.draws({"op": "option", "key": "fog", "value": "explored"})
    assert editor.applies()["state"] == "done"
    assert "'fog': 'explored'" in inn.read_text().replace('"', "'")


def test_who_owns_a_map_removes_it_and_its_file_stays(editor, inn, builder, player, superuser):
    owner = Editor(builder.account)
    assert owner.post("removal")[0] == owner.post("remove", name="inn")[0] == 403
    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "owner")
    player.character.move_to(room_named("Bar"), quiet=True)
    told = owner.post("removal")[1]
    assert told == {"rooms": 2, "people": ["Ann"], "maps": []}
    assert owner.post("remove", name="lane")[0] == 400
    assert room_named("Bar")
    assert owner.has_done(*owner.post("remove", name="Inn"))["state"] == "done"
    assert room_named("Bar") is None
    assert inn.read_text() == INN
    assert owner.get()[0] == 422
    assert "/map/edit/inn/" not in owner.client.get("/map/edit/").content.decode()


def test_the_map_page_leads_to_the_editor_who_may_edit(editor, player, superuser):
    for account, leads in ((None, False), (player.account, False), (superuser.account, True)):
        page = Editor(account).client.get("/map/").content.decode()
        assert ('href="/map/edit/"' in page) is leads
    assert 'href="/map/edit/"' in editor.client.get("/map/").content.decode()


def test_a_flat_map_that_gets_levels_is_warned_of(editor):
    editor.draws({"op": "add", "room": "0,0,1", "values": {}})
    found = [one for one in editor.post("check")[1]["findings"] if one["room"] is None]
    assert [one["severity"] for one in found] == ["warning"]
    assert "made anew" in found[0]["text"]


def test_a_plan_shows_rooms_people_and_the_file(editor, player):
    player.character.move_to(room_named("Bar"), quiet=True)
    editor.draws(*LOFT, named("0,0,0", "Porch"), {"op": "remove", "room": "1,0,0"})
    _status, told = editor.post("plan")
    assert (told["made"], told["changed"]) == (["0,1,0"], ["0,0,0"])
    assert (told["removed"], told["rooms"]) == (["1,0,0"], 2)
    assert told["moved"] == [{"who": "Ann", "from": "1,0,0", "to": "0,0,0"}]
    assert '+            "key": "Porch",  # where they come in' in told["diff"]
    assert '-        (1, 0): {"key": "Bar", "exits": {"west": (0, 0)}},' in told["diff"]


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
    assert (version["who"], version["what"]) == ("Bob", "rooms: 1 made, 2 changed")


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
    assert newest["what"] == "rooms: 1 made, 1 changed"
    assert editor.post("versions/999/restore")[0] == 404


def test_the_map_as_it_was_before_the_first_apply_comes_back(editor, inn):
    editor.draws(named("1,0,0", "Taproom"))
    editor.applies()
    first = editor.get("/versions")[1][-1]["id"]
    assert editor.post(f"versions/{first}/restore")[0] == 200
    assert editor.applies()["state"] == "done"
    assert inn.read_text() == INN
    assert len(editor.get("/versions")[1]) == 3


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
    assert editor.post("plan")[0] == 422
    _status, told = editor.post("rebase")
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
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    with pytest.raises(GridError, match="has changed since"):
        drain(work_of(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
    assert inn.read_text() == changed
    assert [one["who"] for one in editor.get("/versions")[1]] == ["file"]


def test_an_apply_that_a_reload_cuts_off_goes_on(editor, inn):
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    editor.draws(*LOFT)
    editor.post("apply", revision=3)
    (job,) = [one for one in jobs.all_jobs() if not one.ended]
    steps = work_of(job.word, get_xyzgrid(), Order(job.names, TERMINAL))
    while room_named("Loft") is None:
        next(steps)
    steps.close()
    assert "Loft" in inn.read_text()
    assert len(editor.get("/versions")[1]) == 1
    drain(work_of(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))
    assert room_named("Loft")
    assert len(editor.get("/versions")[1]) == 2
    assert not editor.get()[1]["stale"]


def test_a_module_that_makes_something_else_of_it_is_put_back(editor, inn):
    odd = INN + 'XYMAP_DATA["rooms"][0, 0]["desc"] = XYMAP_DATA["rooms"][0, 0]["key"]\n'
    inn.write_text(odd)
    editor.post("discard")
    told = editor.get()[1]
    assert (told["writable"], told["topology"]) == (False, False)
    assert "by code of its own" in told["why"]


def test_of_a_drawn_map_names_are_changed_and_nothing_else(inn, superuser):
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
    assert inn.with_name("edited_lane.py").read_text() == DRAWN


def test_a_superuser_makes_a_new_map(inn, superuser, editor, settings, tmp_path):
    (tmp_path / "drawn_here").mkdir()
    (tmp_path / "drawn_here" / "__init__.py").touch()
    settings.XYZGRID_DRAWN_MAPS = "drawn_here"
    new = Editor(superuser.account, "the mill")
    assert new.has_done(*new.post("create", name="The Mill"))["state"] == "done"
    assert [one.name for one in (tmp_path / "drawn_here").glob("d*.py")] == ["drawn_1.py"]
    new.draws(named("0,0,0", "Mill"), LOFT[0], *LOFT[1:])
    assert new.applies()["state"] == "done"
    assert room_named("Mill")
    assert new.post("create", name="other")[0] == 400
    again = new.has_done(*new.post("create", name="the mill"))
    assert (again["state"], "already" in again["text"]) == ("failed", True)
    assert editor.post("create", name="inn")[0] == 403
    sys.modules.pop("drawn_here.drawn_1")


def test_a_new_map_has_a_plain_name(inn, superuser):
    for name in ("../etc", "a/b", "<b>x</b>", "a:1", "a.b", " ", "--", "x" * 81, "|rRed", 5):
        status, told = Editor(superuser.account, str(name)).post("create", name=name)
        assert status == 400, name
        assert "letters, digits, blanks" in told["cure"]
    assert jobs.all_jobs() == []
    for name in ("Dvergr's Höhle_2", "काशी", "Half-way Inn"):
        assert is_map_name(name), name


# --- the maps of the world


def test_a_room_of_each_map_of_the_world_is_renamed_and_back_to_the_byte():
    from world import MAPS

    done = {}
    for reference in MAPS:
        (one,) = load(reference)
        found = editing.find({one.name: one}, one.name)
        edited = editing.opened(found)
        if edited.source is None:
            done[one.name] = edited.why
            continue
        before = Path(found.file).read_text(encoding="utf-8")
        places = [p for p in edited.document["rooms"] if "name" not in edited.fixed.get(p, ())]
        for place in places:
            name = edited.document["rooms"][place]["name"]
            there, document = renamed(edited, place, f'The "New" {name}')
            assert there != before
            source = editing.MapSource(there, document, found.kind, {})
            back, _undo = renamed(editing.EditedMap(found, document, source, ""), place, name)
            assert back == before, (one.name, place)
        done[one.name] = len(places)
    assert done == {
        "town": 24,
        "lighthouse": 21,
        "caves": 16,
        "glasswork": 55,
        "undertow": 2,
        "cistern": "A dungeon is generated, its rooms are not drawn: change it in its file.",
    }


def renamed(edited, place, name):
    from xyzgrid_ext.core.editing import apply

    document, _undo = apply(edited.document, named(place, name))
    origins = {place: place for place in document["rooms"]}
    return edited.source.written(document, origins), document


EXAMPLE = "evennia.contrib.grid.xyzgrid.example"  # the game of the tests of adoption
OWN_CODE = (
    "No room has a prototype of its own in this module that could be written: "
    "give the rooms prototypes by their coordinates, in this file."
)
ROUND = {  # what kind of map is written, or why it is not
    "town": "drawn",
    "lighthouse": "levels",
    "caves": "drawn",
    "glasswork": "matrix",
    "undertow": "matrix",
    "cistern": "A dungeon is generated, its rooms are not drawn: change it in its file.",
    "the large tree": OWN_CODE,
    "the small cave": OWN_CODE,
}


def test_a_name_that_is_applied_and_taken_back_leaves_each_file_as_it_was(
    limbo, superuser, tmp_path, monkeypatch
):
    from world import MAPS
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    folder = tmp_path / "rounds"
    shutil.copytree("world", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(importlib.util.find_spec(EXAMPLE).origin, folder)
    monkeypatch.syspath_prepend(tmp_path)
    references = [f"rounds.{one.removeprefix('world.')}" for one in (*MAPS, "world.example")]
    before = {file: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    done = {}
    with legends_put_back():
        grid = get_xyzgrid()
        grid.add(*references)
        grid.spawn()
        for name in ROUND:
            editor = Editor(superuser.account, name)
            told = editor.get()[1]
            if not told["writable"]:
                done[name] = told["why"]
                continue
            rooms, fixed = told["document"]["rooms"], told["fixed"]
            place = next(place for place in rooms if "name" not in fixed.get(place, ()))
            for new in ("A new name", rooms[place]["name"]):
                assert editor.draws(named(place, new))[0] == 200
                assert editor.applies()["state"] == "done"
                assert room_named(new)
                now = {file: file.read_bytes() for file in before}
                assert (now == before) == (new != "A new name"), name
            done[name] = told["kind"]
    assert done == ROUND
    for name in [name for name in sys.modules if name.partition(".")[0] == "rounds"]:
        sys.modules.pop(name)


def test_a_map_of_an_installed_package_is_read_only_and_says_why():
    with legends_put_back():
        maps = load(EXAMPLE)
    for one in maps:
        edited = editing.opened(editing.find({map_key(one.name): one}, one.name))
        assert edited.source is None
        assert edited.why == "The map is of an installed package: copy it into the game."


# --- who tries everything


HOSTILE = [
    "ops",
    *("..", "../../etc/passwd", "%2e%2e/", "inn/../lane", "inn%00", "x" * 5000, "'", "<b>"),
]


def test_names_are_no_paths(inn, superuser):
    for key in HOSTILE:
        status, told = Editor(superuser.account, key).get()
        assert status in (404, 422), (key, told)
        assert "Traceback" not in str(told)


BAD = [
    b"",
    b"[]",
    b"{",
    b'{"revision": "0", "ops": []}',
    b'{"revision": 0}',
    b'{"revision": 0, "ops": {}}',
    b'{"revision": 0, "ops": [null, 5, "x"]}',
    b'{"revision": true, "ops": []}',
    b'{"revision": 0, "ops": [{"op": "set", "room": "0,0,0", "key": "name", "value": 1e999}]}',
    b'{"revision": 0, "ops": [{"op": {}, "room": []}]}',
    b'{"revision": 0, "ops": [{"op": "set", "room": {"a": 1}, "key": [], "value": NaN}]}',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"revision": 0, "ops": [{"op": "option", "key": "a", "value": '
    + b"[" * 900
    + b"]" * 900
    + b"}]}",
]


def test_messages_of_any_form_are_refused_and_change_nothing(editor):
    for body in BAD:
        answer = editor.client.post("/map/edit/api/inn/ops", body, content_type="application/json")
        assert answer.status_code in (400, 413), body[:80]
    assert editor.get()[1]["revision"] == 0


def test_messages_are_bounded_in_size_number_and_pace(editor, settings):
    settings.XYZGRID_LIMITS = {"edit_bytes": 2000, "edit_operations": 3, "edit_messages": 1}
    assert editor.draws(named("0,0,0", "x" * 2000))[0] == 413
    assert editor.draws(*[named("0,0,0", "x")] * 4)[0] == 413
    assert 429 in [editor.get()[0] for _ in range(9)]
    settings.XYZGRID_LIMITS = {"edit_work": 1}
    assert [editor.post("check")[0] for _ in range(7)][-1] == 429
    settings.XYZGRID_LIMITS = {"edit_rooms": 1}
    refusals.messages.forget()
    assert "the map editor opens 1 at most" in editor.get()[1]["cure"]


CODE = [
    {"op": "set", "room": "0,0,0", "key": "prototype", "value": {"exec": "import os"}},
    {"op": "set", "room": "0,0,0", "key": "prototype", "value": {"typeclass": "os.system"}},
    {"op": "set", "room": "0,0,0", "key": "name", "value": "$eval(1)"},
    {"op": "option", "key": "title", "value": "\x00"},
]


def test_code_in_values_is_refused(editor):
    for op in CODE:
        assert editor.draws(op)[1]["code"] == "code"


def test_markup_and_quotes_stay_text_in_file_game_and_answers(editor, inn, player):
    name = '</script><b>|rx\' """ {0}'
    editor.draws(named("1,0,0", name), {"op": "option", "key": "title", "value": "'''\n|n#"})
    assert editor.applies()["state"] == "done"
    assert room_named(name)
    assert json.loads(json.dumps(editor.get()[1]))["document"]["rooms"]["1,0,0"]["name"] == name
    assert editor.client.get("/map/edit/api/inn").headers["X-Content-Type-Options"] == "nosniff"


# --- lines: several builders at once


class Page:
    """A page of the editor at the other end of a line; nobody is logged in to the game by it."""

    logged_in, uid, puppet = False, None, None

    def __init__(self, editor, number, revision=0):
        self.sessid, self.ndb, self.told = number, SimpleNamespace(xyzgrid_rates=None), []
        evennia.SESSION_HANDLER[number] = self
        ticket = editor.get("/line")[1]["ticket"]
        self.say(do="open", ticket=ticket, revision=revision)

    def say(self, **message):
        oob.xyzgrid_edit(self, json.dumps(message))

    def msg(self, xyzgrid_edit):
        ((text,), _more) = xyzgrid_edit
        self.told.append(json.loads(text))

    def draws(self, *ops, revision):
        self.say(do="post", id=1, body={"revision": revision, "ops": list(ops)})

    def hears(self):
        """All that it was told since the last time, by the kind."""
        told, self.told = self.told, []
        return {one.pop("is"): one for one in told}


@pytest.fixture
def pages(inn, make_player, clock, monkeypatch):
    """Return a function that opens a line for a new editor of the inn: (page, editor)."""
    monkeypatch.setattr(lines, "_lines", lines.Lines())
    monkeypatch.setattr(lines, "call_later", clock.callLater)
    monkeypatch.setattr(lines, "_now", clock.seconds)
    lines.connect()
    opened = []

    def open_page(name, role="editor"):
        account = make_player(name).account
        edits.grant("inn", edits.Who(account.pk, name), role)
        editor = Editor(account)
        page = Page(editor, 9000 + len(opened))
        opened.append(page)
        return page, editor

    yield open_page
    for page in opened:
        evennia.SESSION_HANDLER.pop(page.sessid, None)
    clock.advance(1)


def test_what_one_draws_by_a_line_or_by_http_the_others_are_told(pages, clock):
    (ann, _editor), (eve, browser) = pages("Ann"), pages("Eve")
    assert ann.hears()["people"]["people"] == [
        {"number": 0, "name": "Ann"},
        {"number": 1, "name": "Eve"},
    ]
    eve.hears()
    porch = {**named("0,0,0", "Porch"), "id": "a.0"}
    ann.draws(porch, revision=0)
    assert ann.hears() == {"answer": {"id": 1, "status": 200, "data": {"revision": 1}}}
    assert eve.hears() == {"ops": {"since": 0, "revision": 1, "ops": [porch], "who": ["Ann"]}}
    browser.draws(named("1,0,0", "Pub"), revision=1)
    clock.advance(1)
    assert ann.hears()["ops"]["who"] == ["Eve"]
    # who is late is told by whom, and finds by their identities what had come through
    ann.draws(porch, revision=0)
    late = ann.hears()["answer"]
    assert (late["status"], late["data"]["who"]) == (409, ["Ann", "Eve"])
    assert late["data"]["ops"][0]["id"] == "a.0"
    browser.post("discard")
    clock.advance(1)
    assert ann.hears()["ops"]["ops"] is None
    ann.draws(porch, revision=0)
    again = ann.hears()["answer"]["data"]
    assert (again["reset"], again["had"]) == (True, ["a.0"])


def test_builders_see_where_the_others_are_until_they_leave(pages, clock):
    (ann, _ann), (eve, _eve) = pages("Ann"), pages("Eve")
    ann.hears()
    eve.say(do="at", level=0, cursor=[1, 0], selected=["1,0,0"])
    assert ann.hears()["at"] == {
        "number": 1, "level": 0, "cursor": [1, 0], "selected": ["1,0,0"],
    }  # fmt: skip
    for bad in ({"level": "x"}, {"cursor": [1]}, {"selected": ["no"]}, {"level": [0]}):
        eve.say(**{"do": "at", "level": 0, "cursor": [0, 0], "selected": [], **bad})
    for text in ("[", "3", '{"do": "_drop"}', '{"do": ["at"]}', "x" * 2_000_000, "[" * 99_999):
        oob.xyzgrid_edit(eve, text)
    assert ann.hears() == {}
    del evennia.SESSION_HANDLER[eve.sessid]
    clock.advance(1)
    assert [one["name"] for one in ann.hears()["people"]["people"]] == ["Ann"]


def test_a_line_is_whose_ticket_it_has_and_only_by_right(pages, clock):
    (ann, _ann), (eve, _eve) = pages("Ann", "reader"), pages("Eve")
    ann.draws(named("0,0,0", "A"), revision=0)
    assert ann.hears()["answer"]["status"] == 403
    ann.say(do="open", ticket="forged", revision=0)
    assert "again" in ann.hears()
    edits.grant("inn", edits.Who(AccountDB.objects.get(username="Ann").pk, "Ann"), edits.NONE)
    clock.pump([1] * 5)
    assert "right" in ann.hears()["end"]["fault"]
    ann.say(do="here", revision=0)
    assert "again" in ann.hears(), "a line that has ended"
    eve.hears()
    account = AccountDB.objects.get(username="Eve")
    account.set_password("another")
    account.save()
    eve.draws(named("0,0,0", "A"), revision=0)
    assert eve.hears()["answer"]["status"] == 403


def test_lines_are_bounded(pages, settings):
    def bound(**limits):
        settings.XYZGRID_LIMITS = limits

    bound(edit_account=1)
    (ann, browser), (eve, _eve) = pages("Ann"), pages("Eve")
    assert "Too many" in Page(browser, ann.sessid + 99).hears()["end"]["fault"]
    bound(edit_people=2)
    assert "Too many" in Page(browser, ann.sessid + 99).hears()["end"]["fault"]
    for limit in ("edit_messages", "edit_waiting"):
        ann.hears()
        bound(**{limit: 0})
        ann.draws(revision=0)
        assert ann.hears()["answer"]["status"] == 429
    here = {"do": "at", "level": 0, "cursor": [0, 0], "selected": ["0,0,0", "1,0,0"]}
    bound(edit_selected=1)
    eve.say(**here)
    assert ann.hears()["at"]["selected"] == ["0,0,0"]
    for limit in ("edit_cursors", "edit_lines"):
        bound(**{limit: 0})
        eve.say(**here)
        assert ann.hears() == {}
