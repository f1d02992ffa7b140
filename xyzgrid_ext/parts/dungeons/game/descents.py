"""Descents: other dungeons at the entrance of one, by their depth and seed.

    the well ── exit ──► cistern #7     the dungeon of the map, always the same
             └─ descend ► cistern #8    of today, at depth 1; once it is won, at depth 2, and so on
             └─ descend 3 swallow       of a seed that a friend has named

A descent is a copy of the map, made from another seed; the depth is its tier. Two players have the
same rooms and enemies in it, but no riddle that the one who goes first has met in another dungeon,
as long as the deck has others. Whoever wins the day's is in its table, the deepest first:

    descents.DESCENTS.table(keeper, "cistern", descents.today())   its scores: `tier`, `names` …

The option `descents` of a generated dungeon says how many depths it has. If the map solves a
puzzle, its descents solve another one: `the Cistern, a descent`.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.commands.refusal import WholeWordCommand
from xyzgrid_ext.game.db.memory import party_of
from xyzgrid_ext.game.text.messages import plain_text
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Live
from xyzgrid_ext.parts.dungeons.core.site import Site, site_of
from xyzgrid_ext.parts.dungeons.game import copies
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game.scores import DESCENTS
from xyzgrid_ext.parts.dungeons.game.stored import Copy

_MOST_SEED = 40  # characters


class CmdDescend(WholeWordCommand):
    """
    go down into a new dungeon, at the entrance of one

    Usage:
      descend                   today's dungeon, one deeper each time you win it
      descend <depth>           today's, as deep as you dare
      descend <depth> <seed>    the dungeon of a seed: any word, such as swallow

    Today's dungeon is the same for everybody, and there is another tomorrow.
    dungeon scores shows who has won it, and how deep. Anyone who types your depth
    and seed gets your rooms and enemies. No riddle comes back before you have been
    asked them all. Your party goes down with you if it types the same.
    """

    key = "descend"
    help_category = "Playing"

    def do(self) -> None:
        """Enter a descent, or wait until it is made."""
        live, who = current(), self.caller
        if (place := descent_beside(live, who)) is None:
            raise PlayerError(_("|wdescend|n works at the entrance of a dungeon."))
        key, site = place
        depth, seed = self._asked(live, key, int(site.rules["descents"]))
        wanted = Copy(
            "", key, copies.owner_of(who, site), site.digest, seed=seed, tier=depth, met=_met(who)
        )
        if dungeons.ready_copy(live.keeper, wanted) is not None:
            _enter(who, wanted)
        else:
            copies.wait(wanted, who, lambda: _enter(who, wanted))

    def _asked(self, live: Live, key: str, deepest: int) -> tuple[int, str]:
        """Return the depth and the seed that were typed, or the usual ones."""
        words = self.args.split()
        seed = " ".join(words[1:]).lower() or seed_of_today()
        usual = min(deepest, _deepest_won(live, key, self.caller.key) + 1)
        number = words[0] if words else str(usual)
        if not number.isdecimal() or not 1 <= int(number) <= deepest:
            text = _("A depth is a number from 1 to {most}: |wdescend <depth> <seed>|n.")
            raise PlayerError(text.format(most=deepest))
        if len(seed) > _MOST_SEED:
            raise PlayerError(_("That seed is too long."))
        return int(number), seed


def seed_of_today() -> str:
    """Return the seed of today's descents: the date in UTC, `2026-11-22`."""
    return timezone.now().date().isoformat()


def _deepest_won(live: Live, key: str, name: str) -> int:
    """Return the greatest depth that a character, by name, has won today in a dungeon, or 0."""
    table = DESCENTS.table(live.keeper, key, seed_of_today())
    return max((score.tier for score in table if name in score.names), default=0)


def descent_beside(live: Live, who: Character) -> tuple[str, Site] | None:
    """Return (map key, Site) of a dungeon with descents to which an exit here leads, or None."""
    for exit_obj in who.location.exits if who.location is not None else ():
        place = live.where(exit_obj.destination)
        site = None if place is None else site_of(live.grids[place[0]])
        if place is not None and site is not None and site.rules.get("descents"):
            return live.grids[place[0]].original, site
    return None


def _met(who: Character) -> tuple[str, ...]:
    """Return the riddles that a character, or somebody of its party beside it, has met."""
    party = party_of(who)
    people = [
        who,
        *(other for other in who.location.contents if party and party_of(other) == party),
    ]
    names = dict.fromkeys(name for person in people for name in dungeons.riddles_met(person))
    return tuple(names)


def _enter(who: Character, wanted: Copy) -> None:
    live = current()
    copy = dungeons.ready_copy(live.keeper, wanted)
    site = None if copy is None else site_of(live.grids[copy.key])
    if copy is None or site is None:
        return
    text = _("You go down to depth {depth}, seed {seed}.")
    who.msg(text.format(depth=copy.tier, seed=plain_text(copy.seed)))
    who.move_to(live.object((copy.key, site.start)), quiet=True, move_type="teleport")
