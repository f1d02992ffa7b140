"""How the cycles of a game are written: as single characters, or as names between commas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.parts.boards.core.board.model import HINT, Board, Control, Move, Notation

_State = TypeVar("_State")


class _Characters:
    r"""One character a cycle: `~` is no key, `\n` ENTER, `\~` a tilde, `\\` a backslash.

    `\?` is a hint that was taken.
    """

    _ESCAPES: Mapping[str, str] = {"n": "\n", "~": "~", "\\": "\\", "?": HINT}
    _WRITTEN: Mapping[str, str] = {key: f"\\{letter}" for letter, key in _ESCAPES.items()}

    def read(self, text: str) -> list[Move]:
        moves: list[Move] = []
        rest = iter(text)
        for character in rest:
            if character == "\\":
                letter = next(rest, "")
                if letter not in self._ESCAPES:
                    message = f"key {len(moves) + 1}: a backslash before {letter!r}"
                    raise UsageError(message, r"expected \n, \~ or \\")
                moves.append((self._ESCAPES[letter],))
            else:
                moves.append(() if character == "~" else (character,))
        return moves

    def write(self, moves: Iterable[Move]) -> str:
        return "".join(self._written(move) for move in moves)

    def append(self, text: str, move: Move) -> str:
        return text + self._written(move)

    def _written(self, move: Move) -> str:
        if len(move) > 1 or any(len(key) != 1 and key != HINT for key in move):
            raise UsageError(f"{'+'.join(move)!r} is more than one key in a cycle")
        return self._WRITTEN.get(move[0], move[0]) if move else "~"


class _CycleNames:
    """Cycles separated by commas: the names of their keys joined by `+`, or `-` for none."""

    def read(self, text: str) -> list[Move]:
        if not text.strip():
            return []
        return [self._move(number, cycle) for number, cycle in enumerate(text.split(","), 1)]

    def write(self, moves: Iterable[Move]) -> str:
        return ",".join(map(self._written, moves))

    def append(self, text: str, move: Move) -> str:
        return f"{text},{self._written(move)}" if text else self._written(move)

    def _move(self, number: int, cycle: str) -> Move:
        names = tuple(name.strip() for name in cycle.split("+"))
        if names == ("-",):
            return ()
        if not all(name.isidentifier() for name in names):
            message = f"cycle {number}: {cycle.strip()!r} is not a list of keys"
            raise UsageError(message, "expected names joined by +, or - for no key")
        return names

    def _written(self, move: Move) -> str:
        return "+".join(move) or "-"


CHARACTERS: Notation = _Characters()
"""The notation with one character for each cycle, `ll~h`; `~` is a cycle without a key."""
NAMES: Notation = _CycleNames()
"""The notation with words for keys, a cycle between commas: `left,right+drop,-`; `-`: no key."""


# --- what people type ---

ARROW_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("n", "north", "u"), "up"),
    **dict.fromkeys(("s", "south", "d"), "down"),
    **dict.fromkeys(("e", "east"), "right"),
    **dict.fromkeys(("w", "west"), "left"),
}
"""Word for a direction -> arrow (`up` …), unless the board has the word as a key or name."""


def find_control(board: Board[object], typed: str) -> Control | None:
    """Return the control for what a player typed; None if there is none.

    Players may type its key, its name, an alternative in `also`, or one of ARROW_WORDS.
    """
    controls = board.controls
    exact = (control for control in controls if control.key == typed)
    meant = (control for control in controls if typed in (control.name, *control.also))
    match = next(exact, None) or next(meant, None)
    return (
        find_control(board, ARROW_WORDS[typed]) if match is None and typed in ARROW_WORDS else match
    )


def format_keys(keys: Iterable[tuple[str, str]], begin: str = "", end: str = "") -> str:
    """Return a list of keys for a text, those with names first: `h left, l right, x y`.

    `keys` are (key, name); a key without a name has itself as its name. Each key is put between
    `begin` and `end`, such as the codes of a colour.
    """
    pairs = list(keys)
    texts = [f"{begin}{key}{end} {name}" for key, name in pairs if name != key]
    bare = " ".join(f"{begin}{key}{end}" for key, name in pairs if name == key)
    return ", ".join([*texts, *filter(None, [bare])])


def parse_typed_moves(board: Board[_State], text: str) -> list[Move]:
    """Parse moves that a player typed: in the board's notation, or as letters.

    `lll`, `l,l,l` and `left,left,left` are equal.

    Raises:
        UsageError: for an unknown key, except on boards of characters, which take any.
    """
    if board.notation is CHARACTERS:
        return board.notation.read(text)
    keys = {key: key for key in (*board.clock_move, *(control.key for control in board.controls))}
    keys |= {other: control.key for control in board.controls for other in control.also}
    letters = text.strip()
    if letters not in keys and all(letter in keys for letter in letters):
        return [(keys[letter],) for letter in letters]
    moves = board.notation.read(text)
    for key in (key for move in moves for key in move if key not in keys):
        expected = ", ".join(control.key for control in board.controls)
        raise UsageError(f"{board.name} has no key {key[:40]!r}", f"expected {expected}")
    return [tuple(keys[key] for key in move) for move in moves]
