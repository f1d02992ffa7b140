"""A game without boards: what they left is named, removed when asked, and they can come back."""

from evennia.objects.models import ObjectDB

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.db.leftovers import put_command_sets_aside
from xyzgrid_ext.parts.boards.game.files import MACHINE
from xyzgrid_ext.parts.boards.game.session import SEATED
from xyzgrid_ext.xyzroom import XYZRoom


def commands():
    cmdset = XYZGridCmdSet()
    cmdset.at_cmdset_creation()
    return {command.key for command in cmdset.commands}


def test_doctor_names_and_removes_what_boards_left(without, cabinet, player, run):
    player.types("play cabinet")
    number, who = cabinet.pk, player.character
    assert "left by the part" not in run("doctor")[1]
    without("boards")
    assert "The machine is switched off." in player.types("look cabinet")
    assert "play" not in commands()
    put_command_sets_aside()  # the Server does, at its start
    assert SEATED not in who.cmdset_storage
    without()
    put_command_sets_aside()
    assert SEATED in who.cmdset_storage
    without("boards")
    put_command_sets_aside()
    code, text = run("doctor")
    assert code == 0
    assert "left by the part boards      1 object, 1 command set" in text
    code, text = run("doctor", "--fix")
    assert code == 0
    assert "removed 1 object, 1 command set of parts that the game does not have" in text
    assert not ObjectDB.objects.filter(pk=number).exists()
    assert SEATED not in who.cmdset_storage
    assert "Limbo" in player.types("look")
    assert "left by the part" not in run("doctor")[1]
    without()
    put_command_sets_aside()
    assert SEATED not in who.cmdset_storage
    assert "play" in commands()
    assert "There is nothing to play here." in player.types("play")


def test_a_machine_of_a_map_waits_for_its_part_and_its_room_does_not(without, run, module):
    thing = {"typeclass": MACHINE, "key": "box", "board": "boxes"}
    room = {"prototype_parent": "xyz_room", "things": [thing]}
    rooms = {(0, 0): room, (1, 0): {**room, "key": "End"}}
    drawing = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
    name = module("lane_with_a_machine", zcoord="lane", map=drawing, prototypes=rooms)
    told = "it needs the part boards, which the game does not have; things that wait for it: 2"
    without("boards")
    code, text = run("check", name)
    assert (code, text.count("warning: "), told in text) == (0, 1, True), text
    assert "write in XYZGRID_PARTS (in a terminal: in --parts): boards" in text
    assert run("add", name)[0] == run("spawn", "--yes")[0] == 0
    machines = ObjectDB.objects.filter(db_key="box")
    lanes = XYZRoom.objects.filter_xyz(("*", "*", "lane"))
    assert (lanes.count(), machines.exists()) == (2, False)
    without()
    assert run("check", name)[0] == run("spawn", "--yes")[0] == 0
    box = machines.first()
    without("boards")
    assert "Nothing to do" in run("plan")[1]
    assert machines.first() == box, "what was made stays"
