"""`evennia xyzgrid doctor`: the state of the installation, with suggestions.

It changes nothing without --fix.
"""

from __future__ import annotations

import filecmp
import os
from collections import Counter
from collections.abc import Iterator

from django.apps import apps
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import FileSystemStorage

from xyzgrid_ext.core.parts import Part, advice_for_part
from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.base.setting_faults import setting_faults
from xyzgrid_ext.game.cli.dispatch import carry_out
from xyzgrid_ext.game.cli.grammar import Request
from xyzgrid_ext.game.cli.jobs import TIDY
from xyzgrid_ext.game.cli.report import DOCTOR_FIX, count_text, left_text, lost_lines
from xyzgrid_ext.game.cli.running import running_processes, unread_lines
from xyzgrid_ext.game.db import leftovers, typeclass_paths
from xyzgrid_ext.game.db.grid import spare_grids
from xyzgrid_ext.game.parts import (
    DoctorRow,
    chosen_parts,
    game_parts,
    limit_rows,
    part_faults,
    setting_rows,
)
from xyzgrid_ext.game.world.current import find_grid
from xyzgrid_ext.parts import BUILT_IN_PREFIX, faults, installed_parts

_STALE = "the web client may not work; `evennia collectstatic --clear --noinput` copies them anew"
FIX = "--fix"
"""The option of `doctor` that repairs."""


def doctor(request: Request) -> int:
    """Print the report, or with --fix run the job that repairs instead; return the exit code."""
    if FIX in request.options:
        return carry_out(TIDY, (), request)
    of_parts = [row for part in game_parts() for row in part.doctor()]
    for title, rows in (
        ("Settings", settings_rows()),
        ("Parts", part_rows()),
        ("Database", database_rows()),
        ("Maps", map_rows()),
        ("Files", ()),
        ("Website", website_rows()),
        ("Server", () if any(section == "Server" for section, _row in of_parts) else server_rows()),
    ):
        for name, value, advice in (*(row for section, row in of_parts if section == title), *rows):
            print(f"{title}\n" * bool(title) + f"  {name:<28} {value}")
            title = ""
            if advice:
                print(f"  {'':<28} -> {advice}")
    return 0


def parts(request: Request) -> int:
    """Print `part_lines` and the tracebacks of parts that failed; return 1 if there are faults."""
    print("\n".join(part_lines(request)))
    for fault in faults.values():
        print(f"\n{fault.traceback}" * bool(fault.traceback), end="")
    return int(any(part_faults()))


def part_lines(request: Request) -> list[str]:
    """Return lines about all parts: name, on or off, package, summary; below, why one is off."""
    on, off = chosen_parts()
    lines = []
    for name in sorted({*installed_parts(), *off}):
        part, place = next(iter(installed_parts().get(name, ())), (Part(name, ""), ""))
        place = "built in" if place.startswith(BUILT_IN_PREFIX) else place
        others = (("needs", part.needs), ("uses", part.uses))
        texts = [part.summary, *(f"{word} {', '.join(names)}" for word, names in others if names)]
        state = "on" if part in on else "off"
        lines.append(f"{name:<12} {state:<4} {place:<16} {'; '.join(texts)}".rstrip())
        if name in off:
            lines.append(f"{'':<12} -> {off[name]}")
    if _unnamed_parts():
        lines.append("Parts that are off for no reason told here are not in XYZGRID_PARTS.")
    return [*lines, *unread_lines()]


def _unnamed_parts() -> list[str]:
    """Return the installed parts that XYZGRID_PARTS does not name."""
    on, off = chosen_parts()
    return sorted({*installed_parts()} - {part.name for part in on} - off.keys())


def parts_line() -> str:
    """Return a line, `Parts: boards, lands; off: proof.`, about the parts of the game."""
    on, off = chosen_parts()
    names = ", ".join(sorted(part.name for part in on)) or "none"
    return f"Parts: {names}" + f"; off: {', '.join(off)}" * bool(off) + "."


def part_rows() -> Iterator[DoctorRow]:
    """Yield which parts are on, which XYZGRID_PARTS does not name, and the faults of parts."""
    yield "on", ", ".join(sorted(part.name for part in chosen_parts().parts)) or "none", ""
    if names := _unnamed_parts():
        yield "not in XYZGRID_PARTS", ", ".join(names), ""
    for fault, cure in part_faults():
        yield "fault", fault, cure


def settings_rows() -> Iterator[DoctorRow]:
    """Yield the faults of the settings, and which files the running server has not read."""
    for line in unread_lines():
        yield "server", line, ""
    for fault, cure in setting_faults(setting_rows(), limit_rows()):
        yield "setting", fault, cure
    yield from _start_rows()


def _start_rows() -> Iterator[DoctorRow]:
    """Yield a warning if new players cannot start where the settings say."""
    place, grid = settings.setting_value("XYZGRID_START"), find_grid()
    if place is None or grid is None or grid.live.locate(place) is not None:
        return
    if not grid.live.is_undrawn(place):
        advice = "new players start where Evennia puts them: correct XYZGRID_START"
        fault = f"there is no room at {settings.raw_value('XYZGRID_START')}"
        yield "start of new players", fault, advice


def database_rows() -> Iterator[DoctorRow]:
    """Yield orphaned tags, what parts that are gone have left, and classes that lack our grid."""
    orphans = typeclass_paths.count_orphan_labels()
    advice = f"of rooms and exits that are gone; {DOCTOR_FIX} removes them"
    yield "orphaned prototype tags", f"{orphans:,}", advice if orphans else ""
    for name, numbers in leftovers.leftovers_by_part().items():
        advice = f"the game does not have it: {advice_for_part(name)}; or {DOCTOR_FIX} removes them"
        yield f"left by the part {name}", left_text(numbers), advice
    for name, number in sorted(Counter(leftovers.left_exits().values()).items()):
        advice = f"the game does not have it: {advice_for_part(name)}; or `destroy` them"
        yield f"of the part {name}", f"exits that builders opened: {number:,}", advice
    for key, number in leftovers.left_copies().items():
        advice = f"no part of the game keeps this copy of a map; {DOCTOR_FIX} removes it"
        yield f"left of {key}", f"rooms and exits: {number:,}", advice
    for text in lost_lines():
        path, _blank, fault = text.partition(" ")
        yield "class without our grid", path, fault


def map_rows() -> Iterator[DoctorRow]:
    """Yield second grids, maps that do not load, and maps that are lazy without an option."""
    grid = find_grid()
    live = None if grid is None else grid.live
    for spare in spare_grids():
        text = f"#{spare.id}, {', '.join(spare.maps) or 'without maps'} ({spare.path})"
        cure = (
            "`evennia xyzgrid adopt` takes them over" if spare.maps else f"{DOCTOR_FIX} removes it"
        )
        yield "second grid", text, cure
    for lost in [] if live is None else live.unloaded_maps:
        yield "does not load", lost.name, "`evennia xyzgrid check` tells why"
    if live is not None:
        for key, reason in sorted(live.on_demand_reasons.items()):
            lazy = live.grids[key]
            yield "lazy", f"{lazy.name}, {count_text(lazy.rooms, 'room')}", reason


def website_rows() -> Iterator[DoctorRow]:
    """Yield a row on whether the collected static files are those of this version of Evennia."""
    number = len(stale_files())
    yield (
        "files for browsers",
        f"another Evennia's: {number}" if number else "as they should be",
        _STALE if number else "",
    )


def stale_files() -> list[str]:
    """Return the names of collected static files that differ from their originals and are newer.

    Evennia's start only collects files that are newer than their copies. If a game changes to an
    Evennia that was installed before its last start, the old copies stay.
    """
    return [
        name
        for name, file, copy in _copies()
        if int(os.path.getmtime(file)) <= int(os.path.getmtime(copy))
        and not filecmp.cmp(file, copy, shallow=False)
    ]


def _copies() -> Iterator[tuple[str, str, str]]:
    """Yield each file that has a copy: its name, its path, and the path of the copy."""
    if not isinstance(staticfiles_storage, FileSystemStorage):
        return  # another machine's, and not for us to compare
    seen = set()
    for finder in get_finders():
        for path, storage in finder.list(apps.get_app_config("staticfiles").ignore_patterns):
            name = os.path.join(getattr(storage, "prefix", None) or "", path)
            copy = staticfiles_storage.path(name)
            if name not in seen and os.path.isfile(copy):
                yield name, storage.path(path), copy
            seen.add(name)


def server_rows() -> Iterator[DoctorRow]:
    """Yield a row on whether this game's server runs."""
    yield "server", "runs" if "server" in running_processes() else "does not run", ""
