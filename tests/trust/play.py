"""The game of this process, with everybody where they belong.

Ann is on the square, Bob sits at a board, Visitor is a guest in a copy of the cistern, Mason builds
and is on the way to a matrix, root may do anything.
"""

from __future__ import annotations

from pathlib import Path

import stand

PEOPLE = ("Ann", "Bob", "Visitor", "Mason")
_game: list[stand.Game] = []


def game() -> stand.Game:
    """The game of this process; it is made for the first reader that asks for it."""
    return _game[0]


def make_game(folder: Path) -> None:
    """Make it, with everybody where they belong."""
    if _game:
        return
    made = stand.stand(folder)
    _game.append(made)
    from evennia.objects.models import ObjectDB

    boards = ObjectDB.objects.filter(db_attributes__db_key="board", db_attributes__db_value="boxes")
    board = boards.order_by("pk").first()
    well = made.room("The Old Well")
    made.player("Bob").character.move_to(board.location, quiet=True)
    made.player("Bob").types(f"play {board.key}")
    made.player("Bob").types("l")
    made.player("Visitor").character.move_to(well, quiet=True)
    made.player("Visitor").types("down")
    for _ in range(400):
        made.passes(0.05, 0.01)
        if made.player("Visitor").character.location != well:
            break
    made.player("Mason").types("goto (0,0,0,glasswork)")
    made.passes(60)
    assert made.player("Visitor").character.location != well, "there is no copy of the cistern"
    assert "boxes" in made.player("Bob").types("replay"), "Bob is not at his board"
    made.silent()
    for player in made.players.values():
        player.sent.clear()


def checked(told: str) -> None:
    """Fail if somebody was shown a traceback, or the log has one."""
    if "Traceback" in told or "untrapped" in told:
        raise stand.LoggedError(told)
    game().silent()
