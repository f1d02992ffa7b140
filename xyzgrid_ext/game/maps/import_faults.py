"""What went wrong when an author's module was imported, and where in it."""

from __future__ import annotations

import importlib
import traceback
from pathlib import Path

from xyzgrid_ext.core.findings import Finding, Severity

_HERE = Path(__file__).parent


def import_finding(reference: str, err: BaseException) -> Finding:
    """Where in the author's own files an import went wrong."""
    missing = err.name if isinstance(err, ModuleNotFoundError) else None
    if missing and f"{reference}.".startswith(f"{missing}."):
        return _finding(
            reference,
            "no-module",
            f"there is no module '{reference}'",
            "give its python path, such as world.town",
        )
    message, cure = f"{type(err).__name__}: {err}", f"correct {reference}"
    if isinstance(err, SyntaxError) and err.filename:
        file = Path(err.filename).name
        return _finding(file, "import-error", message, cure, line=err.lineno or 0)
    frames = [
        frame
        for frame in traceback.extract_tb(err.__traceback__)
        if frame.filename != importlib.__file__
        and not frame.filename.startswith("<frozen")
        and Path(frame.filename).parent != _HERE
    ]
    if not frames:  # it went wrong before any line of the author's was run
        return _finding(reference, "import-error", message, cure)
    # the author's own line, even where it is a library that it calls which gave up
    own = [frame for frame in frames if "site-packages" not in Path(frame.filename).parts]
    frame = (own or frames)[-1]
    return _finding(
        Path(frame.filename).name, "import-error", message, cure, line=frame.lineno or 0
    )


def _finding(file: str, code: str, message: str, cure: str, line: int = 0) -> Finding:
    return Finding(Severity.ERROR, code, message, cure, file=file, line=line)
