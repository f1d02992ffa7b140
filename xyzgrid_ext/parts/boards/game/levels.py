"""The level or seed of a game at a machine, and the levels that a character has won.

board with levels       the level asked for, that of the machine's lock, or the one after those won
board without levels    the seed asked for, that of the day, or a random one
"""

from __future__ import annotations

from contextlib import suppress

from django.utils import timezone
from django.utils.translation import gettext as _

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.db.memory import CATEGORY
from xyzgrid_ext.game.db.stored import read_stored
from xyzgrid_ext.parts.boards.core.board import AnyBoard, day_of_seed, seed_of_day
from xyzgrid_ext.parts.boards.game import session
from xyzgrid_ext.parts.boards.game.files import MachineObject, board_named

ATTRIBUTE = "levels"
"""The Attribute that stores, for each board, the levels that a character has won."""


def first_seed(
    machine: MachineObject, board: AnyBoard, character: Character, level: int | None
) -> int:
    """Return the seed of a new game: on boards with levels, the level's number.

    `level` is the number that the player typed, or None.

    Raises:
        PlayerError: if the board has no such level.
    """
    if not board.levels:
        return _random_seed() if level is None else level
    if level is None:
        # a level that is a lock must be won here, even if it was won elsewhere
        level = machine.db.puzzle_level
    if level is None:
        beyond = max(_levels_won(character, board.name), default=0) + 1
        return min(max(int(machine.db.level or 1), beyond), len(board.levels))
    return _level(board, int(level))


def next_seed(board: AnyBoard, seed: int, level: int | None) -> int:
    """Return the seed of a game that begins again, after a game with `seed`.

    On boards with levels it is the requested `level`, or the same; else today's, or random.

    Raises:
        PlayerError: if the board has no such level.
    """
    if board.levels:
        return _level(board, level or seed)
    return seed_of_today() if day_of_seed(board, seed) else _random_seed()


def seed_of_today() -> int:
    """Return the seed of today's game on boards without levels."""
    return seed_of_day(timezone.localdate().isoformat())


def _levels_won(character: Character, name: str) -> list[int]:
    """Return the levels of a board, by its name, that a character has won, in order."""
    return _levels(character).get(name, [])


def levels_line(character: Character, board: AnyBoard) -> str:
    """Return a line with the levels of a board, and which of them a character has won."""
    if not board.levels:
        return ""
    ticked = _levels_won(character, board.name)
    names = [
        f"{number} " + _("won") if number in ticked else str(number)
        for number in range(1, len(board.levels) + 1)
    ]
    return _("Levels: {levels}.").format(levels=", ".join(names))


def progress_lines(character: Character) -> list[str]:
    """Return a line for each board of which a character has won a level."""
    lines = []
    for name in sorted(_levels(character)):
        with suppress(PlayerError):  # its board may be gone
            board = board_named(name)
            text = _("{board}: {won} of {total} levels won.")
            number, total = len(_levels_won(character, name)), len(board.levels)
            lines.append(text.format(board=f"|w{_(board.title)}|n", won=number, total=total))
    return lines


def remember_win(player: Character, board: AnyBoard, level: int) -> None:
    """Store a level that was won, so that the next visit continues behind it."""
    if not board.levels or level in _levels_won(player, board.name):
        return
    levels = _levels(player) | {board.name: sorted([*_levels_won(player, board.name), level])}
    player.attributes.add(ATTRIBUTE, levels, category=CATEGORY)


def _levels(character: Character) -> dict[str, list[int]]:
    """Return the levels of each board that a character has won."""
    value = character.attributes.get(ATTRIBUTE, category=CATEGORY, default={})
    return read_stored(
        f"the Attribute '{ATTRIBUTE}' of #{character.pk}",
        lambda: {str(board): [int(level) for level in won] for board, won in value.items()},
        {},
    )


def _level(board: AnyBoard, level: int) -> int:
    last = len(board.levels)
    if not 1 <= level <= last:
        text = _("{board} has no level {level}.").format(board=_(board.title), level=level)
        raise PlayerError(text, _("Its levels are 1 to {last}.").format(last=last))
    return level


def _random_seed() -> int:
    # the only random number: from here on it is an argument. The seed of a day has 8 digits.
    return int(session.calendar_time() * 1000) % (1 << 32) + 100_000_000
