"""Texts for players of the matrix game and of the daily matrix. Nothing is sent from here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.utils import iter_to_str

from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.game.base.evennia_types import Character, Looker, RoomObject
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.parts import MapRules
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.text.shut_exits import no_wormhole_text
from xyzgrid_ext.game.travel.entrances import give_up_text, ways_out
from xyzgrid_ext.game.visibility.viewer import Viewer, hides_room
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live, Room
from xyzgrid_ext.parts.matrix_game.core import game
from xyzgrid_ext.parts.matrix_game.core.daily import DailyGame, explored_rooms
from xyzgrid_ext.parts.matrix_game.core.game import HINT_COST, Event, MoveOutcome, RunStatus
from xyzgrid_ext.parts.matrix_game.core.generate import GeneratedMatrix
from xyzgrid_ext.parts.matrix_game.game import daily, runs, scores
from xyzgrid_ext.parts.matrix_game.game import state as matrix_state
from xyzgrid_ext.parts.matrix_game.game.state import MatrixPlay


def footer(room: RoomObject, character: Character) -> str:
    """Return the state of a character's game, to stand below a room's text; "" in its middle."""
    play = matrix_state.play_in(character, room)
    mark = "" if play is not None and play.is_running else start_or_end_note(character, room)
    standing = "" if play is None else _standing(play, character, room)
    return "\n".join(filter(None, (mark, standing)))


def start_or_end_note(character: Character, room: RoomObject) -> str:
    """Return a note for builders that a matrix begins or ends here, as its rooms look alike."""
    live = current()
    here = live.where(room)
    grid = None if here is None else live.grids[here[0]]
    if here is None or grid is None or grid.start is None or not sees_all(character):
        return ""
    at = grid.coord(here[1])
    marks = [(grid.start, _("the start node")), (grid.end, _("the end node"))]
    if grid.current != grid.start:
        marks.append((grid.current, _("the node of the saved game")))
    names = [name for node, name in marks if node == at]
    if not names:
        return ""
    text = _("In {map}, this is {names}.")
    return f"|x{text.format(names=iter_to_str(names, endsep=_('and')), map=grid.title)}|n"


def _standing(play: MatrixPlay, character: Character, room: RoomObject) -> str:
    if play.is_ready:
        return "\n".join(filter(None, (_ready(play), _felt_in(play))))
    if play.is_running:
        # a builder may have opened a way out of what the rules call a trap
        stuck = play.status is RunStatus.TRAPPED and not hooks.exits_of(room, character)
        return trap_text(play) if stuck else _felt_in(play)
    if play.status is RunStatus.WON:
        if play.at == play.matrix.end:
            return _won(play)
        return not_playing_text(play) if play.at == play.matrix.start else ""
    return _none(play, character)


def _felt_in(play: MatrixPlay) -> str:
    is_felt = play.grid.options.get("traps") == "felt"
    return trap_warning(game.losing_exits(play.matrix, play.at)) if is_felt else ""


def trap_warning(ways: Sequence[str]) -> str:
    """Return a warning of exits, given by name, behind which nobody can win; "" for none."""
    if not ways:
        return ""
    names = iter_to_str([f"|w{way}|n" for way in ways], endsep=_("or"))
    return _("You feel a trap: {exits} leads in, and nothing leads out again.").format(exits=names)


def playing_words() -> str:
    """Return a line that names the commands of a matrix game: `moves`, `hint`, `give up`."""
    return _(
        "|wmoves|n shows which exits are open, |whint|n the next step; |wgive up|n ends the game."
    )


def refusal(character: Character, word: str) -> str:
    """Return why the command `word` does not help a character in a matrix game; "" if it may."""
    room = character.location
    is_hidden, is_under_way = (
        hides_room(current(), character, room),
        matrix_state.is_under_way(character, room),
    )
    if word == "moves" or not (is_hidden or is_under_way):
        return ""
    if word == "exits":
        return playing_words() if is_hidden else ""
    if word not in ("fly", "dive") and not is_under_way:
        return ""
    text = _("|w{word}|n does not work in here: finding the way is the game.").format(word=word)
    return f"{text}\n{playing_words()}"


class MatrixRules(MapRules):
    """What is known and allowed on a map with `play: matrix`; see MapRules."""

    def map_refusal(self, live: Live, key: str, viewer: Viewer, asked: str) -> str:
        """Return why a viewer gets no map of a matrix, or if `asked` is "way", no way; or ""."""
        if not matrix_state.is_secret(live, viewer, key):
            return ""
        name = live.grids[key].title
        if asked == "way":
            text = _("That is in '{name}', a matrix game: there are no directions to it.")
            cure = _("Go in through its entrance, and find the way yourself.")
            return f"{text.format(name=name)}\n{cure}"
        if viewer.here is None or viewer.here[0] != key:
            return _("There is no map of {name}: finding the way is the game.").format(name=name)
        text = _("There is no map in here: finding the way is the game.")
        return f"{text}\n{playing_words()}"

    def hint(self, live: Live, here: Room, who: Character) -> str:
        """Take a hint for a player; return its text, the first exit of a shortest route."""
        if (play := matrix_state.play_at(live, who, here)) is None:
            return ""
        if play.status is RunStatus.TRAPPED:
            return trap_text(play)
        if play.is_ready and daily.has_game_of_today(who):
            return not_daily_text(play)
        outcome = runs.take_hint(play, who)
        return not_playing_text(play) if outcome.event is Event.OVER else hint_answer(outcome)

    def give_up(self, live: Live, here: Room, who: Character) -> str:
        """End the run of a player; return the text that says how far away the end was."""
        play = matrix_state.play_at(live, who, here)
        if play is None or not (play.is_running or play.at != play.matrix.start):
            return ""
        return gave_up_text(play, runs.give_up(play, who))


def rules_of_matrix(grid: Grid) -> MatrixRules | None:
    """Return the rules of a matrix that is to be played; None for other maps."""
    return MatrixRules() if matrix_state.is_game(grid) else None


def moves_in_words(number: int) -> str:
    """Return a number of moves as text: `1 move`, `2 moves`."""
    return ngettext("{number} move", "{number} moves", number).format(number=number)


def moves_text(play: MatrixPlay) -> str:
    """Return the move counter in words."""
    return _("You have made {moves} so far.").format(moves=moves_in_words(play.moves))


def trap_text(play: MatrixPlay) -> str:
    """Return the text for a player who cannot go on."""
    lost = _("There is no way out of here: you are trapped, after {moves}.").format(
        moves=moves_in_words(play.moves)
    )
    return f"|r{lost}|n\n" + _("|wrestart|n starts over, and |wgive up|n ends the game.")


def departure_text(play: MatrixPlay) -> str:
    """Return the text for a player who has left the map with a game under way."""
    text = _("You leave the game after {moves}.").format(moves=moves_in_words(play.moves))
    if play.saved is not None and play.saved == play.run:
        text += "\n" + _("Your place is kept: |wrestart saved|n at the entrance takes you there.")
    return text


def not_daily_text(play: MatrixPlay) -> str:
    """Return the answer to `hint` for a player who may mean the matrix of the day."""
    text = _(
        "You are not playing the matrix of the day now. {map} begins with your first step; "
        "after it, |whint|n helps you there."
    )
    return text.format(map=play.grid.title)


def hint_answer(outcome: MoveOutcome) -> str:
    """Return the answer to `hint` during a game."""
    if outcome.event is Event.NO_ROUTE:
        text = _("The end can no longer be reached from here.")
    else:
        text = _("Try |w{exit}|n.").format(exit=outcome.way)
    return text + " " + _("(The hint cost {moves}.)").format(moves=moves_in_words(HINT_COST))


def scores_text(looker: Looker, name: str, rows: Sequence[tuple[scores.MatrixScore, bool]]) -> str:
    """Return the score table of the map `name`; each row says whether its replay is valid."""
    if not rows:
        return _("Nobody has won {map} yet.").format(map=name)
    title = _("The best games of {map}").format(map=name)
    return (
        ranking_text(looker, title, rows) + "\n" + _("|wscores replay|n shows your game as text.")
    )


def ranking_text(looker: Looker, title: str, rows: Sequence[tuple[Any, bool]]) -> str:
    """Return a table of won games under a title; each row says whether its replay is valid."""
    cells = [
        (
            plain_text(row.name),
            (row.moves, moves_in_words(row.moves)),
            (row.hints, ngettext("{n} hint", "{n} hints", row.hints).format(n=row.hints)),
            _("valid") if holds else _("NOT valid"),
        )
        for row, holds in rows
    ]
    heads = (_("who"), _("moves"), _("hints"), _("replay"))
    return screens.ranking_table(looker, title, heads, cells)


def best_lines(live: Live, character: Character) -> list[str]:
    """Return a line for each matrix game that a character has won."""
    games = (
        (key, matrix_state.stored_game(live, character, (key, 0)))
        for key in matrix_state.matrix_maps(live)
    )
    return [
        f"|w{live.grids[key].title}|n: "
        + _("Your best game took {moves}.").format(moves=moves_in_words(play.best))
        for key, play in games
        if play is not None and play.best is not None
    ]


def gave_up_text(play: MatrixPlay, outcome: MoveOutcome) -> str:
    """Return the answer to `give up`; `play` is the game that was given up."""
    if outcome.event is not Event.GAVE_UP or play.run is None:
        return _("You go back to the entrance.")
    if play.is_ready:
        return _("You give up before the first move.")
    text = _("You give up after {moves}.").format(moves=moves_in_words(play.run.moves))
    if outcome.steps is None:
        return text + " " + _("From there, the end could no longer be reached.")
    return text + " " + _("The end was {moves} away.").format(moves=moves_in_words(outcome.steps))


def not_playing_text(play: MatrixPlay) -> str:
    """Return the text for a player without a game who uses one of its commands."""
    if play.status is RunStatus.WON:
        return _("You have won. Type |wrestart|n to play again.")
    return _("You are not playing. |wrestart|n starts a game.")


def _ready(play: MatrixPlay) -> str:
    parts = [_("You can use |wmoves|n, |whint|n, |wsave|n, |wrestart|n and |wgive up|n.")]
    if play.par is not None:
        parts.append(_("Par is {moves}.").format(moves=moves_in_words(play.par)))
    if play.best is not None:
        parts.append(_("Your best game took {moves}.").format(moves=moves_in_words(play.best)))
    if play.saved is not None:
        saved = _("You have saved your place after {moves}. |wrestart saved|n takes you there.")
        parts.append("\n" + saved.format(moves=moves_in_words(play.saved.moves)))
    text = " ".join(parts).replace(" \n", "\n").replace("|n", "|x")
    return f"|x{text}|n"


def _won(play: MatrixPlay) -> str:
    won = _("This is the end: you have won in {moves}!").format(moves=moves_in_words(play.moves))
    parts = []
    if play.par is not None:
        parts.append(_("Par is {moves}.").format(moves=moves_in_words(play.par)))
    if play.best is not None and play.best < play.moves:
        parts.append(_("Your best game took {moves}.").format(moves=moves_in_words(play.best)))
    else:
        parts.append(_("That is your best game so far."))
    parts.append(_("Look around as long as you like."))
    after = _("Type |wrestart|n to play again, or |wgive up|n to go back to the entrance.")
    best = _("|wscores|n shows the best games.")
    return "\n".join((f"|g{won}|n", " ".join(parts), after, best))


def _none(play: MatrixPlay, character: Character) -> str:
    """Return the text for a player who is on the map but is not playing."""
    if play.at == play.matrix.start:
        text = _("You are not playing. |wrestart|n, or any step, starts a game.")
        ways = ways_out(play.live, play.start)
        out = [f"|w{hooks.display_name(way, character)}|n" for way in ways]
        if out:
            names = iter_to_str(out, endsep=_("or"))
            return text + " " + _("You can leave by {exits}.").format(exits=names)
        return f"{text} {give_up_text(play.live, character, play.start)}".rstrip()
    if sees_all(character):
        return ""  # builders walk here at their work
    return _(
        "You are not playing. |wrestart|n starts a game, and |wgive up|n takes you to the entrance."
    )


def daily_introduction(cube: GeneratedMatrix, game_: DailyGame) -> str:
    """Return the text for a player who begins the matrix of the day, goes on, or has won it."""
    head = _(
        "|wThe matrix of {day}|n, difficulty {level} of 10: {rooms} rooms, one of them the end."
    )
    lines = [head.format(day=game_.day, level=cube.difficulty.level, rooms=cube.difficulty.rooms)]
    counted = moves_in_words(game_.run.moves)
    if game_.run.status is RunStatus.WON:
        won = _("You have already won, in {moves}. There is another matrix tomorrow.")
        lines += [won.format(moves=counted), _("|wdaily scores|n shows the best games.")]
    elif game_.words:
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
        lines += [few, words.format(hint=moves_in_words(HINT_COST))]
    return "\n".join((*lines, *position_text(cube, game_)))


def position_text(cube: GeneratedMatrix, game_: DailyGame) -> list[str]:
    """Return lines on the player's node: where it is, its traps and exits; or if it is a trap."""
    run = game_.run
    if run.status is RunStatus.TRAPPED:
        stuck = _("There is no way out of here: you are trapped, after {moves}.")
        return [
            f"|r{stuck.format(moves=moves_in_words(run.moves))}|n",
            _("|wrestart|n starts over."),
        ]
    if run.status is not RunStatus.PLAYING:
        return []
    place = _("You are at {place}.").format(place=run.at)
    if run.at == cube.matrix.start:
        place = _("You are at the start, {place}.").format(place=run.at)
    return [
        place,
        *filter(None, [trap_warning(game.losing_exits(cube.matrix, run.at))]),
        daily_moves_text(cube, game_),
    ]


def daily_moves_text(cube: GeneratedMatrix, game_: DailyGame) -> str:
    """Return the answer to `moves`: the exits, each with the room if that is known."""
    known_exits = explored_rooms(cube.matrix, game_).get(game_.run.at, {})
    back = _("{exit} to {room}")
    names = [
        back.format(exit=f"|w{name}|n", room=known_exits[name])
        if name in known_exits
        else f"|w{name}|n"
        for name in game.allowed_moves(cube.matrix, game_.run)
    ]
    if not names:
        return "\n".join(position_text(cube, game_))
    text = _("You can go {exits}.").format(exits=iter_to_str(names, endsep=_("or")))
    return (
        text
        + " "
        + _("You have made {moves} so far.").format(moves=moves_in_words(game_.run.moves))
    )


def daily_look_text(cube: GeneratedMatrix, game_: DailyGame) -> str:
    """Return the answer to `look`, which shows no more than the position."""
    return "\n".join(position_text(cube, game_))


def move_result_text(cube: GeneratedMatrix, game_: DailyGame, outcome: MoveOutcome) -> str:
    """Return the text about the result of a move."""
    way = outcome.way
    hint = moves_in_words(HINT_COST)
    text = {
        Event.MOVED: _("You go {way}.").format(way=way),
        Event.JUMPED: _("You jump into the {way}, and come out somewhere else.").format(way=way),
        Event.NO_WAY: _("You cannot go {way}.").format(way=way),
        Event.WHICH: no_wormhole_text(way, several=True),
        Event.HINTED: _("Try |w{way}|n. (The hint cost {hint}.)").format(way=way, hint=hint),
        Event.NO_ROUTE: _("The end cannot be reached from here. (The hint cost {hint}.)").format(
            hint=hint
        ),
        Event.OVER: _("All you can do is start over: |wrestart|n."),
    }[outcome.event]
    if outcome.event is Event.NO_WAY and way.startswith("wormhole"):
        text = no_wormhole_text(way, several=False)
    elif outcome.event is Event.OVER and game_.run.status is RunStatus.PLAYING:
        text = _("Your game is too long: it is over for today.")
    elif way == "restart":
        text = _("You start over.")
    lines = [text]
    if outcome.event in (Event.MOVED, Event.JUMPED):
        lines += position_text(cube, game_)
    return "\n".join(lines)


def daily_won_text(cube: GeneratedMatrix, game_: DailyGame, place: int | None) -> str:
    """Return the text for a player who has won; `place` is that in the scores, None without."""
    head = _("This is the end: you have won in {moves}!").format(
        moves=moves_in_words(game_.run.moves)
    )
    hints = ngettext("{n} hint", "{n} hints", game_.hints).format(n=game_.hints)
    par = _("The shortest route is {moves}. You asked for {hints}.")
    lines = [
        f"|g{head}|n",
        par.format(moves=moves_in_words(cube.difficulty.shortest or 0), hints=hints),
    ]
    if place is not None:
        lines.append(_("That is place {place} in today's scores.").format(place=place))
    lines.append(
        _("|wdaily scores|n shows the best games, and |wdaily replay|n shows your game as text.")
    )
    return "\n".join(lines)
