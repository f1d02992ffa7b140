"""`puzzles`: builders see which puzzles are solved, and mark them solved or unsolved."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.core.grid.descriptions import SOLVES
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import TellingCommand
from xyzgrid_ext.game.db.objects import puzzle_names
from xyzgrid_ext.game.text.messages import plain
from xyzgrid_ext.game.world import solved
from xyzgrid_ext.game.world.current import current


class CmdPuzzles(TellingCommand):
    """
    list solved puzzles, or change which puzzles are solved

    Usage:
      puzzles                                  list those solved for everybody
      puzzles <character>                      list those of a character
      puzzles/forget <puzzle> [= <character>]  mark a puzzle as unsolved
      puzzles/solve <puzzle> [= <character>]   mark a puzzle as solved

    Without a character, this applies to everybody. A character who has solved
    the puzzle keeps it solved. Only puzzles that a machine or a place of the
    game has can be solved.
    """

    key = "puzzles"
    locks = "cmd:perm(Builder)"
    help_category = "Playing"
    arg_regex = r"\s|/|$"
    switch_options = ("forget", "solve")

    def do(self) -> None:
        """List, forget or solve puzzles."""
        puzzle, sign, name = (part.strip() for part in self.args.partition("="))
        if not self.switches:
            if sign:
                raise PlayerError(_("Usage: puzzles <character>"))
            self._list(puzzle)
            return
        if not puzzle:
            raise PlayerError(_("Usage: puzzles/forget <puzzle> [= <character>]"))
        character = self._character(name)
        if "forget" in self.switches:
            done = solved.forget(puzzle, character)
            text = _("'{puzzle}' is unsolved again.") if done else _("'{puzzle}' was not solved.")
        else:
            _refuse_unknown(puzzle)
            done = solved.solve(puzzle, character or self.caller, for_all=character is None)
            text = _("'{puzzle}' is solved.") if done else _("'{puzzle}' was already solved.")
        self.caller.msg(text.format(puzzle=puzzle))

    def _list(self, name: str) -> None:
        found = solved.puzzles_of(self._character(name))
        self.caller.msg(_("Solved: {names}.").format(names=", ".join(found) or _("none")))

    def _character(self, name: str) -> Any | None:
        if not name:
            return None
        character = self.caller.search(name, global_search=True, quiet=True)
        if len(character) != 1:
            raise PlayerError(
                _("There is no character '{name}', or there are several.").format(name=name)
            )
        return character[0]


def _refuse_unknown(puzzle: str) -> None:
    """Refuse the name of a puzzle that the game does not have.

    Raises:
        PlayerError: if there is no such puzzle; it names those that are spelt alike.

    """
    ends = (grid.options.get(SOLVES) for grid in current().grids.values())
    known = puzzle_names() | {str(end) for end in ends if end}
    if puzzle not in known:
        alike = get_close_matches(puzzle, sorted(known), 3, cutoff=0.5)
        told = _("There is no puzzle '{puzzle}'.").format(puzzle=plain(puzzle))
        cure = _("Similar: {names}.").format(names=", ".join(alike)) if alike else ""
        raise PlayerError(told, cure)
