"""What a movement does where no exit has its name: `wh 2`, and the refusal of all others."""

from __future__ import annotations

from typing import Any

from xyzgrid_ext.core.coords import Direction
from xyzgrid_ext.core.matrix.game import WORDS
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.command_sets import names_of
from xyzgrid_ext.game.commands.matrix import MatrixCommand
from xyzgrid_ext.game.commands.refusal import named
from xyzgrid_ext.game.protocols import telling
from xyzgrid_ext.game.text import matrix_words
from xyzgrid_ext.game.typeclasses.exit import jump
from xyzgrid_ext.game.visibility import matrix_state

_COMPASS = {
    "north": "n", "northeast": "ne", "east": "e", "southeast": "se",
    "south": "s", "southwest": "sw", "west": "w", "northwest": "nw",
}  # fmt: skip
SHORT = {**_COMPASS, "up": "u", "down": "d"}  # as mappers write them


class CmdNoWay(MatrixCommand):
    """
    A movement in a direction without an exit.

    There is one for each movement. Exits have a higher priority, but Evennia 6.1 compares commands
    only by their keys, so an exit with the word as an alias must be looked for.
    """

    auto_help = False
    arg_regex = r"\s*$"

    def access(self, srcobj: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the command answers: not if an exit does."""
        location = getattr(srcobj, "location", None)
        exits = location.contents_get(content_type="exit") if location is not None else ()
        names = {name_key(name) for exi in exits for name in (exi.key, *exi.aliases.all())}
        return names.isdisjoint(names_of(self)) and super().access(srcobj, *args, **kwargs)

    def func(self) -> None:
        """Say that there is no such exit; `out` leads out of a dungeon from anywhere."""
        here = self.live.where(self.caller.location)
        if self.key == "out" and here is not None and self.leave_dungeon(here):
            return
        if self.key == "wormhole":
            jump(self.caller, self.raw_string, self.session)
            return
        playing = matrix_state.hides(self.caller, self.caller.location)
        told = matrix_words.no_way(self.key, playing)
        if self.key == "out" and here is not None:
            told = f"{told} {matrix_words.way_back(self.live, self.caller, here)}".rstrip()
        self.msg(told)
        telling.wrong_way(self.caller, SHORT.get(str(self.key), str(self.key)))


def no_ways() -> list[type[CmdNoWay]]:
    """Return a command for each movement in a matrix or a town, and one for wormholes."""
    names = [[way.value, *(w for w, meant in WORDS.items() if meant is way)] for way in Direction]
    names += [[key, short] for key, short in _COMPASS.items()]
    found = [named(CmdNoWay, *dict.fromkeys(own)) for own in (*names, ["out"])]
    return [*found, named(CmdNoWay, "wormhole", "wh", arg_regex=r"\s*\d*\s*$")]
