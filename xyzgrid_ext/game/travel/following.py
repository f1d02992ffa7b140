"""Following a leader step by step, through the same exits.

    leader  ──door──►            the exit goes to the trail of each follower who was there,
    Ann     ····door····►        and Ann takes it a moment later, by its own command

A follower stores the leader's id in an Attribute, so that it survives a reload; a leader knows its
followers only in memory. Following ends with a message if the leader leaves without an exit, if an
exit stops the follower, if either loses its player, or if the follower types `follow`. A follower
who walks off alone follows again as soon as they meet.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy
from evennia.server import signals

from xyzgrid_ext.game.base import limits, task
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character, ExitObject, Looker, RoomObject
from xyzgrid_ext.game.base.language import lazy_text, translating_for
from xyzgrid_ext.game.base.signals import started
from xyzgrid_ext.game.base.surviving import surviving
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.memory import (
    CATEGORY,
    FOLLOWS,
    FULL_WALKS,
    WALKING,
    followers_of,
    has_account_option,
    journey_of,
    leader_of,
)
from xyzgrid_ext.game.parts import leading_refusal
from xyzgrid_ext.game.text import screenreader
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.text.screenreader.text import prose_list
from xyzgrid_ext.game.travel.traversal import exit_command, glancing, is_bound, run_command
from xyzgrid_ext.game.world import hooks

_NOBODY = "false()"


def follow(character: Character, leader: Character) -> None:
    """Begin to follow a leader.

    Raises:
        PlayerError: if the leader refuses, follows the character, or has too many followers.
    """
    if leader is character:
        raise PlayerError(_("You cannot follow yourself."))
    if leader_of(character) is leader:
        raise PlayerError(
            _("You are already following {name}.").format(name=_name(leader, character))
        )
    if not hooks.allows(leader, character, "follow", default=True):
        raise PlayerError(
            _("{name} does not let you follow.").format(name=_name(leader, character))
        )
    ahead: Character | None = leader
    while ahead is not None:
        if ahead is character:
            raise PlayerError(_("{name} follows you.").format(name=_name(leader, character)))
        ahead = leader_of(ahead)
    if len(followers_of(leader)) >= limits.limit_value("followers"):
        text = _("Too many people are already following {name}.")
        raise PlayerError(text.format(name=_name(leader, character)))
    stop_following(character)
    character.attributes.add(FOLLOWS, leader.pk, category=CATEGORY)
    _join(character, leader)
    text = _("You follow {name}. Type |wfollow|n to stop.")
    character.msg(text.format(name=_name(leader, character)))
    with translating_for(leader):
        leader.msg(_("{name} follows you.").format(name=_name(character, leader)))


def stop_following(character: Character, text: str = "") -> bool:
    """Stop following, with a message to both; return whether there was anything to stop."""
    leader = leader_of(character)
    if not character.attributes.has(FOLLOWS, category=CATEGORY):
        return False
    character.attributes.remove(FOLLOWS, category=CATEGORY)
    character.ndb.xyzgrid_trail = None
    if leader is not None:
        (leader.ndb.xyzgrid_followers or {}).pop(character.pk, None)
        with translating_for(character):
            text = text or _("You no longer follow {name}.").format(name=_name(leader, character))
        with translating_for(leader):
            leader.msg(_("{name} no longer follows you.").format(name=_name(character, leader)))
    if text:
        character.msg(text)
    return True


def toggle_alone(character: Character) -> bool:
    """Switch `follow/alone`, which forbids following and finding; return whether it is on."""
    alone = _NOBODY not in (character.locks.get("follow") or "")
    if alone:
        character.locks.add(f"follow:{_NOBODY};find:{_NOBODY}")
        for follower in followers_of(character):
            stop_following(follower)
    else:
        character.locks.remove("follow")
        character.locks.remove("find")
    return alone


@surviving("followers")
def lead_followers(leader: Character, room: RoomObject | None, exit_obj: ExitObject | None) -> None:
    """Let followers come along when a leader leaves `room`, by an exit or (None) otherwise."""
    for character in followers_of(leader):
        trail: deque[Any] = character.ndb.xyzgrid_trail or deque()
        behind = trail[-1].destination if trail else character.location
        if behind is not room:
            continue
        if exit_obj is None:
            stop_following(character, _lost_leader_text(character, leader))
            continue
        if not trail:
            task.call_later(0, _go_on, character)
        trail.append(exit_obj)
        character.ndb.xyzgrid_trail = trail


def resume_all() -> None:
    """Make followers follow again after the start of the server."""
    for character in objects.objects_with(FOLLOWS, CATEGORY):
        leader = leader_of(character)
        if leader is not None:
            _join(character, leader)
        else:
            character.attributes.remove(FOLLOWS, category=CATEGORY)


def connect() -> None:
    """Connect the signal handlers; calling it again has no effect."""
    started.connect(_on_start, dispatch_uid="xyzgrid.following.started")
    post, un = signals.SIGNAL_OBJECT_POST_PUPPET, signals.SIGNAL_OBJECT_POST_UNPUPPET
    post.connect(_on_puppet, dispatch_uid="xyzgrid.following.puppeted")
    un.connect(_on_unpuppet, dispatch_uid="xyzgrid.following.unpuppeted")


# ---


@surviving("followers")
def _on_start(sender: object, **kwargs: object) -> None:
    resume_all()


def _join(character: Character, leader: Character) -> None:
    if leader.ndb.xyzgrid_followers is None:
        leader.ndb.xyzgrid_followers = {}
    leader.ndb.xyzgrid_followers[character.pk] = character


def _go_on(character: Character) -> None:
    """Take the next exit of the trail."""
    with surviving("followers"), translating_for(character):
        _take_next(character)
        return
    character.ndb.xyzgrid_trail = None  # a hook on the way has failed: both may meet again


def _take_next(character: Character) -> None:
    trail: deque[Any] | None = character.ndb.xyzgrid_trail
    if character.pk is None or not trail:
        return
    exit_obj = trail[0]
    if exit_obj.pk is None or exit_obj.location is not character.location:
        character.ndb.xyzgrid_trail = None  # gone elsewhere: both may meet again
        return
    command = exit_command(exit_obj, character)
    before = character.location
    if leading_refusal(character, "follow") or command is None or is_bound(character):
        stop_following(character, _stopped_text(character))
        return
    character.ndb.xyzgrid_with = leader_of(character)
    with glancing(character, _is_brief(character)):
        run_command(character, command)
    character.ndb.xyzgrid_with = None
    if character.pk is None or not (trail := character.ndb.xyzgrid_trail):
        return
    if character.location is before:
        stop_following(character, _stopped_text(character))
        return
    trail.popleft()
    if trail:
        task.call_later(0, _go_on, character)


def follows_now(character: Character) -> bool:
    """Whether somebody is just taking an exit behind a leader: see `announce_followers`."""
    return character.ndb.xyzgrid_with is not None


def announce_followers(character: Character, source: object, target: object) -> None:
    """Tell both rooms of a follower's step, in one line for all who follow in the same step."""
    leader = character.ndb.xyzgrid_with
    company = leader.ndb.xyzgrid_company
    if company is None:
        company = leader.ndb.xyzgrid_company = {}
        task.call_later(0, _tell_company, leader)
    company.setdefault((source, target), []).append(character)


@surviving("followers")
def _tell_company(leader: Character) -> None:
    company, leader.ndb.xyzgrid_company = leader.ndb.xyzgrid_company or {}, None
    for (source, target), people in company.items():
        names = lazy_text(prose_list, [person.key for person in people])
        those = [*people, leader] if _walks(leader) else people
        goes = ngettext_lazy("{names} follows {leader}.", "{names} follow {leader}.", len(people))
        comes = ngettext_lazy(
            "{names} comes in behind {leader}.", "{names} come in behind {leader}.", len(people)
        )
        tell_room(source, goes, by=leader, kind="traverse", names=names, leader=leader)
        tell_room(target, comes, but=those, by=leader, kind="traverse", names=names, leader=leader)


def walking_followers(character: Character) -> list[Any]:
    """Return the followers, who see only names of rooms, of one who walks by `goto`, else []."""
    return followers_of(character) if _walks(character) else []


def _is_brief(character: Character) -> bool:
    """Whether a follower sees only the name of the next room, while the leader walks on."""
    return _walks(leader_of(character)) and not (
        has_account_option(character, FULL_WALKS) and not screenreader.is_on(character)
    )


def _walks(leader: Character | None) -> bool:
    journey = None if leader is None else journey_of(leader)
    return journey is not None and journey.state == WALKING


def _lost_leader_text(character: Character, leader: Character) -> str:
    with translating_for(character):
        return _("You have lost {name}.").format(name=_name(leader, character))


def _stopped_text(character: Character) -> str:
    leader = leader_of(character)
    name = "" if leader is None else _name(leader, character)
    return _("You cannot follow {name} there.").format(name=name)


def _name(whom: Any, looker: Looker) -> str:
    return hooks.display_name(whom, looker)


@surviving("followers")
def _on_puppet(sender: Character, **kwargs: object) -> None:
    """Stop following a leader who has gone elsewhere since the character was last played."""
    if sender.sessions.count() < 2 and sender.attributes.has(FOLLOWS, category=CATEGORY):
        sender.attributes.remove(FOLLOWS, category=CATEGORY)


@surviving("followers")
def _on_unpuppet(sender: Character, **kwargs: object) -> None:
    if sender.pk is None or sender.sessions.count():
        return
    stop_following(sender)
    for character in followers_of(sender):
        stop_following(character, _lost_leader_text(character, sender))
