"""Writes a file completely or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex

from xyzgrid_ext.core.errors import UsageError


def replace_file(file: Path, pieces: Iterable[str], name: str = "", cure: str = "allow it") -> None:
    """Write a file in one step, as UTF-8; one that is there keeps its permissions.

    Args:
        file: the file; if it is a link, it stays one.
        pieces: the text.
        name: what a message calls the file, if not by its name alone.
        cure: what a message advises if the folder or the disk refuses.

    Raises:
        UsageError: if the folder or the disk refuses.
    """
    file = file.resolve()
    new = file.with_name(f".xyzgrid-{token_hex(4)}.new")
    try:
        try:
            with new.open("x", encoding="utf-8", newline="") as out:
                out.writelines(pieces)
                out.flush()
                os.fsync(out.fileno())
            if file.exists():
                shutil.copymode(file, new)
            new.replace(file)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        reason = f"{name or file.name} cannot be written: {error.strerror}"
        raise UsageError(reason, cure) from error
