"""Map modules that are odd but Python: taken, or a finding; `add`, `check` and `spawn` agree.

Each row is a module with a map `odd` of two rooms; `ODD` is what differs from a usual one. What is
taken stands in the database as plain values; all else is told in the same words by all commands.
"""

import importlib
import sys

import pytest
from evennia.accounts.accounts import DefaultGuest
from evennia.utils.dbserialize import deserialize
from spawned import spawned_once
from worlds import room, room_at, room_named

from xyzgrid_ext.foreign import code
from xyzgrid_ext.foreign.values import is_plain

DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n"
shared_maps = spawned_once(
    {"zcoord": "town", "map": DRAWING, "prototypes": {(0, 0): room("Gate"), (1, 0): room("Square")}}
)
MODULE = '''
import array, collections, datetime, decimal, enum, io, os, pathlib, sys, threading, time, types
from collections import UserDict, UserList, UserString, deque
import evennia
import numpy as np
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from evennia.contrib.grid.xyzgrid import xymap_legend


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    LOW = 3


class Own:
    pass


class Getting(dict):
    def get(self, *args):
        raise RuntimeError("ask me not")
    __eq__ = __contains__ = items = keys = get
    __hash__ = None


class Walking(collections.abc.Mapping):
    def __init__(self, held):
        self.held = held
    def __getitem__(self, key):
        return self.held[key]
    def __iter__(self):
        return iter(self.held)
    def __len__(self):
        return len(self.held)


class Endless(Walking):
    def __iter__(self):
        number = 0
        while True:
            number += 1
            yield number
    def __getitem__(self, key):
        return key


class Sleeping(Walking):
    def __iter__(self):
        time.sleep(30)


class Raising(Walking):
    def __iter__(self):
        raise KeyboardInterrupt


class Hostile:
    def __repr__(self):
        raise RuntimeError("I have no name")
    __str__ = __hash__ = __eq__ = __bool__ = __len__ = __iter__ = __repr__


async def coroutine():
    pass


def node(**values):
    return {"#": type("Node", (xymap_legend.BasicMapNode,), {"symbol": "#", **values})}


def raising(*args):
    raise GeneratorExit


def lasting(*args):
    time.sleep(30)


ring = [1]
ring.append(ring)
ODD = {}
HALL = {"prototype_parent": "xyz_room", "key": "Hall"}
THING = {"key": "deed", "typeclass": "typeclasses.objects.Object"}
#ODD
XYMAP_DATA = {
    "zcoord": "odd",
    "map": """+ 0 1

0 #-#

+ 0 1
""",
    "prototypes": {(0, 0): HALL},
    **ODD,
}
#MORE
'''


def attribute(text, more=""):
    return f"HALL['attrs'] = [('odd', {text})]\n{more}"


TAKEN = {  # a module, and what stands in the Attribute `odd` of its first room
    "a number of numpy": (attribute("np.int64(5)"), 5),
    "an array": (attribute("np.arange(3)"), [0, 1, 2]),
    "an array of objects": (attribute("np.array([Colour.RED, 5], dtype=object)"), ["red", 5]),
    "an enum": (attribute("Colour.RED"), "red"),
    "a path": (attribute("pathlib.Path('a/b')"), "a/b"),
    "a lazy text": (attribute("gettext_lazy('Hall')"), "Hall"),
    "a text of its own": (attribute("UserString('a')"), "a"),
    "a dict with a get of its own": (attribute("Getting(a=1)"), {"a": 1}),
    "a mapping": (attribute("Walking({'a': [Colour.RED]})"), {"a": ["red"]}),
    "a proxy of a dict": (attribute("types.MappingProxyType({'a': 1})"), {"a": 1}),
    "a deque": (attribute("deque([1, 2], 5)"), [1, 2]),
    "a day": (attribute("datetime.date(1890, 5, 1)"), None),
    "a function that gives numpy": (attribute("lambda: np.arange(2)"), [0, 1]),
    "an enum in a name": ("HALL['key'] = Colour.RED", None),
    "a lazy description": ("HALL['desc'] = gettext_lazy('A hall.')", None),
    "places of numpy": ("ODD['prototypes'] = {tuple(np.array([0, 0])): HALL}", None),
    "a map that is a UserDict": ("", None, "XYMAP_DATA = UserDict(XYMAP_DATA)"),
    "a map with a get of its own": ("", None, "XYMAP_DATA = Getting(XYMAP_DATA)"),
    "a legend of numpy": ("ODD['legend'] = node(prototype=HALL | {'n': np.arange(2)})", None),
    "weights of numpy": (
        "ODD['legend'] = {'-': type('Way', (xymap_legend.EWMapLink,), "
        "{'default_weight': np.int64(3), 'spawn_aliases': {'e': UserList(['go', 'on'])}})}",
        None,
    ),
    "an object of the database": (attribute("evennia.ObjectDB.objects.first()"), None),
    "a thread": ("threading.Thread(target=time.sleep, args=(0.01,)).start()", None),
    "a parent with numpy": ("HALL['prototype_parent'] = dict(HALL, tags=[np.str_('x')])", None),
}
REFUSED = {  # a module, and what is told of it
    "a coroutine": (attribute("coroutine()"), "an object of the class coroutine"),
    "a generator": (attribute("(n for n in [1])"), "an object of the class generator"),
    "an object of its own": (attribute("[Own()]"), "not an object of the class Own"),
    "a value in itself": (attribute("ring"), "nested more than"),
    "a dict in itself": (
        attribute("UserDict(), [1])]; HALL['attrs'][0][1].update(a=HALL['attrs'][0][1]); [("),
        "which is in itself",
    ),
    "half a character": ("HALL['key'] = chr(0xd800)", "half a character"),
    "a key of its own": (
        attribute("{Own(): 1}"),
        "a value whose key is an object of the class Own",
    ),
    "two keys that are one": (attribute("{Colour.RED: 1, 'red': 2}"), "a second value for the key"),
    "a need": (
        "",
        "rooms[(0,0,0)].exits.east.needs: must be a list of words, not 5",
        "XYMAP_DATA = {'zcoord': 'odd', 'rooms': {(0, 0, 0): {'exits': {'east': {'to': (0, 0, 0), "
        "'needs': 5}}}}}",
    ),
    "a hostile value": ("ODD['options'] = Hostile()", "options: must be a dict, not an object of"),
    "an endless map": ("ODD['prototypes'] = Endless({})", "no end after 250,000 values"),
    "an endless mapping": (attribute("Endless({})"), "no end after 250,000 values"),
    "a mapping that sleeps": (attribute("Sleeping({})"), "no end after 1 seconds"),
    "a mapping that interrupts": (attribute("Raising({})"), "KeyboardInterrupt"),
    "a generator of maps": (
        "",
        "must be a list of maps",
        "XYMAP_DATA_LIST = (m for m in [XYMAP_DATA])",
    ),
    "a module that sleeps": ("time.sleep(30)", "TimeLimitError: no end after 1 seconds"),
    "a module that ignores it": (
        "while True:\n    try:\n        time.sleep(30)\n    except Exception:\n        pass",
        "no end after",
    ),
    "an interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "a skip of a test": (
        "import _pytest.outcomes\n_pytest.outcomes.skip('not here', allow_module_level=True)",
        "Skipped: not here",
    ),
    "a getter of the module that raises": (
        "def __getattr__(name):\n    raise GeneratorExit\n",
        "GeneratorExit",
    ),
    "a thing with a function that Evennia cannot run": (
        "HALL['things'] = [THING | {'attrs': [('owner', '$obj(#1)')]}]",
        "things[0]: the prototype 'deed' cannot be resolved",
    ),
    "a class whose module raises": ("HALL['typeclass'] = 'raising.Room'", "GeneratorExit"),
    "a function that raises": (attribute("raising"), "GeneratorExit"),
    "a function that gives a coroutine": (attribute("coroutine"), "the class coroutine"),
    "a node that raises": (
        "ODD['legend'] = node(get_display_symbol=raising)",
        "the map cannot be read: GeneratorExit",
    ),
    "a node that sleeps": ("ODD['legend'] = node(get_display_symbol=lasting)", "no end after"),
    "a node that is none": (
        "ODD['legend'] = {'#': type('Node', (), {'symbol': '#', 'prototype': HALL})}",
        "legend.#: Node lacks ",
    ),
    "a prototype of a class": (
        "ODD['legend'] = node(prototype=HALL | {'attrs': [('a', coroutine())]})",
        "the class coroutine",
    ),
}
CHANGING = {
    "sys.setrecursionlimit(300)": "the recursion limit from",
    "import signal; signal.signal(signal.SIGTERM, print)": "what SIGTERM does",
    "os.chdir('/')": "the working directory from",
    "sys.settrace(lambda *args: None)": "tracing",
}


@pytest.fixture
def written(tmp_path, monkeypatch, grid):
    """Return a function: (odd part, more) -> a module; each module has a name of its own."""
    folder = tmp_path / "odd_modules"
    folder.mkdir()
    (tmp_path / "raising.py").write_text("raise GeneratorExit")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(code, "TIME_LIMIT", 1.0)
    monkeypatch.setattr("evennia.utils.logger.log_trace", lambda *args: None)

    def write(odd="", more="", name="one"):
        text = MODULE.replace("#ODD", odd).replace("#MORE", more)
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return f"odd_modules.{name}"

    yield write
    for name in [name for name in sys.modules if name.startswith("odd_modules")]:
        del sys.modules[name]


pytestmark = pytest.mark.filterwarnings("ignore:coroutine")


def parts(row):
    odd, expected, more = (*row, "")[:3]
    return expected, odd, more


@pytest.mark.parametrize("row", TAKEN.values(), ids=TAKEN)
def test_odd_module_is_taken_by_every_command(row, written, run, grid):
    expected, *text = parts(row)
    code, told = run("add", written(*text))
    assert (code, "Traceback" in told) == (0, False), told
    code, told = run("check", "odd")
    assert (code, "rror" in told) == (0, False), told
    code, told = run("spawn", "odd", "--yes")
    assert (code, "Traceback" in told) == (0, False), told
    hall = room_at(grid, 0, 0, "odd")
    value = deserialize(hall.attributes.get("odd"))
    if expected is not None:
        assert value == expected
    assert is_plain(value) or hasattr(value, "__dbclass__")
    # a function gives each room a value of its own, and makes no change
    assert "Nothing to do" in run("plan", "odd")[1]


@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED)
def test_odd_module_is_refused_by_every_command_and_harms_nobody(
    row, written, run, grid, make_player, monkeypatch, settings
):
    settings.GUEST_ENABLED, settings.XYZGRID_START = True, (1, 0, "town")
    expected, *text = parts(row)
    if "values" in expected:  # which are counted, however slow the machine is
        monkeypatch.setattr("xyzgrid_ext.foreign.code.TIME_LIMIT", 60.0)
    code, told = run("add", written(*text))
    assert (code, "Traceback" in told) == (1, False), told
    assert expected in told
    assert not grid.live.fails_to_load("odd")
    reference = written(name="two")
    assert run("add", reference)[0] == 0
    assert run("spawn", "odd", "--yes")[0] == 0
    written(*text, name="two")
    grid.reload()
    ann = make_player("Ann", location=room_named("Gate"))
    ann.types("east")
    assert ann.at == "Square"
    ann.types("goto gate")
    assert ann.at == "Gate"
    guest, _faults = DefaultGuest.authenticate(ip="127.0.0.1")
    assert guest.characters.all()[0].location == room_named("Square")
    code, told = run("list")
    assert bool(code) == ("does not load" in told) == bool(grid.live.fails_to_load("odd"))
    assert "town" in told
    for words in (["check"], ["spawn", "odd", "--yes"]):
        code, told = run(*words)
        assert (code, "Traceback" in told) == (1, False), told
        assert expected in told
        assert "odd" in told


@pytest.mark.parametrize("line", CHANGING)
def test_what_a_module_changes_in_the_process_is_put_back_and_told(line, written, run, grid):
    before = [read() for _name, read, _write in code._STATE]
    assert run("add", written(line))[0] == 0
    assert [read() for _name, read, _write in code._STATE] == before
    number, told = run("check", "odd")
    assert number == 0
    assert f"when it is imported, it changed {CHANGING[line]}" in told
    assert run("spawn", "odd", "--yes")[0] == 0


def test_threads_and_code_of_a_module_are_told(written, run):
    start = "threading.Thread(target=time.sleep, args=(1,), name='ticker', daemon=True).start()"
    assert run("add", written(start))[0] == 0
    assert "it starts ticker, which runs on" in run("check", "odd")[1]
    thing = "{'key': 'bell', 'typeclass': 'typeclasses.objects.Object', 'exec': '1'}"
    assert run("add", written(f"HALL['exec'] = 'raise'; HALL['things'] = [{thing}]"))[0] == 0
    assert run("check", "odd")[1].count("exec: Evennia runs no code of prototypes") == 2
    assert run("spawn", "odd", "--yes")[0] == 0
