"""Doors and chests of a dungeon: what they need, who opens them, what map and notes tell."""

from dungeon_maps import row
from dungeon_play import VAULT, enter, play


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
