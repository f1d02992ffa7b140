"""Loads a game file with its extras, and checks its levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from xyzgrid_ext.core.findings import Finding, RefusedError, refuse_on_error
from xyzgrid_ext.parts.boards.core.automaton.board import Automaton, make_automaton, solve
from xyzgrid_ext.parts.boards.core.automaton.extras import Extras, Level, ParsedExtras, parse_extras
from xyzgrid_ext.parts.boards.core.automaton.parse import parse
from xyzgrid_ext.parts.boards.core.automaton.search import MAX_STATES, SearchResult
from xyzgrid_ext.parts.boards.core.board import CHARACTERS, Phase, play_game


class LoadedGame(NamedTuple):
    """A board, or None if its files have errors, and the findings about these files.

    `cause` is an unexpected exception, for the log, or None.
    """

    board: Automaton | None
    findings: tuple[Finding, ...]
    cause: BaseException | None = None


def load(
    name: str, text: str, extras: str | None = None, file: str = "", extras_file: str = ""
) -> LoadedGame:
    """Return the board of a game file and its extras. Never raises.

    Every error in the files becomes a finding.

    Args:
        name: the board's name in replays.
        text: the game file.
        extras: the text of the TOML file beside it; None if there is no such file.
        file: the name of the game file in findings.
        extras_file: the name of the extras in findings.
    """
    try:
        with refuse_on_error(file, "compare the file with one that works"):
            parsed = parse(text, file)
        with refuse_on_error(extras_file, "compare the file with one that works"):
            more = ParsedExtras(Extras(), ())
            if extras is not None:
                more = parse_extras(extras, extras_file)
            findings = (*parsed.findings, *more.findings)
            if parsed.game is None or more.extras is None:
                return LoadedGame(None, findings)
            return LoadedGame(make_automaton(name, parsed.game, more.extras), findings)
    except RefusedError as refused:
        return LoadedGame(None, refused.findings, refused.__cause__)


def check(board: Automaton, file: str = "", states: int = MAX_STATES) -> list[Finding]:
    """Return one finding for each level: whether and in how many cycles it can be won.

    The search of each level visits at most `states` states.
    """
    findings = [*_unknown_characters(board, file)]
    for number, level in enumerate(board.extras.levels, 1):
        name = f"level {number}" + f", {level.name}" * bool(level.name)
        if level.win or level.lose:
            findings += _level(board, number, level, name, file, states)
    return findings


def _unknown_characters(board: Automaton, file: str) -> Iterator[Finding]:
    """Warn of conditions, colours and names for characters that never appear on a map."""
    rules = (*board.game.first, *board.game.second)
    there = {c for sheet in board.sheets for c in sheet.cells} | {
        c for r in rules for c in r.result
    }
    extras = board.extras
    places = {"names": extras.names, "colours": extras.colours, "hero": extras.hero}
    for level in extras.levels:
        for end in (*level.win, *level.lose):
            places[f"the condition {end.text!r}"] = end.characters
    for place, characters in places.items():
        if odd := [c for c in characters if c not in there]:
            message = f"{place}: no map and no transition has {' '.join(odd)}"
            cure = "remove it, or write the right character"
            yield Finding.warning("unknown-character", message, cure, file)


def _level(
    board: Automaton, number: int, level: Level, name: str, file: str, states: int
) -> Iterator[Finding]:
    verdict = solve(board, number, states)
    if verdict.moves == ():
        yield Finding.error("ended-level", f"{name}: over at the start", "change its map", file)
        return
    if verdict.decided and verdict.moves is None and level.win:
        message = f"{name}: cannot be won; all {verdict.states:,} states were tried"
        yield Finding.error(
            "unwinnable", message, "change the map, the rules or the condition", file
        )
        return
    shipped = None
    if level.solution is not None:
        last = play_game(board, number, level.solution)
        shipped = board.status(last.state).score
        if board.status(last.state).phase is not Phase.WON:
            message = f"{name}: its solution does not win"
            yield Finding.error("bad-solution", message, "write keys that win", file)
            shipped = None
    if level.win:
        yield _told(name, verdict, shipped, file)
    best = len(verdict.moves) if verdict.moves is not None else None
    if level.par is not None and best is not None and level.par < best:
        message = f"{name}: a par of {level.par}, but {best} is the least"
        yield Finding.error("low-par", message, f"write par = {best}", file)


def _told(name: str, verdict: SearchResult, shipped: int | None, file: str) -> Finding:
    if verdict.moves is not None:
        count = len(verdict.moves)
        keys = f"{count} key{'s'[: count != 1]}: {CHARACTERS.write(verdict.moves)}"
        return Finding.info("winnable", f"{name}: won in {keys}", file=file)
    message = f"{name}: not decided after {verdict.states:,} states"
    if shipped is not None:
        message += f"; its solution wins in {shipped} keys"
    return Finding.info("not-decided", message, file=file)
