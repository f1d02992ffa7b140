"""New accounts and characters as copies of rows: Evennia takes hundreds of queries for a player.

The rows of each class are taken once a process, of one that Evennia makes and that is undone. A
class whose hooks a test replaces is another one; so are other settings of command sets and rights.
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from evennia import create_account, create_object
from evennia.accounts.models import AccountDB
from evennia.objects.models import ObjectDB
from evennia.server import signals
from evennia.typeclasses.attributes import Attribute
from evennia.typeclasses.tags import Tag
from evennia.utils.utils import class_from_module

PASSWORD = "correct-horse-7"
HOOKS = (
    *("at_first_save", "basetype_setup", "basetype_posthook_setup", "init_evennia_properties"),
    *("at_account_creation", "at_object_creation", "at_object_post_creation"),
)
SETTINGS = "CMDSET_ACCOUNT", "CMDSET_CHARACTER", "PERMISSION_ACCOUNT_DEFAULT", "PASSWORD_HASHERS"
_rows: dict[tuple[Any, ...], "Rows"] = {}


class Rows(NamedTuple):
    """What the database has of an object: its own row, and those of its Attributes and tags."""

    row: dict[str, Any]
    attributes: list[dict[str, Any]]
    tags: list[dict[str, Any]]


def _values(row: Any) -> dict[str, Any]:
    fields = row._meta.concrete_model._meta.concrete_fields
    return {field.attname: getattr(row, field.attname) for field in fields if not field.primary_key}


def _rows_of(path: str, create: Any) -> Rows:
    """Return the rows of a new object of a class."""
    cls = class_from_module(path)
    hooks = [getattr(cls, name, None) for name in HOOKS]
    key = path, cls, *hooks, *(str(getattr(settings, name)) for name in SETTINGS)
    if key not in _rows:
        with transaction.atomic():
            new = create()
            rows = [
                [_values(row) for row in kind.all()] for kind in (new.db_attributes, new.db_tags)
            ]
            _rows[key] = Rows(_values(new), *rows)
            new.flush_from_cache(force=True)
            transaction.set_rollback(True)
    return _rows[key]


def _insert(model: Any, rows: Rows, **changes: Any) -> Any:
    """Insert rows like these; return the object."""
    new = model(**rows.row | changes)
    model._base_manager.bulk_create([new])
    attributes = [Attribute(**row) for row in rows.attributes]
    Attribute._base_manager.bulk_create(attributes)
    tags = [Tag.objects.get_or_create(**row)[0] for row in rows.tags]
    owner = f"{model._meta.model_name}_id"
    for through, name, others in (
        (model.db_attributes.through, "attribute_id", attributes),
        (model.db_tags.through, "tag_id", tags),
    ):
        through.objects.bulk_create(through(**{owner: new.pk, name: one.pk}) for one in others)
    type(new).cache_instance(new)
    return new


def new_account(name: str, is_superuser: bool) -> AccountDB:
    """Return a new account with the password of all."""
    path = settings.BASE_ACCOUNT_TYPECLASS
    rows = _rows_of(path, lambda: create_account("Nobody", "", PASSWORD, typeclass=path))
    now, rights = timezone.now(), {"is_staff": is_superuser, "is_superuser": is_superuser}
    return _insert(AccountDB, rows, username=name, last_login=now, date_joined=now, **rights)


def new_character(name: str, location: Any, home: Any) -> ObjectDB:
    """Return a new character, which comes into a room as one that Evennia makes there."""
    path = settings.BASE_CHARACTER_TYPECLASS
    rows = _rows_of(path, lambda: create_object(path, key="Nobody", home=home))
    created = timezone.now()
    new = _insert(ObjectDB, rows, db_key=name, db_home_id=home.pk, db_date_created=created)
    if location is not None:
        new.location = location
        location.at_object_receive(new, None)
        new.at_post_move(None)
    signals.SIGNAL_OBJECT_POST_CREATE.send(sender=new)
    return new
