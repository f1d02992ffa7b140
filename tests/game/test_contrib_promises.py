"""What the page of Evennia's XYZGrid promises, and no other test of this folder shows.

In the order of the page, with its drawings; then its options. See also test_contrib_legend.
"""

import importlib
import sys

import evennia
import pytest
from contrib_page import PAGE, drawn, exit_of, room
from evennia import CmdSet
from evennia.contrib.grid.xyzgrid import commands, xymap, xymap_legend, xyzroom
from evennia.prototypes import prototypes as protlib
from evennia.utils.ansi import strip_ansi

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.db import memory
from xyzgrid_ext.game.typeclasses.script import get_xyzgrid
from xyzgrid_ext.launchcmd import xyzcommand
from xyzgrid_ext.xyzroom import XYZExit, XYZRoom

EXAMPLE = "evennia.contrib.grid.xyzgrid.example"


@pytest.fixture
def run(limbo, capsys):
    """Return a function: words after `evennia xyzgrid` -> what was printed."""

    def call(*words):
        capsys.readouterr()
        xyzcommand(*words)
        return capsys.readouterr().out

    return call


def test_the_first_example_goes_as_on_the_page(run, superuser, limbo, clock, monkeypatch):
    assert "Add maps: evennia xyzgrid add" in run("init")
    run("add", EXAMPLE)
    assert all(name in run("list") for name in ("the large tree", "the small cave"))
    assert "#-------#-#-------#" in run("show", "the large tree")
    run("spawn", "--yes")

    superuser.types("teleport (3,0,the large tree)")
    assert superuser.character.location.key == "Dungeon Entrance"
    assert "Dungeon Entrance" in superuser.types("look")
    assert "@" in superuser.types("map")
    superuser.types("teleport (9, 7)")
    assert superuser.character.location.key == "On an enormous branch"
    superuser.types(f"open To limbo;limbo = {limbo.dbref}")
    superuser.types("limbo")
    assert superuser.character.location == limbo
    superuser.types("open To grid;grid = (3,0,the large tree)")
    superuser.types("grid")
    assert superuser.character.location.key == "Dungeon Entrance"
    superuser.types("east")
    assert superuser.character.location.xyz == (1, 0, "the small cave")
    superuser.types("west")
    assert superuser.types("path view").startswith("A gorgeous view is ")
    superuser.types("goto view")
    clock.advance(1)
    assert "You stop" in superuser.types("goto")
    superuser.types("goto view")
    for _ in range(200):
        clock.advance(1)
    assert superuser.character.location.key == "A gorgeous view"
    run("delete", "--yes")
    assert not XYZRoom.objects.all()


def test_the_words_of_the_launcher_take_what_they_took(run):
    run("add", EXAMPLE)
    assert "the small cave" in run("list", "the small cave")
    run("spawn", "(*, *, the small cave)", "--yes")
    assert {found.xyz[2] for found in XYZRoom.objects.all()} == {"the small cave"}
    run("spawn", "(3,0,the large tree)", "--yes")
    assert [r.xyz for r in XYZRoom.objects.filter_xyz(("*", "*", "the large tree"))] == [
        (3, 0, "the large tree")
    ]
    run("delete", "the small cave", "--yes")
    assert not XYZRoom.objects.filter_xyz(("*", "*", "the small cave"))
    assert "spawn" in run("help")
    assert "spawn" in run("help", "spawn")
    assert "teleporter" in run("help", "drawing")


class Wooded(XYZRoom):
    map_visual_range = 1


@pytest.fixture
def overridden(settings):
    """Return a function: settings -> the base prototypes are read again with them."""
    from xyzgrid_ext import prototypes

    before = dict(protlib._MODULE_PROTOTYPES)

    def override(**given):
        for name, value in given.items():
            setattr(settings, name, value)
        importlib.reload(prototypes)
        protlib.load_module_prototypes("xyzgrid_ext.prototypes")

    yield override
    protlib._MODULE_PROTOTYPES.clear()
    protlib._MODULE_PROTOTYPES.update(before)


def test_a_game_extends_the_base_prototypes_by_settings(overridden, spawn_maps):
    overridden(
        XYZROOM_PROTOTYPE_OVERRIDE={"typeclass": f"{__name__}.Wooded", "smell": "of moss"},
        XYZEXIT_PROTOTYPE_OVERRIDE={"desc": "Between trees.", "locks": "view:all()"},
    )
    sys.modules[__name__].Wooded = Wooded
    spawn_maps(PAGE | {"prototypes": {(0, 0): PAGE["prototypes"][0, 0]}})
    glade = xyzroom.XYZRoom.objects.get_xyz((0, 0, "mymap"))
    assert type(glade).__name__ == "Wooded"
    assert glade.db.smell == "of moss"
    assert glade.key == "A nice glade"
    other = xyzroom.XYZRoom.objects.get_xyz((1, 1, "mymap"))
    assert (type(other).__name__, other.db.smell) == (
        "Wooded",
        "of moss",
    )  # without a prototype too
    assert {found.db.desc for found in xyzroom.XYZExit.objects.filter_xyz()} == {"Between trees."}


def test_prototypes_made_in_the_game_are_used_where_the_setting_says_so(
    limbo, settings, monkeypatch
):
    protlib.save_prototype(
        {
            "prototype_key": "mossy_room",
            "prototype_parent": "xyz_room",
            "typeclass": "xyzgrid_ext.xyzroom.XYZRoom",
            "desc": "Moss.",
        }
    )
    grid = get_xyzgrid()
    mossy = type("Mossy", (xymap_legend.MapNode,), {"prototype": "mossy_room"})
    data = PAGE | {"legend": {"#": mossy}, "prototypes": {}}
    with pytest.raises(GridError, match="Found 0 matching prototypes"):
        grid.add_maps(data)
    settings.XYZGRID_USE_DB_PROTOTYPES = True
    monkeypatch.setattr(xymap, "_NO_DB_PROTOTYPES", False)  # which the contrib reads at its import
    grid.add_maps(data)
    grid.spawn()
    assert room(0, 0).db.desc == "Moss."


def test_grid_rooms_and_exits_are_found_as_on_the_page(spawn_maps):
    grid = spawn_maps(PAGE)
    assert evennia.search_script("XYZGrid")[0] is grid
    assert get_xyzgrid() is get_xyzgrid(print_errors=False) is grid
    assert room(0, 0).xyzgrid is exit_of(0, 0, "east").xyzgrid is grid
    assert grid.grid["mymap"] is grid.get_map("mymap") is grid.all_maps()[0]
    east = exit_of(0, 0, "east")
    assert room(2, 0).xyz == (2, 0, "mymap")
    assert (east.xyz, east.xyz_destination) == ((0, 0, "mymap"), (2, 0, "mymap"))
    for obj in (room(2, 0), east):
        assert obj.xymap is obj.xyzmap is grid.get_map("mymap")


def test_a_room_made_by_hand_has_its_coordinate_for_itself(spawn_maps):
    spawn_maps(PAGE)
    made, faults = XYZRoom.create("Twin", xyz=(0, 0, "mymap"))
    assert made is None
    assert "already exists" in faults[0]
    made, faults = XYZRoom.create("Far off", xyz=(9, 9, "mymap"))
    assert (made.xyz, faults) == ((9, 9, "mymap"), [])
    way, faults = XYZExit.create("away", xyz=(0, 0, "mymap"), xyz_destination=(9, 9, "mymap"))
    assert (way.location, way.destination, faults) == (room(0, 0), made, [])
    assert way.xyz_destination == (9, 9, "mymap")


def test_a_house_can_stand_within_the_grid(spawn_maps, superuser):
    grid = spawn_maps(PAGE)
    superuser.character.move_to(room(0, 0), quiet=True)
    superuser.types("dig House;house:evennia.DefaultRoom = door;d,out;o")
    grid.spawn()
    superuser.types("door")
    assert superuser.character.location.key == "House"
    superuser.types("out")
    assert superuser.character.location == room(0, 0)


def test_a_subclass_of_the_contribs_goto_walks_on_our_grid(spawn_maps, player, monkeypatch):
    class CmdHike(commands.CmdGoto):
        def _auto_step(self, *args, **kwargs):
            self.caller.msg("You put one foot before the other.")
            super()._auto_step(*args, **kwargs)

    class Hikes(CmdSet):
        def at_cmdset_creation(self):
            self.add(CmdHike)

    due = []
    monkeypatch.setattr(commands, "delay", lambda _seconds, step, *given: due.append((step, given)))
    spawn_maps(PAGE)
    player.character.location = room(2, 2)
    player.character.cmdset.add(Hikes)
    assert "sw" in player.types("path nice glade")
    assert "one foot before" in player.types("goto nice glade")
    while due:
        step, given = due.pop()
        step(*given)
    assert player.at == "A nice glade"


def test_a_game_may_add_reload_and_spawn_its_maps_at_each_start(limbo):
    grid = get_xyzgrid()
    for _start in range(2):
        grid.ndb.handed = None  # what a process keeps
        grid.add_maps(*grid.maps_from_module(EXAMPLE))
        grid.reload()
        grid.spawn()
        assert XYZRoom.objects.all().count() == 33
    assert len(grid.all_maps()) == 2


ROW = drawn("#-#-#-#-#-#-#-#-#")


def look(player, **kwargs):
    """The map that comes with a look, without lines around it and colours; None without one."""
    start = len(player.sent)
    player.character.msg(player.character.at_look(player.character.location, **kwargs))
    maps = [m["text"] for m in player.sent[start:] if isinstance(m.get("text"), tuple)]
    maps = [text for text, options in maps if options.get("type") == "xymap"]
    return strip_ansi(maps[0]) if maps else None


def middle(text):
    """The lines of a map between its separators."""
    return [line.strip() for line in text.split("\n")[1:-1]]


@pytest.fixture
def row(spawn_maps, make_player):
    """Return a function: options -> a player in the middle of a row of nine rooms."""

    def make(**options):
        spawn_maps({"zcoord": "mymap", "map": ROW, "options": options})
        player = make_player("Ann", location=room(4, 0))
        memory.note_told(player.character, "letters")
        return player

    return make


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"map_visual_range": 1}, ["#-@-#"]),
        ({"map_visual_range": 0}, ["@"]),
        ({"map_visual_range": None}, ["#-#-#-#-@-#-#-#-#"]),
        ({"map_mode": "scan"}, ["#-@-#"]),
        ({"map_mode": "scan", "map_visual_range": 3}, ["-#-@-#-"]),
        ({"map_mode": "scan", "map_visual_range": None}, ["#-#-#-#-@-#-#-#-#"]),
        ({"map_mode": "node"}, ["#-#-@-#-#"]),  # as the page has it
        ({"map_mode": "nodes"}, ["#-#-@-#-#"]),
        ({"map_character_symbol": "|rX|n"}, ["#-#-X-#-#"]),
        ({"map_character_symbol": None}, ["#-#-#-#-#"]),
    ],
)
def test_what_is_seen_is_an_option_of_the_map(row, options, shown):
    assert middle(look(row(**options))) == shown


@pytest.mark.parametrize(("symbol", "shown"), [("|rX|n", "X"), ("|g@|n", "@"), (None, "#")])
def test_the_symbol_of_the_player_is_the_same_on_the_whole_map(row, make_player, symbol, shown):
    player = row(map_character_symbol=symbol)
    assert f"#-#-#-#-{shown}-#-#-#-#" in player.types("map")
    ben = make_player("Ben", location=player.character.location)
    assert "letters mean" not in ben.types("look")  # X is no letter of the map


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"map_visual_range": 1}, ["#-@-#"]),
        ({"map_mode": "scan", "map_visual_range": 3}, ["-#-@-#-"]),
        ({"map_character_symbol": "X"}, ["#-#-X-#-#"]),
    ],
)
def test_options_can_stand_on_the_class_or_come_with_a_look(row, monkeypatch, options, shown):
    player = row()
    assert middle(look(player, **options)) == shown
    for name, value in options.items():
        monkeypatch.setattr(XYZRoom, name, value)
    assert middle(look(player)) == shown


def test_the_map_can_be_turned_off(row):
    player = row(map_display=False)
    assert look(player) is None
    assert look(player, map_display=True) is not None


@pytest.mark.parametrize(("align", "column"), [("l", 4), ("c", 39), ("r", 73)])
def test_the_map_stands_left_right_or_in_the_middle(row, align, column):
    assert look(row(map_align=align)).split("\n")[1].index("@") == column


def test_the_colour_of_the_lines_is_told_once(row):
    player = row(map_fill_all=True)
    before = len(player.sent)
    player.types("look")
    lines = str(player.sent[before:])
    assert "|x~~~" in lines
    assert "~|n|x~" not in lines


def test_the_lines_are_of_a_symbol_and_a_length_of_choice(row):
    player = row(map_separator_char="|r=|n", map_fill_all=False)
    player.character.location.db.desc = "A short text of forty columns, or a bit."
    text = look(player)
    assert text.split("\n")[0] == "=" * 40
    player.character.location.db.desc = "Short."
    assert len(look(player).split("\n")[0]) < 40


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("<{display_symbol}>", "#-#-@<-><#><-><#>"),
        ("*", "#-#-@****"),
        ("{nonsense}", "#-#-@-#-#"),
        ("{", "#-#-@-#-#"),
        (None, "#-#-@NoneNoneNoneNone"),
    ],
)
def test_the_way_ahead_is_in_a_style_and_a_malformed_one_harms_no_look(row, style, shown):
    player = row(map_target_path_style=style)
    player.types("path (8,0)")
    assert middle(look(player)) == [shown]
