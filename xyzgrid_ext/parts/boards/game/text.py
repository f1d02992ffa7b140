"""A board game as text: the frame in Evennia's colours, or words, and the help of `help play`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.core.view.fitting import wrap_text
from xyzgrid_ext.core.view.visible import crop_range
from xyzgrid_ext.game.base.evennia_types import Looker
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.text.screenreader.text import as_sentence, paragraphs, unwrap_lines
from xyzgrid_ext.game.text.screens import client_width, clients_wrap
from xyzgrid_ext.parts.boards.core.board import (
    COLOURS,
    AnyBoard,
    AnyPlay,
    Control,
    Move,
    Phase,
    Phrase,
    day_of_seed,
    find_control,
    format_keys,
    replay_text,
    without_empty_cells,
)

_LONG = 3600.0  # seconds: when a game is as fast as it gets
_NUMBER = 3  # columns of a row's number
_BESIDE = " " * 3  # between a frame and what stands beside it
_LETTERS = dict(zip(COLOURS, "xrgybmcw", strict=True))


def game_picture(board: AnyBoard, play: AnyPlay, looker: Looker) -> str:
    """Return the game as `looker` sees it: drawn, or in words for a screen reader."""
    if not screenreader.is_on(looker):
        return draw_game(board, play, client_width(looker))
    return words_and_status(
        phrase_texts(without_empty_cells(board.describe(play.state))), status_line(board, play)
    )


def speed_text(board: AnyBoard, play: AnyPlay, seconds: float) -> str:
    """Return the speed of the clock after the given seconds of play; empty if it never changes."""
    now, first = (board.tick_interval(play.state, played) for played in (seconds, 0.0))
    if now is None or first is None or board.tick_interval(play.state, _LONG) == first:
        return ""
    return _("speed: {number} a second").format(number=f"{1 / now:.1f}")


def draw_game(board: AnyBoard, play: AnyPlay, width: int, pace: str = "") -> str:
    """Return the game as a drawing of at most `width` columns, with its status and `pace` text."""
    frame, notes = _part(board, play, width)
    beside = [*phrase_texts(board.side_lines(play.state)), *filter(None, [pace])]
    room = width - len(_BESIDE) - max(map(len, frame), default=0)
    if max(map(text_width, beside), default=0) > room:  # too narrow a screen
        notes, beside = [*beside, *notes], []
    coloured = _coloured(frame, board.colours)
    lines = [
        f"{line}{_BESIDE}{text}".rstrip()
        for line, text in zip_longest(coloured, beside, fillvalue="")
    ]
    below = wrap_text("\n".join([*notes, status_line(board, play)]), width)
    return "\n".join([*lines, below])


def changed_rows(board: AnyBoard, before: AnyPlay, after: AnyPlay, width: int) -> str:
    """Return those rows of the drawing that differ, each behind its number from 1, as text.

    Changed lines beside the board, and its status, stand below.
    """
    rows, old_rows = (_part(board, play, width - _NUMBER)[0] for play in (after, before))
    pairs = enumerate(zip_longest(rows, old_rows, fillvalue=""), 1)
    new = {number: row for number, (row, old) in pairs if row != old}
    coloured = _coloured(new.values(), board.colours)
    lines = [f"{number:>2} {row}" for number, row in zip(new, coloured, strict=False)]
    words_before = phrase_texts(board.side_lines(before.state))
    lines += [
        line for line in phrase_texts(board.side_lines(after.state)) if line not in words_before
    ]
    over = board.status(after.state).phase is not Phase.PLAYING
    if over or (
        not board.low_score_wins and status_line(board, after) != status_line(board, before)
    ):
        lines.append(status_line(board, after))
    return "\n".join(lines)


def _part(board: AnyBoard, play: AnyPlay, width: int) -> tuple[Sequence[str], list[str]]:
    """Return the columns around the player that fit, and a note about the rest of the frame."""
    frame = board.text_drawing(play.state)
    wide = max(map(len, frame), default=0)
    if wide <= width:
        return frame, []
    at, _row = board.focus_cell(play.state) or (wide // 2, 0)
    left, right = crop_range(0, wide - 1, at, width)
    text = _("Showing columns {first} to {last} of {wide}.")
    note = text.format(first=left + 1, last=right + 1, wide=wide)
    return [line[left : right + 1] for line in frame], [note]


def words_and_status(lines: Iterable[str], status: str) -> str:
    """Return sentences about a board as one text, with the line `status` below."""
    return "\n".join([paragraphs(lines), status])


def answer_text(phrases: Sequence[Phrase]) -> str:
    """Return the answer to a player's question about a board; phrases are its sentences."""
    return paragraphs(phrase_texts(phrases)) or _("There is no such thing.")


def status_line(board: AnyBoard, play: AnyPlay) -> str:
    """Return the status in one line: moves or points so far, and the result at the end."""
    status = board.status(play.state)
    if not board.low_score_wins:
        count = _("Score {score}.").format(score=status.score)
    else:
        moves = ngettext("{score} move.", "{score} moves.", status.score)
        count = moves.format(score=status.score)
    if status.par is not None:
        count += " " + _("Par is {par}.").format(par=status.par)
    if status.phase is Phase.PLAYING:
        return count
    ends = {Phase.WON: _("You have won!"), Phase.LOST: _("You have lost.")}
    message = _message(board, status.phase.value)
    return f"|w{message or ends[status.phase]}|n {count}"


def introduction(board: AnyBoard, play: AnyPlay, looker: Looker, *, in_tiles: bool = False) -> str:
    """Return the text before the first frame: title, level, purpose.

    If a board is drawn `in_tiles`, no symbols are shown, and the purpose names things instead.
    """
    listens = screenreader.is_on(looker)
    lines = [f"|w{_(board.title)}|n"]
    if len(board.levels) > 1:
        level = _("Level {number} of {count}").format(number=play.seed, count=len(board.levels))
        name = _translate_board_text(board.levels[play.seed - 1])
        lines[0] += (f", {level}" if listens else f" - {level}") + f": {name}" * bool(name)
    if day := day_of_seed(board, play.seed):
        lines[0] += f", {day}" if listens else f" - {day}"
    if listens:
        message = _message(board, "spoken") or _message(board, "start")
        return "\n".join([as_sentence(lines[0]), unwrap_lines(message)]).strip()
    if message := (_message(board, "spoken") if in_tiles else "") or _message(board, "start"):
        lines.append(unwrap_lines(message) if clients_wrap(looker) else message)
    return "\n".join(lines)


def _translate_board_text(text: str) -> str:
    """Return a text of a board's file in the reader's language, if the board is the package's."""
    return _(text) if text else ""


def _message(board: AnyBoard, name: str) -> str:
    return _translate_board_text(board.messages.get(name, "").strip())


def keys_text(board: AnyBoard) -> str:
    """Return all keys of a board in a line, each as it is typed, with what it does."""
    return format_keys(
        ((typed_key(board, c), plain_text(_(c.name))) for c in board.controls), "|w", "|n"
    )


def move_text(board: AnyBoard, keys: Move) -> str:
    """Return what to type for a move, with the names of its keys: `n (up)`; `wait` without keys."""
    pressed = [find_control(board, key) for key in keys]
    texts = [
        f"|w{typed_key(board, c)}|n ({plain_text(_(c.name))})" for c in pressed if c is not None
    ]
    return ", ".join(texts) or "|wwait|n"


def targets_text(board: AnyBoard) -> str:
    """Return the names of all targets of a shooting game, in a line."""
    return ", ".join(f"|w{plain_text(control.name)}|n" for control in board.controls)


def replay_markup(board: AnyBoard, play: AnyPlay) -> str:
    """Return the replay of a game, escaped so that no client reads it as colour codes."""
    if not play.keys:
        return _("You have not pressed a key yet, so there is nothing to replay.")
    return plain_text(replay_text(board, play))


def phrase_texts(phrases: Iterable[Phrase]) -> list[str]:
    """Return the phrases as texts: translated, and with their values filled in."""
    return [_(phrase.text).format(**_values(phrase)) for phrase in phrases]


def _values(phrase: Phrase) -> dict[str, str | int]:
    """Return the values of a phrase, escaped, since a symbol may look like a colour code."""
    pairs = phrase.values.items()
    return {name: _value(value) if isinstance(value, str) else value for name, value in pairs}


def _value(text: str) -> str:
    """Return a name in a phrase; names of the package's own boards are translated."""
    return plain_text(_translate_board_text(text))


def typed_key(board: AnyBoard, control: Control) -> str:
    """Return the key as it is typed: one character if possible; directions as on all boards."""
    way = {"up": "n", "down": "s", "right": "e", "left": "w"}.get(control.name, "")
    if way and find_control(board, way) == control:
        return way
    key = next((word for word in (control.key, *control.also) if len(word) == 1), control.key)
    return {"\n": _("ENTER"), " ": _("shoot SPACE")}.get(key, plain_text(key))


def _coloured(lines: Iterable[str], colours: Mapping[str, str]) -> list[str]:
    """Return lines in Evennia's colours, with bars of the board escaped."""
    pattern, codes = _painter(tuple(colours.items()))
    text = "\n".join(lines)
    return pattern.sub(lambda m: plain_text(m[0]).join(codes[m.lastindex or 0]), text).split("\n")


@lru_cache(maxsize=64)
def _painter(colours: tuple[tuple[str, str], ...]) -> tuple[re.Pattern[str], list[tuple[str, str]]]:
    """Return a pattern with a group for runs of each colour and one for markup, and their codes."""
    groups: dict[str, list[str]] = {}
    for character, colour in colours:
        groups.setdefault(colour, []).append(re.escape(character))
    runs = [f"([{''.join(characters)}]+)" for characters in groups.values()]
    codes = [(_code(colour), "|n") for colour in groups]
    return re.compile("|".join([*runs, r"([|{]+)"])), [("", ""), *codes, ("", "")]


def _code(colour: str) -> str:
    """Return Evennia's colour code: `bright red` is |r, `red` the dark |R."""
    bright = colour.startswith("bright ")
    letter = _LETTERS[colour.removeprefix("bright ")]
    return f"|{letter if bright else letter.upper()}"


# --- `help play`


_ARROWS = {"up": "n", "down": "s", "right": "e", "left": "w"}


def help_of_board(
    board: AnyBoard, play: AnyPlay, looker: Looker, *, live: bool, in_tiles: bool = False
) -> str:
    """Return the help of a game: its purpose, its keys and its commands.

    `live` is whether it is played against the clock, `in_tiles` whether `looker` sees no symbols.
    """
    title, *purpose = introduction(board, play, looker, in_tiles=in_tiles).splitlines()
    # help joins the lines of a paragraph
    about = [*purpose, ""] if purpose else []
    lines = [title, "", *about, _("Keys (type one, or many in one go):")]
    lines += [_key(board, control) for control in board.controls]
    lines += ["", _("Commands:")]
    lines += [f"  |w{word}|n:  {meaning}" for word, meaning in _words(board, live=live)]
    lines += ["", _("You cannot use exits while you play; other commands work as usual.")]
    return "\n".join(lines)


def _key(board: AnyBoard, control: Control) -> str:
    """Return a key, other ways to type it, and its effect."""
    ways = [way for name, way in _ARROWS.items() if find_control(board, name) == control]
    names = [
        typed_key(board, control),
        *(way for way in ways if find_control(board, way) == control),
    ]
    names += [word for word in (control.key, *control.also) if len(word) == 1 and word.strip()]
    if len(control.name) > 1:
        names.append(control.name)
    words = ", ".join(f"|w{plain_text(word)}|n" for word in dict.fromkeys(names))
    return f"  {words}:  {plain_text(_(control.meaning or control.name))}"


def _words(board: AnyBoard, *, live: bool) -> Iterator[tuple[str, str]]:
    """Yield the commands that work in this game."""
    if board.tick_interval(board.start(1), 0.0) is not None or board.levels:
        yield _("ENTER, wait"), _("let a moment pass")
    if board.can_undo:
        yield "undo", _("take back the last key")
        yield "checkpoint", _("remember the game as it is now")
        yield "back", _("go back to that point")
    if board.has_hints and not live:
        yield "hint", _("show the next step; this counts as a move")
    if live:
        yield "pause", _("stop the clock until the next key")
    yield "restart", _("start the game over")
    if len(board.levels) > 1:
        yield "next", _("play the next level")
        yield "level 3", _("play another level")
    if not board.levels:
        yield "shoot left", _("hit a target: {names}").format(names=targets_text(board))
    yield "look", _("show the board again")
    if board.focus_cell(board.start(1)) is not None:
        yield _("look left, around"), _("describe what is in a direction, or on all sides")
        yield "nearest", _("find the nearest thing of each kind; |wnearest x|n finds one kind")
    yield _("row 3, column 3"), _("describe one row or column of the board")
    yield "scores", _("show the best games")
    yield "replay", _("show your game as a replay")
    yield _("stop, leave"), _("leave the machine; your game waits for you")
