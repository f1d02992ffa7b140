"""The pages' python blocks: maps that load, settings that hook up, a room of the game's own."""

import sys
import types
from copy import deepcopy
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest
from dungeon_play import fought
from evennia import create_object, settings_default
from evennia.utils.utils import class_from_module
from plane_maps import plane

from xyzgrid_ext import install
from xyzgrid_ext.core.coords import Coord
from xyzgrid_ext.core.grid import check_world
from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, job_steps
from xyzgrid_ext.game.maps.loader import load_maps
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.parts.proof.core import problem_from_grid, prove

ROOT = Path(__file__).resolve().parents[4]

pytestmark = pytest.mark.django_db


@pytest.fixture
def blocks(documented):
    """Return the python blocks as code, by a word that only one of them holds."""
    return lambda word: next(block for block in documented("python") if word in block)


def test_each_map_of_the_docs_loads(documented, subtests, monkeypatch, tmp_path):
    (tmp_path / "small.matrix").write_text(documented("matrix")[0], encoding="utf-8")
    maps = [block for block in documented("python") if "XYMAP_DATA = " in block]
    assert maps
    for number, block in enumerate(maps):
        module = types.ModuleType(f"documented_{number}")
        module.__file__ = str(tmp_path / f"{module.__name__}.py")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(block, module.__dict__)
        for loaded in load_maps(module.__name__):
            assert loaded.grid, loaded.findings
            with subtests.test(loaded.grid.name):
                assert loaded.findings == ()


def test_the_maps_of_the_docs_load_and_lead_to_each_other(
    documented, blocks, monkeypatch, tmp_path
):
    (tmp_path / "small.matrix").write_text(documented("matrix")[0], encoding="utf-8")
    grids = {}
    for name in ("harbour", "small"):
        module = types.ModuleType(f"maps.{name}")
        module.__file__ = str(tmp_path / f"{name}.py")
        exec(blocks(f'"zcoord": "{name}"'), module.__dict__)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        (loaded,) = load_maps(module.__name__)
        assert loaded.findings == ()
        grids[name] = loaded.grid
    assert [f.code for f in check_world(grids)] == ["no-way-back", "trap"]


def test_the_steppe_of_the_docs_is_made_where_somebody_comes(blocks, limbo, run, monkeypatch):
    module = types.ModuleType("maps.steppe")
    exec(blocks('"zcoord": "steppe"'), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    get_xyzgrid().add(module.__name__)
    page = (ROOT / "docs/howto/big-maps.md").read_text("utf-8")
    for line in (*run("spawn", "--yes")[1].splitlines()[:1], run("list")[1].split(" (")[0]):
        assert line in page
    code = {}
    exec(blocks("def bury"), code)
    chest = create_object("evennia.DefaultObject", key="chest", location=limbo)
    code["bury"](chest)
    assert chest.location.xyz == (30, 30, "steppe")
    assert len(chest.location.exits) == 4
    asked = []
    order = Order(("steppe",), TERMINAL, asked.append)
    drain(job_steps("delete", get_xyzgrid(), order))
    assert "3,595 rooms never had to be made" in asked[0]
    assert chest.location == limbo


def test_a_fight_and_a_party_of_the_docs(blocks, spawn_maps, player, monkeypatch, settings):
    combat = types.ModuleType("documented_combat")
    exec(blocks("XYZGRID_COMBAT"), combat.__dict__)
    monkeypatch.setitem(sys.modules, combat.__name__, combat)
    settings.XYZGRID_COMBAT = "documented_combat.begin"
    player.character.db.guild = "gulls"
    assert combat.party_of(player.character) == "gulls"
    mill = types.ModuleType("maps.mill")
    exec(blocks('"zcoord": "mill"'), mill.__dict__)
    race = spawn_maps(mill.XYMAP_DATA).live.object(("mill", 1))
    player.character.move_to(race)
    said = player.types("attack pike")
    assert "the old pike turns to you." in said
    assert "You beat the old pike." in said


def test_the_settings_of_the_docs_are_those_of_this_game(documented, settings):
    stock = {name: value for name, value in vars(settings_default).items() if name.isupper()}
    shown = [block for block in documented("python") if "hook_up(globals())" in block]
    shown.append("".join(line.text for line in install.LINES_TO_ADD[install.SETTINGS]))
    for block in shown:
        names = deepcopy(stock) | {"USE_I18N": True}
        exec(block, names)
        changed = {name for name in stock if names[name] != stock[name]} - {"DATABASES"}
        assert changed > {"INSTALLED_APPS", "PORTAL_SERVICES_PLUGIN_MODULES", "USE_I18N"}
        for name in changed - {"TEMPLATES"}:
            ours, value = getattr(settings, name), names[name]
            is_list = isinstance(value, list)
            assert set(value) - set(stock[name]) <= set(ours) if is_list else value == ours, name
        for name in ("SERVER_SESSION_CLASS", "TELNET_PROTOCOL_CLASS", "WEBSOCKET_PROTOCOL_CLASS"):
            assert class_from_module(names[name])
    assert len(shown) == 2  # of the installation, and what `init` writes


def test_rooms_and_exits_of_the_games_own_take_the_mixins(blocks, limbo, monkeypatch):
    from evennia.contrib.grid.xyzgrid import xyzroom as contrib

    module = types.ModuleType("documented_rooms")
    module.__spec__ = ModuleSpec("documented_rooms", None)
    monkeypatch.setitem(sys.modules, "documented_rooms", module)  # Evennia finds it by its path
    exec(blocks("XYZRoomMixin"), module.__dict__)
    room, faults = module.GridRoom.create("A deck", xyz=(0, 0, "ship"))
    assert not faults
    assert isinstance(room, contrib.XYZRoom)
    assert issubclass(module.GridExit, contrib.XYZExit)
    assert room.xyz == (0, 0, "ship")
    assert "A deck" in room.return_appearance(room)


def test_rooms_of_the_docs_are_shown_in_the_language_of_the_reader(
    blocks, limbo, player, monkeypatch
):
    module = types.ModuleType("documented_texts")
    module.__spec__ = ModuleSpec("documented_texts", None)
    monkeypatch.setitem(sys.modules, "documented_texts", module)
    exec(blocks("class TranslatedRoom"), module.__dict__)
    room, _faults = module.TranslatedRoom.create("Home", xyz=(0, 0, "inn"))
    room.db.desc = "There is no way out."  # both are texts of the package, too
    player.character.move_to(room, quiet=True)
    assert "Home\nThere is no way out." in player.types("look")
    player.types("style language = Deutsch")
    assert "Start\nKein Weg" in player.types("look")


def test_the_code_of_the_docs_finds_rooms_routes_and_teleports(blocks, spawn_maps, player):
    names, inn = {}, {}
    exec(blocks("def rooms_near"), names)
    exec(blocks('"zcoord": "inn"'), inn)
    spawn_maps(inn["XYMAP_DATA"])
    taproom, other = names["room_at"](0, 0, "inn"), names["room_at"](1, 0, "inn")
    assert names["rooms_near"](taproom, 1) == [taproom, other]
    assert names["directions"](other, taproom) == ["west"]
    assert names["teleport"](player.character, 0, 0, "inn")
    assert "the innkeeper" in player.types("look")
    assert "brass key" in player.types("east")  # which is locked


def test_the_mill_of_the_docs_is_played_to_its_end(blocks, documented, spawn_maps, make_player):
    module = types.ModuleType("maps.mill")
    exec(blocks('"zcoord": "mill"'), module.__dict__)
    grid = spawn_maps(module.XYMAP_DATA)
    (shown,) = (block for block in documented("text") if "the eel trap, shut" in block)
    ann = make_player("Ann")
    ann.character.move_to(grid.live.object(("mill", 0)))
    assert "the feed bin, shut: open chest" in ann.types("look")
    ann.types("open chest")
    said = [line for word in ("east", "open trap") for line in ann.types(word).split("\n")]
    documents = [line for line in shown.strip().split("\n") if not line.startswith(">")]
    assert [line for line in said if line in documents] == documents, said
    said += "".join(fought(ann, ann.types("look"))).split("\n")
    for word in ("open trap", "north"):
        said += ann.types(word).split("\n")
    assert "You beat the old pike." in said
    assert "The dungeon is won in" in ann.types("east")


def test_the_gate_of_the_docs_closes_by_itself(blocks, spawn_maps, player, run, monkeypatch):
    module = types.ModuleType("documented_gates")
    module.__spec__ = ModuleSpec("documented_gates", None)
    monkeypatch.setitem(sys.modules, "documented_gates", module)
    exec(blocks("class Gate"), module.__dict__)
    due = []
    monkeypatch.setattr(module, "delay", lambda seconds, close, persistent: due.append(close))
    gate = {"prototype_parent": "xyz_exit", "typeclass": "documented_gates.Gate", "key": "gate"}
    inn = {"zcoord": "yard", "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"}
    end = {"prototype_parent": "xyz_room", "key": "The Orchard"}
    live = spawn_maps(inn | {"prototypes": {(0, 0, "e"): gate, (1, 0): end}}).live
    player.character.location = live.object(("yard", 0))
    assert "The gate is shut." in player.types("gate")
    (way,) = player.character.location.exits
    way.open_up()
    assert "1 step from here" in player.types("path orchard")
    assert "Nothing to do" in run("plan")[1]
    due.pop()()
    assert "blocked: gate" in player.types("path orchard")


def test_the_ship_of_the_docs_takes_its_passengers_along(blocks, spawn_maps, player, superuser):
    names = {}
    exec(blocks("def sail"), names)
    row = "\n+ 0 1 2\n\n0 # # #\n\n+ 0 1 2\n\n"
    ship = {(0, 0): {"prototype_parent": "xyz_room", "key": "The Deck"}}
    live = spawn_maps(
        {"zcoord": "quays", "map": row}, {"zcoord": "ship", "map": row, "prototypes": ship}
    ).live
    superuser.character.location = live.object(("quays", 0))
    superuser.types("open gangway = (0,0,ship)")
    superuser.character.location = live.object(("ship", 0))
    superuser.types("open ashore = (0,0,quays)")
    player.character.location = live.object(("ship", 0))
    names["sail"]("ship", 2, 0, "quays")
    player.types("ashore")
    assert player.character.location.xyz == (2, 0, "quays")
    assert "1 step from here" in player.types("path the deck")
    player.character.location = live.object(("quays", 0))
    assert "There is no way out" in player.types("path the deck")


def test_the_locks_of_the_docs_are_read(documented):
    (block,) = [block for block in documented("python") if '"gives": ["smallkey"' in block]
    names = {"XYMAP_DATA": {"prototypes": {}}}
    exec(block, names)
    corner = "\n    |\n".join([*["    #"] * 4, "#-#-#"])  # (0,0), then up from (2,0) to (2,4)
    grid = plane(corner, prototypes=names["XYMAP_DATA"]["prototypes"])
    proof = prove(problem_from_grid(grid, start=Coord(2, 3), goal=Coord(2, 4)))
    assert [step.do for step in proof.certificate.walkthrough] == ["take", "open", "go"]
