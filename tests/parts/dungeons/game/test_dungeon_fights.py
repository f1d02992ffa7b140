"""Enemies of a dungeon, and what becomes of those who fight them."""

import sys
import types

import pytest
from dungeon_play import LAIR, SIGNS, VAULT, answers, enter, fought
from evennia import create_object

from xyzgrid_ext.game.parts import leading_refusal
from xyzgrid_ext.parts.dungeons.core import fight
from xyzgrid_ext.parts.dungeons.core.site import Enemy

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
