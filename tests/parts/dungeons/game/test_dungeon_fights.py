"""Enemies of a dungeon, and what becomes of those who strike at them."""

import sys
import types

from dungeon_play import LAIR, VAULT, enter
from evennia import create_object

from xyzgrid_ext.parts.dungeons.core.site import Enemy
from xyzgrid_ext.parts.dungeons.game import combat


def test_a_foe_is_beaten_by_two_blows_for_good(spawn_maps, player, heard):
    grid = spawn_maps(VAULT)
    assert "the rat: attack." in enter(grid, player, "vault")
    assert "One more blow will do it" in player.types("attack")
    assert "You beat the rat." in player.types("attack rat")
    (heard,) = heard
    assert heard == {"what": "beaten", "thing": Enemy("kill:rat", "rat"), "at": "Hall"}
    assert "nobody here to attack" in player.types("attack")
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
    assert "take a blow in return. 3 more blows" in player.types("attack")
    assert "You have 2 of 3 hearts left." in player.types("look")
    player.types("west")
    assert "hearts" not in player.types("east")  # at the entrance one rests
    player.types("attack")
    assert "strikes you while you look away" in player.types("open chest")
    assert "You have 1 of 3 hearts left." in player.types("notes")
    said = player.types("attack")
    assert "take a blow in return." in said
    assert "drives you off" in said
    assert "more blow" not in said
    assert (player.at, heard[-1]["what"]) == ("Gate", "driven")
    assert "You have 1 small key and the map." in said
    kept = grid.attributes.get("dungeon vault", category="xyzgrid")
    assert (dict(kept["hurt"]), dict(kept["losses"])) == ({}, {"kill:boss": 1})
    player.types("east")
    assert [player.types("attack").count("take a blow in return") for _ in range(4)] == [0, 0, 0, 0]
    assert "End" in player.types("east")


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
    assert player.types("attack") == "You cannot harm the boss yet: first find the rope."
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
