"""Applies a draft: a waiting version, the job that carries it out, and earlier versions."""

from __future__ import annotations

import re
from threading import Lock
from typing import Any

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.errors import UsageError
from xyzgrid_ext.core.records import Record
from xyzgrid_ext.game.cli.jobs import DELETE
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import Job
from xyzgrid_ext.parts.editor.core.checking import grid_from_document
from xyzgrid_ext.parts.editor.core.document import without_empty_values
from xyzgrid_ext.parts.editor.core.values import Document
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.game.convert import CONVERT
from xyzgrid_ext.parts.editor.game.edits import Who
from xyzgrid_ext.parts.editor.game.jobs import CREATE, DRAW, changes_line
from xyzgrid_ext.parts.editor.game.shift import SHIFT
from xyzgrid_ext.parts.editor.web import drafts, work
from xyzgrid_ext.parts.editor.web.drafts import OpenDraft, UnappliedError

_PREFIX = "xyzgrid job "
_OF_TERMINAL = ("~ ", "`evennia")  # lines about files and further commands
_AS_IT_WAS, _FILE = "as it was before", Who(0, "file")
_asking = Lock()  # held while a request checks for an equal one and submits its job
_NUMBER = re.compile(r"\d{1,30}-\d{1,10}", re.ASCII)


def apply(draft: OpenDraft, revision: int, who: Who) -> str:
    """Request that a draft is applied at a revision; return the id of the job.

    Two requests in a row get the same job. The present map is stored as a version, too.

    Raises:
        StaleError: if the revision is not the newest.
        UsageError: if the draft cannot be written to the file.
    """
    drafts.refuse_stale(draft, revision)
    text = work.draft_file_text(draft)
    findings = work.check(draft)["findings"]
    if errors := [finding for finding in findings if finding["severity"] == "error"]:
        raise UsageError(errors[0]["text"], errors[0]["cure"])
    what = _summary(work.changes(draft))
    with _asking:
        draft.row.refresh_from_db()  # another may have applied it meanwhile
        drafts.refuse_stale(draft, revision)
        job = _running(draft.row.map_key, revision)
        return _number_of(job or jobs.submit(DRAW, _versions(draft, who, what, text)))


def _running(key: str, revision: int) -> Job | None:
    """Return the job that applies a draft at a revision, if it was requested and has not ended."""
    for job in jobs.all_jobs():
        if job.word == DRAW and job.names[0] == key and not job.ended:
            row = edits.version(key, int(job.names[1]))
            if row is not None and row.revision == revision:
                return job
    return None


def _versions(draft: OpenDraft, who: Who, what: str, text: str) -> tuple[str, str]:
    """Write the versions of a requested apply; return the arguments of its job."""
    key, digest, before = draft.row.map_key, draft.row.digest, draft.map.document
    newest = edits.newest_version(key)
    if newest is None or without_empty_values(newest.document) != without_empty_values(before):
        was = {"what": _AS_IT_WAS, "document": before, "revision": 0, "digest": digest}
        edits.add_version(key, _FILE, state=edits.DONE, **was)
    new = {"what": what, "document": draft.document, "revision": draft.row.revision}
    return key, str(edits.add_version(key, who, digest=digest, text=text, **new))


def create(name: str) -> str:
    """Request a new map; return the id of the job.

    Raises:
        RefusedError: if the name is not allowed.
    """
    room = {"name": name, "desc": "", "exits": {}}
    grid_from_document({"map": name, "rooms": {"0,0,0": room}, "options": {}})
    return _submit(CREATE, map_key(name), name)


def shift(draft: OpenDraft, by: list[int]) -> str:
    """Request that a whole map moves `by` [x, y]; return the id of the job.

    Raises:
        UnappliedError: if the draft has changes, which are at the places before the move.
    """
    _refuse_changes(draft)
    return _submit(SHIFT, draft.row.map_key, ",".join(map(str, by)))


def convert(draft: OpenDraft) -> str:
    """Request that a map is written as a drawing, or room by room; return the id of the job.

    Raises:
        UnappliedError: if the draft has changes.
    """
    _refuse_changes(draft)
    return _submit(CONVERT, draft.row.map_key)


def _refuse_changes(draft: OpenDraft) -> None:
    if draft.document != draft.map.document:
        raise UnappliedError


def remove(key: str) -> str:
    """Request the removal of a map; return the id of the job."""
    return _submit(DELETE, key)


def _submit(word: str, *names: str) -> str:
    return _number_of(jobs.submit(word, names))


def _number_of(job: Job) -> str:
    return job.key.removeprefix(_PREFIX).replace(" ", "-")


def job_progress(key: str, number: str) -> dict[str, object] | None:
    """Return {"state", "text", "share"} of a job of the map `key` by its id, or None."""
    if _NUMBER.fullmatch(number) is None:
        return None
    job = jobs.find_job(_PREFIX + number.replace("-", " "))
    if (
        job is None
        or job.word not in (DRAW, CREATE, DELETE, SHIFT, CONVERT)
        or job.names[:1] != (map_key(key),)
    ):
        return None
    lines = [line for line in job.lines if not line.startswith(_OF_TERMINAL)]
    return {"state": str(job.state), "text": "\n".join(lines), "share": _share(job)}


def _share(job: Job) -> float:
    if job.ended:
        return 1.0
    if job.step is None or not job.step[2]:
        return 0.0
    _what, done, total = job.step
    return round(done / total, 3)


def _summary(plan: Record) -> str:
    rooms = [len(plan[word]) for word in ("made", "changed", "removed")]
    return changes_line(rooms, plan["exits"]) or "options"


def list_versions(key: str) -> list[dict[str, Any]]:
    """Return a dict for JSON for each version of a map, the newest first."""
    return [
        {"id": row.pk, "who": row.who, "when": row.at.isoformat(), "what": row.what}
        for row in edits.versions(key)
    ]


def version_document(key: str, number: int) -> Document | None:
    """Return the document of a map's version; None if there is no such version."""
    row = edits.version(key, number)
    return row.document if row is not None and row.state == edits.DONE else None
