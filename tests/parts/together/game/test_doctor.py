"""`evennia xyzgrid doctor`: what it says of settings, database and server, and what it mends."""

import json
import os

import pytest
from django.db import connection
from evennia import create_object
from evennia.objects.objects import DefaultObject
from evennia.typeclasses.tags import Tag

from xyzgrid_ext.game.base import settings as ours
from xyzgrid_ext.game.db import typeclass_paths
from xyzgrid_ext.game.parts import setting_rows
from xyzgrid_ext.parts.tuning import database, game_part, health, times

MAP = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"


@pytest.fixture
def orphans(limbo):
    """Return tags as the contrib leaves them, and one that something has."""
    for number in range(3):
        Tag.objects.create(
            db_key=f"prototype{number}", db_category="from_prototype", db_model="objectdb"
        )
    thing = create_object(DefaultObject, key="lamp", location=limbo)
    thing.tags.add("lamp", category="from_prototype")
    return thing


@pytest.fixture(autouse=True)
def health_file(tmp_path, monkeypatch):
    """What servers note of themselves goes to a file of the test's own; this is a running one."""
    monkeypatch.setattr(health, "health_file", lambda: tmp_path / "xyzgrid.health")
    monkeypatch.setattr(game_part, "running_processes", lambda: {"server": os.getpid()})


def line_of(printed, name):
    (line,) = [line for line in printed.splitlines() if line.strip().startswith(name)]
    return line.split(name)[1].strip()


WRONG = {
    "XYZGRID_START": (1, 2),
    "XYZGRID_WALK_DELAY": "fast",
    "XYZGRID_PLACE_TAGS": "landmark",
    "XYZGRID_BOARDS": "boards",
    "XYZGRID_JOURNAL": ["a row"],
    "XYZGRID_ANSWERS": {"buy": "no"},
    "XYZGRID_COMBAT": "world.nope.begin",
    "XYZGRID_PARTY": print,
    "XYZGRID_SHARE_EXPLORED": "no",
    "XYZGRID_EXPLORERS": "nothing",
    "XYZGRID_LAZY_ABOVE": "many",
    "XYZGRID_LAZY_KEEP": "an hour",
    "XYZGRID_DOOR_SYMBOLS": ("+", "doors"),
    "XYZGRID_WORKERS": "two",
    "XYZGRID_LIMITS": ["copies"],
    "XYZGRID_PARTS": "dungeons",
    "XYZGRID_DRAWN_MAPS": None,
    "XYZGRID_MAP_URL": 80,
    "XYZROOM_PROTOTYPE_OVERRIDE": "xyz_room",
    "XYZEXIT_PROTOTYPE_OVERRIDE": (),
    "XYZGRID_USE_DB_PROTOTYPES": "yes",
    "XYZGRID_MAPS": "world.town",
    "XYZGRID_WORDS": ["a row"],
    "XYZGRID_CHATTER": "often",
    "XYZGRID_MUDLET_WEBSITE": 80,
}


def test_a_wrong_setting_is_named_and_counts_as_the_default(run, settings):
    rows = setting_rows()
    assert WRONG.keys() == rows.keys()
    for name in rows:
        setattr(settings, name, rows[name].default)
    usual = {
        name: (ours.setting_function if row.is_path else ours.setting_value)(row)
        for name, row in rows.items()
    }
    for name, value in WRONG.items():
        setattr(settings, name, value)
    _code, printed = run("doctor")
    for name, value in WRONG.items():
        (line,) = [line for line in printed.splitlines() if f"{name} = " in line]
        assert repr(value) in line
    assert printed.count("correct it; until then it ") == len(WRONG)
    assert {
        name: (ours.setting_function if row.is_path else ours.setting_value)(row)
        for name, row in rows.items()
    } == usual


def test_misspelt_settings_are_named_and_the_games_own_are_on(run, settings):
    settings.XYZGRID_WALK_DELEY = 0.3
    _code, printed = run("doctor")
    assert "there is no setting XYZGRID_WALK_DELEY" in printed
    assert "did you mean XYZGRID_WALK_DELAY?" in printed
    code, printed = run("doctor")
    assert code == 0
    for name in health.settings_lines():
        assert line_of(printed, name) == "on"
    settings.PORTAL_SERVICES_PLUGIN_MODULES = settings.SERVER_SERVICES_PLUGIN_MODULES = []
    settings.AMP_SERVER_PROTOCOL_CLASS = "evennia.server.portal.amp_server.AMPServerProtocol"
    _, printed = run("doctor")
    for name in ("Portal sends at once", "Server sends at once", "steady link"):
        assert line_of(printed, name) == "off"
    assert printed.count("-> see `python -m xyzgrid_ext docs howto/faster`") >= 3


def test_a_start_without_a_room_and_a_map_that_does_not_load_are_named(run, settings, spawn_maps):
    settings.XYZGRID_START = (50, 5, "lane")
    spawn_maps({"zcoord": "lane", "map": MAP})
    assert (
        line_of(run("doctor")[1], "start of new players") == "there is no room at (50, 5, 'lane')"
    )
    settings.XYZGRID_START = (1, 0, "lane")
    assert "start of new players" not in run("doctor")[1]


def test_a_note_that_cannot_be_written_is_written_later(db):
    health.health_file().mkdir()
    health.write_health(Server())
    health.health_file().rmdir()
    health.write_health(Server())
    assert health.read_health()["pid"] == os.getpid()


def test_orphaned_tags_are_removed_and_those_in_use_stay(run, orphans):
    assert line_of(run("doctor")[1], "orphaned prototype tags") == "3"
    code, printed = run("doctor", "--fix")
    assert code == 0
    assert "removed 3 orphaned tags" in printed
    assert typeclass_paths.count_orphan_labels() == 0
    assert orphans.tags.get(category="from_prototype") == "lamp"
    assert line_of(run("doctor")[1], "orphaned prototype tags") == "0"
    found = typeclass_paths.orphan_labels()
    orphans.tags.add("prototype1", category="from_prototype")
    typeclass_paths.remove_orphan_labels(found)
    assert set(orphans.tags.get(category="from_prototype")) == {"lamp", "prototype1"}


def test_the_contribs_leak_is_one_that_it_finds(limbo):
    """Evennia 5.0.1 and 6.x: a prototype without a key gets one by chance at each spawn."""
    from evennia.prototypes.spawner import spawn

    for _ in range(2):
        for thing in spawn({"key": "lamp", "typeclass": "evennia.objects.objects.DefaultObject"}):
            thing.delete()
    assert typeclass_paths.count_orphan_labels() == 2


def ask_postgres(*statements):
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)


FORGET = "SELECT pg_stat_reset_single_table_counters('objects_objectdb_db_tags'::regclass)"
LOOK_AGAIN = "SELECT pg_stat_clear_snapshot()"  # or it tells what it did before in a transaction


def test_the_tables_are_analyzed_by_fix(run):
    ask_postgres(FORGET, LOOK_AGAIN)  # another test's ANALYZE outlives its transaction there
    few = "not needed yet" if connection.vendor == "sqlite" else "never done"
    assert line_of(run("doctor")[1], "ANALYZE") == few
    assert "ANALYZE: " in run("doctor", "--fix")[1]
    ask_postgres(LOOK_AGAIN)
    told = line_of(run("doctor")[1], "ANALYZE")
    assert told == "done" if connection.vendor == "sqlite" else told.startswith("20")


def test_many_rows_that_sqlite_has_never_counted_are_told_of(run, monkeypatch):
    if connection.vendor == "sqlite":
        monkeypatch.setattr(database, "_MANY", 0)
        assert line_of(run("doctor")[1], "ANALYZE") == "never done"
        assert "look-ups by tags are slow" in run("doctor")[1]


def test_database_is_told_with_its_version_and_what_a_step_waits_for(run):
    _, printed = run("doctor")
    names = ("synchronous_commit", "shared_buffers", "effective_cache_size", "work_mem")
    on_postgres = connection.vendor == "postgresql"
    assert [name in printed for name in names] == [on_postgres] * 4
    assert ("journal_mode" in printed) is not on_postgres
    name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[connection.vendor]
    _, printed = run("doctor")
    assert line_of(printed, f"{name} ")[0].isdigit()


@pytest.mark.parametrize(
    ("journal", "synchronous", "words"),
    [
        ("wal", "NORMAL", []),
        ("delete", "FULL", ["wait:", "waits for the disk"]),
        ("wal", "OFF", ["power cut"]),
    ],
)
def test_what_a_journal_means_is_said(journal, synchronous, words):
    found = database.journal_rows({"journal": journal, "synchronous": synchronous})
    advice = [row[2] for row in found if row[2]]
    assert len(advice) == len(words)
    assert all(word in text for word, text in zip(words, advice, strict=True))


# --- a running server


class Server:
    """As much of Evennia's service as it notes."""

    amp_protocol = None


def test_a_server_that_does_not_run_is_said(run, monkeypatch):
    health.write_health(Server())
    monkeypatch.setattr(game_part, "running_processes", dict)  # it was killed a moment ago
    assert line_of(run("doctor")[1], "server ") == "does not run"


def test_what_a_running_server_notes_is_told(run, monkeypatch):
    monkeypatch.setattr(times, "step_times", times.Times([0.002] * 98 + [0.5] * 2))
    health.write_health(Server())
    _, printed = run("doctor")
    assert "process" in line_of(printed, "server ")
    assert line_of(printed, "link to the Portal") == "waits"
    assert line_of(printed, "steps since the start") == "100"
    found = line_of(printed, "line to text, p50, p99")
    fast, slow = (float(part.removesuffix(" ms")) for part in found.split(", "))
    assert 2 <= fast < 2.2
    assert 500 <= slow < 530


def test_how_the_server_writes_counts_and_not_how_the_launcher_does(run, monkeypatch):
    own = {"journal": "wal", "synchronous": "NORMAL"}
    monkeypatch.setattr(database, "journal_settings", lambda: own)
    health.write_health(Server())
    noted = json.loads(health.health_file().read_text())
    noted["database"] = {"journal": "delete", "synchronous": "FULL"}
    health.health_file().write_text(json.dumps(noted))
    assert line_of(run("doctor")[1], "journal_mode") == "delete"
