"""Validates map data as a whole, before anything is built: every fault comes with its path.

{"zcoord": "isle", "rooms": {(0, 0, 0): {"exits": {"east": {"to": (1, 0, 0), "needs": 5}}}}}

isle: rooms[(0,0,0)].exits.east.needs: a list of words, not 5
write "needs": ["smallkey"]

The source of a map module is read, never run: for coordinates that a dict has twice, of which
Python keeps the last without a word, and for the lines of drawings.

    "rooms": {
        (0, 0, 0): {"key": "Inn"},       ◄─ line 12: lost
        (0, 0, 0): {"key": "Stable"},    ◄─ line 13

    town.py:31      "map": (raw text)
    town.py:32  + 0 1             town:4:4: the link '-' ...  ──►  town.py:34:4: town: the link ...
    town.py:33
    town.py:34  0 #-
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from xyzgrid_ext.core.coords import level_name, split_level
from xyzgrid_ext.core.findings import Finding, Severity
from xyzgrid_ext.core.grid.model import Grid
from xyzgrid_ext.core.mapdata import prototypes, rows
from xyzgrid_ext.core.mapdata.faults import Faults, ValueFault, short_text
from xyzgrid_ext.core.mapdata.kinds import STORABLE, KeyRow, KeyTable, ValueKind
from xyzgrid_ext.core.parts import Part, absent_parts, advice_for_part, core_parts

_MOST_SOURCE = 1 << 20
"""The largest source that is read; larger ones are made by programs, and take seconds."""
_TOLD = 20  # in one module


def doubled_coordinates(source: bytes, file: str) -> list[Finding]:
    """Return warnings for coordinates that a dict in a Python file has twice as keys.

    `source` is the text of the file, `file` its name in findings.
    """
    try:
        tree = ast.parse(source if len(source) <= _MOST_SOURCE else b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []  # which is told by those who import it
    dicts = (node for node in ast.walk(tree) if isinstance(node, ast.Dict))
    findings = (finding for node in dicts for finding in _doubled(node, file))
    return sorted(findings, key=lambda by_line: by_line.line)[:_TOLD]


def _doubled(node: ast.Dict, file: str) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for key in node.keys:
        if not isinstance(key, ast.Tuple) or not _is_coordinate(key):
            continue
        text = ast.unparse(key)
        if (line := first.setdefault(text, key.lineno)) != key.lineno:
            message = f"{text} is a key in line {line} and in line {key.lineno}: the first is lost"
            cure = "give one of them another coordinate, or join their data"
            yield Finding.warning("doubled-key", message, cure, file=file, line=key.lineno)
            first[text] = key.lineno


def _is_coordinate(key: ast.Tuple) -> bool:
    values = [part.value if isinstance(part, ast.Constant) else None for part in key.elts]
    return len(values) > 1 and all(isinstance(value, int | str) for value in values)


_MOST = 1000  # findings that are reported for a map
_PARTS = "`evennia xyzgrid parts` and `python -m xyzgrid_ext --help` list those that are here"
_NAME_CURE = 'add "zcoord": "the name of the map" to its XYMAP_DATA'


def map_name(data: object) -> str:
    """Return the name in a map's data, its `zcoord`; "" if there is none, or an invalid one."""
    zcoord = data.get("zcoord") if isinstance(data, Mapping) else None
    return "" if rows.ZCOORD_ROW.kind.faults(zcoord) else str(zcoord).strip()


def validate(data: object, reference: str = "") -> list[Finding]:
    """Return findings about all faults in the data of one map; without errors it can be built.

    Args:
        data: an XYMAP_DATA.
        reference: the file that findings name if the map has no valid name.
    """
    return findings_from(map_faults(data), map_name(data) or reference)


def findings_from(faults: Sequence[ValueFault], file: str) -> list[Finding]:
    """Return faults as findings about `file`, a map's name; at most a thousand, errors first."""
    ordered = list(faults)
    if len(ordered) > _MOST:
        ordered.sort(key=lambda fault: fault.severity is not Severity.ERROR)
    findings = [fault.finding(file) for fault in ordered[:_MOST]]
    if unreported := ordered[_MOST:]:
        more = ValueFault(
            f"and {len(unreported):,} more",
            "correct those first",
            (),
            "more",
            unreported[0].severity,
        )
        findings.append(more.finding(file))
    return findings


def map_faults(data: object) -> list[ValueFault]:
    """Return all faults in the data of one map; the path of each leads to the wrong value."""
    if not isinstance(data, Mapping) or not map_name(data):
        return [_nameless(data)]
    if faults := _of_absent(data):
        return faults  # what else is said of it would mislead
    faults = [*_table(data).faults(data), *_of_kinds(data), *_unread(data)]
    if split_level(str(data["zcoord"])) is not None:
        message = f"{short_text(data['zcoord'])} looks like a level of another map"
        cure = "do not end the name with a colon and a number"
        faults.append(ValueFault(message, cure, ("zcoord",), "bad-name"))
    return faults


def room_source_keys(data: rows.MapData) -> list[str]:
    """Return the keys in a map's data that give it rooms, such as `rooms`: one if it is valid."""
    keys = dict.fromkeys(kind.row.key for kind in rows.all_map_kinds())
    return [key for key in keys if rows.is_given(data.get(key))]


def map_kind(data: rows.MapData) -> rows.MapKind | None:
    """Return the kind of a map, found by its keys; None if several kinds would fit, or none."""
    keys = room_source_keys(data)
    if len(keys) != 1:
        return None
    kinds = [kind for kind in rows.all_map_kinds() if kind.row.key == keys[0]]
    return next((kind for kind in kinds if kind.row.kind.has_right_type(data[keys[0]])), kinds[0])


def part_findings(grid: Grid) -> list[Finding]:
    """Return what parts (add-ons) find in a map that was read; an error refuses the map."""
    return [finding for part in core_parts() for find in part.faults for finding in find(grid)]


def _of_absent(data: rows.MapData) -> list[ValueFault]:
    """Return the fault of a map that needs a part which is not here."""
    return [
        absent_part_fault(part, noun)
        for part in absent_parts()
        for sign, noun in part.maps
        if _has(data, sign)
    ][:1]


def _unread(data: rows.MapData) -> list[ValueFault]:
    """Return warnings about the keys that only absent parts read."""
    return [
        ValueFault(
            f"the part {part.name} reads this key, and is not here",
            advice_for_part(part.name),
            (key,),
            "absent-part",
            Severity.WARNING,
        )
        for part in absent_parts()
        for key in part.map_keys
        if key in data
    ]


def absent_part_fault(part: Part, noun: str) -> ValueFault:
    """Return the fault of a map that only the absent add-on `part` can read.

    `noun` says what the map is: `a dungeon`.
    """
    message = f"this map is {noun}: it needs the part {part.name}"
    return ValueFault(message, advice_for_part(part.name), (), "absent-part")


def absent_reader_findings(reference: str) -> list[Finding]:
    """Return one finding for a reference that only an absent part (add-on) can read; else none."""
    word, blank, name = reference.partition(" ")
    faults = [
        absent_part_fault(part, noun)
        for part in absent_parts()
        for sign, noun in part.maps
        if blank and sign == word
    ]
    if blank and word.isidentifier() and not {".", "/", "\\"} & {*name}:  # no module, no file
        message, cure = f"nothing here reads {word!r}", f"install the part that does: {_PARTS}"
        faults.append(ValueFault(message, cure, (), "no-module"))
    return [fault.finding(name.strip() or reference) for fault in faults[:1]]


def _has(data: object, sign: str) -> bool:
    """Whether a map has a key, or with `=` a value; a dot leads into a value."""
    path, equals, wanted = sign.partition("=")
    for key in path.split("."):
        data = data.get(key) if isinstance(data, Mapping) else None
    return data == wanted if equals else data is not None


def _nameless(data: object) -> ValueFault:
    if not isinstance(data, Mapping):
        return ValueFault(
            f"must be a dict of a map, not {short_text(data)}", _NAME_CURE, (), "no-zcoord"
        )
    message = f"must be a name, a text or a number, not {short_text(data.get('zcoord'))}"
    return ValueFault(message, _NAME_CURE, ("zcoord",), "no-zcoord")


def _of_kinds(data: rows.MapData) -> Faults:
    """Return the faults of keys that do not fit each other."""
    kinds, kind = room_source_keys(data), map_kind(data)
    forms = [f"{form.row.key} ({form.form})" for form in rows.all_map_kinds()]
    choice = f"{', '.join(forms[:-1])} or {forms[-1]}"
    if not kinds:
        path = tuple(row.key for row in rows.room_source_rows() if data.get(row.key) is not None)[
            :1
        ]
        message, cure = "there is nothing from which to make rooms", f"add {choice}"
        keys = {
            rows.ZCOORD_ROW.key,
            *(row.key for row in (*rows.room_source_rows(), *rows.other_map_rows())),
        }
        if unread := ", ".join(repr(key) for key in data if key not in keys):
            message += f", and nothing here reads {unread}"
            cure += f"; or install the part that does: {_PARTS}"
        return [ValueFault(message, cure, path, "no-map")]
    if kind is None:
        message = f"a map cannot have {' and '.join(kinds)} at once"
        return [ValueFault(message, f"keep one: {choice}", (), "two-maps")]
    return kind.faults(data)


def _table(data: rows.MapData) -> KeyTable:
    """Return the table of keys that are allowed in a map of this kind."""
    kind, tables = map_kind(data), prototypes.tables_for(rows.parts_for_map(data))
    of_matrix = room_source_keys(data) == ["matrix"]
    flat = prototypes.FLAT_KEY if kind is not None and kind.is_flat else prototypes.DEEP_KEY
    key: ValueKind = prototypes.MATRIX_KEY if of_matrix else flat
    special: dict[str, ValueKind] = {
        "prototypes": prototypes.prototypes_table(key, tables.prototype),
        "options": rows.OPTIONS_OF_MATRIX if of_matrix else rows.OPTIONS,
        "rooms": prototypes.rooms_table(tables.room),
    }
    if not of_matrix:
        special["transitions"] = STORABLE  # reported, and otherwise ignored
    special |= {
        row.key: STORABLE for row in rows.room_source_rows() if not rows.is_given(data.get(row.key))
    }
    of_absent = (KeyRow(key, STORABLE, "") for part in absent_parts() for key in part.map_keys)
    everything = (rows.ZCOORD_ROW, *rows.room_source_rows(), *rows.other_map_rows(), *of_absent)
    return KeyTable(
        "a dict",
        tuple(replace(row, kind=special.get(row.key, row.kind)) for row in everything),
        own=None,
    )


def with_lines_of_file(
    findings: Iterable[Finding], data: object, source: str, file: str
) -> tuple[Finding, ...]:
    """Return the findings; those about a drawing get the number of their line in the file.

    That needs the drawing to stand in the file once, as raw text.

    Args:
        findings: findings about the map.
        data: the XYMAP_DATA of the map.
        source: the text of the module that has it.
        file: the file's name for the findings.
    """
    before = {  # lines of the file above a drawing
        name: source[: source.index(text)].count("\n")
        for name, text in _drawings(data)
        if source.count(text) == 1
    }
    return tuple(
        replace(
            finding,
            file=file,
            line=finding.line + before[finding.file],
            message=f"{finding.file}: {finding.message}",
        )
        if finding.line and finding.file in before
        else finding
        for finding in findings
    )


def _drawings(data: object) -> Iterator[tuple[str, str]]:
    """Yield the drawings of a map by the names that findings give them."""
    if not isinstance(data, Mapping):
        return
    name, levels = map_name(data), data.get("levels")
    texts = [(name, data.get("map"))]
    if isinstance(levels, list | tuple):
        texts += [(level_name(name, z), text) for z, text in enumerate(levels)]
    yield from ((name, text) for name, text in texts if isinstance(text, str) and "\n" in text)
