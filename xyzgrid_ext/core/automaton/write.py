"""A game as the text of its file; what `parse` reads of it is the same game."""

from __future__ import annotations

from xyzgrid_ext.core.automaton.model import Game


def write(game: Game) -> str:
    """Return the file: list 1, list 2, the size, the map."""
    lists = ["".join(f"{rule.line}\n" for rule in rules) for rules in (game.first, game.second)]
    sheet = game.sheet
    return f"{lists[0]}\n{lists[1]}\n{sheet.width} {sheet.height}\n{sheet.cells}"
