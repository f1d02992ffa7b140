"""Somebody comes to a dungeon, leaves it, comes back and is at its end: what is told and kept."""

import re
import sys

import pytest
from dungeon_maps import row
from dungeon_play import SMALL, VAULT, enter, fought, play
from fog_maps import MOOR, ROAD, stand

from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import actions, dungeon, visits
from xyzgrid_ext.parts.dungeons.game import scores as db_scores
from xyzgrid_ext.parts.dungeons.game.stored import DungeonVisit, remember_visit


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
