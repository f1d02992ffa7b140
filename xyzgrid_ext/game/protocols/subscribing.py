"""Subscriptions: a session asks for data, and immediately gets the current state.

session, words ──► subscriptions.set_subscriptions ──► what there is now
a character is taken  ─────────► the same
"""

from __future__ import annotations

from collections.abc import Iterable

from evennia.server import signals

from xyzgrid_ext.core.view import MSDP_VARIABLES
from xyzgrid_ext.game.base.evennia_types import ClientSession
from xyzgrid_ext.game.base.signals import started
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.protocols import client_updates, talk
from xyzgrid_ext.game.protocols.changes import changes
from xyzgrid_ext.game.protocols.people_nearby import people_nearby
from xyzgrid_ext.game.protocols.subscriptions import (
    set_subscriptions,
    subscription_words,
    subscriptions_of,
    sync_to_portal,
    variables_named,
    words_of_modules,
)  # fmt: skip
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live


def connect() -> None:
    """Connect the handlers of players, reloads and exits; safe to repeat."""
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(_on_puppet, dispatch_uid="xyzgrid.clients.puppeted")
    started.connect(_on_start, dispatch_uid="xyzgrid.clients.started")
    changes.connect(client_updates.tell_changes)
    people_nearby.connect()
    client_updates.connect_routes()


def subscribe(session: ClientSession, words: Iterable[str]) -> None:
    """Subscribe a session to these words, replacing earlier ones."""
    _set_words(session, subscription_words().intersection(word.casefold() for word in words))


def set_modules(session: ClientSession, modules: Iterable[str]) -> None:
    """Subscribe a session to these GMCP modules, replacing earlier ones."""
    _set_words(session, words_of_modules(modules))


def add_modules(session: ClientSession, modules: Iterable[str]) -> None:
    """Subscribe a session to more GMCP modules."""
    words = subscriptions_of(session) & subscription_words()
    _set_words(session, words | words_of_modules(modules))


def remove_modules(session: ClientSession, modules: Iterable[str]) -> None:
    """Unsubscribe a session from GMCP modules."""
    words = subscriptions_of(session) & subscription_words()
    _set_words(session, words - words_of_modules(modules))


def report_variables(session: ClientSession, names: Iterable[str]) -> None:
    """Subscribe to more MSDP variables: they are sent now, and whenever they change."""
    words = variables_named(names)
    set_subscriptions(session, subscriptions_of(session) | words)
    send_variables(session, words)


def unreport_variables(session: ClientSession, names: Iterable[str]) -> None:
    """Unsubscribe a session from MSDP variables."""
    set_subscriptions(session, subscriptions_of(session) - variables_named(names))


def send_variables(session: ClientSession, names: Iterable[str]) -> None:
    """Send these MSDP variables once."""
    variables = variables_named(names)
    if session.puppet is None or not variables:
        return
    values = client_updates.room_variables(current(), session.puppet)
    if wanted := {name: value for name, value in values.items() if name in variables}:
        session.msg(**wanted)


def send_lists(session: ClientSession, names: Iterable[str]) -> None:
    """Send the named ones of the three lists of MSDP variables, such as REPORTED_VARIABLES."""
    lists = {
        "REPORTABLE_VARIABLES": list(MSDP_VARIABLES),
        "SENDABLE_VARIABLES": list(MSDP_VARIABLES),
        "REPORTED_VARIABLES": sorted(subscriptions_of(session).intersection(MSDP_VARIABLES)),
    }
    for name in names:
        session.msg(**{name: (lists[name], {})})


def _set_words(session: ClientSession, words: frozenset[str]) -> None:
    before = subscriptions_of(session)
    set_subscriptions(session, words | before.intersection(MSDP_VARIABLES))
    if new := words - before:
        _send_all(session, new)


@surviving("map clients")
def _on_puppet(sender: object, session: ClientSession | None = None, **kwargs: object) -> None:
    if session is not None and (words := subscriptions_of(session)):
        sync_to_portal(session)  # by now the Portal is done with the handshake
        _send_all(session, words)


@surviving("map clients")
def _on_start(sender: object, live: Live, **kwargs: object) -> None:
    client_updates.tell_rooms_again(live)


def _send_all(session: ClientSession, asked: frozenset[str]) -> None:
    client_updates.send_room(current(), session, asked)
    talk.send_talk_state(session, asked)
    people_nearby.send_all(session, asked)
    client_updates.send_route(session, asked)
    client_updates.send_words(session, asked)
    for part in game_parts() if session.puppet is not None else ():
        for word in asked.intersection(part.subscriptions):
            part.subscriptions[word](session)
