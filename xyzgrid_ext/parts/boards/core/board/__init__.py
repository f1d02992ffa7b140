"""Boards: games whose states are values, and the operations that all boards share.

    begin ─► Play ─ press, tick ─► Play ─ undo ─► Play          replay_text 'boxes:3:llkkj'
               │                                                                │
               └─ board.frame, side_lines, describe, status      play_replay ◄─┘

A board (see `Board`) is the rules; a state is everything about a game at one moment. A cycle takes
the pressed keys and gives the next state. A board has no clock: it says how long to wait until the
next tick, and its caller keeps the time. All randomness comes from the seed of a game. So the seed
and the cycles determine the whole game: `play_replay` makes exactly the same frames from them.
"""

from xyzgrid_ext.parts.boards.core.board.model import (
    COLOURS,
    HINT,
    NOTHING,
    TILES,
    Board,
    Control,
    Move,
    Notation,
    Phase,
    Phrase,
    Scene,
    Solution,
    Status,
    noop,
    without_empty_cells,
)
from xyzgrid_ext.parts.boards.core.board.notation import (
    ARROW_WORDS,
    CHARACTERS,
    NAMES,
    find_control,
    format_keys,
    parse_typed_moves,
)
from xyzgrid_ext.parts.boards.core.board.play import (
    MAX_REPLAYED,
    UNDO_DEPTH,
    AnyBoard,
    AnyPlay,
    Play,
    Replay,
    UndoPoint,
    advance,
    begin,
    day_of_seed,
    from_data,
    play_game,
    play_replay,
    play_steps,
    press,
    read_replay,
    replay_text,
    seed_of_day,
    tick,
    to_data,
    try_move,
    undo,
    with_later_hints,
)
from xyzgrid_ext.parts.boards.core.board.words import (
    answer_question,
    describe_around,
    describe_changes,
    place_in_words,
)

__all__ = [
    "ARROW_WORDS",
    "CHARACTERS",
    "COLOURS",
    "HINT",
    "MAX_REPLAYED",
    "NAMES",
    "NOTHING",
    "TILES",
    "UNDO_DEPTH",
    "AnyBoard",
    "AnyPlay",
    "Board",
    "Control",
    "Move",
    "Notation",
    "Phase",
    "Phrase",
    "Play",
    "Replay",
    "Scene",
    "Solution",
    "Status",
    "UndoPoint",
    "advance",
    "answer_question",
    "begin",
    "day_of_seed",
    "describe_around",
    "describe_changes",
    "find_control",
    "format_keys",
    "from_data",
    "noop",
    "parse_typed_moves",
    "place_in_words",
    "play_game",
    "play_replay",
    "play_steps",
    "press",
    "read_replay",
    "replay_text",
    "seed_of_day",
    "tick",
    "to_data",
    "try_move",
    "undo",
    "with_later_hints",
    "without_empty_cells",
]  # fmt: skip
