"""Key-driven cellular automata: game files, their engine, levels, a solver. Boards."""

from xyzgrid_ext.core.automaton.board import Automaton, AutomatonState, automaton
from xyzgrid_ext.core.automaton.check import Loaded, check, load
from xyzgrid_ext.core.automaton.engine import Engine, buffer_of
from xyzgrid_ext.core.automaton.extras import Extras, Level, parse_extras
from xyzgrid_ext.core.automaton.model import Game, Rule, Sheet
from xyzgrid_ext.core.automaton.parse import Parsed, parse, write
from xyzgrid_ext.core.automaton.solve import Verdict, solve

__all__ = [
    "Automaton",
    "AutomatonState",
    "Engine",
    "Extras",
    "Game",
    "Level",
    "Loaded",
    "Parsed",
    "Rule",
    "Sheet",
    "Verdict",
    "automaton",
    "buffer_of",
    "check",
    "load",
    "parse",
    "parse_extras",
    "solve",
    "write",
]
