"""What loads: modules, matrices, maps by name; what makes no map is told with its place."""

import importlib
import sys
from itertools import count

import pytest

from xyzgrid_ext.core.findings import errors_of
from xyzgrid_ext.game.maps.loader import load_all, load_by_name, load_maps

MATRIX = """
matrixedge 3
startnode 0 0 0
endnode 1 0 0
node 0 0 0 right twoway
"""
DRAWING = "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n"
GOOD = f"XYMAP_DATA = {{'zcoord': 'good', 'map': {DRAWING!r}}}\n"


def fault(found):
    """The single finding of a single map that did not load."""
    (one,) = found
    assert one.grid is None
    (finding,) = one.findings
    assert errors_of([finding])
    assert finding.message
    assert finding.cure
    return finding


numbers = count()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder whose files are modules of the package of its name."""
    found = tmp_path / f"maps_{next(numbers)}"
    found.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    yield found
    for name in [name for name in sys.modules if name.split(".")[0] == found.name]:
        del sys.modules[name]


@pytest.fixture
def loaded(folder):
    """Return a function that writes a module and loads it."""
    from xyzgrid_ext.game.maps.loader import load_maps

    def write_and_load(text, name="m"):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return load_maps(f"{folder.name}.{name}")

    return write_and_load


# --- what loads


def test_list_of_a_module_has_many_maps_and_faults_the_authors_line(loaded):
    text = f"D = {DRAWING!r}\nXYMAP_DATA_LIST = [{{'zcoord': n, 'map': D}} for n in ('a', 'b', 7)]"
    assert [one.name for one in loaded(text)] == ["a", "b", "7"]
    found = loaded(f"{GOOD}XYMAP_DATA_LIST = ({{**XYMAP_DATA, 'zcoord': 'other'}},)")
    assert [one.name for one in found] == ["other"]
    finding = fault(loaded("A = 1\nB = = 2\n"))
    assert (finding.file, finding.line, finding.code) == ("m.py", 2, "import-error")
    assert finding.message == "SyntaxError: invalid syntax: B = = 2"
    assert "is a comma or a bracket missing in this line" in finding.cure
    finding = fault(loaded("import numpy\n\nB = numpy.zeros(-1)\n"))
    assert (finding.file, finding.line) == ("m.py", 3)
    finding = fault(loaded("import pathlib\nB = pathlib.Path(None)\n", "n"))
    assert finding.message.startswith("TypeError: ")
    finding = fault(loaded("\nimport no_such_library\n"))
    assert (finding.file, finding.line, finding.code) == ("m.py", 2, "import-error")
    assert "no_such_library" in finding.message
    finding = fault(loaded("from xyzgrid_ext.parts.tides import sea\n", "n"))
    assert finding.code == "absent-part"
    assert finding.message == "this map needs the part tides, which is not there"


def test_matrix_beside_its_module_has_names_for_start_and_end(loaded, folder):
    (folder / "sub").mkdir()
    (folder / "cube.matrix").write_text(MATRIX)
    (folder / "sub" / "deep.matrix").write_text(MATRIX)
    (one,) = loaded("XYMAP_DATA = {'zcoord': ' Cube ', 'matrix': 'cube.matrix'}")
    assert (one.name, one.grid.levels, one.grid.rooms) == ("Cube", 3, 2)
    assert one.matrix.end == (1, 0, 0)
    (deep,) = loaded("XYMAP_DATA = {'zcoord': 'deep', 'matrix': 'sub/deep.matrix'}", "deep")
    assert deep.grid is not None
    (folder / "cube.matrix").write_text(MATRIX)
    entries = (
        "'prototypes': {'end': {'key': 'Here'}}, 'transitions': {('start', 'out'): (1, 2, 'a')}"
    )
    (one,) = loaded(f"XYMAP_DATA = {{'zcoord': 'made', 'matrix': 'cube.matrix', {entries}}}")
    end = one.grid.room_at(one.matrix.end)
    assert one.grid.protos[one.grid.room_proto[end]]["key"] == "Here"
    ((link, place),) = one.grid.outside.items()
    assert one.grid.coord(int(one.grid.source[link])) == one.matrix.start
    assert place.map == "a"


def test_matrix_file_is_a_map_named_by_its_stem_and_looked_for_in_the_game_directory(
    tmp_path, settings
):
    file = tmp_path / "Old Cube.matrix"
    file.write_text(MATRIX, encoding="utf-8-sig")
    (one,) = load_maps(str(file))
    assert (one.name, one.reference, one.grid.levels) == ("Old Cube", str(file), 3)
    settings.GAME_DIR = str(tmp_path)
    (tmp_path / "cube.matrix").write_text(MATRIX)
    (one,) = load_maps("cube.matrix")
    assert one.grid is not None


# --- matrix files


def test_matrix_file_that_is_missing_or_of_bytes_is_told(tmp_path, loaded):
    finding = fault(load_maps(str(tmp_path / "none.matrix")))
    assert (finding.file, finding.code) == (str(tmp_path / "none.matrix"), "unreadable")
    assert "No such file" in finding.message
    finding = fault(loaded("XYMAP_DATA = {'zcoord': 'Cube', 'matrix': 'none.matrix'}"))
    assert finding.file.endswith("none.matrix")
    (tmp_path / "b.matrix").write_bytes(b"\xff\xfe\x00")
    finding = fault(load_maps(str(tmp_path / "b.matrix")))
    assert (finding.file, finding.code) == (str(tmp_path / "b.matrix"), "not-utf-8")


def test_warnings_of_a_file_and_of_its_module_come_together(loaded, folder):
    (folder / "c.matrix").write_text(MATRIX + "node 0 0 0 right twoway\n")
    text = "XYMAP_DATA = {'zcoord': 'C', 'matrix': 'c.matrix', 'prototypes': {(9, 9, 9): {}}}"
    (one,) = loaded(text)
    assert one.grid is not None
    assert {"repeated-link", "unused-prototype-key"} <= {f.code for f in one.findings}
    (one,) = loaded(text.replace("{}", "5"), "n")
    assert one.grid is None
    assert {"repeated-link", "malformed-prototype"} <= {f.code for f in one.findings}


# --- all together


def test_name_that_two_maps_claim_is_refused_and_hides_no_map_that_works(loaded, folder):
    loaded(GOOD, "first")
    loaded(GOOD.replace("'good'", "' GOOD '"), "second")
    references = [f"{folder.name}.first", f"{folder.name}.second"]
    first, second = load_all(references)
    assert first.grid is not None
    finding = fault([second])
    assert finding.code == "map-name-taken"
    assert finding.file == "GOOD"
    assert references[0] in finding.message
    assert references[1] in finding.message
    bad = GOOD.replace("#-#", "#--")
    loaded(bad, "first")
    loaded(GOOD, "second")
    loaded(f"{bad}XYMAP_DATA_LIST = [XYMAP_DATA, XYMAP_DATA, None, 5]", "third")
    found = load_all([f"{folder.name}.{name}" for name in ("first", "second", "third")])
    assert [one.name for one in found if one.grid] == ["good"]
    assert len({one.name.casefold() for one in found}) == len(found) == 6


# --- modules


def test_module_that_does_not_load_or_has_gone_is_told_by_the_names_of_its_maps(loaded, folder):
    loaded("A = 1\nB = = 2\n")
    found = list(load_by_name(f"{folder.name}.m", ["Inn", "tower"]))
    assert [(one.name, one.grid) for one in found] == [("Inn", None), ("tower", None)]
    assert {one.findings for one in found} == {(fault(load_maps(f"{folder.name}.m")),)}
    loaded(GOOD)
    (folder / "m.py").unlink()
    finding = fault(load_maps(f"{folder.name}.m"))
    assert finding.message == "m.py cannot be read: No such file or directory"
    assert finding.cure == "restore it, or make it readable"


@pytest.mark.parametrize("reference", ["no.such.module", "evennia.no_such", "nowhere"])
def test_a_module_that_does_not_exist_is_told(reference):
    finding = fault(load_maps(reference))
    assert (finding.file, finding.code) == (reference, "no-module")
    assert finding.message == f"there is no module '{reference}'"
    for odd in ("", ".relative", "..up", "a..b", "with blank", "a\0b", "/etc"):
        assert fault(load_maps(odd)).code in {"no-module", "import-error"}, odd


@pytest.mark.parametrize("value", ["None", "{}", "[]", "'text'", "5", "{'zcoord': 'x'}"])
def test_a_module_without_maps_is_told(loaded, folder, value):
    assert fault(loaded("", "empty")).code == "no-map"
    for name in ("XYMAP_DATA", "XYMAP_DATA_LIST")[value not in ("None", "{}", "[]") :]:
        finding = fault(loaded(f"{name} = {value}", name))
        assert (finding.file, finding.code) == (f"{folder.name}.{name}", "no-map")


# --- the data of one map


@pytest.mark.parametrize("data", ["5", "'text'", "[]", "None", "[('zcoord', 'x')]"])
def test_data_that_is_no_dict_is_told_and_leaves_the_others(loaded, data):
    bad, good = loaded(f"{GOOD}XYMAP_DATA_LIST = [{data}, XYMAP_DATA]")
    assert fault([bad]).code == "no-zcoord"
    assert good.grid is not None


@pytest.mark.parametrize("zcoord", ["None", "''", "'  '", "True", "1.5", "['a']", "object", "b'a'"])
def test_a_name_that_is_none_is_told(loaded, folder, zcoord):
    finding = fault(loaded(f"XYMAP_DATA = {{'zcoord': {zcoord}, 'map': '+'}}"))
    assert (finding.file, finding.code) == (f"{folder.name}.m", "no-zcoord")


@pytest.mark.parametrize("zcoord", ["0", "7", "'a, b'", "'../../x'", "'ünï'", "'a:b'"])
def test_a_name_may_be_a_number_or_hold_anything_else(loaded, zcoord):
    (one,) = loaded(f"XYMAP_DATA = {{'zcoord': {zcoord}, 'map': {DRAWING!r}}}")
    assert (one.name, one.grid.rooms) == (str(eval(zcoord)), 2)


def test_a_name_like_a_level_is_told(loaded, tmp_path):
    finding = fault(loaded(f"XYMAP_DATA = {{'zcoord': 'cube:3', 'map': {DRAWING!r}}}"))
    assert (finding.file, finding.code) == ("cube:3", "bad-name")
    (tmp_path / "cube:3.matrix").write_text(MATRIX)
    assert fault(load_maps(str(tmp_path / "cube:3.matrix"))).code == "bad-name"


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ("'mapp': '+'", "unknown-key no-map"),
        ("", "no-map"),
        ("'map': '', 'matrix': None", "no-map"),
        ("'map': '+', 'matrix': 'c.matrix'", "two-maps"),
        ("'map': '#', 5: 6, None: 7", "unknown-key unknown-key bad-drawing"),
    ],
)
def test_entries_that_do_not_make_a_map_are_told_by_its_name(loaded, entries, code):
    (one,) = loaded(f"XYMAP_DATA = {{'zcoord': 'Bad', {entries}}}")
    assert one.grid is None
    assert [finding.code for finding in one.findings] == code.split()
    assert all(finding.file == "Bad" and finding.cure for finding in one.findings)
