"""The cycle of an automaton: pictures of its rules, and a plain interpreter beside it."""

import importlib.util
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from xyzgrid_ext.parts.boards.core.automaton import Engine, make_buffer, parse

_SPEC = importlib.util.spec_from_file_location("plain", Path(__file__).with_name("plain.py"))
plain = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(plain)


SYMBOLS = ".o@#*"
CELL = st.sampled_from("*****" + SYMBOLS)
RULE = st.builds(
    lambda centre, cells, key: centre + "".join(cells) + key,
    st.sampled_from(SYMBOLS),
    st.lists(CELL, min_size=17, max_size=17),
    st.sampled_from(["*", "*", "l", "h", ""]),
)
RULES = st.lists(RULE, max_size=8)


@st.composite
def games(draw):
    width, height = draw(st.integers(2, 8)), draw(st.integers(1, 7))
    row = st.text(SYMBOLS, min_size=width - 1, max_size=width - 1)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    lists = ("".join(f"{rule}\n" for rule in draw(RULES)) for _ in range(2))
    return "\n".join((*lists, f"{width} {height}", *rows, ""))


@given(games(), st.lists(st.sampled_from(["", "l", "h", "\n", "x", "*"]), max_size=12))
@example("#*****************\n\n\n2 3\n#\n#\n#\n", ["\n"])
def test_the_engine_does_what_the_plain_interpreter_does(text, keys):
    game, other = parse(text).game, plain.Plain(text)
    engine, cells = Engine(game, game.sheet.width, game.sheet.height), make_buffer(game.sheet)
    for key in keys:
        cells = engine.cycle(cells, key)
        other.cycle(key)
        assert cells.decode() == "".join(other.buffer)
