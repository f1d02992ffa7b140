"""Subscriptions: a session asks for data, and immediately gets the current state.

session, words ──► wants.set_subscriptions ──► telling.begin, what parts have
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
from xyzgrid_ext.game.protocols import around, talk, telling, wants
from xyzgrid_ext.game.protocols.changes import changes
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live


def connect() -> None:
    """Connect the handlers of players, reloads and exits; safe to repeat."""
    signals.SIGNAL_OBJECT_POST_PUPPET.connect(_puppeted, dispatch_uid="xyzgrid.clients.puppeted")
    started.connect(_started, dispatch_uid="xyzgrid.clients.started")
    changes.connect(telling.tell_changes)
    around.connect()
    telling.connect_ways()


def subscribe(session: ClientSession, words: Iterable[str]) -> None:
    """Subscribe a session to these words, replacing earlier ones."""
    _put(session, wants.subscription_words().intersection(word.casefold() for word in words))


def set_modules(session: ClientSession, modules: Iterable[str]) -> None:
    """Subscribe a session to these GMCP modules, replacing earlier ones."""
    _put(session, wants.wants_from_modules(modules))


def add_modules(session: ClientSession, modules: Iterable[str]) -> None:
    """Subscribe a session to more GMCP modules."""
    _put(
        session,
        (wants.subscriptions_of(session) & wants.subscription_words())
        | wants.wants_from_modules(modules),
    )


def remove_modules(session: ClientSession, modules: Iterable[str]) -> None:
    """Unsubscribe a session from GMCP modules."""
    _put(
        session,
        (wants.subscriptions_of(session) & wants.subscription_words())
        - wants.wants_from_modules(modules),
    )


def report_variables(session: ClientSession, names: Iterable[str]) -> None:
    """Subscribe to more MSDP variables: they are sent now, and whenever they change."""
    words = wants.variables_named(names)
    wants.set_subscriptions(session, wants.subscriptions_of(session) | words)
    send_variables(session, words)


def unreport_variables(session: ClientSession, names: Iterable[str]) -> None:
    """Unsubscribe a session from MSDP variables."""
    wants.set_subscriptions(session, wants.subscriptions_of(session) - wants.variables_named(names))


def send_variables(session: ClientSession, names: Iterable[str]) -> None:
    """Send these MSDP variables once."""
    variables = wants.variables_named(names)
    if session.puppet is None or not variables:
        return
    values = telling.room_variables(current(), session.puppet)
    if found := {name: value for name, value in values.items() if name in variables}:
        session.msg(**found)


def send_lists(session: ClientSession, names: Iterable[str]) -> None:
    """Return the lists of MSDP variables that were named; there are three lists."""
    lists = {
        "REPORTABLE_VARIABLES": list(MSDP_VARIABLES),
        "SENDABLE_VARIABLES": list(MSDP_VARIABLES),
        "REPORTED_VARIABLES": sorted(wants.subscriptions_of(session).intersection(MSDP_VARIABLES)),
    }
    for name in names:
        session.msg(**{name: (lists[name], {})})


def _put(session: ClientSession, words: frozenset[str]) -> None:
    before = wants.subscriptions_of(session)
    wants.set_subscriptions(session, words | before.intersection(MSDP_VARIABLES))
    if new := words - before:
        _begin(session, new)


@surviving("map clients")
def _puppeted(sender: object, session: ClientSession | None = None, **kwargs: object) -> None:
    if session is not None and (words := wants.subscriptions_of(session)):
        wants.sync_to_portal(session)  # by now the Portal is done with the handshake
        _begin(session, words)


@surviving("map clients")
def _started(sender: object, live: Live, **kwargs: object) -> None:
    telling.resume_all(live)


def _begin(session: ClientSession, asked: frozenset[str]) -> None:
    telling.send_room(current(), session, asked)
    talk.tell_talk_state(session, asked)
    around.begin(session, asked)
    telling.send_way(session, asked)
    telling.send_words(session, asked)
    for part in game_parts() if session.puppet is not None else ():
        for word in asked.intersection(part.subscriptions):
            part.subscriptions[word](session)
