"""Checks, proves and plans a draft: finds its faults, and what applying it would change.

Also lists what builders changed in the running game, and what removing a map affects.

thread of the game      maps, as they are; what the database holds of the rooms
another process         check and proof, which are functions of values alone
thread of the website   the rest, on values that never change
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any

import numpy as np

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import Finding, RefusedError
from xyzgrid_ext.core.grid import Grid
from xyzgrid_ext.core.grid.descriptions import words_given
from xyzgrid_ext.core.grid.places import find_level
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.core.spawn import DepartureKind, SpawnPlan
from xyzgrid_ext.game.base.background import run_in_process
from xyzgrid_ext.game.base.pace import SERVER
from xyzgrid_ext.game.base.task import Steps, call_in_game_thread, run_in_game_thread
from xyzgrid_ext.game.cli.undoing import undone_steps
from xyzgrid_ext.game.maps.loaded import LoadedMap
from xyzgrid_ext.game.parts import has_part
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.spawn.checks import item_findings, prototype_findings_steps
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.editor.core import matrices
from xyzgrid_ext.parts.editor.core.by_hand import Difference, document_place, operations
from xyzgrid_ext.parts.editor.core.checking import (
    CheckResult,
    Remark,
    check_document,
    grid_from_document,
    make_drawing_remark,
    make_remark,
    matrix_remarks,
    portable_grid,
    with_texts,
)
from xyzgrid_ext.parts.editor.core.matrices import lone_nodes
from xyzgrid_ext.parts.editor.core.operations import apply_all
from xyzgrid_ext.parts.editor.core.source import UnwritableError
from xyzgrid_ext.parts.editor.core.values import OperationError, parse_far_target, parse_place
from xyzgrid_ext.parts.editor.game import by_hand, pull
from xyzgrid_ext.parts.editor.game.jobs import plan_counts
from xyzgrid_ext.parts.editor.game.maps import BREAK, ROOMS, map_drawings
from xyzgrid_ext.parts.editor.game.pull import Pulled, difference_lines, is_new, make_refuse
from xyzgrid_ext.parts.editor.web import drafts
from xyzgrid_ext.parts.editor.web.drafts import OpenDraft, OutdatedError

_PLACES = 30  # rooms that are offered at once
_ROOM = re.compile(r"\((\d+),(\d+)(?:,(\d+))?,[^()]*?\)", re.ASCII)


def check(draft: OpenDraft) -> dict[str, Any]:
    """Return the answer to a check of a draft: `findings` with operations that fix them, …"""
    far = {way["to"] for room in draft.document["rooms"].values() for way in room["exits"].values()}
    names = {map_key(place[3]) for to in far if (place := parse_far_target(to)) is not None}
    key = map_key(draft.map.files.name)
    live = call_in_game_thread(current)
    others = {other: grid for other, grid in live.grids.items() if other != key}
    beside = (names | _leading(key, live.grids)) & others.keys()
    near = {other: portable_grid(others[other]) for other in beside}
    missing = live.unloaded_keys - {key}
    of_drawings, is_read = _of_drawings(draft)
    result = CheckResult(of_drawings, [], [], [])
    if is_read:
        words = words_given(others.values())
        result = run_in_process(check_document, draft.document, _drawn(draft), near, missing, words)
    of_matrix, difficulty = list[Remark](), ""
    if draft.map.is_matrix:
        of_matrix, difficulty = matrix_remarks(draft.document, draft.drawn.files.grid)
    findings = [*_levels(draft), *result.findings, *of_matrix, *(of_drawings if is_read else ())]
    is_read &= all(finding.severity != "error" for finding in result.findings)
    if is_read:  # else there may be no Grid
        grid = _applied(draft)
        faults = run_in_game_thread(prototype_findings_steps([_of_kinds(grid)], SERVER))
        faults += call_in_game_thread(lambda: [*item_findings([grid], [grid, *others.values()])])
        findings += [make_remark(_at_place(fault), draft.document) for fault in faults]
    return {
        "findings": [
            one._asdict() | {"fix": one.fix if drafts.can_write(draft, one.fix or ()) else None}
            for one in findings
        ],
        "unreachable": result.unreachable,
        "areas": result.areas,
        "traps": result.traps,
        "stale": draft.is_stale,
        **({"difficulty": difficulty} if difficulty else {}),
    }


def _of_drawings(draft: OpenDraft) -> tuple[list[Remark], bool]:
    """Return remarks about the cells of a draft's drawings, and whether the game reads these."""
    if draft.map.is_whole or not draft.map.is_writable:
        return [], True
    texts = map_drawings(draft.map.files.data or {})
    new, findings = drafts.with_drawings(draft.map, draft.document)
    if new is not None and not draft.map.is_matrix:  # the rest the check finds
        findings = tuple(finding for finding in findings if finding.column)
    return [make_drawing_remark(f, draft.document, texts) for f in findings], new is not None


def _at_place(finding: Finding) -> Finding:
    """Return a finding about a room, which is named as in the draft: (1,0,0) for (1,0,inn)."""
    text = _ROOM.sub(lambda place: f"({place[1]},{place[2]},{place[3] or 0})", finding.message, 1)
    return replace(finding, message=text)


def _of_kinds(grid: Grid) -> Grid:
    """Return a Grid whose rooms have no texts, so that few prototypes must be resolved."""
    kinds: dict[str, int] = {}
    protos: list[dict[str, Any]] = []
    numbers: list[int] = []
    for proto in grid.protos:
        plain = {key: value for key, value in proto.items() if key not in ("key", "desc")}
        if (number := kinds.setdefault(repr(plain), len(kinds))) == len(protos):
            protos.append(plain)
        numbers.append(number)
    new = np.array([*numbers, -1], dtype=grid.room_proto.dtype)  # -1 stays: none
    room_proto, link_proto = new[grid.room_proto], new[grid.link_proto]
    return replace(grid, protos=tuple(protos), room_proto=room_proto, link_proto=link_proto)


def _levels(draft: OpenDraft) -> list[Remark]:
    """Return a remark if a flat map gets levels or the reverse, which replaces all its rooms."""
    is_high = any(parse_place(place)[2] for place in draft.document["rooms"])
    was_high = draft.map.files.grid.levels is not None
    is_new = len(draft.map.document["rooms"]) == 1  # a new map, with nobody in it
    if is_high == was_high or is_new or draft.map.files.kind != ROOMS:
        return []
    what = "gets levels" if is_high else "has but one level now"
    text = f"the map {what}: all its rooms are made anew, and who is in them is moved"
    return [Remark(None, "warning", text, "draw it so while nobody plays there", None)]


def suggest_targets(key: str, text: str, known: Set[str] | None) -> list[dict[str, str]]:
    """Return rooms whose names contain a text: [{"to": "2,0,0@inn", "name": …}, …].

    Args:
        key: the map that the exit is on; its rooms come first.
        text: what was typed.
        known: the keys of the maps to look in; None looks in all.
    """
    word, targets = name_key(text), list[dict[str, str]]()
    grids = current().grids if word else {}
    for other in sorted(grids, key=lambda name: (name != map_key(key), name)):
        grid = grids[other]
        if grid.tiles is not None or not (known is None or other in known):
            continue
        fits = [word in name_key(str(proto.get("key", ""))) for proto in grid.protos]
        rooms = np.flatnonzero(np.array([*fits, False])[grid.room_proto])
        end = "" if other == map_key(key) else f"@{grid.name}"
        targets += [
            {
                "to": ",".join(map(str, grid.coord(int(room)))) + end,
                "name": str(grid.protos[grid.room_proto[room]]["key"]),
            }
            for room in rooms[: _PLACES - len(targets)]
        ]
    return targets


def proof(draft: OpenDraft) -> dict[str, object]:
    """Return {"proved": whether a dungeon can always be won, or None, "text": the proof}."""
    if not has_part("proof"):
        return {"proved": None, "text": "Nothing is proved without the part proof."}
    from xyzgrid_ext.parts.editor.core.proving import prove_document

    is_proved, text = run_in_process(prove_document, draft.document, _drawn(draft))
    return {"proved": is_proved, "text": text}


def plan(draft: OpenDraft) -> dict[str, Any]:
    """Return `changes` of a draft with the diff of its file, for JSON."""
    text = draft_file_text(draft)
    return changes(draft) | {
        "diff": "\n".join(pull.file_diff(draft.map, text)),
        "rooms": len(draft.document["rooms"]),
    }


def changes(draft: OpenDraft) -> dict[str, Any]:
    """Return what applying a draft would do in the game: `made`, `changed`, `removed`, `moved` …"""
    return run_in_game_thread(_plan(draft, _applied(draft)))


def draft_file_text(draft: OpenDraft) -> str:
    """Return the texts of a map's files for a draft, with BREAK between them.

    Raises:
        UsageError: if it cannot be written; OutdatedError, if the file has changed since the draft
            began.
    """
    if not draft.map.is_writable:
        raise UnwritableError(draft.map.why)
    if draft.is_stale:
        raise OutdatedError
    if not drafts.is_read(draft.document):
        raise RefusedError(drafts.with_drawings(draft.map, draft.document).findings)
    if not draft.document["rooms"]:
        raise UsageError("a map has to have a room", "add one")
    source = draft.drawn.source or draft.map.source
    if not draft.map.is_matrix:
        assert source is not None
        return source.rewrite(draft.document, draft.origins)
    if lone := lone_nodes(draft.document):
        raise UsageError(f"no link touches ({lone[0]})", "link it, or remove it")
    texts = [matrices.write_matrix(draft.map.matrix_text or "", draft.document)]
    if draft.map.files.file is not None:
        module = "" if source is None else source.rewrite(draft.document, draft.origins)
        texts.insert(0, module)
    return BREAK.join(texts)


def _drawn(draft: OpenDraft) -> Grid | None:
    """Return the Grid of a drawing; None for maps written room by room."""
    files = draft.map.files
    if files.kind == ROOMS:
        return None
    return with_texts(portable_grid(draft.drawn.files.grid), draft.drawn.document, draft.document)


def _applied(draft: OpenDraft) -> Grid:
    """Return the Grid of a draft, with all the prototypes of the file."""
    files = draft.map.files
    if files.kind == ROOMS:
        known = (*draft.map.keys, *draft.map.document["keys"], ROOMS, "options")
        rest = {key: value for key, value in (files.data or {}).items() if key not in known}
        return grid_from_document(draft.document, rest)
    return with_texts(draft.drawn.files.grid, draft.drawn.document, draft.document)


def _leading(key: str, grids: Mapping[str, Grid]) -> set[str]:
    """Return the other maps that have exits to a map."""
    ends = ((other, place) for other, grid in grids.items() for place in grid.outside.values())
    levels = ((other, find_level(place.map, grids)) for other, place in ends)
    return {other for other, level in levels if level is not None and level[0] == key} - {key}


def _plan(draft: OpenDraft, grid: Grid) -> Steps[dict[str, object]]:
    """Return the changes that spawning a map would make if the draft were applied."""
    old, key = current(), map_key(draft.map.files.name)
    loaded_map = LoadedMap(grid.name, draft.map.files.reference, grid)
    live = Live([*(m for other, m in old.loaded.items() if other != key), loaded_map])
    yield from live.take_objects_steps(old)
    todo = yield from spawning.plan_steps(live, [key], pace=SERVER)
    undone = yield from undone_steps(live, todo, SERVER)
    return _told(todo) | {"undone": [*undone.shown, *undone.unsure]}


def _told(todo: SpawnPlan) -> dict[str, Any]:
    made = {document_place(xyz) for xyz in todo.new_rooms}
    gone = {document_place(xyz) for xyz in todo.gone_rooms}
    changed = {document_place(xyz) for xyz in todo.changed_rooms}
    exits = (*todo.new_exits, *todo.changed_exits, *todo.gone_exits)
    beside = {document_place(key.room) for key in exits} - made - gone - changed
    return {
        "made": sorted(made),
        "changed": sorted(changed),
        "removed": sorted(gone),
        "beside": sorted(beside),  # only their exits change
        "exits": plan_counts(todo)[1],  # made, changed, removed
        "moved": [
            {"who": departure.name, "from": document_place(departure.room), "to": departure.to}
            for departure in todo.departures
            if departure.kind is not DepartureKind.HOME
        ],
    }


def changed_in_game(draft: OpenDraft) -> list[dict[str, object]]:
    """Return a dict for each room with changes in the game that neither file nor draft has.

    Its `ops` put them into the draft; None if no changes are usable.
    """
    differences = run_in_game_thread(_changed_by_hand(draft))
    rooms: dict[str, list[Difference]] = {}
    new = {d.place for d in differences if is_new(d) and not d.exit}
    for d in differences:
        to = d.game["to"] if is_new(d) and d.exit else d.place
        rooms.setdefault(to if to in new else d.place, []).append(d)
    rows = (_room(place, tuple(of_room), draft) for place, of_room in sorted(rooms.items()))
    return [row for row in rows if row is not None]


def _changed_by_hand(draft: OpenDraft) -> Steps[tuple[Difference, ...]]:
    map_ = draft.map
    key, refuse = map_key(map_.files.name), make_refuse(map_)
    changed = yield from by_hand.differences_steps(current(), key, map_.document, refuse, SERVER)
    return changed.differences


def _room(place: str, changes: tuple[Difference, ...], draft: OpenDraft) -> dict[str, Any] | None:
    """Return one room of the list; None if the draft already has all its changes."""
    usable = tuple(d for d in changes if not d.why)
    pulled = Pulled(draft.map, changes, usable, make_refuse(draft.map))
    lines = [line for d in changes for line in difference_lines(d, pulled)]
    try:
        ops = operations(draft.document, pulled.taken)
        document, _undo = apply_all(draft.document, ops)
    except OperationError as error:
        if error.code == "room-exists":  # already taken over, or drawn meanwhile
            return None
        ops, document = [], draft.document
        lines.append(error.message)
    if pulled.taken and ops and document == draft.document:
        return None
    name = draft.document["rooms"].get(place, {}).get("name", "")
    conflict = any(d.is_conflict for d in changes)
    return {"room": place, "name": name, "lines": lines, "conflict": conflict, "ops": ops or None}


# --- removing the map


def removal_effects(key: str) -> dict[str, object]:
    """Return what removing a map affects, for JSON: `rooms`, `people`, `things`, other `maps`."""
    return run_in_game_thread(_removal(key))


def _removal(key: str) -> Steps[dict[str, object]]:
    live = current()
    if key not in live.loaded:
        raise UsageError(f"there is no map '{key}'", "`evennia xyzgrid list` shows the maps")
    todo = yield from spawning.removal_steps(live, [key], SERVER)
    return {
        "rooms": len(todo.gone_rooms),
        "people": [
            f"{departure.name} → {departure.to}"
            for departure in todo.departures
            if departure.kind is DepartureKind.PERSON
        ],
        "things": [
            departure.name for departure in todo.departures if departure.kind is DepartureKind.THING
        ],
        "maps": sorted(live.grids[other].name for other in _leading(key, live.grids)),
    }
