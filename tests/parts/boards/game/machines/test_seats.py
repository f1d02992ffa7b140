"""Who sits at a machine, leaves, comes back or watches; and what goes away or breaks meanwhile."""

import os

from coin_board import DOOR, EXTRAS
from evennia import create_object
from evennia.objects.models import ObjectDB

from xyzgrid_ext.commands import XYZGridCmdSet
from xyzgrid_ext.game.db.leftovers import put_command_sets_aside
from xyzgrid_ext.parts.boards.game import session
from xyzgrid_ext.parts.boards.game.files import MACHINE
from xyzgrid_ext.parts.boards.game.session import SEATED
from xyzgrid_ext.xyzroom import XYZRoom


def test_who_comes_back_goes_on_and_machines_without_a_board_say_so(cabinet, player):
    player.types("play cabinet")
    player.types("l")
    assert "Your game waits there" in player.types("quit")
    assert "# @$  #" in player.types("play cabinet")
    cabinet.db.board = "nothing"
    told = player.types("play cabinet")
    assert "There is no board 'nothing'." in told
    assert "Put nothing.game into world/boards." in told
    assert "Known boards: boxes, coins, digger, fire, firing-line" in player.types("play cabinet")


def test_a_second_player_watches_and_cannot_take_the_place(cabinet, player, make_player):
    player.types("play cabinet")
    ben = make_player("Ben")
    assert "Ann is playing here." in ben.types("play cabinet")
    seen = ben.types("watch")
    assert "#@ $  #" in seen
    assert "watch again to stop watching" in seen
    before = len(ben.sent)
    player.types("l")
    assert "# @$  #" in ben.text_since(before)
    ben.types("watch")
    before = len(ben.sent)
    player.types("l")
    assert "#" not in ben.text_since(before)


def test_the_place_of_one_who_has_gone_is_free(cabinet, player, make_player):
    player.types("play cabinet")
    player.session.account.unpuppet_object(player.session)
    player.character.location = None
    ben = make_player("Ben")
    assert "#@ $  #" in ben.types("play cabinet")


def test_one_who_walks_away_stands_up(cabinet, player, spawn_maps):
    live = spawn_maps(DOOR).live
    hall, vault = (live.object(("vault", room)) for room in (0, 1))
    player.character.location = cabinet.location = hall
    player.types("play cabinet")
    player.character.move_to(vault, quiet=True, move_type="teleport")
    assert session.machine_of(player.character) is None
    assert not player.character.cmdset.has(SEATED)
    player.character.move_to(hall, quiet=True)
    assert session.machine_of(player.character) is None
    assert "#@ $  #" in player.types("play cabinet")


def test_one_who_was_carried_off_unseen_types_as_ever(cabinet, player, limbo):
    player.types("play cabinet")
    cabinet.location = create_object("typeclasses.rooms.Room", key="Attic")
    seen = player.types("look")
    assert "You are no longer playing" in seen
    assert "Limbo" in seen
    assert "You are no longer playing" not in player.types("look")


def test_a_machine_that_is_destroyed_tells_its_player(cabinet, player):
    player.types("play cabinet")
    before = len(player.sent)
    cabinet.delete()
    assert "The game is over" in player.text_since(before)
    assert "Limbo" in player.types("look")


def test_a_board_that_was_changed_meanwhile_begins_anew(cabinet, folder, player):
    player.types("play cabinet")
    player.types("l")
    text = EXTRAS.replace("#@ $  #\n", "#@ $  #\n#     #\n")
    (folder / "coins.toml").write_text(text)
    os.utime(folder / "coins.toml", (1, 1))
    cabinet.ndb.board_session = None
    assert "You are no longer playing" in player.types("l")
    assert "#@ $  #\n#     #" in player.types("play cabinet")


def test_a_board_that_is_broken_says_where(cabinet, folder, player):
    (folder / "coins.toml").write_text("title = 7")
    assert "coins.toml" in player.types("play cabinet")
    assert not player.character.cmdset.has(SEATED)


def test_a_seat_is_free_after_ten_idle_minutes(cabinet, player, make_player, timer, monkeypatch):
    monkeypatch.setattr(session, "calendar_time", timer.seconds)
    player.types("play cabinet")
    ben = make_player("Ben")
    timer.advance(599.0)
    assert "Ann is playing here" in ben.types("play cabinet")
    timer.advance(2.0)
    before = len(player.sent)
    assert "#@ $  #" in ben.types("play cabinet")
    assert "Somebody else is playing now" in player.text_since(before)
    assert "Limbo" in player.types("look")


def test_a_game_that_was_left_is_forgotten_if_its_builder_says_so(
    cabinet, player, timer, monkeypatch
):
    monkeypatch.setattr(session, "calendar_time", timer.seconds)
    cabinet.db.reset = 5
    player.types("play cabinet")
    player.types("l")
    player.types("stop")
    timer.advance(299.0)
    assert "# @$  #" in player.types("play cabinet")
    player.types("stop")
    timer.advance(301.0)
    assert "#@ $  #" in player.types("play cabinet")


def test_others_in_the_room_are_told_who_comes_and_goes(cabinet, player, make_player):
    ben = make_player("Ben")
    before = len(ben.sent)
    player.types("play cabinet")
    player.types("stop")
    seen = ben.text_since(before)
    assert "Ann sits down at a tin cabinet." in seen
    assert "Ann leaves a tin cabinet." in seen


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
