"""The static files of the website: copies of Evennia's, this package's and the game's.

    evennia/web/static ─┐
    xyzgrid_ext/web     ├─ evennia start copies what is newer ──► server/.static
    mygame/web/static  ─┘

If a game switches to an Evennia that was installed before the game's last start, the copies are
newer than their originals and are not replaced. Pages and scripts then have different versions.
"""

from __future__ import annotations

import filecmp
import os
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command

from xyzgrid_ext.game.base import settings
from xyzgrid_ext.game.cli import libraries
from xyzgrid_ext.game.cli.grammar import Request


def stale() -> list[str]:
    """Return the names of copies that differ from their originals and that no start would renew."""
    return [
        name for name, file, copy in _copies() if not _is_newer(file, copy) and _differ(file, copy)
    ]


def renew() -> int:
    """Copy stale, missing and older files; return the number of stale ones."""
    names = stale()
    for name in names:
        staticfiles_storage.delete(name)
    call_command("collectstatic", interactive=False, verbosity=0)
    return len(names)


def web(request: Request) -> int:
    """Fetch the libraries of Evennia's pages, replace outdated files, and print a report."""
    if number := renew():
        print(f"files of another Evennia, copied anew: {number}")
    folder = libraries.folder_of(Path(settings.game_dir()))
    for one in libraries.fetch(folder):
        print(f"{one.package} {one.version}")
    call_command("collectstatic", interactive=False, verbosity=0)
    print("Browsers get all libraries from this game.")
    return 0


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


def _is_newer(file: str, copy: str) -> bool:
    return int(os.path.getmtime(file)) > int(os.path.getmtime(copy))


def _differ(file: str, copy: str) -> bool:
    return not filecmp.cmp(file, copy, shallow=False)
