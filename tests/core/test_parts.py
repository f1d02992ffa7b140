"""The kernel imports and names no part, and parts only those that they need or use."""

import re
import subprocess
import sys
from collections import defaultdict
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.arrows import GOTO, KERNEL, MOST_MODULES, ROOM, arrows, ceilings, modules_below
from xyzgrid_ext import parts
from xyzgrid_ext.__main__ import main
from xyzgrid_ext.core.parts import CorePart, Part, core_parts, set_parts

MANIFESTS = {name: part for name, ((part, _place), *_) in parts.installed_parts().items()}


def test_kernel_names_no_part_more_often_than_before():
    most = ceilings()
    found = {arrow: places for arrow, places in arrows().items() if arrow[0] == KERNEL}
    wrong = {arrow: at for arrow, at in found.items() if len(at) > most.get(" -> ".join(arrow), 0)}
    assert wrong == {}, "a row of core.parts or game.parts turns an arrow round"


def test_a_part_names_only_those_that_it_needs_or_uses():
    most = ceilings()
    wrong = {
        (source, target): places
        for (source, target), places in arrows().items()
        if source in MANIFESTS
        and target not in (*MANIFESTS[source].needs, *MANIFESTS[source].uses)
        and len(places) > most.get(f"{source} -> {target}", 0)
    }
    assert wrong == {}


@pytest.mark.parametrize("module", [ROOM, GOTO])
def test_rooms_and_goto_stand_on_few_modules(module):
    assert len(modules_below(module)) <= MOST_MODULES


def test_manifests_name_parts_and_rows_that_exist():
    page = Path(parts.__file__).parents[2] / "docs/explanation/layout.md"
    every = set(re.findall(r"`parts/(\w+)`", page.read_text(encoding="utf-8")))
    for name, ((part, place), *others) in parts.installed_parts().items():
        assert (name, others) == (place.rpartition(".")[2], [])
        assert MANIFESTS.keys() >= {*part.needs}
        assert every >= {*part.uses}, "without these it does less"
    for part in MANIFESTS.values():
        if part.core:
            assert parts.load(part.core).name == part.name


def test_finding_parts_loads_manifests_alone():
    code = "import sys; from xyzgrid_ext import parts; parts.select_parts()\n"
    code += "names = [n for n in sys.modules if n.startswith('xyzgrid_ext.')]\n"
    code += "print(max(name.count('.') for name in names), 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("2 False\n", "")


@pytest.fixture
def installed(monkeypatch):
    """Return a function that puts parts in place of those that are installed."""

    def put(*rows):
        by_name = {}
        for number, part in enumerate(rows):
            by_name.setdefault(part.name, []).append((part, f"place{number}"))
        monkeypatch.setattr(parts, "installed_parts", lambda: by_name)

    return put


CHOICES = [
    ("m z<m a~z a~gone", None, "m z a", {}),
    ("a<b b<c b<d d", None, "d", {"b": "it needs c", "a": "it needs b"}),
    ("a b c<b", "c a tide", "a", {"c": "it needs b", "tide": "there is no such part"}),
    ("a<b b~a c", None, "c", dict.fromkeys("ab", "these need or use each other: b, a")),
]


@pytest.mark.parametrize(("text", "names", "chosen", "off"), CHOICES)
def test_parts_come_behind_those_they_need_or_use_and_others_are_off(
    text, names, chosen, off, installed
):
    """`a<b` is a part `a` that needs `b`, and `a~b` one that uses it."""
    rows = defaultdict(lambda: {"needs": (), "uses": ()})
    for name, sign, other in re.findall(r"(\w)([<~]?)(\w*)", text):
        rows[name]["uses" if sign == "~" else "needs"] += (other,) * bool(other)
    installed(*(Part(name, "", **row) for name, row in rows.items()))
    found = parts.select_parts(names.split() if names else None)
    assert (" ".join(part.name for part in found.parts), found.off) == (chosen, off)


def test_of_two_parts_of_one_name_none_is_taken_and_both_places_are_told(installed):
    installed(Part("a", "one"), Part("a", "two"))
    assert parts.select_parts() == ((), {"a": "two parts have this name: place0 and place1"})


@pytest.fixture
def entries(monkeypatch):
    """Return a function that installs packages: the name of an entry point, and its path."""
    parts.installed_parts.cache_clear()
    monkeypatch.setattr(parts, "faults", {})
    monkeypatch.setitem(sys.modules, "own_part", own := SimpleNamespace(AT="own_part:NOTHING"))
    own.PART, own.NUMBER, own.CORE = Part("tides", "moon"), 5, CorePart("tides")

    def put(**paths):
        dist = SimpleNamespace(name="moon", version="1.2")
        rows = [
            EntryPoint(name, path, parts.ENTRY_POINT_GROUP)._for(dist)
            for name, path in paths.items()
        ]
        monkeypatch.setattr(
            parts, "entry_points", lambda group: rows * (group == parts.ENTRY_POINT_GROUP)
        )
        return own

    yield put
    parts.installed_parts.cache_clear()


def test_a_package_of_its_own_is_found_by_its_entry_point(entries):
    own = entries(tides="own_part:PART")
    assert parts.installed_parts()["tides"] == ((own.PART, "moon 1.2"),)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("no_such_module:PART", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("own_part:GONE", "AttributeError: "),
        ("own_part:NUMBER", "TypeError: own_part:NUMBER is no Part"),
    ],
)
def test_a_manifest_that_raises_turns_its_part_off_and_no_other(entries, path, said, capsys):
    entries(tides=path)
    chosen = parts.select_parts()
    assert {part.name for part in chosen.parts} == MANIFESTS.keys()
    assert chosen.off.keys() == {"tides"}
    assert chosen.off["tides"].startswith(said)
    assert main(["check", "world/glasswork.matrix"]) == 0
    assert "the part tides is off: Traceback" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--parts", "tides", "check", "world/glasswork.matrix"])
    assert f"part tides: {said}" in capsys.readouterr().err


def test_a_folder_whose_manifest_raises_turns_that_part_off(entries, monkeypatch, tmp_path):
    (tmp_path / "sunken").mkdir()
    (tmp_path / "sunken" / "__init__.py").write_text("import nothing_of_that_name\n")
    monkeypatch.setattr(parts, "__path__", [*parts.__path__, str(tmp_path)])
    chosen = parts.select_parts()
    assert {part.name for part in chosen.parts} == MANIFESTS.keys()
    assert chosen.off == {"sunken": "ModuleNotFoundError: No module named 'nothing_of_that_name'"}


@pytest.mark.parametrize("path", ["no_such_module:CORE", "own_part:GONE", "own_part:NUMBER"])
def test_a_part_whose_rows_do_not_load_is_off_with_those_that_need_it(entries, path):
    own = entries(tides="own_part:PART", boats="own_part:OTHER")
    own.PART = Part("tides", "", core=path)
    own.OTHER = Part("boats", "", needs=("tides",), core="own_part:CORE")
    assert {"tides", "boats"} <= {part.name for part in parts.select_parts().parts}
    assert {part.name for part in parts.core_parts_of(None)}.isdisjoint({"tides", "boats"})
    off = parts.select_parts().off
    assert (off["boats"], "Error: " in off["tides"]) == ("it needs tides", True)


def test_core_has_the_parts_that_are_used_and_loads_them_when_it_asks():
    row, loaded = CorePart("tides"), []

    def rows():
        loaded.append(row)
        yield row

    set_parts(rows())
    assert loaded == []
    assert core_parts() == core_parts() == (row,)
    set_parts(())
    assert core_parts() == ()
