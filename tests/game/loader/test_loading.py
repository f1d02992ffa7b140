"""What loads: modules, matrices, maps by name; and that one bad map leaves the others."""

from map_sources import DRAWING, GOOD, MATRIX, fault

from xyzgrid_ext.game.maps.loader import load_all, load_maps

# --- what loads


def test_a_module_with_a_list_has_many_maps(loaded):
    text = f"D = {DRAWING!r}\nXYMAP_DATA_LIST = [{{'zcoord': n, 'map': D}} for n in ('a', 'b', 7)]"
    assert [one.name for one in loaded(text)] == ["a", "b", "7"]


def test_the_list_goes_before_the_single_map(loaded):
    found = loaded(f"{GOOD}XYMAP_DATA_LIST = ({{**XYMAP_DATA, 'zcoord': 'other'}},)")
    assert [one.name for one in found] == ["other"]


def test_a_matrix_stands_beside_its_module(loaded, folder):
    (folder / "sub").mkdir()
    (folder / "cube.matrix").write_text(MATRIX)
    (folder / "sub" / "deep.matrix").write_text(MATRIX)
    (one,) = loaded("XYMAP_DATA = {'zcoord': ' Cube ', 'matrix': 'cube.matrix'}")
    assert (one.name, one.grid.levels, one.grid.rooms) == ("Cube", 3, 2)
    assert one.matrix.end == (1, 0, 0)
    (deep,) = loaded("XYMAP_DATA = {'zcoord': 'deep', 'matrix': 'sub/deep.matrix'}", "deep")
    assert deep.grid is not None


def test_start_and_end_stand_for_their_coordinates(loaded, folder):
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


def test_a_matrix_file_is_a_map_named_by_its_stem(tmp_path):
    file = tmp_path / "Old Cube.matrix"
    file.write_text(MATRIX, encoding="utf-8-sig")
    (one,) = load_maps(str(file))
    assert (one.name, one.reference, one.grid.levels) == ("Old Cube", str(file), 3)


def test_a_file_is_looked_for_in_the_game_directory(settings, tmp_path):
    settings.GAME_DIR = str(tmp_path)
    (tmp_path / "cube.matrix").write_text(MATRIX)
    (one,) = load_maps("cube.matrix")
    assert one.grid is not None


# --- matrix files


def test_a_matrix_file_that_is_missing_is_told(tmp_path, loaded):
    finding = fault(load_maps(str(tmp_path / "none.matrix")))
    assert (finding.file, finding.code) == (str(tmp_path / "none.matrix"), "unreadable")
    assert "No such file" in finding.message
    finding = fault(loaded("XYMAP_DATA = {'zcoord': 'Cube', 'matrix': 'none.matrix'}"))
    assert finding.file.endswith("none.matrix")


def test_a_matrix_file_of_bytes_is_told(tmp_path):
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


def test_a_name_that_two_maps_claim_is_refused_the_second_time(loaded, folder):
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


def test_what_failed_never_has_the_name_of_a_map_that_works(loaded, folder):
    """Maps are kept by name: a failed one of the same name would hide the good one."""
    bad = GOOD.replace("#-#", "#--")
    loaded(bad, "first")
    loaded(GOOD, "second")
    loaded(f"{bad}XYMAP_DATA_LIST = [XYMAP_DATA, XYMAP_DATA, None, 5]", "third")
    found = load_all([f"{folder.name}.{name}" for name in ("first", "second", "third")])
    assert [one.name for one in found if one.grid] == ["good"]
    assert len({one.name.casefold() for one in found}) == len(found) == 6
