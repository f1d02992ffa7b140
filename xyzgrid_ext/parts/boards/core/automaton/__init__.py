"""Key-driven cellular automata, playable as boards: game files, engine, levels and solver."""

from xyzgrid_ext.parts.boards.core.automaton.board import (
    Automaton,
    AutomatonState,
    make_automaton,
    solve,
)
from xyzgrid_ext.parts.boards.core.automaton.check import LoadedGame, check, load
from xyzgrid_ext.parts.boards.core.automaton.engine import Engine, make_buffer
from xyzgrid_ext.parts.boards.core.automaton.extras import Extras, Level, parse_extras
from xyzgrid_ext.parts.boards.core.automaton.model import BoardMap, Game, TransitionRule
from xyzgrid_ext.parts.boards.core.automaton.parse import ParsedGame, parse, write
from xyzgrid_ext.parts.boards.core.automaton.search import SearchResult
from xyzgrid_ext.parts.boards.core.automaton.xsb import load_levels

__all__ = [
    "Automaton",
    "AutomatonState",
    "BoardMap",
    "Engine",
    "Extras",
    "Game",
    "Level",
    "LoadedGame",
    "ParsedGame",
    "SearchResult",
    "TransitionRule",
    "check",
    "load",
    "load_levels",
    "make_automaton",
    "make_buffer",
    "parse",
    "parse_extras",
    "solve",
    "write",
]  # fmt: skip
