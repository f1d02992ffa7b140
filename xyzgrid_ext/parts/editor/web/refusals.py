"""Answers to requests to the map editor, by HTTP or by a line: a status, and JSON.

answered(work) ──► 200, what the work returns
              └──► 403, {"fault": …, "cure": …}     and so on: why not, and what to do about it
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.base.limits import Rates, limit_value
from xyzgrid_ext.parts.editor import settings as limits
from xyzgrid_ext.parts.editor.core.values import OperationError
from xyzgrid_ext.parts.editor.game import edits
from xyzgrid_ext.parts.editor.game.edits import Who
from xyzgrid_ext.parts.editor.game.jobs import MIGRATE, NOT_READY
from xyzgrid_ext.parts.editor.web import drafts
from xyzgrid_ext.parts.editor.web.drafts import OutdatedError, StaleError, UnappliedError

messages, works = Rates(limits.MESSAGES), Rates(limits.WORK)
_OWNER = "owner"
_ID = 40  # letters of the identity of an operation


class RefusedRequestError(Exception):
    """A refused request: its HTTP status, and the answer's body with fault and cure."""

    def __init__(self, status: int, fault: str, cure: str = "", **more: object) -> None:
        super().__init__(fault)
        self.status, self.body = status, {"fault": fault, "cure": cure, **more}


def answer_or_refusal(work: Callable[[], object]) -> tuple[int, object]:
    """Return (HTTP status, body): what `work` returns, or the refusal that it raises."""
    try:
        return 200, work()
    except RefusedRequestError as error:
        return error.status, error.body
    except StaleError as error:
        body = {"revision": error.revision, "ops": error.since or [], "who": error.who}
        body |= {"reset": error.since is None, "had": error.had}
        return 409, body | {"fault": _("Somebody else changed it first.")}
    except OperationError as error:
        body = {"fault": error.message, "cure": error.cure, "code": error.code}
        return 400, body | {"index": error.index, "room": error.place or None}
    except GridError as error:
        body = {"fault": error.message, "cure": error.cure}
        if isinstance(error, OutdatedError | UnappliedError):
            body["offer"] = error.offer
        return 422, body


def role_on_map(key: str, account: int, is_superuser: bool) -> str:
    """Return the role of an account on a map: `reader`, `editor` or `owner`.

    Raises:
        RefusedRequestError: if it has none.
    """
    if not edits.is_ready():
        raise RefusedRequestError(503, f"{NOT_READY[:1].upper()}{NOT_READY[1:]}.", MIGRATE)
    role = _OWNER if is_superuser else edits.role_of(key, account)
    if role is None:
        raise RefusedRequestError(403, _("You have no rights on this map."))
    return role


def check_right(role: str, least: str, account: int, rates: Rates) -> None:
    """Raise a RefusedRequestError for a role below `least`, or if an account asks too often."""
    if edits.ROLES.index(role) < edits.ROLES.index(least):
        raise RefusedRequestError(403, _("You can look at this map, but not change it."))
    if not rates.spend(account):
        raise RefusedRequestError(429, _("Not so fast, please."))


def requested_revision(body: dict[str, object]) -> int:
    """Return the revision of a draft that the body of a request names."""
    revision = body.get("revision")
    if type(revision) is not int:
        raise RefusedRequestError(400, _("'{name}' must be a number").format(name="revision"))
    return revision


def apply_request(key: str, body: dict[str, object], who: Who) -> dict[str, object]:
    """Do the operations `ops` of a request on the draft of a map; return {"revision": …}.

    Each may have an `id`, by which its sender recognises it among the applied operations.
    """
    ops, ids = body.get("ops"), body.get("ids", [])
    if not isinstance(ops, list) or not isinstance(ids, list):
        raise RefusedRequestError(400, _("'{name}' must be a list").format(name="ops"))
    if max(len(ops), len(ids)) > limit_value(limits.OPERATIONS):
        raise RefusedRequestError(413, _("This is too large: send it in parts."))
    ids = [*ids, *(op["id"] for op in ops if isinstance(op, dict) and "id" in op)]
    if not all(isinstance(id_, str) and len(id_) <= _ID for id_ in ids):
        raise RefusedRequestError(400, _("'{name}' must be text").format(name="id"))
    draft = drafts.open_draft(key)
    if len(draft.document["rooms"]) + len(ops) > 2 * limit_value(limits.ROOMS):
        raise RefusedRequestError(413, _("The map has reached its maximum size."))
    revision = requested_revision(body)
    try:
        return {"revision": drafts.apply_operations(draft, revision, ops, who)}
    except StaleError as error:
        if error.since is None:
            error.had = edits.operations_done(draft.row, revision, set(ids))
        raise
