"""Texts for players of the daily matrix. Nothing is sent from here."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.matrix import game
from xyzgrid_ext.core.matrix.daily import DailyGame
from xyzgrid_ext.core.matrix.game import HINT, Event, MoveOutcome, RunStatus
from xyzgrid_ext.core.matrix.generate import Generated
from xyzgrid_ext.game.text.matrix_words import moves, no_wormhole


def introduction(made: Generated, played: DailyGame) -> str:
    """Return the text for a player who begins, continues, or has already won."""
    head = _(
        "|wThe matrix of {day}|n, difficulty {level} of 10: {rooms} rooms, one of them the end."
    )
    lines = [head.format(day=played.day, level=made.found.level, rooms=made.found.rooms)]
    counted = moves(played.run.moves)
    if played.run.status is RunStatus.WON:
        won = _("You have already won, in {moves}. There is another matrix tomorrow.")
        lines += [won.format(moves=counted), _("|wdaily scores|n shows the best games.")]
    elif played.words:
        on = _("You continue where you left off, after {moves}.").format(moves=counted)
        lines += [on, _("|wmoves|n shows which exits are open, and |wstop|n leaves.")]
    else:
        words = _(
            "|wmoves|n shows which exits are open, |whint|n costs {hint}, |wrestart|n takes "
            "you back to the start, and |wstop|n leaves; your game is kept."
        )
        few = _(
            "Find the end in as few moves as you can: the moves of all your attempts today count."
        )
        lines += [few, words.format(hint=moves(HINT))]
    return "\n".join((*lines, *standing(made, played)))


def standing(made: Generated, played: DailyGame) -> list[str]:
    """Return the exits if the player is at the start or in a trap; nothing elsewhere."""
    run = played.run
    if run.status is RunStatus.TRAPPED:
        stuck = _("There is no way out of here: you are trapped, after {moves}.")
        return [f"|r{stuck.format(moves=moves(run.moves))}|n", _("|wrestart|n starts over.")]
    if run.status is RunStatus.PLAYING and run.at == made.matrix.start:
        return [ways(made, played)]
    return []


def ways(made: Generated, played: DailyGame) -> str:
    """Return the answer to `moves`."""
    names = [f"|w{name}|n" for name in game.moves(made.matrix, played.run)]
    if not names:
        return "\n".join(standing(made, played))
    told = _("You can go {exits}.").format(exits=iter_to_str(names, endsep=_("or")))
    return told + " " + _("You have made {moves} so far.").format(moves=moves(played.run.moves))


def here(made: Generated, played: DailyGame) -> str:
    """Return the answer to `look`, which never reveals the position."""
    place = _("A room like all the others.")
    if played.run.at == made.matrix.start:
        place = _("This is the start.")
    return "\n".join((place, *(standing(made, played) or [ways(made, played)])))


def done(made: Generated, played: DailyGame, outcome: MoveOutcome) -> str:
    """Return the text about the result of a move."""
    way = outcome.way
    hint = moves(HINT)
    told = {
        Event.MOVED: _("You go {way}.").format(way=way),
        Event.JUMPED: _("You jump into the {way}, and come out somewhere else.").format(way=way),
        Event.NO_WAY: _("You cannot go {way}.").format(way=way),
        Event.WHICH: no_wormhole(outcome),
        Event.HINTED: _("Try |w{way}|n. (The hint cost {hint}.)").format(way=way, hint=hint),
        Event.NO_ROUTE: _("The end cannot be reached from here. (The hint cost {hint}.)").format(
            hint=hint
        ),
        Event.OVER: _("You can only start over: |wrestart|n."),
    }[outcome.event]
    if outcome.event is Event.NO_WAY and way.startswith("wormhole"):
        told = no_wormhole(outcome)
    elif outcome.event is Event.OVER and played.run.status is RunStatus.PLAYING:
        told = _("Your game is too long: it is over for today.")
    elif way == "restart":
        told = _("You start over.")
    lines = [told]
    if outcome.event in (Event.MOVED, Event.JUMPED):
        lines += standing(made, played)
    return "\n".join(lines)


def won(made: Generated, played: DailyGame, place: int | None) -> str:
    """Return the text for a player who has reached the end."""
    head = _("This is the end: you have won in {moves}!").format(moves=moves(played.run.moves))
    hints = ngettext("{n} hint", "{n} hints", played.hints).format(n=played.hints)
    par = _("The shortest route is {moves}. You asked for {hints}.")
    lines = [f"|g{head}|n", par.format(moves=moves(made.found.shortest or 0), hints=hints)]
    if place is not None:
        lines.append(_("That is place {place} in today's scores.").format(place=place))
    lines.append(
        _("|wdaily scores|n shows the best games, and |wdaily replay|n shows your game as text.")
    )
    return "\n".join(lines)
