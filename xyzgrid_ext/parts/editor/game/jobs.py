"""The map editor: who may draw (`evennia xyzgrid right`), and the job that applies a draft.

    file as it was? ──► written ──► read again ──► says what was drawn? ──► spawned
     no: refused                                    no: it is put back

The text of the file was made when the apply was requested. Here the process with the write lock
only writes it; later changes stay in the draft.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.findings import MapError
from xyzgrid_ext.core.spawn import SpawnPlan
from xyzgrid_ext.game.base import background, settings
from xyzgrid_ext.game.base.files import replace_file
from xyzgrid_ext.game.base.pace import Pace
from xyzgrid_ext.game.base.task import Step, Steps
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import JobReport, Order
from xyzgrid_ext.game.cli.naming import find_level, plan_steps
from xyzgrid_ext.game.cli.report import count_text, departure_lines, moved_texts
from xyzgrid_ext.game.cli.undoing import undone_steps
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.maps.sources import digest_bytes, file_digest
from xyzgrid_ext.game.parts import DoctorRow
from xyzgrid_ext.game.spawn import spawning
from xyzgrid_ext.game.typeclasses.script import GridScript
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.editor.core.document import first_difference, without_empty_values
from xyzgrid_ext.parts.editor.core.values import Document, module_names
from xyzgrid_ext.parts.editor.core.writer import module_text
from xyzgrid_ext.parts.editor.game import by_hand, edits
from xyzgrid_ext.parts.editor.game import maps as editing
from xyzgrid_ext.parts.editor.game.maps import BREAK, DIGEST
from xyzgrid_ext.parts.editor.settings import DRAWN_MAPS

DRAW, CREATE = "draw", "create"


def apply_version(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Apply a waiting version, as a job: `order` names the key of a map and the version's number.

    Raises:
        UsageError: if the file or the version has changed; MapError, if the map is refused. In both
            cases the file stays as it was.
    """
    key, number, pace = order.names[0], int(order.names[1]), order.pace
    row = edits.version(key, number)
    if row is None or row.state != edits.WAITING:
        raise UsageError("there is nothing to apply", "ask for it again in the map editor")
    hand = []
    draft = edits.draft_rows([key]).get(map_key(key))
    if draft is not None and draft.digest == row.digest:
        yield Step("files", 0, 1)
        base = draft.base  # to read a document takes as long as a slice
        yield Step("files", 0, 1)
        hand = yield from by_hand.taken_over_steps(grid.live, key, base, row.document, pace)
        yield Step("files", 0, 1)
    try:
        live, files, document = yield from written_steps(grid, key, row, pace)
    except (UsageError, MapError):
        edits.end_version(key, number, edits.FAILED)
        raise
    by_hand.adopt_objects(live, hand)
    todo = yield from plan_steps(live, [files.name], pace, [])
    grid.install(live)
    yield Step("files", 1, 1)  # players come first
    line = "the file is written; the rooms are as it says"
    if todo:
        undoing = yield from undone_steps(live, todo, pace)
        undone = [*(f"undone: {line}" for line in undoing.shown), *undoing.unsure]
    done = yield from spawning.apply_steps(live, todo, pace, f"drawing of {files.name}")
    if todo:
        parts = [changes_line(*plan_counts(todo))]  # as the editor's plan has counted
        parts += [f"made {count_text(done.things, 'thing')}"] * bool(done.things)
        parts += moved_texts(done)
        line = "\n".join((*undone, *departure_lines(todo, live), ", ".join(filter(None, parts))))
    yield Step("files", 1, 1)
    yield from _go_on_steps(key, row, files.digest, document)
    # last: what a reload cuts off is begun again, and goes on with what is left
    edits.end_version(key, number, edits.DONE)
    return JobReport((line,))


def create_map(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Make a module with a new map of one room and add it, as a job: `order` has key and name.

    Raises:
        UsageError: if there is a map of that name, or the module cannot be written; MapError, if
            the map is refused.
    """
    _key, name = order.names
    if map_key(name) in grid.live.loaded:
        raise UsageError(f"there is a map '{name}' already", "give it another name")
    room = {"name": name, "desc": "", "exits": {}}
    reference, file = _free_module(name)
    data = {"map": name, "rooms": {"0,0,0": room}, "options": {}}
    replace_file(file, [module_text(data)])
    importlib.invalidate_caches()
    try:
        yield from grid.add_steps((reference,), order.pace)
    except BaseException:
        file.unlink()
        raise
    return JobReport((f"added '{name}': {reference}",))


def _free_module(name: str) -> tuple[str, Path]:
    """Return the name and the file of a module for a new map; no other module has either."""
    package = str(settings.setting_value(DRAWN_MAPS))
    spec = find_spec(package)
    folders = [Path(one) for one in spec.submodule_search_locations or ()] if spec else []
    if not folders:
        raise UsageError(f"there is no package '{package}'", "set XYZGRID_DRAWN_MAPS to one")
    names = {
        file.name.partition(".")[0].casefold() for folder in folders for file in folder.iterdir()
    }
    module = next(one for one in module_names(name) if one not in names)
    return f"{package}.{module}", folders[0] / f"{module}.py"


def written_steps(
    grid: GridScript, key: str, row: Any, pace: Pace
) -> Steps[tuple[Live, editing.MapFiles, Document]]:
    """Write a map's files and read them; return (the new world, the map, its new document).

    The new world is not in use yet.

    Args:
        grid: the script that holds the maps.
        key: the key of the map.
        row: the `text` to write, or those of two files; the `document` that it should give; and the
            `digest` of the files that it was made from.
        pace: how long one step may take.

    Raises:
        UsageError: if the file has changed, or would not give that document; MapError, if the map
            is refused. In both cases the file stays as it was.
    """
    files = editing.find_map(grid.live.loaded, key, editing.LAND_ROOMS)
    if not files.paths:
        raise UsageError("the map has no file that could be written")
    changes = []
    for number, (file, text) in enumerate(zip(files.paths, row.text.split(BREAK), strict=False)):
        old = row.digest[number * DIGEST : (number + 1) * DIGEST]
        after = digest_bytes(text.encode("utf-8")) if text else old  # else it stays
        now = file_digest(file)
        if now not in (old, after):
            cure = "take its newest state into the draft, and apply again"
            raise UsageError("the file has changed since", cure)
        if now != after:  # else an apply that was cut off goes on
            changes.append((file, file.read_bytes().decode("utf-8"), text))
    try:
        for file, _before, text in changes:
            replace_file(file, [text])
        yield Step("files", 1, 1)
        renewed = yield from grid.renewed_steps({map_key(key)})
        new = editing.find_map(renewed.live.loaded, key, editing.LAND_ROOMS)
        yield Step("files", 1, 1)
        document, where = yield from background.run_in_thread(
            "files", new.grid.rooms, partial(_read, new, row)
        )
        if where:
            raise UsageError(
                f"{where}: the file would not say what was drawn, since its own code changes it",
                "edit it by hand",
            )
    except BaseException:
        for file, before, _text in changes:
            replace_file(file, [before])
        raise
    return renewed.live, new, document


def _read(files: editing.MapFiles, row: Any) -> tuple[Document, str]:
    """Return the document of a map, and where it is not that of a version."""
    document, _fixed = editing.map_document(files)
    drawn_document = without_empty_values(row.document)
    for place, room in drawn_document["rooms"].items():
        ways = document["rooms"].get(place, {}).get("exits", {})
        for word, way in room["exits"].items():
            prototype = ways.get(word, {}).get("prototype", {})
            if "prototype" not in way and prototype.keys() == {"prototype_parent"}:
                way["prototype"] = prototype  # as the module's own code gives it to all entries
    return document, first_difference(without_empty_values(document), drawn_document)


def _go_on_steps(key: str, row: Any, digest: str, document: Document) -> Steps[None]:
    """Let the draft start from the present file, and keep later changes of the draft."""
    encoded = edits.encode(document)
    yield Step("files", 1, 1)
    while (draft := edits.draft_rows([key]).get(map_key(key))) is not None:
        if draft.digest == digest and draft.begun > row.revision:
            break  # an apply that was cut off has done this
        since = edits.operations_since(draft, row.revision)
        ops = [(o.op, o.inverse, edits.Who(o.account, o.who)) for o in since]
        if edits.restart_draft(draft, digest, document, ops, encoded):
            break
    yield Step("files", 1, 1)


NOT_READY = "the map editor has no tables in the database yet"
"""Why the map editor cannot be used before its migrations."""
MIGRATE = "`evennia migrate` makes them"
"""What makes the tables of the map editor."""


def change_right(request: Request) -> int:
    """Run `evennia xyzgrid right`: show the rights on a map or change one; return the exit code."""
    if len(request.names) not in (1, 3):
        raise UsageError("name a map, or a map, a player and a right", "right inn Ann editor")
    if not edits.is_ready():
        raise UsageError(NOT_READY, MIGRATE)
    key, _level = find_level(current(), request.names[0])
    if len(request.names) == 1:
        for who, role in edits.right_holders(key):
            print(f"{who:<28} {role}")
        print("superusers: owners of all maps")
        return 0
    _map, name, role = request.names
    account = objects.find_account(name)
    if account is None:
        raise UsageError(f"there is no account '{name}'")
    if role not in (*edits.ROLES, edits.NO_ROLE):
        text = ", ".join((*edits.ROLES, edits.NO_ROLE))
        raise UsageError(f"'{role}' is not a right", f"known: {text}")
    edits.grant(key, edits.Who(*account), role)
    print(f"{account[1]}: {role} of '{key}'")
    return 0


def doctor() -> Iterator[tuple[str, DoctorRow]]:
    """Yield the row of `evennia xyzgrid doctor` on the map editor, with its heading."""
    if (is_ready := edits.is_ready()) or edits.is_installed():
        advice = "" if is_ready else f"{NOT_READY}: {MIGRATE}"
        yield "Website", ("map editor", "ready" if is_ready else "not ready", advice)


def changes_line(rooms: Sequence[int], exits: Sequence[int]) -> str:
    """Return (made, changed, removed) rooms and exits as text: `changed 1 room and 2 exits`."""
    parts = []
    for word, *counts in zip(("made", "changed", "removed"), rooms, exits, strict=True):
        if any(counts):
            nouns = zip(counts, ("room", "exit"), strict=True)
            parts.append(f"{word} {' and '.join(count_text(n, noun) for n, noun in nouns if n)}")
    return ", ".join(parts)


def plan_counts(plan: SpawnPlan) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return ((rooms made, changed, removed), (exits made, changed, removed)) of a plan."""
    rooms = len(plan.new_rooms), len(plan.changed_rooms), len(plan.gone_rooms)
    return rooms, (len(plan.new_exits), len(plan.changed_exits), len(plan.gone_exits))
