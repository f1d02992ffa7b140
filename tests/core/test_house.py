"""The rules of the kernel that a machine can check: who may import whom, and that core is pure.

Each module of core may import what stands left of it on this line:

    errors markup names coords findings chance reach parts < matrix raster < sheet < grid
                < routes target < mapdata < spawn < view || game

The line meets `game` in `__main__` and its `terminal`, and nowhere else. `foreign`, where modules
of authors are run, `workers`, where work of core is done in other processes, and a cache on disk
are for both `game` and `terminal`. Within game:

    base < parts < on_demand < db < maps < world < spawn < visibility < text < travel < protocols
         < typeclasses < contrib_names < cli < commands < startup < web

Everybody may import `game.paths`, which imports nothing: it holds the public paths. The modules of
these paths, by which games and databases name the package, have places among the layers: see
`GAME`. What parts may import, and that the kernel imports none, is in `test_parts.py`.
"""

import ast
import subprocess
import sys
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest

from tools import lines
from tools.source_trees import children, nodes_of, tree_of

PACKAGE = "xyzgrid_ext"
ROOT = Path(__file__).resolve().parents[2] / PACKAGE
CONTRACT = {ROOT / "core/parts.py", ROOT / "game/parts.py", ROOT / "game/on_demand.py"}
TYPES = "TYPE_CHECKING"
CORE = sorted([*(ROOT / "core").rglob("*.py"), *ROOT.glob("parts/*/core/**/*.py")])

BASE = [
    "errors", "records", "markup", "names", "coords", "findings", "chance", "reach", "core/parts",
]  # fmt: skip
MAPS = [
    *(["matrix", "raster"], ["sheet"], ["grid"], ["routes", "target"]),
    *(["mapdata"], ["spawn"], ["view"]),
]
EVERYTHING = {*BASE, *chain(*MAPS)}
GAME = [
    ["game/base"],
    ["game/parts"],
    ["game/on_demand"],
    ["prototypes", "game/db"],
    ["game/maps"],
    ["game/world"],
    ["game/spawn"],
    ["game/visibility"],
    ["game/text"],
    ["game/travel"],
    ["game/protocols"],
    ["game/typeclasses"],
    ["xyzroom"],
    ["game/contrib_names"],
    ["game/cli"],
    ["game/commands"],
    ["game/startup"],
    ["game/web"],  # the Django app in it begins all others
    ["xyzgrid", "commands", "launchcmd", "hookup"],
    ["testing"],
]

# what each layer may import besides itself
MAY = {name: set(BASE[:number]) for number, name in enumerate(BASE)}
left = set(BASE)
for layer in MAPS:
    for name in layer:
        MAY[name] = set(left)
    left.update(layer)
MAY["parts"] = {"core/parts"}  # finds them
MAY["content"] = set()
MAY["install"] = {*BASE, "content"}
SHARED = {"parts", "foreign", "workers"}
MAY |= dict.fromkeys(SHARED - {"parts"}, EVERYTHING | {"parts"})
MAY["terminal"] = EVERYTHING | SHARED | {"content", "install"}
MAY["game"] = MAY["game/paths"] = set()
left = EVERYTHING | SHARED | {"content", "install", "game", "game/paths"}
for layer in GAME:
    for name in layer:
        MAY[name] = set(left)
    left.update(layer)
MAY["__main__"] = EVERYTHING | {"parts", "terminal"}
MAY[""] = set()


def part_of(module):
    """`xyzgrid_ext.core.grid.model` is of the part `grid`, `….game.db.rooms` of `game/db`."""
    names = module.split(".")[1:]
    if names[:1] == ["core"] and names[1:2] != ["parts"]:
        names = names[1:]
    if names[:1] == ["core"]:
        return "core/parts"
    if names[:1] == ["parts"] and not (ROOT / Path(*names[:2])).is_dir():
        return "parts"
    if names[:1] in (["game"], ["parts"]):
        return "/".join(names[:2])
    return names[0] if names else ""


def module_of(file):
    names = file.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


@cache
def imports_of(file):
    """Every module that a file imports, wherever in it: (line, name).

    But not the types of rows of parts, which are of any layer.
    """
    found, types = [], set()
    for node in nodes_of(tree_of(file)):
        if file in CONTRACT and isinstance(node, ast.If) and ast.unparse(node.test) == TYPES:
            types.update(node.body)
        if node in types:
            continue
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}:{node.lineno}: relative imports hide the layer"
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


def names_of(file):
    """What a file imports, and every text in it that is the path of a module: (line, name)."""
    yield from imports_of(file)
    for node in nodes_of(tree_of(file)):
        text = node.value if isinstance(node, ast.Constant) else None
        is_name = isinstance(text, str) and text.startswith(f"{PACKAGE}.")
        if is_name and part_of(text) in MAY.keys() - {""}:
            yield node.lineno, text


def arrows():
    """All arrows between parts: (from, to) -> the places where they stand."""
    found = defaultdict(list)
    for file in sorted(ROOT.rglob("*.py")):
        own = part_of(module_of(file))
        if own == "game/paths" or own.startswith("parts/"):
            continue
        for line, name in names_of(file):
            if name.split(".")[0] != PACKAGE or name == f"{PACKAGE}.__version__":
                continue
            if (part := part_of(name)) != own and not part.startswith("parts/"):
                place = f"{file.relative_to(ROOT.parent)}:{line}: {own} must not import {part}"
                found[own, part].append(place)
    return found


def wrong_arrows():
    """The arrows that point the wrong way, with the places where they stand."""
    return {arrow: at for arrow, at in arrows().items() if arrow[1] not in MAY[arrow[0]]}


def test_no_modules_import_each_other_in_a_circle():
    """A circle works as long as the right one of its modules comes first, and fails in a game."""
    files = {module_of(file): file for file in ROOT.rglob("*.py")}
    graph = {
        name: {one if one in files else one.rpartition(".")[0] for _line, one in imports_of(file)}
        for name, file in files.items()
    }
    try:
        TopologicalSorter({name: graph[name] & files.keys() - {name} for name in files}).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


def test_every_part_has_a_place_and_imports_only_what_stands_left_of_it():
    layers = {part_of(module_of(file)) for file in ROOT.rglob("*.py")}
    layers = {layer for layer in layers if not layer.startswith("parts/")}
    assert layers - MAY.keys() == set(), "add it here and to the design"
    assert list(chain(*wrong_arrows().values())) == []


def test_no_folders_import_each_other():
    found = arrows().keys()
    assert [arrow for arrow in found if arrow[::-1] in found and "game" not in arrow] == []


# where a terminal and the server's jobs tell of an error of any kind
TELL_ALL = {"game/cli/worker.py"}


def grid_errors():
    """Each place in game that names the common base of the errors: file, whether it is raised."""
    for file in sorted((ROOT / "game").rglob("*.py")):
        for node in nodes_of(tree_of(file)):
            for child in children(node):
                if isinstance(child, ast.Name) and child.id == "GridError":
                    is_raised = isinstance(node, ast.Raise) or getattr(node, "func", None) is child
                    yield file.relative_to(ROOT).as_posix(), is_raised


def test_no_two_classes_have_the_same_name():
    found = defaultdict(list)
    for file in sorted(ROOT.rglob("*.py")):
        for node in nodes_of(tree_of(file)):
            if isinstance(node, ast.ClassDef) and node.name != "Meta":  # Django's name
                found[node.name].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_a_file_is_about_one_subject_and_has_700_lines_at_most():
    files = chain(*((ROOT.parent / name).rglob("*.py") for name in (PACKAGE, "tests", "tools")))
    assert not [str(file) for file in files if len(file.read_text("utf-8").splitlines()) > 700]


def test_no_commit_ends_with_more_lines_than_the_one_before():
    """`make lines` lowers the ceilings, and shows where the lines are."""
    for subject, ceiling in lines.ceilings().items():
        total = lines.lines_by_folder(subject)[1].total()
        cure = "take lines away, or raise it in tools/lines.json and say in the commit for what"
        assert total <= ceiling, f"{total} lines of {subject}, above the ceiling: {cure}"


def test_the_documentation_names_every_folder_of_the_kernel():
    page = (ROOT.parent / "docs" / "explanation" / "layout.md").read_text(encoding="utf-8")
    first = (line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    rows = {name for cell in first for name in cell.replace("`", "").split()}
    folders = [ROOT, ROOT / "core", ROOT / "game"]
    paths = [path for folder in folders for path in folder.glob("[a-z]*.py")]
    paths += [path.parent for folder in folders for path in folder.glob("*/__init__.py")]
    names = {path.relative_to(ROOT).as_posix() for path in paths}
    assert {row for row in rows if not row.startswith("parts/")} == names


def test_an_error_of_the_game_is_for_players_or_for_authors_or_of_use():
    """Their common base is neither raised nor caught, but where all three are meant."""
    found = {file for file, is_raised in grid_errors() if is_raised or file not in TELL_ALL}
    assert found == {"game/base/errors.py"}, "raise PlayerError, MapError or UsageError"


def test_core_brings_no_server_along():
    """All of it, in a fresh process: a lazy import somewhere below would count as well."""
    code = f"import sys, importlib\nfor name in {[module_of(file) for file in CORE]}:\n"
    code += "    importlib.import_module(name)\n"
    code += "print(sorted({'django', 'evennia', 'twisted'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


# Functions that reach out of core, and modules that are nothing but such functions.
OUTSIDE = {"open", "print", "input", "breakpoint", "exec", "eval"}
WORLDLY = {
    "asyncio", "datetime", "locale", "logging", "multiprocessing", "os", "pathlib", "pickle",
    "secrets", "shelve", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time",
    "urllib",
}  # fmt: skip
FILE_METHODS = {"read_text", "write_text", "read_bytes", "write_bytes", "tofile", "fromfile"}
# `random.Random(seed)` is chance as an argument; everything else of it is global
CHANCE = {"random", "numpy.random"}
SEEDED = {"Random", "Generator", "SeedSequence", "PCG64"}


def impurities(file):
    """What in a file reads or writes anything but its arguments: `line: what`."""
    for line, name in imports_of(file):
        module, _, member = name.rpartition(".")
        if name.split(".")[0] in WORLDLY or (module in CHANCE and member not in SEEDED):
            yield f"{line}: import {name}"
    for node in nodes_of(tree_of(file)):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        owner, _, name = called.rpartition(".")
        reaches_out = called in OUTSIDE or (owner and name in FILE_METHODS)
        # a generator without a seed takes one from the machine
        seeded = name in {*SEEDED, "default_rng"} and (node.args or node.keywords)
        if reaches_out or (owner in {"random", "np.random", "numpy.random"} and not seeded):
            yield f"{node.lineno}: {called}()"


def test_core_reads_and_writes_nothing_but_its_arguments():
    found = [f"{module_of(file)}:{fault}" for file in CORE for fault in impurities(file)]
    assert found == []
