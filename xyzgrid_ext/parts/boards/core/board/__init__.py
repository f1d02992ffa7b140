"""Boards: games whose states are values, and the operations that all boards share.

    begin ─► Play ─ press, tick ─► Play ─ undo ─► Play          text_of ─► 'boxes:3:llkkj'
               │                                                                │
               └─ board.frame, aside, describe, status              replayed ◄──┘

A board (see `Board`) is the rules; a state is everything about a game at one moment. A cycle takes
the pressed keys and gives the next state. A board has no clock: it says how long to wait until the
next tick, and its caller keeps the time. All randomness comes from the seed of a game. So the seed
and the cycles determine the whole game: `replayed` makes exactly the same frames from them.
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
    without_empty_sides,
)
from xyzgrid_ext.parts.boards.core.board.notation import (
    ARROW_WORDS,
    CHARACTERS,
    NAMES,
    find_control,
    key_list,
    read_typed,
)
from xyzgrid_ext.parts.boards.core.board.play import (
    MAX_REPLAYED,
    UNDO,
    AnyBoard,
    AnyPlay,
    Mark,
    Play,
    Replay,
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
    with_hints,
)
from xyzgrid_ext.parts.boards.core.board.words import (
    answer_question,
    describe_around,
    describe_changes,
    place_in_words,
)

__all__ = [
    "ARROW_WORDS", "CHARACTERS", "COLOURS", "HINT", "MAX_REPLAYED", "NAMES", "NOTHING", "TILES",
    "UNDO", "AnyBoard", "AnyPlay", "Board", "Control", "Mark", "Move", "Notation", "Phase",
    "Phrase", "Play", "Replay", "Scene", "Solution", "Status", "advance", "answer_question",
    "begin", "day_of_seed", "describe_around", "describe_changes", "find_control", "from_data",
    "key_list", "noop", "place_in_words", "play_game", "play_replay", "play_steps", "press",
    "read_replay", "read_typed", "replay_text", "seed_of_day", "tick", "to_data", "try_move",
    "undo", "with_hints", "without_empty_sides",
]  # fmt: skip
