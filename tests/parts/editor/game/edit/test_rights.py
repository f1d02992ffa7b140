"""Who may see a map in the map editor, draw it, and remove it; and its tables."""

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState
from django.test import Client
from worlds import room_named

from tests.parts.editor.game.editor_pages import INN, Editor, named
from xyzgrid_ext.parts.editor.game import edits

pytestmark = pytest.mark.django_db


def test_the_migrations_are_those_of_the_models():
    there = MigrationLoader(None).project_state()
    wanted = there.clone()
    for name in [name for label, name in there.models if label == edits.APP]:
        wanted.remove_model(edits.APP, name)
    for model in apps.get_app_config(edits.APP).get_models():
        wanted.add_model(ModelState.from_model(model))
    # of this app alone: classes of other tests have no migrations, and would stop Django's command
    assert not MigrationAutodetector(there, wanted)._detect_changes()


def migrate(target):
    """Bring the tables of the map editor to a migration; None takes them all away."""
    MigrationExecutor(connection).migrate([(edits.APP, target)])


@pytest.mark.django_db(transaction=True)
def test_a_game_that_has_not_migrated_works_and_says_so(run, superuser, player, monkeypatch):
    (last,) = MigrationLoader(None).graph.leaf_nodes(edits.APP)
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


def test_rights_are_given_map_by_map(inn, run, builder):
    assert run("right", "Inn", "bob", "editor") == (0, "Bob: editor of 'inn'\n")
    assert "Bob" in run("right", "inn")[1]
    assert Editor(builder.account).get()[1]["right"] == "editor"
    assert Editor(builder.account, "lane").get()[0] == 403
    run("right", "inn", "Bob", "none")
    assert Editor(builder.account).get()[0] == 403
    for words in (("inn", "Eve", "editor"), ("inn", "Bob", "king"), ("nowhere",), ("inn", "Bob")):
        assert run("right", *words)[0] == 1


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


def test_a_message_without_the_token_of_the_page_is_refused(editor, builder):
    strict = Editor(builder.account, enforce_csrf_checks=True)
    assert strict.post("ops", revision=0, ops=[])[0] == 403


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
