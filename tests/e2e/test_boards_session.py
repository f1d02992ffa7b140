"""Boards by telnet: a level is won and its door opens; Firing Line is lost, watched, and scored."""

from pathlib import Path

from xyzgrid_ext.parts.boards.core.automaton import load, solve
from xyzgrid_ext.parts.boards.core.board import CHARACTERS

BOARDS = Path(__file__).resolve().parents[2] / "xyzgrid_ext" / "parts" / "boards" / "content"


def solution(name, level):
    """The keys that win a level."""
    text, extras = ((BOARDS / f"{name}.{end}").read_text() for end in ("game", "toml"))
    board = load(name, text, extras).board
    return CHARACTERS.write(solve(board, level).moves)


def test_who_puts_the_salt_away_walks_through_the_iron_door(guest):
    player = guest()
    player.ask("goto arcade front", r"You have arrived", timeout=60)
    refused = " ".join(player.ask("iron door").split())
    assert "wants one level of it. play salt store begins." in refused
    seen = player.ask("play salt store", "Keys:")
    assert "The Salt Store - Level 1 of 10" in seen
    keys = solution("boxes", 1)
    half = len(keys) // 2
    player.ask(keys[:half], r"move")
    seen = player.ask(keys[half:], "to play level 2")
    assert "The salt is dry" in seen
    assert "Somewhere a lock springs open." in seen
    player.ask("stop", "You leave the machine")
    assert "The Machinist's Den" in player.ask("iron door", "Exits")


def test_firing_line_is_played_to_defeat_and_watched(guest):
    player, friend = guest(), guest()
    for one in (player, friend):
        one.ask("goto the tavern", r"You have arrived", timeout=60)
    assert "Nobody is playing there" in friend.ask("watch cabinet")
    player.ask("play cabinet", "Keys:")
    friend.ask("look cabinet", r"Guest\d+ is playing\. Type watch a Firing Line cabinet to watch\.")
    friend.ask("watch cabinet", "Firing Line")
    seen = ""
    for _ in range(80):
        seen = player.ask("shoot drop", r"Score \d+\.")
        if "You have lost." in seen:
            break
    assert "You have lost." in seen
    assert "takes place" not in seen + player.read(), "a game without a point has no place"
    friend.read_until(r"You have lost\.")
    player.ask("scores", "There are no scores yet")
