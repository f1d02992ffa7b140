"""Dungeons in play: walked to their end, with their doors, fights and visits."""

import os
import re
import sys
import types
from collections import Counter
from pathlib import Path

import pytest
from dungeon_maps import row
from dungeon_play import (
    LAIR,
    SIGNS,
    SMALL,
    VAULT,
    answers,
    enter,
    fought,
    lines_of,
    play,
    typed_until_done,
    walkthrough,
)
from evennia import create_object
from fog_maps import MOOR, ROAD, stand

from xyzgrid_ext.game.maps.loader import load_data
from xyzgrid_ext.game.parts import leading_refusal
from xyzgrid_ext.parts.dungeons.catalogue import CATALOGUE
from xyzgrid_ext.parts.dungeons.core import Parameters, fight, generate
from xyzgrid_ext.parts.dungeons.core.masks import Catalogue
from xyzgrid_ext.parts.dungeons.core.site import Enemy, RoomPuzzle, site_of
from xyzgrid_ext.parts.dungeons.game import actions, combat, dungeon, visits
from xyzgrid_ext.parts.dungeons.game import scores as db_scores
from xyzgrid_ext.parts.dungeons.game.caretaker import Caretaker
from xyzgrid_ext.parts.dungeons.game.commands import CmdAnswer, CmdAttack, CmdNotes
from xyzgrid_ext.parts.dungeons.game.descriptions import DungeonTexts
from xyzgrid_ext.parts.dungeons.game.stored import DungeonVisit, remember_visit

GOLDEN = Path(__file__).parents[3] / "golden" / "transcripts"


def seed_with(kind):
    """The first dungeon in which a chest or door asks for this: `answers` or `board`."""
    for seed in range(1, 60):
        loaded = load_data("x", dungeon("cellars", seed=seed, tier=2))
        rooms = site_of(loaded.grid).rooms
        if any(getattr(riddle, kind) for room in rooms for riddle in room.puzzles):
            return seed
    raise AssertionError(f"no dungeon with {kind}")


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
    order = {"seed": "transcript", "tier": tier, "rooms": rooms}
    grid = spawn_maps(dungeon("cellars", **order))
    pages = [enter(grid, player)]
    for line in lines_of(grid, walkthrough(grid)):
        pages += [f"> {line}\n{said}" for said in typed_until_done(player, line)]
    assert "you have made it" in pages[-1]
    text = "\n\n".join(pages) + "\n"
    if os.environ.get("XYZGRID_GOLDEN"):
        GOLDEN.joinpath(f"tier_{tier}").write_text(text, encoding="utf-8")
    before = GOLDEN.joinpath(f"tier_{tier}").read_text("utf-8")
    assert _typed(before) == _typed(text)
    assert "+----" in text
    assert not any("+----" in page and "~~~~" in page for page in pages)  # one of them is enough
    assert "what the letters mean" not in text  # beside a legend


def _typed(transcript):
    """The lines that were typed; how many blows an enemy takes is chance."""
    lines = [line for line in transcript.splitlines() if line.startswith("> ")]
    return [line for line, before in zip(lines, ["", *lines], strict=False) if line != before]


@pytest.mark.parametrize("kind", ["answers", "board"])
def test_puzzles_are_solved_by_answers_and_on_boards(spawn_maps, player, kind):
    grid = spawn_maps(dungeon("cellars", seed=seed_with(kind), tier=2))
    enter(grid, player)
    lines = []
    for line in lines_of(grid, walkthrough(grid)):
        lines += ["hint", line] if line.startswith("answer") else [line]
    said = play(player, lines)
    assert " is solved." in said
    assert ("letters, and the first is" in said) == ("hint" in lines)
    assert "you have made it" in said


FORMATS = ("{what:>200000000}", "{", "$You() $conj(fight) %s")


@pytest.fixture
def ben(spawn_maps, player, make_player):
    """Return somebody who stands beside the player in the vault."""
    enter(spawn_maps(VAULT), player, "vault")
    return make_player("Ben", location=player.character.location)


@pytest.mark.parametrize("typed", FORMATS)
def test_an_answer_is_heard_as_it_was_typed_and_never_a_format(player, ben, typed):
    hall, before = player.character.location, len(ben.sent)
    riddle = RoomPuzzle("puzzle:a", "{foe} $You()", answers=("echo",))
    assert not actions.answer_riddle(hall, player.character, riddle, typed)
    assert ben.text_since(before) == f'Ann answers: "{typed}"'
    assert actions.answer_riddle(hall, player.character, riddle, "Echo")
    assert "The {foe} $You() is solved." in ben.text_since(before)


@pytest.mark.parametrize("name", FORMATS)
def test_names_of_people_foes_and_exits_are_heard_as_they_are(player, ben, name):
    hall, before = player.character.location, len(ben.sent)
    player.character.key = name
    combat.fight_round(player.character, hall, Enemy("kill:rat", name), "attack")
    actions.record_beaten(hall, Enemy("kill:rat", name), player.character)
    heard = ben.text_since(before).splitlines()
    blows = [line for line in heard if line.startswith(f"{name} ")]
    assert blows[:2] == [f"{name} strikes at the {name}.", f"{name} beats the {name}."]


@pytest.mark.beside("verbs")
def test_outside_of_dungeons_nobody_opens_attacks_or_answers(player):
    assert "nobody here to fight. In the Cistern, down the old well," in player.types("attack rat")
    assert "no riddle here" in player.types("answer echo")
    for command in (CmdAttack(), CmdAnswer(), CmdNotes()):
        assert command.access(player.character, "read", default=True)  # its help, anywhere
        assert not command.access(player.character, "cmd")
    assert player.types("open chest") == "There is no 'chest' here."


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"tier": 0}, r"tier: must be a whole number from 1 to 99, not 0"),
        ({"corridors": 3}, r"corridors"),
        ({"copies": "two"}, r"copies: must be 'shared' or .*, not 'two'"),
        ({"reset": "daily"}, r"reset: must be 'never' or .*, not 'daily'"),
        ({"catalogue": "world.nowhere"}, r"world\.nowhere"),
        ({"catalogue": []}, r"add an obstacle to the catalogue"),
    ],
)
def test_what_is_no_dungeon_is_refused(limbo, more, message):
    loaded = load_data("x", dungeon("cellars", **more))
    assert loaded.grid is None
    assert re.search(message, "\n".join(map(str, loaded.findings)))


DRAWN = {"zcoord": "bad", "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"}


def test_dungeon_without_its_goal_is_refused_and_no_sentence_told_twice():
    dungeon = {"dungeon": {"start": (0, 0), "goal": (7, 7)}}
    loaded = load_data("world.m", {**DRAWN, "options": dungeon})
    assert loaded.grid is None
    assert any("bad has no goal at (7,7,0)" in one.message for one in loaded.findings)
    for seed in range(5):
        _dungeon, rooms = described(seed)
        for parts in rooms:
            ends = [part["unless"] for part in parts if "unless" in part]
            begins = [part["needs"] for part in parts if "needs" in part]
            assert ends == begins
            assert all("{" not in text_of(part) for part in parts)
    for seed in range(10):
        _dungeon, rooms = described(seed)
        for parts in rooms:
            assert max(Counter(map(text_of, parts)).values()) == 1


def test_the_caretaker_goes_on_beside_a_map_that_does_not_load(spawn_maps, monkeypatch):
    town = {**DRAWN, "zcoord": "town"}
    grid = spawn_maps(DRAWN, town)
    module = next(one for name, one in sys.modules.items() if name.startswith("testmaps_"))
    monkeypatch.setattr(module, "XYMAP_DATA_LIST", [{**DRAWN, "map": "no drawing"}, town])
    grid.reload()
    caretaker = Caretaker()
    caretaker._world = lambda: grid.live
    caretaker.sweep()
    caretaker.tend()


ROWS = Catalogue.of(CATALOGUE)
ENTRIES = {entry.name: entry for entry in ROWS.entries}


def described(seed):
    dungeon = generate(Parameters(seed, 7), ROWS)
    texts = DungeonTexts(dungeon, ENTRIES)
    return dungeon, [texts.of_room(number) for number in range(len(dungeon.rooms))]


def text_of(part):
    return part if isinstance(part, str) else part["text"]


def test_small_key_is_spent_and_doors_and_chests_say_what_they_need(spawn_maps, player):
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
    enter(grid, player, "vault")
    assert player.types("open chest") == "The chest does not open: first beat the rat."
    said = play(player, ["west", "open chest", "east", "east"])
    assert "east (rope needed)" in said
    assert player.types("east") == "You cannot go east: no way without the rope."
    assert player.types("open east") == "You cannot go east: no way without the rope."


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


def test_builders_pass_and_spend_nothing(spawn_maps, superuser):
    grid = spawn_maps(VAULT)
    enter(grid, superuser, "vault")
    play(superuser, ["west", "open chest", "east"])
    assert "Closet" in superuser.types("east")
    assert "You have 1 small key." in superuser.types("look")


def test_the_map_shows_what_was_seen_and_all_of_it_with_the_map(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert "-@-" in player.types("map")
    assert "#" not in player.types("map").replace("vault", "")
    play(player, ["attack", "open chest"])
    assert "#-@-#-#" in player.types("map")


def test_nobody_is_led_where_nobody_was(spawn_maps, player, clock):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert "You know of no place called 'end'" in player.types("path end")
    assert "Did you mean" not in player.types("path endx")
    assert "You know of no place" in player.types("path (3,0)")
    play(player, ["attack", "open chest"])
    assert "Every way to End is blocked" in player.types("path end")
    assert "You cannot go east: locked, a small key opens it." in player.types("path end")
    play(player, ["west", "open chest", "east"])
    assert "open east uses one up" in player.types("path closet")
    player.types("open east")
    assert "Closet is 1 step" in player.types("path closet")
    assert "no way without the rope" in player.types("goto end")


def test_notes_tell_what_is_shut_and_left_to_do_where_one_has_been(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    assert player.types("notes").split("\n") == [
        "Shut:", "  east, in Hall: locked, a small key opens it", "To do:",
        "  beat the rat in Hall", "  open the chest in Hall: first beat the rat", "Not tried yet:",
        "  west, in Hall",
    ]  # fmt: skip
    play(player, ["attack", "open chest", "west", "open chest"])
    told = player.types("dungeon notes")
    assert told.startswith("You have 1 small key and the map.\nShut:\n")
    assert "  east, in Hall: locked, a small key opens it. You can open it now." in told
    assert "To do:" not in told
    assert "Closet" not in told  # which the map shows, but where nobody was
    play(player, ["east", "open east", "east"])
    assert player.types("notes").endswith("  east, in Closet: no way without the rope")
    below = player.types("map").rsplit("\n", 2)[1:]
    assert below == ["You have the map.", "east, in Closet: no way without the rope"]


def test_a_great_door_says_that_its_key_was_found_and_turns(spawn_maps, player):
    data = row(
        ["Hall", "Chapel", "End"],
        gives={"Hall": ["bigkey", "item:bomb"]},
        needs={"Hall east": ["bigkey"], "Chapel east": ["item:bomb"]},
    )
    grid = spawn_maps(data)
    enter(grid, player, "vault")
    assert player.types("map").endswith("\neast, in Hall: a great lock, for the big key")
    said = player.types("open chest")
    assert said == "You open the chest, and find the big key. The way east in Hall is open now."
    assert "It opens ways that were shut to you before." in player.types("open hook")
    turns = "The big key turns in the great lock: the way east stands open."
    assert turns in player.types("east")
    player.types("west")
    assert turns not in player.types("east")
    assert "brings the weak wall down" in player.types("east")
    assert player.types("map").endswith("\nYou have the big key and the bomb.")


def test_goto_todo_says_that_all_ways_that_are_left_are_shut(spawn_maps, player, found_at_once):
    enter(spawn_maps(VAULT), player, "vault")
    for line in ("west", "east"):
        player.types(line)
    told = player.types("goto todo")
    assert told.startswith(
        "None of the exits that you have not taken yet is open to you now. notes shows"
    )
    assert "east from Hall" in told


WRONG = {"attack": "guard", "guard": "dodge", "dodge": "attack"}


def test_who_reads_the_signs_wins_and_an_enemy_is_beaten_for_good(spawn_maps, player, heard):
    grid = spawn_maps(VAULT)
    said = enter(grid, player, "vault")
    assert "the rat: attack, guard or dodge. The rat " in said
    assert leading_refusal(
        player.character, "chatter"
    )  # of people there, who wait until it is over
    assert player.types("consider rat").startswith("The rat: 3 more wounds beat it. The rat ")
    rounds = list(fought(player, said))
    assert not leading_refusal(player.character, "chatter")
    assert len(rounds) == fight.WOUNDS
    assert "You beat the rat." in rounds[-1]
    assert "hearts" not in "".join(rounds)
    (heard,) = heard
    assert heard == {"what": "beaten", "thing": Enemy("kill:rat", "rat"), "at": "Hall"}
    assert "nobody here to attack" in player.types("guard")
    assert "nobody here to flee from" in player.types("flee")
    assert "the rat, beaten" in player.types("look")
    assert "a map of this place" in player.types("open chest")


def test_who_has_lost_all_hearts_is_at_the_entrance_a_minute_later(spawn_maps, player, heard):
    grid = spawn_maps(LAIR)
    enter(grid, player, "vault")
    player.types("open chest")
    said = player.types("east")
    assert "the boss, boss of this place: attack" in said
    said = list(fought(player, said, WRONG.__getitem__))[-1]
    assert "drives you off" in said
    assert (player.at, heard[-1]["what"]) == ("Gate", "driven")
    assert "You have 1 small key." in said
    kept = grid.attributes.get("dungeon vault", category="xyzgrid")
    assert (dict(kept["fights"]), dict(kept["losses"])) == ({}, {"kill:boss": 1})
    rounds = list(fought(player, player.types("east")))
    assert "You beat the boss." in rounds[-1]
    assert len(rounds) == fight.BOSS_WOUNDS
    before = len(player.sent)
    player.types("east")
    assert "won in 1 minute" in player.text_since(before)


@pytest.mark.parametrize("name", ["kill master", "fight boss", "attack the master"])
def test_the_master_is_called_so(name, spawn_maps, player):
    enter(spawn_maps(LAIR), player, "vault")
    player.types("east")
    assert "no 'master'" not in player.types(name)
    assert "no 'rat' here" in player.types("attack rat")


def test_beside_an_enemy_only_who_finds_it_off_guard_does_something_else(spawn_maps, player):
    enter(spawn_maps(LAIR), player, "vault")
    said, hurt = player.types("east"), {}
    while len(hurt) < 2:
        is_off_guard = SIGNS[answers(said)] == "attack"
        said = player.types("open chest")
        hurt[is_off_guard] = "hearts left" in said or "drives you off" in said
        said = player.types("east") if "drives you off" in said else player.types("look")
    assert hurt == {True: False, False: True}


def test_an_enemy_that_needs_something_is_not_harmed_without_it(spawn_maps, player):
    data = LAIR["prototypes"] | {
        (1, 0): {
            "prototype_parent": "xyz_room",
            "key": "Lair",
            "gives": [{"what": "kill:boss", "needs": ["item:rope"], "fight": {"blow": "Boo."}}],
        }
    }
    grid = spawn_maps(LAIR | {"prototypes": data})
    enter(grid, player, "vault")
    player.types("east")
    assert player.types("attack") == "You cannot harm the boss yet: first find the rope."
    create_object(key="rope", location=player.character)
    assert "Boo." in "".join(player.types("guard") for _round in range(3))


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


def test_who_gives_up_or_leaves_stands_where_a_way_leads_in_again(spawn_maps, player):
    grid = spawn_maps(dungeon("cellars", **SMALL))
    enter(grid, player)
    start = player.character.location
    ways = iter(("north", "east", "west"))
    while player.character.location == start:
        player.types(next(ways))
    player.types("give up")
    assert player.character.location.here[1] == site_of(grid.live.grids["cellars"]).start
    assert "out, to Limbo" in player.types("give up"), "no exit leads out of it"
    grid = spawn_maps(MOOR, ROAD)
    stand(grid, player, "road", 0)
    assert "gate from A road" in player.types("map todo")
    remember_visit(player.character, DungeonVisit("moor #7", None, 0, 0))
    assert "gate" not in player.types("map todo")


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
    actions.reset_dungeon(grid.live, "vault")
    assert "was reset since you left" in enter(grid, ann, "vault")


def test_a_newcomer_is_taught_one_thing_a_room_and_each_once(spawn_maps, player):
    gives = {"Hall": ["kill:rat", "map"], "Cell": ["smallkey"]}
    grid = spawn_maps(row(["Hall", "Cell", "End"], gives=gives, needs={"Cell east": ["smallkey"]}))
    taught = {
        "You can walk past this enemy": "foe",
        "A chest: ": "chest",
        "A locked door: any": "key",
        "map shows the rooms": "map",
    }

    def lessons(said):
        return [word for text, word in taught.items() if text in said]

    assert lessons(enter(grid, player, "vault")) == ["foe"]
    found = [lessons(player.types(line)) for line in ("east", "west", "east", "west", "look")]
    assert found == [["chest"], ["map"], ["key"], [], []]


@pytest.mark.parametrize(
    ("needs", "told"),
    [(["kill:rat"], "An enemy bars the way"), ([], "You can walk past this enemy")],
)
def test_an_enemy_bars_the_way_only_where_an_exit_needs_it_beaten(spawn_maps, player, needs, told):
    gives = {"Hall": ["kill:rat", "puzzle:riddle"]}
    grid = spawn_maps(row(["Hall", "End"], gives=gives, needs={"Hall east": needs}))
    assert told in enter(grid, player, "vault")


def test_the_end_is_told_to_all_inside_and_goes_into_a_table(
    spawn_maps, make_player, limbo, monkeypatch, heard
):
    grid = spawn_maps(SHORT)
    ann, ben, bea = make_player("Ann"), make_player("Ben"), make_player("Bea", superuser=True)
    now = [1000.0]
    monkeypatch.setattr(visits.time, "time", lambda: now[0])
    assert ann.types("dungeon scores") == "Nobody has reached the end of a dungeon yet."
    for one in (bea, ann, ben):
        enter(grid, one, "vault")
    now[0] += 845
    play(bea, ["east", "east"])
    assert heard == []  # builders pass
    before = len(ben.sent)
    play(ann, ["open chest", "east"])
    said = ann.types("east")
    told = "The dungeon is won in 14 minutes 5 seconds! 1 of 2 things found, 3 of 3 rooms seen."
    assert f"{told} That puts you in place 1 in the scores: dungeon scores." in said
    assert told in ben.text_since(before)
    assert heard[-1]["what"] == "ended"
    assert "won in" not in play(ann, ["west", "east"])
    listed = ann.types("dungeon scores")
    assert re.search(r"1 +Ann, Bea, Ben +14 minutes 5 seconds +1/2 +3/3 ", listed)
    ann.session.protocol_flags["SCREENWIDTH"] = {0: 40}
    assert "1: Ann, Bea, Ben, 14 minutes 5 seconds, " in ann.types("dungeon scores")
    actions.reset_dungeon(grid.live, "vault")  # and all over again, alone
    assert [one.character.move_to(limbo) for one in (ben, bea)] == [True, True]
    now[0] += 60
    ann.session.protocol_flags["SCREENREADER"] = True
    assert "won in 1 minute! 0 of 2 things" in play(ann, ["east", "east"])
    only = bea.types("dungeon scores vault")
    assert "The quickest through vault\n" in only == bea.types("dungeon scores")
    assert ann.types("dungeon scores The Vault").split("\n")[1:] == [
        "1: Ann, 1 minute, 0 of 2 things found, 3 of 3 rooms seen.",
        "2: Ann, Bea, Ben, 14 minutes 5 seconds, 1 of 2 things found, 3 of 3 rooms seen.",
    ]
    assert ann.types("dungeon scores cave") == "There is no dungeon 'cave'."
    db_scores.DUNGEONS.rename(grid, "vault", "crypt")
    assert db_scores.DUNGEONS.table(grid, "vault", "430ae8f79ddaa897") == []
    db_scores.DUNGEONS.forget(grid, "crypt")
    assert dict(grid.attributes.get("dungeon_scores", category="xyzgrid")) == {}


class Attributes(dict):
    """Attributes of somebody who is in no database."""

    def get(self, name, category):
        return super().get(name)

    def add(self, name, value, category):
        self[name] = value


def test_all_is_written_down_at_once(spawn_maps, player):
    grid = spawn_maps(VAULT)
    enter(grid, player, "vault")
    player.types("attack")
    play(player, ["west", "open chest", "east", "open east"])
    grid.attributes.reset_cache()
    kept = dict(grid.attributes.get("dungeon vault", category="xyzgrid"))
    assert list(kept["taken"]) == ["0.0"]
    assert len(kept["opened"]) == 1
    assert kept["fights"]["kill:rat"][1] == 1
    assert list(kept["seen"]) == [0, 1]
    grid.reload()
    assert "east (locked)" not in player.types("look")
    assert "You beat the rat." in "".join(fought(player, player.types("look")))


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
