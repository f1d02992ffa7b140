"""A dungeon that all share, played by commands."""

import os
import re
import sys
import types
from pathlib import Path

import pytest
from dungeon_maps import row
from evennia import create_object

from xyzgrid_ext.core.automaton.solve import solve
from xyzgrid_ext.core.dungeon.prove import prove
from xyzgrid_ext.game.base.signals import dungeon_event
from xyzgrid_ext.game.commands.dungeons import CmdAnswer, CmdAttack, CmdNotes
from xyzgrid_ext.game.db import dungeon_scores
from xyzgrid_ext.game.db.dungeon_scores import DungeonScore
from xyzgrid_ext.game.dungeons import actions, combat, dungeon, visits
from xyzgrid_ext.game.maps import boards
from xyzgrid_ext.game.maps.dungeon_site import Enemy, Riddle, site_of
from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.text.room_map import whole_map

GOLDEN = Path(__file__).parents[1] / "golden" / "transcripts"
SMALL = {"seed": 1, "floors": 2, "tier": 1}

# a vault drawn by hand: the key lies in the west, the rat sits on the map in the middle
VAULT = row(
    ["West", "Hall", "Closet", "End"],
    start="Hall",
    gives={"West": ["smallkey"], "Hall": ["kill:rat", {"what": "map", "needs": ["kill:rat"]}]},
    needs={
        "Hall east": ["smallkey"],
        "Closet west": ["smallkey"],
        "Closet east": ["item:rope"],
    },
)

# the boss keeps the end, and a chest stands beside it
LAIR = row(
    ["Gate", "Lair", "End"],
    gives={"Gate": ["smallkey"], "Lair": ["kill:boss", "map"]},
    needs={"Lair east": ["kill:boss"]},
)


def enter(grid, player, key="cellars"):
    """Stand in the start room; what is seen there."""
    before = len(player.sent)
    site = site_of(grid.live.grids[key])
    player.character.move_to(grid.live.object((key, site.start)), move_type="teleport")
    return player.text_since(before)


def lines_of(grid, steps, key="cellars"):
    """What one types for the steps of a walkthrough."""
    site = site_of(grid.live.grids[key])
    for step in steps:
        if step.do == "go":
            yield step.word
        elif step.do == "open":
            yield f"open {step.word}"
        elif step.word.startswith("kill:"):
            yield "attack"
        elif step.word.startswith("puzzle:"):
            (riddle,) = site.rooms[step.room].riddles
            if riddle.answers:
                yield f"answer {riddle.answers[0]}"
            else:
                board, _, level = riddle.board.partition(":")
                yield "play"
                moves = solve(boards.board_named(board), int(level)).moves
                yield from ("".join(move) for move in moves)
                yield "stop"
        else:
            yield "open chest"


def walkthrough(grid, key="cellars"):
    site = site_of(grid.live.grids[key])
    gives = [give.what for room in site.rooms for give in room.gives]
    solved = {what[7:]: True for what in gives if what.startswith("puzzle:")}
    return prove(site.problem, solved).certificate.walkthrough


def seed_with(kind):
    """The first dungeon in which a chest or door asks for this: `answers` or `board`."""
    for seed in range(1, 60):
        loaded = load_data("x", dungeon("cellars", seed=seed, tier=2))
        rooms = site_of(loaded.grid).rooms
        if any(getattr(riddle, kind) for room in rooms for riddle in room.riddles):
            return seed
    raise AssertionError(f"no dungeon with {kind}")


def play(player, lines):
    return "\n".join(said for line in lines for said in _done(player, line))


def _done(player, line):
    """Type a line, `attack` until the foe is beaten; whoever is driven off is put back."""
    room = player.character.location
    while True:
        yield (said := player.types(line))
        if "drives you off" in said:
            player.character.move_to(room, quiet=True, move_type="teleport")
        if line != "attack" or "You beat" in said:
            return


# --- to the end


@pytest.mark.parametrize(("seed", "tier", "floors"), [(1, 1, 2), (3, 3, 2), (5, 10, 3)])
def test_the_walkthrough_of_the_prover_leads_to_the_end(spawn_maps, player, seed, tier, floors):
    grid = spawn_maps(dungeon("cellars", seed=seed, tier=tier, floors=floors))
    enter(grid, player)
    *lines, last = lines_of(grid, walkthrough(grid))
    said = play(player, lines)
    assert "you have made it" not in said
    assert "you have made it" in player.types(last)


@pytest.mark.parametrize(("tier", "rooms"), [(1, 16), (7, 34)])
def test_a_grown_dungeon_is_played_to_its_end_and_written_down(spawn_maps, player, tier, rooms):
    """What is typed is compared with the transcript of the last time, the answers are not."""
    order = {"seed": "transcript", "tier": tier, "rooms": rooms, "generator": 2}
    grid = spawn_maps(dungeon("cellars", **order))
    pages = [enter(grid, player)]
    for line in lines_of(grid, walkthrough(grid)):
        pages += [f"> {line}\n{said}" for said in _done(player, line)]
    assert "you have made it" in pages[-1]
    text = "\n\n".join(pages) + "\n"
    if os.environ.get("XYZGRID_GOLDEN"):
        GOLDEN.joinpath(f"tier_{tier}").write_text(text, encoding="utf-8")
    before = GOLDEN.joinpath(f"tier_{tier}").read_text("utf-8")
    assert _typed(before) == _typed(text)
    assert '" what else stands here' in text  # beside a picture that leaves space


def _typed(transcript):
    """The lines that were typed; how many blows an enemy takes is chance."""
    lines = [line for line in transcript.splitlines() if line.startswith("> ")]
    return [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]


@pytest.mark.parametrize("kind", ["answers", "board"])
def test_puzzles_are_solved_by_answers_and_on_boards(spawn_maps, player, kind):
    grid = spawn_maps(dungeon("cellars", seed=seed_with(kind), tier=2))
    enter(grid, player)
    said = play(player, lines_of(grid, walkthrough(grid)))
    assert ": solved." in said
    assert "you have made it" in said


FORMATS = (
    "{what:>200000000}", "{name.__class__.__mro__}", "{", "{0}", "{nobody}",
    "$You() $conj(fight)", "%s %(name)s", "$pron(you)",
)  # fmt: skip


@pytest.mark.parametrize("typed", [*FORMATS, "{{}}"])
def test_an_answer_is_heard_as_it_was_typed_and_never_a_format(
    spawn_maps, player, make_player, typed
):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    hall = player.character.location
    ben = make_player("Ben", location=hall)
    before = len(ben.sent)
    riddle = Riddle("puzzle:a", "{foe} $You()", answers=("echo",))
    assert not actions.answer(hall, player.character, riddle, typed)
    assert ben.text_since(before) == f'Ann answers: "{typed}"'
    assert actions.answer(hall, player.character, riddle, "Echo")
    assert "The {foe} $You(): solved." in ben.text_since(before)


@pytest.mark.parametrize("name", FORMATS)
def test_names_of_people_foes_and_exits_are_heard_as_they_are(
    spawn_maps, player, make_player, name
):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    hall = player.character.location
    ben = make_player("Ben", location=hall)
    before = len(ben.sent)
    player.character.key = name
    combat.attack(player.character, hall, Enemy("kill:rat", name))
    actions.beaten(hall, Enemy("kill:rat", name), player.character)
    heard = ben.text_since(before).splitlines()
    blows = [line for line in heard if line.startswith(f"{name} ")]
    assert blows[:2] == [f"{name} strikes at the {name}.", f"{name} beats the {name}."]


def test_the_digest_of_a_dungeon_is_the_one_that_databases_hold():
    """By another digest each copy of it would be swept away, and what happened there forgotten."""
    assert site_of(load_data("vault", VAULT).grid).digest == "430ae8f79ddaa897"


def test_colours_and_links_of_an_answer_are_only_letters(spawn_maps, player, make_player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    hall = player.character.location
    ben = make_player("Ben", location=hall)
    actions.answer(
        hall, player.character, Riddle("puzzle:a", "echo", answers=("echo",)), "|lcquit|lt|r!"
    )
    text = ben.sent[-1]["text"]
    assert "||lcquit||lt||r!" in (text if isinstance(text, str) else text[0])


# --- doors


def test_a_small_key_is_spent_and_its_door_stays_open_from_both_sides(spawn_maps, player):
    grid = spawn_maps(VAULT)
    assert "east (locked)" in enter(grid, player, "vault")
    assert player.types("east") == "You cannot go east: locked, a small key opens it."
    play(player, ["west", "open chest"])
    assert "You have 1 small key." in player.types("east")
    said = player.types("east")
    assert "It was the last one." in said
    assert "Closet" in said
    assert "locked" not in said
    assert "Hall" in player.types("west")
    assert "east (locked)" not in player.types("look")


def test_doors_and_chests_say_what_they_need(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert player.types("open chest") == "The chest does not open: first beat the rat."
    said = play(player, ["west", "open chest", "east", "east"])
    assert "east (rope needed)" in said
    assert player.types("east") == "You cannot go east: no way without the rope."
    assert player.types("open east") == "You cannot go east: no way without the rope."


def test_an_item_that_somebody_carries_lets_them_by(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    create_object(key="rope", location=player.character)
    said = play(player, ["west", "open chest", "east", "east", "east"])
    assert "This is the end of the dungeon" in said


def test_what_one_finds_all_have(spawn_maps, make_player):
    grid = spawn_maps(VAULT)
    ann, ben = make_player("Ann"), make_player("Ben")
    enter(grid, ann, "vault")
    enter(grid, ben, "vault")
    play(ann, ["west", "open chest"])
    assert "Ann opens the chest: a small key." not in ben.types("look")
    assert "You have 1 small key." in ben.types("look")
    ben.types("east")
    assert "small key" not in ann.types("look")
    assert ann.types("open chest") == "The chest is empty."


def test_nobody_flies_over_doors(spawn_maps, player):
    grid = spawn_maps(dungeon("cellars", **SMALL))
    enter(grid, player)
    player.character.cmdset.add("xyzgrid_ext.game.commands.XYZGridFlyDiveCmdSet")
    assert "in your way" in player.types("fly")


def test_who_gives_up_stands_at_the_entrance(spawn_maps, player):
    grid = spawn_maps(dungeon("cellars", **SMALL))
    enter(grid, player)
    player.types("west")
    player.types("attack")
    player.types("give up")
    assert player.character.location.here[1] == site_of(grid.live.grids["cellars"]).start
    assert "already" in player.types("give up")


def test_builders_pass_and_spend_nothing(spawn_maps, superuser):
    grid = spawn_maps(VAULT)
    enter(grid, superuser, "vault")
    play(superuser, ["west", "open chest", "east"])
    assert "Closet" in superuser.types("east")
    assert "You have 1 small key." in superuser.types("look")


# --- foes


@pytest.fixture
def heard():
    """What the game's own code is told."""
    told = []

    def note(what, thing, room, **_):
        told.append({"what": what, "thing": thing, "at": room.key})

    dungeon_event.connect(note)
    yield told
    dungeon_event.disconnect(note)


def test_a_foe_is_beaten_by_two_blows_for_good(spawn_maps, player, heard):
    grid = spawn_maps(VAULT)
    assert "the rat: attack." in enter(grid, player, "vault")
    assert "Once more will do" in player.types("attack")
    assert "You beat the rat." in player.types("attack rat")
    (heard,) = heard
    assert heard == {"what": "beaten", "thing": Enemy("kill:rat", "rat"), "at": "Hall"}
    assert "nobody here to be attacked" in player.types("attack")
    assert "the rat, beaten." in player.types("look")
    assert "a map of this place" in player.types("open chest")


def test_who_has_lost_all_hearts_is_at_the_entrance_with_all_that_was_found(
    spawn_maps, player, monkeypatch, heard
):
    grid = spawn_maps(LAIR)
    enter(grid, player, "vault")
    player.types("open chest")
    player.types("east")
    monkeypatch.setattr(combat, "strikes_back", lambda foe, losses, chance: not losses)
    assert "struck back. 3 more blows" in player.types("attack")
    assert "You have 2 of 3 hearts left." in player.types("look")
    player.types("west")
    assert "hearts" not in player.types("east")  # at the entrance one rests
    player.types("attack")
    assert "strikes you while you look away" in player.types("open chest")
    assert "You have 1 of 3 hearts left." in player.types("notes")
    said = player.types("attack")
    assert "drives you off" in said
    assert (player.at, heard[-1]["what"]) == ("Gate", "driven")
    assert "You have 1 small key and the map." in said
    kept = grid.attributes.get("dungeon vault", category="xyzgrid")
    assert (dict(kept["hurt"]), dict(kept["losses"])) == ({}, {"kill:boss": 1})
    player.types("east")
    assert [player.types("attack").count("struck back") for _ in range(4)] == [0, 0, 0, 0]
    assert "End" in player.types("east")


def test_every_foe_is_beaten_in_the_end_whatever_chance_says():
    class Worst:
        def percent(self, share):
            return share > 0

    for word, most in (("kill:rat", 2), ("kill:boss", 3)):
        assert not combat.strikes_back(Enemy(word, "it"), most, Worst())


def test_a_foe_that_needs_something_is_not_harmed_without_it(spawn_maps, player):
    data = LAIR["prototypes"] | {
        (1, 0): {
            "prototype_parent": "xyz_room",
            "key": "Lair",
            "gives": [{"what": "kill:boss", "needs": ["item:rope"]}],
        }
    }
    grid = spawn_maps(LAIR | {"prototypes": data})
    enter(grid, player, "vault")
    player.types("east")
    assert player.types("attack") == "You cannot harm the boss: first find the rope."
    create_object(key="rope", location=player.character)
    assert "You strike the boss" in player.types("attack")


def begin_fight(character, room, foe):
    character.msg(f"{foe.title} and {character.key} roll dice in {room.key}.")


def test_a_game_with_combat_of_its_own_takes_over(spawn_maps, player, settings, monkeypatch):
    combat = types.ModuleType("own_combat")
    combat.begin = begin_fight
    monkeypatch.setitem(sys.modules, "own_combat", combat)
    settings.XYZGRID_COMBAT = "own_combat.begin"
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert player.types("attack") == "rat and Ann roll dice in Hall."


# --- what is known


def test_the_map_shows_what_was_seen_and_all_of_it_with_the_map(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert "-@-" in player.types("map")
    assert "#" not in player.types("map").replace("vault", "")
    play(player, ["attack", "open chest"])
    assert "#-@-#-#" in player.types("map")


def test_a_map_that_ends_with_a_bar_shows_no_code(spawn_maps, player):
    drawing = "+\n\n  #\n  |\n  #\n\n+"
    options = {"dungeon": {"start": (0, 1), "goal": (0, 0)}}
    grid = spawn_maps({"zcoord": "mast", "map": drawing, "options": options})
    room = grid.live.object(("mast", 1))
    player.character.move_to(room)
    # behind a text that ends with a bar Evennia's telnet puts `||n`
    assert whole_map(grid.live, player.character, "mast", 0, room.here).endswith("|||n")


def test_nobody_is_led_where_nobody_was(spawn_maps, player, clock):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert "You know of no place called 'end'" in player.types("path end")
    assert "You know of no place" in player.types("path (3,0)")
    play(player, ["attack", "open chest"])
    assert "Every way to End is shut" in player.types("path end")
    assert "You cannot go east: locked, a small key opens it." in player.types("path end")
    play(player, ["west", "open chest", "east"])
    assert "open east spends one" in player.types("path closet")
    player.types("open east")
    assert "Closet is 1 step" in player.types("path closet")
    assert "no way without the rope" in player.types("goto end")


def test_notes_tell_what_is_shut_and_left_to_do_where_one_has_been(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert player.types("notes").split("\n") == [
        "Shut:",
        "  east of Hall: locked, a small key opens it",
        "To do:",
        "  beat the rat in Hall",
        "  open the chest in Hall: first beat the rat",
        "Not tried yet:",
        "  west of Hall",
    ]
    play(player, ["attack", "open chest", "west", "open chest"])
    told = player.types("dungeon notes")
    assert told.startswith("You have 1 small key and the map.\nShut:\n")
    assert "  east of Hall: locked, a small key opens it. You can open it now." in told
    assert "To do:" not in told
    assert "Closet" not in told  # which the map shows, but where nobody was
    play(player, ["east", "open east", "east"])
    assert player.types("notes").endswith("  east of Closet: no way without the rope")
    below = player.types("map").rsplit("\n", 2)[1:]
    assert below == ["You have the map.", "east of Closet: no way without the rope"]


def test_a_great_door_says_that_its_key_was_found_and_turns(spawn_maps, player):
    data = row(
        ["Hall", "Chapel", "End"],
        gives={"Hall": ["bigkey", "item:bomb"]},
        needs={"Hall east": ["bigkey"], "Chapel east": ["item:bomb"]},
    )
    grid = spawn_maps(data)
    enter(grid, player, "vault")
    assert player.types("map").endswith("\neast of Hall: a great lock, for the big key")
    said = player.types("open chest")
    assert said == "You open the chest, and find the big key. Open now: east of Hall."
    assert "It opens ways that were shut without it." in player.types("open hook")
    turns = "The big key turns in the great lock: the way east stands open."
    assert turns in player.types("east")
    player.types("west")
    assert turns not in player.types("east")
    assert "brings the weak wall down" in player.types("east")
    assert player.types("map").endswith("\nYou have the big key and the bomb.")


def test_the_compass_shows_treasure(spawn_maps, player):
    data = VAULT["prototypes"] | {
        (0, 0): {"prototype_parent": "xyz_room", "gives": ["smallkey"]},
        (1, 0): {"prototype_parent": "xyz_room", "key": "Hall", "gives": ["compass"]},
    }
    grid = spawn_maps(VAULT | {"prototypes": data})
    enter(grid, player, "vault")
    assert "$" in player.types("open chest")
    assert "$-@-" in player.types("map")
    assert "something to take" in player.types("map")


# --- visits, and the end


SHORT = row(["Gate", "Cell", "End"], gives={"Gate": ["smallkey"], "Cell": ["kill:rat", "compass"]})


def test_who_comes_back_hears_what_has_changed(spawn_maps, make_player, limbo):
    grid = spawn_maps(SHORT)
    ann, ben = make_player("Ann"), make_player("Ben")
    assert "since you left" not in enter(grid, ann, "vault").lower()
    ann.character.move_to(limbo)
    assert "Nothing has changed here since you left." in enter(grid, ann, "vault")
    ann.account.unpuppet_object(ann.session)
    enter(grid, ben, "vault")
    play(ben, ["open chest", "east", "attack", "open chest"])
    before = len(ann.sent)
    ann.account.puppet_object(ann.session, ann.character)
    told = "Since you left: a small key found, the rat beaten and a compass found."
    assert told in ann.text_since(before)
    ann.character.move_to(limbo)
    actions.reset(grid.live, "vault")
    assert "was reset since you left" in enter(grid, ann, "vault")


def test_a_newcomer_is_taught_one_thing_a_room_and_each_once(spawn_maps, player):
    gives = {"Hall": ["kill:rat", "map"], "Cell": ["smallkey"]}
    grid = spawn_maps(row(["Hall", "Cell", "End"], gives=gives, needs={"Cell east": ["smallkey"]}))
    taught = {
        "Somebody bars the way": "foe",
        "A chest: ": "chest",
        "A locked door: any": "key",
        "map draws the rooms": "map",
    }

    def lessons(said):
        return [word for text, word in taught.items() if text in said]

    assert lessons(enter(grid, player, "vault")) == ["foe"]
    found = [lessons(player.types(line)) for line in ("east", "west", "east", "west", "look")]
    assert found == [["chest"], ["map"], ["key"], [], []]


def test_the_end_is_told_to_all_inside_and_goes_into_a_table(
    spawn_maps, make_player, limbo, monkeypatch, heard
):
    grid = spawn_maps(SHORT)
    ann, ben, bea = make_player("Ann"), make_player("Ben"), make_player("Bea", superuser=True)
    now = [1000.0]
    monkeypatch.setattr(visits.time, "time", lambda: now[0])
    assert ann.types("dungeon scores") == "Nobody has come to the end of a dungeon yet."
    for one in (bea, ann, ben):
        enter(grid, one, "vault")
    now[0] += 845
    play(bea, ["east", "east"])
    assert heard == []  # builders pass
    before = len(ben.sent)
    play(ann, ["open chest", "east"])
    said = ann.types("east")
    told = "The dungeon is won in 14 minutes 5 seconds! 1 of 2 things found, 3 of 3 rooms seen."
    assert f"{told} That is place 1 of its table: dungeon scores." in said
    assert told in ben.text_since(before)
    assert heard[-1]["what"] == "ended"
    assert "won in" not in play(ann, ["west", "east"])
    listed = ann.types("dungeon scores")
    assert re.search(r"1 +Ann, Bea, Ben +14 minutes 5 seconds +1/2 +3/3 ", listed)
    actions.reset(grid.live, "vault")  # and all over again, alone
    for one in (ben, bea):
        one.character.move_to(limbo)
    now[0] += 60
    ann.session.protocol_flags["SCREENREADER"] = True
    assert "won in 1 minute! 0 of 2 things" in play(ann, ["east", "east"])
    assert bea.types("dungeon scores") == "There are tables of vault: dungeon scores <name>."
    assert ann.types("dungeon scores The Vault").split("\n")[1:] == [
        "1: Ann, 1 minute, 0 of 2 things found, 3 of 3 rooms seen.",
        "2: Ann, Bea, Ben, 14 minutes 5 seconds, 1 of 2 things found, 3 of 3 rooms seen.",
    ]
    assert ann.types("dungeon scores cave") == "There is no dungeon 'cave'."
    dungeon_scores.rename(grid, "vault", "crypt")
    assert dungeon_scores.table(grid, "vault", "430ae8f79ddaa897") == []
    dungeon_scores.forget(grid, "crypt")
    assert dict(grid.attributes.get("dungeon_scores", category="xyzgrid")) == {}


def test_the_slowest_leave_a_full_table():
    class Keeper:
        attributes = Attributes()

    scores = [DungeonScore((str(n),), 100 - n, 0, 0, 0, 0, "2026-11-22") for n in range(12)]
    places = [dungeon_scores.enter(Keeper, "vault", "x", score) for score in scores]
    assert places == [1] * 12
    rows = dungeon_scores.table(Keeper, "vault", "x")
    assert [row.seconds for row in rows] == list(range(89, 99))
    assert dungeon_scores.enter(Keeper, "vault", "x", scores[0]) is None
    assert dungeon_scores.enter(Keeper, "vault", "x", rows[0]) is None
    assert dungeon_scores.table(Keeper, "vault", "another") == []


class Attributes(dict):
    """Attributes of somebody who is in no database."""

    def get(self, name, category):
        return super().get(name)

    def add(self, name, value, category):
        self[name] = value


# --- nothing is lost


def test_all_is_written_down_at_once(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    player.types("attack")
    play(player, ["west", "open chest", "east", "open east"])
    grid.attributes.reset_cache()
    kept = dict(grid.attributes.get("dungeon vault", category="xyzgrid"))
    assert list(kept["taken"]) == ["0.0"]
    assert len(kept["opened"]) == 1
    assert dict(kept["hurt"]) == {"kill:rat": 1}
    assert list(kept["seen"]) == [0, 1]
    grid.reload()
    assert "east (locked)" not in player.types("look")
    assert "You beat the rat." in player.types("attack")


def test_a_map_that_is_added_again_begins_anew(spawn_maps, player, run):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    play(player, ["west", "open chest"])
    grid.remove("vault")
    assert grid.attributes.get("dungeon vault", category="xyzgrid") is None


def test_another_dungeon_of_the_same_name_begins_anew(spawn_maps, player, monkeypatch):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    play(player, ["west", "open chest"])
    (record,) = grid.records
    changed = VAULT["prototypes"] | {(0, 0): {"prototype_parent": "xyz_room", "gives": []}}
    module = sys.modules[record["reference"]]
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [VAULT | {"prototypes": changed}])
    grid.reload()
    assert "small key" not in player.types("look")


# --- looks


def test_a_screen_reader_is_told_in_words(spawn_maps, player):
    grid = spawn_maps(dungeon("cellars", **SMALL))
    player.session.protocol_flags["SCREENREADER"] = True
    enter(grid, player)
    said = player.types("look")
    assert "+--" not in said
    player.character.move_to(grid.live.object(("cellars", 0)))
    assert "The glass crab: attack." in player.types("look")


def test_a_look_asks_the_database_nothing(spawn_maps, player, django_assert_num_queries):
    grid = spawn_maps(dungeon("cellars", **SMALL))
    enter(grid, player)
    player.types("look")
    with django_assert_num_queries(0):
        assert "Exits:" in player.types("look")


# --- words


def test_outside_of_dungeons_nobody_opens_attacks_or_answers(player):
    for line in ("attack rat", "answer echo"):
        assert "not available" in player.types(line)
    for command in (CmdAttack(), CmdAnswer(), CmdNotes()):
        assert command.access(player.character, "read", default=True)  # its help, anywhere
        assert not command.access(player.character, "cmd")
    assert player.types("open chest") == "There is no 'chest' here."


def test_builders_open_exits_as_ever_and_chests_as_well(spawn_maps, superuser, limbo):
    grid = spawn_maps(VAULT)
    enter(grid, superuser, "vault")
    superuser.types("west")
    assert "a small key" in superuser.types("open chest")
    assert "Created new Exit 'trapdoor'" in superuser.types(f"open trapdoor = {limbo.dbref}")


def test_help_on_open_is_for_those_who_read_it(spawn_maps, player, superuser):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert "open a chest or a door" in player.types("help open")
    assert "open a new exit" in superuser.types("help open")


# --- what authors get wrong


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"tier": 0}, r"tier: a whole number from 1 to 99, not 0"),
        ({"corridors": 3}, r"corridors"),
        ({"copies": "two"}, r"copies: 'shared' or .*, not 'two'"),
        ({"reset": "daily"}, r"reset: 'never' or .*, not 'daily'"),
        ({"catalogue": "world.nowhere"}, r"world\.nowhere"),
        ({"catalogue": []}, r"no component for"),
    ],
)
def test_what_is_no_dungeon_is_refused(limbo, more, message):
    loaded = load_data("x", dungeon("cellars", **more))
    assert loaded.grid is None
    assert re.search(message, "\n".join(map(str, loaded.findings)))


def test_a_drawn_dungeon_without_an_end_is_refused(limbo):
    loaded = load_data("x", VAULT | {"options": {"dungeon": {"start": (1, 0)}}})
    assert loaded.grid is None
    assert "vault has no goal" in str(loaded.findings[-1])


def test_the_rooms_keep_what_they_are_made_of(spawn_maps):
    grid = spawn_maps(dungeon("cellars", **SMALL))
    room = grid.live.object(("cellars", 0))
    assert re.fullmatch(r"[0-7]{6}", room.db.mask)
    assert all(isinstance(name, str) for name in room.db.components)
    assert max(map(len, room.get_display_desc(None).splitlines())) <= 80


def test_goto_todo_says_that_all_ways_that_are_left_are_shut(spawn_maps, player):
    enter(spawn_maps(VAULT), player, "vault")
    for line in ("west", "east"):
        player.types(line)
    told = player.types("goto todo")
    assert told.startswith(
        "None of the ways that you have not gone is open to you now. notes tells"
    )
    assert "east from Hall" in told
