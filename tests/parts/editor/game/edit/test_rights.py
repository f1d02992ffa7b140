"""Who may edit which map, and that each map is renamed and back to the byte."""

from pathlib import Path

import pytest
from contrib_games import legends_put_back
from django.apps import apps
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState
from django.test import Client
from worlds import room_named

from tests.parts.editor.game.editor_pages import INN, Editor, named
from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.parts.editor.core import OperationError, apply
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.game import maps as editing

pytestmark = pytest.mark.django_db


def test_the_migrations_are_those_of_the_models():
    there = MigrationLoader(None).project_state()
    wanted = there.clone()
    for name in [name for label, name in there.models if label == edits.APP_LABEL]:
        wanted.remove_model(edits.APP_LABEL, name)
    for model in apps.get_app_config(edits.APP_LABEL).get_models():
        wanted.add_model(ModelState.from_model(model))
    # of this app alone: classes of other tests have no migrations, and would stop Django's command
    assert not MigrationAutodetector(there, wanted)._detect_changes()


def migrate(target):
    """Bring the tables of the map editor to a migration; None takes them all away."""
    MigrationExecutor(connection).migrate([(edits.APP_LABEL, target)])


@pytest.mark.django_db(transaction=True)
def test_a_game_that_has_not_migrated_works_and_says_so(run, superuser, player, monkeypatch):
    (last,) = MigrationLoader(None).graph.leaf_nodes(edits.APP_LABEL)
    migrate(None)
    monkeypatch.setattr(edits._Tables, "made", False)
    try:
        assert "evennia migrate" in run("doctor")[1]
        assert run("right", "inn")[0] == 1
        status, told = Editor(superuser.account).get()
        assert (status, told["cure"]) == (503, "`evennia migrate` makes them")
        player.account.delete()
    finally:
        migrate(last[1])
        if connection.vendor == "sqlite":  # the next file counts from #1, its first room
            with connection.cursor() as cursor:
                cursor.execute("UPDATE sqlite_sequence SET seq = 0")
    assert edits.is_ready()


def test_only_who_has_a_right_sees_a_map(inn, builder, player, superuser):
    for one in (None, builder.account, player.account):
        assert Editor(one).get()[0] == 403
        assert Editor(one, "nowhere").get()[0] == 403
    assert Editor(superuser.account).get()[0] == 200
    assert Editor(superuser.account, "nowhere").get()[0] == 422


def test_rights_are_given_map_by_map_and_a_token_of_the_page_is_needed(inn, run, builder, editor):
    assert run("right", "Inn", "bob", "editor") == (0, "Bob: editor of 'inn'\n")
    assert "Bob" in run("right", "inn")[1]
    assert Editor(builder.account).get()[1]["right"] == "editor"
    assert Editor(builder.account, "lane").get()[0] == 403
    run("right", "inn", "Bob", "none")
    assert Editor(builder.account).get()[0] == 403
    for words in (("inn", "Eve", "editor"), ("inn", "Bob", "king"), ("nowhere",), ("inn", "Bob")):
        assert run("right", *words)[0] == 1
    strict = Editor(builder.account, enforce_csrf_checks=True)
    assert strict.post("ops", revision=0, ops=[])[0] == 403


def test_reader_looks_and_the_pages_are_for_who_has_a_right(inn, builder, editor, player, settings):
    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "reader")
    reader = Editor(builder.account)
    assert reader.get()[1]["writable"] is False
    assert reader.post("check")[0] == reader.post("prove")[0] == 200
    for what in ("ops", "plan", "apply", "rebase", "discard", "versions/1/restore"):
        assert reader.post(what, revision=0, ops=[])[0] == 403
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


def test_who_owns_a_map_removes_it_and_its_file_stays(editor, inn, builder, player, superuser):
    owner = Editor(builder.account)
    assert owner.post("removal")[0] == owner.post("remove", name="inn")[0] == 403
    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "owner")
    player.character.move_to(room_named("Bar"), quiet=True)
    told = owner.post("removal")[1]
    assert told == {"rooms": 2, "people": ["Ann → Limbo"], "things": [], "maps": []}
    assert owner.post("remove", name="lane")[0] == 400
    assert room_named("Bar")
    assert owner.has_done(*owner.post("remove", name="Inn"))["state"] == "done"
    assert room_named("Bar") is None
    assert inn.read_text() == INN
    assert owner.get()[0] == 422
    assert "/map/edit/inn/" not in owner.client.get("/map/edit/").content.decode()


def test_builders_find_rooms_of_their_maps_and_developers_make_space(
    editor, inn, builder, superuser
):
    root = Editor(superuser.account)
    gate = [{"to": "0,0,0@lane", "name": "Gate"}]
    assert (editor.get("/places?text=gat")[1], root.get("/places?text=gat")[1]) == ([], gate)
    assert editor.get("/places?text=BAR")[1] == [{"to": "1,0,0", "name": "Bar"}]
    assert editor.get("/places?text=")[1] == []
    edits.grant("inn", edits.Who(builder.account.pk, "Bob"), "owner")
    assert editor.post("shift", by=[1, 0])[0] == 403
    assert root.post("shift", by=["1", 0])[0] == 400
    root.draws(named("1,0,0", "Taproom"))
    told = root.post("shift", by=[1, 0])[1]
    assert (told["fault"], told["offer"]) == ("the draft has changes", "plan")
    root.post("discard")
    assert root.has_done(*root.post("shift", by=[1, 0]))["state"] == "done"
    assert '(2, 0): {"key": "Bar", "exits": {"west": (1, 0)}}' in inn.read_text()
    assert not root.get()[1]["stale"]


GENERATED = (
    "The module makes the data of 'cistern' by code of its own: write XYMAP_DATA = "
    '{"zcoord": "cistern", "dungeon": {...}}, to change here of what it is made.'
)


@pytest.mark.beside("contents", "dungeons", "matrix_game")
def test_a_room_of_each_map_of_the_world_is_renamed_and_back_to_the_byte():
    from world import MAPS

    assert round_trips(MAPS) == {
        "town": 24,
        "lighthouse": 21,
        "caves": 16,
        "glasswork": 55,
        "undertow": 26,
        "deep": 2,
        "cistern": GENERATED,
    }


def round_trips(references):
    """Rename each room of maps and name it back; return how many rooms, or why not, by map."""
    done = {}
    for one in [one for reference in references for one in load_maps(reference)]:
        found = editing.find_map({map_key(one.name): one}, one.name)
        edited = editing.open_map(found)
        if edited.source is None:
            done[one.name] = edited.why
            continue
        before = Path(found.file).read_text(encoding="utf-8")
        places = places_of(edited)
        for place in places:
            name = edited.document["rooms"][place]["name"]
            there, document = renamed(edited, place, f'The "New" {name}')
            assert there != before
            source = editing.MapSource(there, document, found.kind, {})
            back, _undo = renamed(editing.EditedMap(found, document, source, ""), place, name)
            assert back == before, (one.name, place)
        done[one.name] = len(places)
    return done


def places_of(edited):
    """The rooms with an entry of their own, whose name can be written; others would get one."""
    rooms = edited.document["rooms"].keys() & edited.source._by_place.keys()
    return sorted(place for place in rooms if "name" not in edited.fixed.get(place, ()))


def renamed(edited, place, name):
    document, _undo = apply(edited.document, named(place, name))
    origins = {place: place for place in document["rooms"]}
    return edited.source.rewrite(document, origins), document


LANE = """
def gate(desc):
    return {{"prototype_parent": "xyz_exit", "desc": desc}}

MADE = {{(x, 0, "e"): gate("A gate.") for x in range(1)}}
LANE = "\\n+ 0 1\\n\\n0 #-#\\n\\n+ 0 1\\n"
XYMAP_DATA = {{"zcoord": "lane", "map": LANE, "prototypes": {{(0, 0): {{"key": "Hall"}}, {}}}}}
"""
ENTRIES = {"by a call": '(0, 0, "e"): gate("A gate.")', "by a comprehension": "**MADE"}
SAID = {"prototype": {"desc": "A gate."}}
COMPUTED = "code in the file computes this value of the exit"
VALUES = {  # what is drawn, and the words by which it is refused
    "nothing new": (SAID | {"name": "", "wormhole": False}, None),
    "a name": (SAID | {"name": "portal"}, COMPUTED),
    "no text": ({"prototype": {}}, COMPUTED),
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("entry", ENTRIES)
def test_what_code_says_of_an_exit_stays_and_is_refused_with_place_and_cure(
    tmp_path, monkeypatch, entry, value
):
    name = f"lane_{list(ENTRIES).index(entry)}_{list(VALUES).index(value)}"
    text = LANE.format(ENTRIES[entry])
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    edited = editing.open_map(editing.find_map({"lane": load_maps(name)[0]}, "lane"))
    way, fault = VALUES[value]
    op = {"op": "exit", "room": "0,0,0", "direction": "east", "value": {"to": "1,0,0"} | way}
    document, _undo = apply(edited.document, op)
    if fault is None:
        edited.refuse(op, "0,0,0")
        assert (
            edited.source.rewrite(document, {place: place for place in document["rooms"]}) == text
        )
        return
    with pytest.raises(OperationError) as refused:
        edited.refuse(op, "0,0,0")
    error = refused.value
    assert (error.message, error.cure, error.place) == (fault, "change it in the file", "0,0,0")


EXAMPLE = "evennia.contrib.grid.xyzgrid.example"  # the game of the tests of adoption


def test_a_map_of_an_installed_package_is_read_only_and_says_why():
    with legends_put_back():
        maps = load_maps(EXAMPLE)
    for one in maps:
        edited = editing.open_map(editing.find_map({map_key(one.name): one}, one.name))
        assert edited.source is None
        assert edited.why == "The map is of an installed package: copy it into the game."
