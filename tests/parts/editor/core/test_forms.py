"""Forms, matrices and checks of the editor."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.matrix.test_parse import links_of
from tests.core.matrix.test_write import MATRICES
from xyzgrid_ext.core.grid.from_matrix import from_matrix
from xyzgrid_ext.core.mapdata.prototypes import tables_for
from xyzgrid_ext.core.matrix import parse, write
from xyzgrid_ext.core.matrix.rewrite import wormholes_by_mouth
from xyzgrid_ext.core.parts import core_parts
from xyzgrid_ext.parts.editor.core import OperationError, apply_all, matrices
from xyzgrid_ext.parts.editor.core.checking import check_document, grid_from_document, portable_grid
from xyzgrid_ext.parts.editor.core.document import document_from_grid
from xyzgrid_ext.parts.editor.core.forms import form_schemas
from xyzgrid_ext.parts.editor.core.operations import apply
from xyzgrid_ext.parts.editor.core.policy import REFUSED_KEYS, refuse_code
from xyzgrid_ext.parts.editor.core.values import EXIT_KEYS, RESERVED


def test_forms_have_a_field_for_each_key_and_lists_for_words():
    tables, forms = tables_for(core_parts()), form_schemas({"options": {"dungeon": {}}})
    for name, table, others in (
        ("room", tables.room, RESERVED),
        ("exit", tables.exit, ("key", "to")),
    ):
        keys = {row.key for row in table.rows}
        assert keys - forms[name]["properties"].keys() == keys & {*REFUSED_KEYS, *others}, name
    assert forms["exit"]["properties"].keys() >= {*EXIT_KEYS} - {"to", "prototype"}
    assert form_schemas({})["room"]["properties"]["things"]["items"]["properties"].keys() >= {"key"}
    needs = form_schemas({})["exit"]["properties"]["needs"]
    assert (needs["type"], needs["items"]["type"]) == ("array", "string")


def document_of(matrix, directions="plain"):
    grid, _findings = from_matrix(matrix, "cube", options={"directions": directions})
    return document_from_grid(grid)[0] | {"head": matrices.matrix_head(grid)}


def said(matrix):
    heads = [getattr(matrix, key) for key in ("edge", "start", "end", "current")]
    return heads, links_of(matrix), wormholes_by_mouth(matrix)


@given(MATRICES, st.sampled_from(["plain", "compass"]))
def test_a_document_holds_all_of_a_matrix(matrix, directions):
    document = document_of(matrix, directions)
    assert said(matrices.matrix_from_document(document)) == said(matrix)
    assert matrices.write_matrix(write(matrix), document) == ""
    assert matrices.lone_nodes(document) == []


@given(MATRICES, MATRICES, st.sampled_from(["plain", "compass"]))
def test_operations_lead_from_any_matrix_to_any_other(before, after, directions):
    old, new = document_of(before, directions), document_of(after, directions)
    document = old
    for op in matrices.link_operations(old, new):
        changed, _inverse = apply(document, op)
        matrices.refuse_non_matrix(document, changed, op)
        document = changed
    text = matrices.write_matrix(write(before), document) or write(before)
    assert said(parse(text).matrix) == said(after)


def document(**rooms):
    named = {
        ",".join(place[1:]): {"name": place, "desc": "", "exits": exits}
        for place, exits in rooms.items()
    }
    return {"map": "inn", "rooms": named, "options": {}}


def way(to):
    return {"to": to}


FOUND = {
    "trap": (
        document(r000={"east": way("1,0,0")}, r100={}),
        ("1,0,0", "warning", [("1,0,0", "west", "0,0,0")]),
    ),
    "unreachable": (
        document(
            r000={"east": way("1,0,0")}, r100={"west": way("0,0,0")}, r010={"n": way("0,1,0")}
        ),
        ("0,1,0", "warning", None),
    ),
    "nowhere": (
        document(r000={"boat": way("3,3,0@harbour")}),
        ("0,0,0", "error", [("0,0,0", "boat", None)]),
    ),
}


@pytest.mark.parametrize("case", FOUND)
def test_a_finding_is_at_its_room_and_its_fix_mends_it(case):
    drawn, (room, severity, fix) = FOUND[case]
    checked = check_document(drawn, None, {})
    found = next(one for one in checked.findings if one.room == room)
    assert found.severity == severity
    assert found.cure
    if fix is not None:
        made = [(o["room"], o["direction"], (o["value"] or {}).get("to")) for o in found.fix]
        assert made == fix
    mended, _undo = apply_all(drawn, found.fix)
    assert check_document(mended, None, {}).findings == []


def test_misspelt_keys_locks_and_documents_that_are_no_map_are_found():
    drawn = document(r000={"n": {**way("0,0,0"), "prototype": {"lokcs": "traverse: false()"}}})
    drawn["rooms"]["0,0,0"]["prototype"] = {"tgas": ["inn"], "desk": True}
    of_room, of_exit = check_document(drawn, None, {}).findings
    assert (of_room.room, of_room.severity, of_room.fix) == ("0,0,0", "warning", of_exit.fix)
    mended, _undo = apply_all(drawn, of_room.fix)
    assert mended["rooms"]["0,0,0"]["prototype"] == {"tags": ["inn"], "desk": True}
    assert mended["rooms"]["0,0,0"]["exits"]["n"]["prototype"] == {"locks": "traverse: false()"}
    # nobody may write the right one
    drawn["rooms"]["0,0,0"]["prototype"] = {"typeclas": "os.system"}
    drawn["rooms"]["0,0,0"]["exits"] = {}
    (of_room,) = check_document(drawn, None, {}).findings
    assert of_room.fix is None
    drawn = document(r000={})
    drawn["options"] = {"fog": "thick"}
    (found,) = check_document(drawn, None, {}).findings
    assert (found.room, found.severity) == (None, "error")
    assert "fog" in found.text
    for locks, count in (("nonsense", 1), ("view: no", 1), (":all()", 1), ("view: all();", 0)):
        drawn = document(r000={"e": way("1,0,0")}, r100={"w": way("0,0,0")})
        drawn["rooms"]["1,0,0"]["prototype"] = {"locks": locks}
        for grid in (None, grid_from_document(drawn)):  # of a map of rooms, and of a drawing
            found = check_document(drawn, grid, {}).findings
            told = [(one.room, one.severity) for one in found]
            assert told == [("1,0,0", "warning")] * count, locks
            assert all("view: all()" in one.cure for one in found)


PROTOTYPE = {"op": "set", "room": "0,0,0", "key": "prototype"}
EXIT = {"op": "exit", "room": "0,0,0", "direction": "east"}
CODE = [
    {**PROTOTYPE, "value": {"exec": "import os"}},
    {**PROTOTYPE, "value": {"typeclass": "os.system"}},
    {**PROTOTYPE, "value": {"prototype_parent": {"Exec": "1"}}},
    {**PROTOTYPE, "value": {"things": [{"key": "x", "permissions": ["Developer"]}]}},
    {**PROTOTYPE, "value": {"attrs": [["typeclass", "x"]]}},
    {"op": "set", "room": "0,0,0", "key": "name", "value": "$eval(1)"},
    {"op": "set", "room": "0,0,0", "key": "desc", "value": ["a", {"text": "$obj (#1)"}]},
    {**PROTOTYPE, "value": {"attrs": [["a", "$eval(1)"]]}},
    {**PROTOTYPE, "value": {"details": {"$py(1)": "x"}}},
    {"op": "add", "room": "0,1,0", "values": {"prototype": {"exec": "1"}}},
    {"op": "add", "room": "0,1,0", "values": {"exits": {"$eval(1)": {"to": "0,0,0"}}}},
    {**EXIT, "value": {"to": "1,0,0", "prototype": {"EXEC ": "1"}}},
    {**EXIT, "value": {"to": "1,0,0", "prototype": {"destination": "#1"}}},
    {**EXIT, "value": {"to": "1,0,0", "needs": ["$eval(1)"]}},
    {**EXIT, "value": {"to": "1,0,0", "name": "$choice(a,b)"}},
    {"op": "option", "key": "title", "value": "\x00"},
    {"op": "option", "key": "title", "value": "\ud800"},
    {"op": "set", "room": "0,0,0", "key": "desc", "value": "A hall.\x1b[2J"},
    {"op": "set", "room": "0,0,0", "key": "desc", "value": [{"text": "A hall.\x9b2J"}]},
]


@pytest.mark.parametrize("op", CODE, ids=str)
def test_what_the_game_would_run_is_refused(op):
    with pytest.raises(OperationError) as refused:
        refuse_code(document(r000={}), op)
    assert refused.value.code == "code"


def test_what_the_file_has_may_stay_and_goes_to_another_process():
    drawn = document(r000={})
    drawn["rooms"]["0,0,0"]["prototype"] = {"typeclass": "world.rooms.Hall", "lit": True}
    refuse_code(drawn, {**PROTOTYPE, "value": {"typeclass": "world.rooms.Hall", "lit": False}})
    refuse_code(
        drawn, {**PROTOTYPE, "value": {"price": "5$ (or 6), \\$eval(1)\r\n\tä 한 \U0001f511"}}
    )
    drawn = grid_from_document(document(r000={"boat": way("0,0,0@harbour")}))
    odd = replace(drawn, protos=({"key": "Hall", "desc": lambda: "", "n": 1},))
    sent = pickle.loads(pickle.dumps(portable_grid(odd)))
    assert sent.protos == ({"key": "Hall", "n": 1},)
    assert sent.outside == drawn.outside


@pytest.mark.beside("dungeons", "proof")
def test_a_map_of_locks_is_proved():
    from xyzgrid_ext.parts.editor.core.proving import prove_document

    plain = document(r000={"n": way("0,1,0")}, r010={"s": way("0,0,0")})
    assert prove_document(plain, None)[0] is None  # it is no dungeon
    shut = {**plain, "options": {"dungeon": {"start": [0, 0], "goal": [0, 1]}}}
    assert prove_document(shut, None)[1].startswith("Proved in")
    needs = {"to": "0,1,0", "needs": ["bigkey"]}
    op = {"op": "exit", "room": "0,0,0", "direction": "n", "value": needs}
    locked, _undo = apply_all(shut, [op])
    is_proved, text = prove_document(locked, None)
    assert not is_proved
    assert text
