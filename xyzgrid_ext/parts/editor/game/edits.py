"""Reads and writes the map editor's data in the database: rights, drafts and versions.

The tables are those of the app `xyzgrid_editor`, which a game may lack, or name in its settings
before `evennia migrate` has made them: see `is_ready`. Nothing here imports the app.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, transaction
from django.db.models import F, JSONField, TextField, Value
from django.db.models.functions import Cast
from django.utils.crypto import salted_hmac
from evennia.accounts.models import AccountDB

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.records import Record

APP_LABEL = "xyzgrid_editor"
ROLES = ("reader", "editor", "owner")
"""The roles of an account for a map, the least first."""
WRITERS = ROLES[1:]
"""The roles that may draw a map, and so write its file."""
NO_ROLE = "none"
"""The word that takes a right away: `evennia xyzgrid right inn Ann none`."""
WAITING, DONE, FAILED = "waiting", "done", "failed"
_KEPT = 200  # versions of a map
_ROWS = 500  # operations that are written at once


class Who(NamedTuple):
    """An account, by its id and name, as rows of the editor store it."""

    number: int
    name: str


class Builder(NamedTuple):
    """An account with a `seal`, a hash that changes with each new password."""

    who: Who
    is_superuser: bool
    seal: str


def builder(account: int) -> Builder | None:
    """Return the account with this id; None if it does not exist or is disabled. One query."""
    found = AccountDB.objects.filter(pk=account, is_active=True)
    row = found.values_list("username", "is_superuser", "password").first()
    if row is None:
        return None
    name, is_superuser, password = row
    seal = salted_hmac("xyzgrid.edit", password, algorithm="sha256").hexdigest()
    return Builder(Who(account, name), is_superuser, seal)


def is_ready() -> bool:
    """Whether the game has the editor's tables. One query, until they are there."""
    if not _Tables.made and is_installed():
        names = {model._meta.db_table for model in apps.get_app_config(APP_LABEL).get_models()}
        _Tables.made = names <= set(connection.introspection.table_names())
    return _Tables.made


def is_installed() -> bool:
    """Whether the game has the editor's Django app in its settings."""
    return any(one.label == APP_LABEL for one in apps.get_app_configs())


class _Tables:
    """Remembers that the tables were found, since they do not disappear again."""

    made = False


def _rows(name: str) -> Any:
    return apps.get_model(APP_LABEL, name).objects


# --- rights


def role_of(key: str, account: int) -> str | None:
    """Return the role of an account for a map; None if it has no right there. One query."""
    found = _rows("MapRight").filter(map_key=map_key(key), account=account)
    role: str | None = found.values_list("role", flat=True).first()
    return role


def roles_of(account: int) -> dict[str, str]:
    """Return the roles of an account, by the keys of maps. One query."""
    return dict(_rows("MapRight").filter(account=account).values_list("map_key", "role"))


def right_holders(key: str) -> list[tuple[str, str]]:
    """Return (account's name, role) of all with rights on a map, sorted. One query."""
    found = _rows("MapRight").filter(map_key=map_key(key))
    return list(found.order_by("who").values_list("who", "role"))


def grant(key: str, who: Who, role: str) -> None:
    """Give an account a role on a map in place of its present one; NO_ROLE removes it."""
    rows = _rows("MapRight")
    if role == NO_ROLE:
        rows.filter(map_key=map_key(key), account=who.number).delete()
        return
    rows.update_or_create(
        map_key=map_key(key), account=who.number, defaults={"who": who.name, "role": role}
    )


def rename_map(old: str, new: str) -> None:
    """Move the rights, draft and versions of the map `old` to the name `new`, over any there."""
    if not is_ready():
        return
    for name in ("MapRight", "Draft", "MapVersion"):
        _rows(name).filter(map_key=map_key(new)).delete()
        _rows(name).filter(map_key=map_key(old)).update(map_key=map_key(new))
    for name, fields in (("Draft", ("base", "document")), ("MapVersion", ("document",))):
        for row in _rows(name).filter(map_key=map_key(new)):
            for field in fields:
                setattr(row, field, {**getattr(row, field), "map": new})
            row.save(update_fields=fields)


# --- drafts


def begin_draft(key: str, reference: str, digest: str, base: Mapping[str, object]) -> Any:
    """Return the draft row of a map; create it from the document `base` if there is none yet.

    `reference` is the module or file of the map, `digest` the hash of its files.
    """
    found, _made = _rows("Draft").get_or_create(
        map_key=map_key(key),
        defaults={"reference": reference, "digest": digest, "base": base, "document": base},
    )
    return found


def operations_since(row: Any, since: int) -> list[Any]:
    """Return the rows of operations on a draft after the revision `since`, in order. One query."""
    return list(row.operations.filter(number__gt=since).order_by("number"))


def operations_done(row: Any, since: int, ids: Set[str]) -> list[str]:
    """Return those of `ids` whose operations were done after the revision `since`. One query."""
    found = row.operations.filter(number__gt=since).values_list("op", flat=True)
    return sorted(ids & {op.get("id", "") for op in found.iterator()})


def draft_rows(keys: Iterable[str]) -> dict[str, Any]:
    """Return map key -> the row of its draft, without documents. One query."""
    found = _rows("Draft").filter(map_key__in=list(keys)).defer("base", "document")
    return {row.map_key: row for row in found}


def append_operations(row: Any, ops: Sequence[tuple[Any, Any]], who: Who) -> bool:
    """Store (operation, inverse) pairs on a draft; return False if somebody has written meanwhile.

    The row is then at the new revision.
    """
    rows = _rows("Draft").filter(pk=row.pk, revision=row.revision, begun=row.begun)
    with transaction.atomic():
        if not rows.update(revision=F("revision") + len(ops)):
            return False
        _write(row, row.revision, [(op, inverse, who) for op, inverse in ops])
    row.revision += len(ops)
    return True


def store_state(row: Any, document: Record) -> None:
    """Store the document of a draft at its revision, so that fewer operations are read later."""
    rows = _rows("Draft").filter(pk=row.pk, kept__lt=row.revision, begun=row.begun)
    rows.update(document=document, kept=row.revision)


def restart_draft(
    row: Any,
    digest: str,
    base: Mapping[str, object],
    ops: Sequence[tuple[object, object, Who]] = (),
    encoded: object = None,
) -> bool:
    """Restart a draft from the document `base` and (operation, inverse, author) rows.

    Return False if somebody has written meanwhile. `encoded` is `base` as `encode` returns it.
    """
    begun = row.revision + 1  # clients with an older revision must read the whole draft
    rows = _rows("Draft").filter(pk=row.pk, revision=row.revision, begun=row.begun)
    changed = {"digest": digest, "begun": begun, "revision": begun + len(ops), "kept": begun}
    value = base if encoded is None else encoded
    with transaction.atomic():
        if not rows.update(**changed, base=value, document=value):
            return False
        _write(row, begun, ops)
    # to read the documents again would take long
    for name, value in {**changed, "base": base, "document": base}.items():
        setattr(row, name, value)
    return True


def encode(document: Mapping[str, object]) -> Any:
    """Return a document as a database expression, as Django would encode it at each use."""
    return Cast(Value(json.dumps(document), TextField()), JSONField())


def _write(row: object, revision: int, ops: Sequence[tuple[object, object, Who]]) -> None:
    model = apps.get_model(APP_LABEL, "DraftOperation")
    rows = [
        model(draft=row, number=number, op=op, inverse=inverse, account=who.number, who=who.name)
        for number, (op, inverse, who) in enumerate(ops, revision + 1)
    ]
    model.objects.bulk_create(rows, batch_size=_ROWS)


# --- versions


def add_version(key: str, who: Who, **values: object) -> int:
    """Store a version of a map, with `values` of MapVersion's fields; return its number."""
    row = _rows("MapVersion").create(
        map_key=map_key(key), account=who.number, who=who.name, **values
    )
    return int(row.pk)


def version(key: str, number: int) -> Any | None:
    """Return the row of a version of a map by number; None if there is none. One query."""
    return _rows("MapVersion").filter(map_key=map_key(key), pk=number).first()


def newest_version(key: str) -> Any | None:
    """Return the row of the newest version of a map that was applied, or None. One query."""
    return _rows("MapVersion").filter(map_key=map_key(key), state=DONE).order_by("pk").last()


def versions(key: str) -> list[Any]:
    """Return the rows of a map's versions that were applied, without documents, newest first."""
    found = _rows("MapVersion").filter(map_key=map_key(key), state=DONE)
    return list(found.order_by("-pk").defer("document", "text"))


def end_version(key: str, number: int, state: str) -> None:
    """Store the result of an apply, `state` DONE or FAILED, and remove old versions."""
    rows = _rows("MapVersion").filter(map_key=map_key(key))
    rows.filter(pk=number).update(state=state, text="")
    old = list(rows.order_by("-pk").values_list("pk", flat=True)[_KEPT : 2 * _KEPT])
    if old:
        rows.filter(pk__in=old).delete()
