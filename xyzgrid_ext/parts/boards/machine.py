"""A machine: an object in a room with a board, such as a cabinet, a table or a lock.

    {"typeclass": "xyzgrid_ext.parts.boards.machine.Machine", "key": "a brass cabinet",
     "board": "firing-line-turns", "live": "firing-line"}

Attributes, set by a prototype or a builder:

    board         the name of its board
    live          that of the board for `play … live`; else the same, if it has a clock
    level         the level where newcomers begin
    puzzle        what is solved when a level, or the game, is won (see `solved`)
    puzzle_level  only this level solves it
    for_all       whether it is then solved for everybody, and not only for the player
    gives         a prototype, or its name: whoever solves the puzzle gets this thing, once
    reset         minutes without a key after which a game that was left is forgotten
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from evennia.objects.objects import DefaultObject
from evennia.prototypes.spawner import spawn
from evennia.utils.dbserialize import deserialize

from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, Looker
from xyzgrid_ext.game.base.hooks import NOTHING, call_hook
from xyzgrid_ext.game.base.signals import puzzle_solved
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.screenreader.text import unwrap_lines
from xyzgrid_ext.game.visibility import needs
from xyzgrid_ext.game.visibility.names import name_with_place
from xyzgrid_ext.game.visibility.viewer import knows_room
from xyzgrid_ext.game.world import hooks, puzzles
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.boards.core.board import AnyBoard, AnyPlay
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.boards.game import levels, session


class Machine(DefaultObject):
    """An object in a room with a board (a game of cells and keys), which characters play."""

    __applabel__ = "typeclasses"

    def at_object_creation(self) -> None:
        """Forbid taking the machine."""
        super().at_object_creation()
        self.locks.add("get:false()")

    def board(self, live: bool = False) -> AnyBoard:
        """Return its board; with `live`, the one for play against the clock.

        Raises:
            PlayerError: if it has none, or if its file cannot be read.
        """
        name = (self.db.live if live else None) or self.db.board
        if not name:
            raise PlayerError(_("This machine has no board yet."), _("set its Attribute `board`"))
        return boards.board_named(str(name))

    def has_clock(self) -> bool:
        """Whether it can be played against the clock."""
        board = self.board(live=True)
        return board.tick_interval(board.start(1), 0.0) is not None

    def at_board_won(self, player: Character, play: AnyPlay) -> None:
        """Solve the machine's puzzle when somebody has won; a game may override this."""
        puzzle, level = self.db.puzzle, self.db.puzzle_level
        if not puzzle or (level is not None and play.seed != level):
            return
        room, verdict = self.location, NOTHING  # of its hook, else of the parts
        if hasattr(room, "at_puzzle_solved"):
            verdict = call_hook(room, "at_puzzle_solved", str(puzzle))
        if verdict is NOTHING:
            verdict = any(part.puzzle_solved(room, str(puzzle)) for part in game_parts())
        if verdict:
            return  # it concerns that room alone
        if not puzzles.solve(str(puzzle), player, for_all=bool(self.db.for_all)):
            return
        if text := _opened(player, name_key(f"puzzle:{puzzle}")):
            player.msg(text)
        puzzle_solved.send(
            sender=type(self), puzzle=str(puzzle), character=player, place=self.location
        )
        if gives := deserialize(self.db.gives):
            for thing in spawn(gives, caller=self):
                thing.location = player
                name = hooks.display_name(thing, player)
                player.msg(_("The machine hands you {thing}.").format(thing=name))

    def get_numbered_name(self, count: int, looker: Looker, **kwargs: object) -> Any:
        """Return its own name for one machine, since Evennia would say `a the Salt Store`."""
        if count != 1:
            return super().get_numbered_name(count, looker, **kwargs)
        name = kwargs.get("key") or self.get_display_name(looker)
        return name if kwargs.get("return_string") else (name, name)

    def get_extra_display_name_info(self, looker: Looker | None = None, **kwargs: object) -> str:
        """Return the text after its name in a heading: a full stop for screen readers."""
        extra: str = super().get_extra_display_name_info(looker, **kwargs)
        return f"{extra}." if screenreader.is_on(looker) else extra

    def get_display_desc(self, looker: Looker, **kwargs: object) -> str:
        """Return the description; for screen readers, without line breaks."""
        text: str = super().get_display_desc(looker, **kwargs)
        return unwrap_lines(text) if screenreader.is_on(looker) else text

    def return_appearance(self, looker: Looker, **kwargs: object) -> str:
        """Return the description, and the state of its game."""
        text: str = super().return_appearance(looker, **kwargs)
        name = self.get_display_name(looker)
        text = text.replace(name, name[:1].upper() + name[1:], 1)  # it is a heading here
        with suppress(PlayerError):  # it may have no board, or a faulty one
            text = f"{text}\n{levels.levels_line(looker, self.board())}".rstrip()
        return "\n".join(filter(None, (text, session.machine_text(self, looker))))

    def at_server_reload(self) -> None:
        """Store the game, which continues after the reload."""
        super().at_server_reload()
        session.store_game(self)

    def at_server_shutdown(self) -> None:
        """Store the game."""
        super().at_server_shutdown()
        session.store_game(self)

    def at_object_delete(self) -> bool:
        """End the game on a machine that is being deleted."""
        if not super().at_object_delete():
            return False
        session.close_game(self)
        return True


def _opened(player: Character, word: str) -> str:
    """Return which exit a player has unlocked, wholly or in part; empty if none needs the word."""
    live = current()
    for key, grid in live.grids.items():
        for link, words in grid.needs.items():
            if word not in map(name_key, words):
                continue
            is_open = all(needs.meets_need(one, player, None) for one in words)
            room = (key, int(grid.source[link]))
            if not knows_room(live, player, room):
                if is_open:
                    return _("|gSomewhere a lock springs open.|n")
                return _("|gSomewhere one of several locks springs open.|n")
            text = _("|gA lock springs open: {exit}, in {room}.|n")
            if not is_open:
                text = _("|gOne of several locks springs open: {exit}, in {room}.|n")
            number = int(grid.link_proto[link])
            name = grid.protos[number].get("key") if number >= 0 else ""
            return text.format(exit=name or grid.way_of(link).key, room=name_with_place(live, room))
    return ""
