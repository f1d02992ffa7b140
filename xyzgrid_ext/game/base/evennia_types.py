"""Types of what Evennia hands out: objects, accounts and sessions.

Evennia has no types of its own. These protocols list what this package uses of its classes, so that
signatures say who is meant, and mypy finds a session where a character is wanted. What a game can
store there, and Evennia's handlers, are `Any`.

    Persistent ◄─┬─ GameObject ◄─┬─ RoomObject    a room
                 │               ├─ ExitObject    an exit
                 │               └─ Character     who plays, walks and reads texts (then: Looker)
                 └─ Account                       a user
    ClientSession                                 one client of a user
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias


class Lockable(Protocol):
    """Anything with Evennia's locks: objects, accounts, scripts, stand-ins for exits."""

    key: str
    db: Any
    attributes: Any
    locks: Any
    access: Callable[..., bool]


class Persistent(Lockable, Protocol):
    """An Evennia typeclass with Attributes and tags: an object, an account or a script."""

    id: int
    pk: int
    dbref: str
    ndb: Any
    tags: Any
    permissions: Any
    delete: Callable[[], bool]


class GameObject(Persistent, Protocol):
    """An object of the game: a room, an exit, a character or a thing."""

    aliases: Any
    cmdset: Any
    scripts: Any
    home: Any
    location: Any
    contents: list[Any]
    contents_get: Callable[..., list[Any]]
    date_created: datetime
    db_home_id: int | None
    db_key: str
    db_location_id: int | None
    db_typeclass_path: str

    get_display_name: Callable[..., str]

    move_to: Callable[..., bool]
    msg: Callable[..., None]

    msg_contents: Callable[..., None]


class RoomObject(GameObject, Protocol):
    """An Evennia room, on the grid or not, as opposed to `Room`, a room in the map's data."""

    exits: list[Any]

    return_appearance: Callable[..., str]


class ExitObject(GameObject, Protocol):
    """An Evennia exit, on the grid or not."""

    destination: Any
    db_destination_id: int | None
    db_lock_storage: str
    at_traverse: Callable[..., None]
    at_failed_traverse: Callable[..., None]


class Character(GameObject, Protocol):
    """An Evennia character: any object that a session can puppet."""

    account: Any
    has_account: bool
    sessions: Any
    at_post_move: Callable[..., None]
    at_look: Callable[..., str | None]
    check_permstring: Callable[[str], bool]
    execute_cmd: Callable[..., Any]
    search: Callable[..., Any]


Looker: TypeAlias = Character
"""The character for whom a text or a map is made."""


class Account(Persistent, Protocol):
    """An Evennia account."""

    characters: Any
    cmdset: Any
    options: Any
    is_active: bool
    is_banned: Callable[..., bool]
    save: Callable[..., None]
    set_password: Callable[..., None]
    swap_typeclass: Callable[..., None]
    username: str
    sessions: Any
    get_session_auth_hash: Callable[[], str]
    msg: Callable[..., None]


class ClientSession(Protocol):
    """An Evennia session: the connection of one client, in the Server."""

    account: Any
    address: Any
    cmdset: Any
    csessid: str | None
    ndb: Any
    protocol_flags: dict[str, Any]
    protocol_key: str
    puppet: Any
    server_data: dict[str, Any]
    sessid: int
    sessionhandler: Any
    msg: Callable[..., None]


if TYPE_CHECKING:  # bases of mixins: the class of a game that has the mixin has these members
    ObjectMixin: TypeAlias = GameObject
    RoomMixin: TypeAlias = RoomObject
else:
    ObjectMixin = RoomMixin = object
