"""Words that games of several kinds have: `scores`, `hint`, and `give up`, out of every trap.

scores ──► part.scores          of each part: the first answer counts
hint ────► rules.hint           of the map, else part.no_game
give up ─► rules.way_out        leads outside from everywhere
rules.give_up        ends the game, and the entrance follows:  S ◄── . ◄── @
ways_in              from an entrance that no exit leaves: to where one comes in
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.task import begin
from xyzgrid_ext.game.commands.moving import leave_map, take_out
from xyzgrid_ext.game.commands.refusal import HelpedCommand, refuse_hasty
from xyzgrid_ext.game.parts import ORDINARY_RULES, game_parts
from xyzgrid_ext.game.travel.entrances import outside_room, put_back
from xyzgrid_ext.game.visibility.viewer import entrance_of
from xyzgrid_ext.game.world.current import current, rules_at


class PlayingCommand(HelpedCommand):
    """Base class of the commands of boards and matrix games: `help` lists them under Playing."""

    help_category = "Playing"
    arg_regex = r"\s|/|$"


class GameCommand(PlayingCommand):
    """A command of games that can be typed anywhere; `help` lists it only on maps of games."""

    locks = "cmd:all();view:all()"
    arg_regex = r"\s|$"

    def access(
        self, srcobj: Any, access_type: str = "cmd", *args: object, **kwargs: object
    ) -> bool:
        """See Evennia's; of type `view`, for `help`, also whether it works where the caller is."""
        works = access_type != "view" or self.works_for(srcobj)
        return works and super().access(srcobj, access_type, *args, **kwargs)

    def works_for(self, character: Character) -> bool:
        """Whether the command does something where a character is: on a map that is a game."""
        return rules_at(character.location) is not ORDINARY_RULES


class CmdScores(PlayingCommand):
    """
    show the best games of a machine, or of a matrix game

    Usage:
      scores [<machine>] [= <level> or daily]
      scores [<matrix>]                      in a matrix, you need not name it
      scores replay                          in a matrix: your best game as text
      scores verify <replay>                 in a matrix: check such a replay
      scores/verify [<machine>] [= <level>]  staff: replay all games
      scores/strike [<machine>] = <place>    staff: remove a game from the list
    """

    key = "scores"
    switch_options = ("verify", "strike")

    def do(self) -> None:
        """Show or check the table of scores of the first part that knows the named game."""
        refused = PlayerError(_("There are no scores here."))
        for part in game_parts():
            try:
                steps = part.scores(self.caller, self.args, self.switches)
            except PlayerError as error:
                refused = error
            else:
                if steps is not None:
                    begin(steps, self.caller.msg)
                    return
        raise refused


class CmdHint(GameCommand):
    """
    ask for the next step

    Usage:
      hint

    In a matrix, it shows the first step of a shortest route to the end, and costs
    five moves. It uses only exits that you can know of, and never shows where a
    wormhole leads. At a machine, it shows the next key, and counts as one move. At
    a riddle, it shows how long the answer is and how it begins, and costs nothing.
    """

    key = "hint"

    def do(self) -> None:
        """Give a hint, which has its price; refuse `hint` with arguments."""
        live, caller = current(), self.caller
        if self.args.strip():
            text = _("Type |w{word}|n alone, with nothing after it.")
            raise PlayerError(text.format(word=self.key))
        refuse_hasty(caller, "")
        here = live.where(caller.location)
        hint = "" if here is None else rules_at(caller.location).hint(live, here, caller)
        caller.msg(hint or no_game_text(caller))


def no_game_text(caller: Character) -> str:
    """Return the message that there is no game to play where the caller is."""
    texts = (part.no_game(caller) for part in game_parts())
    return next(filter(None, texts), _("There is no game to play here."))


class CmdGiveUp(GameCommand):
    """
    get out of any trap

    Usage:
      give up

    Takes you back to the entrance of the matrix, from anywhere in it. If you
    are playing, the game ends, and you learn how far away the end was. At an
    entrance that no exit leaves, and in a dungeon, it takes you out to the place
    in front of the entrance, like |wout|n.
    """

    key = "give up"
    aliases = ("giveup",)
    arg_regex = r"\s*$"

    def do(self) -> None:
        """Move the caller to the entrance, or from there to the outside."""
        live, caller = current(), self.caller
        here = live.where(caller.location)
        if here is not None and leave_map(live, caller, here):
            return
        start = None if here is None else entrance_of(live, here[0])
        if here is None or start is None:
            raise PlayerError(_("There is nothing to give up here."))
        outside = outside_room(live, caller, here) if here == start else None
        text = rules_at(caller.location).give_up(live, here, caller)
        if here != start:
            text = text or _("You give up, and find yourself back at the entrance.")
        elif outside is None:
            text = text or _("You are already at the entrance.")
        if text:
            caller.msg(text)
        if outside is not None:
            take_out(caller, outside)
        elif here != start:
            put_back(live, caller, start, to_entrance=True)
