"""The limits on copies of dungeons: per character, account and address, and in total.

    somebody at an entrance ──► makers_of ──► make_place ──► copies that have to go first
                                                       └──► PlayerError: why there is no place

A copy counts once, for the player who began it, even if a party shares it. Guest accounts do not
last, so all guests at one address count together. No copy is taken from its players: at a limit,
copies are removed that nobody has entered for a minute, descents that are empty, and those whose
only character no longer exists, like that of a guest who has left. If there are none, no new copy
is made. Staff have no limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address, ip_network

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.accounts.accounts import DefaultGuest

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.setting_rows import Limit
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.text.directions import time_in_words
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.stored import READY, Copy

_PATIENCE = 60.0  # seconds that a copy waits for its first visitor
_STAFF = "perm(Helper)"
_OF_MAKERS = (
    Limit("copies_of_character", 3, "open copies of dungeons begun by a character"),
    Limit(
        "copies_of_account", 8, "open copies begun by an account, or by all guests at one address"
    ),
    Limit("copies_of_address", 16, "open copies begun by all players at one address"),
)
_COPIES = Limit("copies", 100, "open copies of dungeons in total")
LIMITS = (*_OF_MAKERS, _COPIES)


def makers_counted(character: Character) -> tuple[str, str, str]:
    """Return for whom a copy counts: (id of the character, id of its account, its IP address).

    The address is a hash that does not reveal it; a whole IPv6 network has one hash.
    """
    session = next(iter(character.sessions.all()), None)
    host_pair = getattr(session, "address", "") or ""
    host = str(host_pair[0] if isinstance(host_pair, tuple | list) and host_pair else host_pair)
    address = salted_hmac("xyzgrid", _network(host)).hexdigest()[:16] if host else ""
    account = getattr(character, "account", None)
    if account is None or isinstance(account, DefaultGuest):
        return str(character.pk), f"guests {address}", address
    return str(character.pk), str(account.pk), address


def _network(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return str(ip_network((address, 64), strict=False)) if address.version == 6 else host


def is_exempt(character: Character) -> bool:
    """Whether somebody is staff, who have no limits."""
    return bool(character.locks.check_lockstring(character, _STAFF))


def make_place(live: Live, by: tuple[str, str, str], occupied: set[str], now: float) -> list[Copy]:
    """Return the copies of dungeons to remove before another one is begun; often none.

    Args:
        live: the running world.
        by: who begins the new one, from `makers_counted`.
        occupied: the keys of copies with people in them.
        now: the time in epoch seconds.

    Raises:
        PlayerError: if a limit is reached and no copy can be removed.
    """
    copies_in_play = list(dungeons.all_copies(live.keeper).values())
    copies: list[Copy] = []
    for number, bound in enumerate(_OF_MAKERS):
        mark = by[number]
        counted = [
            copy
            for copy in copies_in_play
            if mark and len(copy.by) > number and copy.by[number] == mark
        ]
        _fit(live, bound, counted, copies, occupied, now)
    _fit(live, _COPIES, copies_in_play, copies, occupied, now)
    return copies


def _fit(
    live: Live, bound: Limit, there: list[Copy], gone: list[Copy], occupied: set[str], now: float
) -> None:
    """Add copies to `gone` until one more copy is within a limit."""
    open_copies = [copy for copy in there if copy not in gone]
    waiting = (
        copy for copy in open_copies if copy.key not in occupied and _is_nobodys(live, copy, now)
    )
    while len(open_copies) >= limits.limit_value(bound):
        if (oldest := next(waiting, None)) is None:
            raise PlayerError(_why(bound.name, len(open_copies)), _until(live, open_copies, now))
        gone.append(oldest)
        open_copies.remove(oldest)


def _is_nobodys(live: Live, copy: Copy, now: float) -> bool:
    """Whether a copy has existed for a while, but nobody has been in it or can return to it."""
    if copy.state != READY or now - copy.begun < _PATIENCE:
        return False
    kind, _blank, number = copy.owner.partition(" ")
    is_gone = kind == "character" and objects.object_by_id(int(number)) is None
    return is_gone or copy.seed != "" or not dungeons.has_record(live.keeper, copy.key)


def _why(bound: str, number: int) -> str:
    texts = {
        "copies_of_character": ngettext(
            "You already have {number} dungeon open.",
            "You already have {number} dungeons open.",
            number,
        ),
        "copies_of_account": ngettext(
            "Your characters already have {number} dungeon open.",
            "Your characters already have {number} dungeons open.",
            number,
        ),
        "copies_of_address": ngettext(
            "Players at your network address already have {number} dungeon open.",
            "Players at your network address already have {number} dungeons open.",
            number,
        ),
        "copies": _("All dungeons are in use at the moment."),
    }
    return texts[bound].format(number=number)


def _until(live: Live, there: list[Copy], now: float) -> str:
    """Return advice for a player at the limit, and when the first of these copies will close."""
    cure = _("You can go back into one of these, or wait: an empty dungeon closes after a while.")
    ends = list(_ends(live, there))
    if not ends:
        return cure
    return (
        cure
        + " "
        + _("The first one closes in {time}.").format(time=time_in_words(max(0.0, min(ends) - now)))
    )


def _ends(live: Live, there: list[Copy]) -> Iterator[float]:
    for copy in there:
        site = site_of(live.grids[copy.map]) if copy.map in live.grids else None
        if copy.left is not None and site is not None:
            yield copy.left + site.lease
