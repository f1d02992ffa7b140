"""Commands about dungeons as a whole: `dungeon` for builders, `dungeon scores` for all."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from evennia.utils.ansi import raw
from twisted.python.failure import Failure

from xyzgrid_ext.core.coords import map_key
from xyzgrid_ext.core.findings import MapError, RefusedError
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.base.open_locks import passes_lock
from xyzgrid_ext.game.base.task import Steps, begin, log_failure
from xyzgrid_ext.game.cli.jobs import JobReport, Order, spawn
from xyzgrid_ext.game.cli.report import size_text
from xyzgrid_ext.game.commands.refusal import HelpedCommand, WholeWordCommand, room_of_caller
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.text import screens
from xyzgrid_ext.game.typeclasses.script import GridScript
from xyzgrid_ext.game.visibility.names import name_of, place_text
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.parts.dungeons.core import order as dungeon_order
from xyzgrid_ext.parts.dungeons.core.order import SHARED
from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.dungeons.game import actions, descents, overview, scores
from xyzgrid_ext.parts.dungeons.game import stored as dungeons
from xyzgrid_ext.parts.dungeons.game import text as dungeon_words
from xyzgrid_ext.parts.dungeons.game.commands import HELP_CATEGORY, is_inside
from xyzgrid_ext.parts.dungeons.game.maps import known_catalogues, order_findings

DUNGEON = "dungeon"
"""The job that makes a dungeon which a builder orders, for `jobs.submit`."""
_NAME = re.compile(r"[^\W_][\w '-]{0,39}")


class CmdDungeonScores(WholeWordCommand):
    """
    see who has finished a dungeon, and how fast

    Usage:
      dungeon scores [<dungeon>]

    The time runs from the moment the first of you goes in until one of you
    reaches the last room. After a reset, a dungeon can be won again.
    """

    key = "dungeon scores"
    help_category = HELP_CATEGORY

    def do(self) -> None:
        """Show the table."""
        self.msg(_scores(self.caller, self.args.strip()))


def _scores(caller: Character, text: str) -> str:
    """Return the table of a dungeon, by default of the caller's own."""
    live = current()
    if text:
        dungeon_key = overview.dungeon_by_name(live, text)
    elif is_inside(caller):
        key = room_of_caller(live, caller)[0]
        dungeon_key = map_key(live.grids[key].original)
    elif (place := descents.descent_beside(live, caller)) is not None:
        dungeon_key = place[0]
    else:
        names = overview.dungeons_with_scores(live)
        if len(names) != 1:
            return dungeon_words.tables_text(names)
        dungeon_key = overview.dungeon_by_name(live, names[0])
    today = scores.DESCENTS.table(live.keeper, dungeon_key, descents.seed_of_today())
    tables = (
        dungeon_words.scores_text(caller, *overview.dungeon_scores(live, dungeon_key)),
        dungeon_words.deepest_text(caller, today),
    )
    return "\n".join(filter(None, tables))


class CmdDungeon(HelpedCommand):
    """
    make, prove, reset and delete dungeons

    Usage:
      dungeon list
      dungeon new <name> [seed=<seed>] [tier=<1-99>] [floors=<1-9>] [<more> ...]
      dungeon prove <name>
      dungeon reset <name>
      dungeon scores [<name>]
      dungeon delete <name> [yes]

    Examples:
      dungeon new the deep seed=7 tier=3 floors=2
      dungeon new vault copies=party lease=20
      dungeon new pit outside=3,3,town reset=60
      dungeon new den outside="3,0,the large tree"

    A new dungeon leads out to the room you are in, unless you set `outside`.
    Its rooms are made at once. You are then told where its entrance is, and how
    to make an exit that leads there. `copies` is one of: shared, party,
    character. `lease` is the number of minutes that an empty copy waits for its
    players to come back. `reset` is never, or a number of minutes after the last
    player has left. You can also set any parameter of the generator: rooms, keys,
    cycles, one_way, seals ...

    `prove` shows whether the dungeon can be won no matter how it is played, where
    its keys are, what its doors need, and one way through it. `reset` closes all
    doors, fills all chests, and takes everybody inside back to the entrance.
    `delete` removes a dungeon that was made with `new`, its rooms and its copies.
    Everybody inside is moved out.
    """

    key = "dungeon"
    locks = "cmd:perm(Builder)"
    help_category = "Building"
    arg_regex = r"\s|$"

    def func(self) -> None:
        """Run the subcommand, or report why it fails."""
        word, _blank, rest = self.args.strip().partition(" ")
        try:
            if word.lower() not in _WORDS:
                raise PlayerError(_("Usage: dungeon list, new, prove, reset or delete"))
            _WORDS[word.lower()](self, rest.strip())
        except (PlayerError, MapError) as err:
            self.msg(str(err))

    def list_all(self, text: str) -> None:
        """List all dungeons."""
        if text:
            raise PlayerError(_("Usage: dungeon list"))
        lines = list(overview.dungeon_lines(current()))
        if lines:
            screens.show_paged(self.caller, raw("\n".join(lines)), self.session)
        else:
            self.msg(_("There are no dungeons. |wdungeon new|n makes one."))

    def make(self, text: str) -> None:
        """Order a new dungeon, which a job makes."""
        name, values = dungeon_order.parse(text)
        live = current()
        if not name:
            raise PlayerError(_("Usage: dungeon new <name> [seed=...] [tier=...] [floors=...]"))
        if live.level(name) is not None:
            raise PlayerError(_("There is already a map '{name}'.").format(name=name))
        if not _NAME.fullmatch(name):  # copies, and what cannot be typed after `open`
            raise PlayerError(
                _("A dungeon cannot have that name."),
                _("Use letters, digits, spaces and hyphens, 40 characters at most."),
            )
        self._check_catalogue(values)
        if "outside" not in values and (here := live.where(self.caller.location)) is not None:
            if here[0] in live.copies:
                raise PlayerError(
                    _("You are in a copy of a dungeon, and copies do not last."),
                    _("Say where the new dungeon leads out: outside=<x>,<y>,<map>."),
                )
            values["outside"] = tuple(live.xyz(here))
        reference = dungeon_order.order_text(name, **values)
        if faults := order_findings(reference):
            raise RefusedError(faults)
        x, y, *sheet, place = values.get("outside", ("", "", ""))
        if place and live.room_at_xyz(x, y, ":".join(map(str, (place, *sheet)))) is None:
            raise PlayerError(
                _("The place where the dungeon would lead out is not a room."),
                _("Go to the place where it should lead out, or write outside=<x>,<y>,<map>."),
            )
        jobs.submit(DUNGEON, [reference], asker=self.caller.id)
        self.msg(_("The dungeon is being made. You will be told where its entrance is."))

    def _check_catalogue(self, given: Mapping[str, object]) -> None:
        """Refuse modules that no map names: to import one runs its code.

        Raises:
            PlayerError: the same whether there is such a module or not.
        """
        catalogues = known_catalogues()
        name = str(given.get("catalogue", catalogues[0]))
        if name not in catalogues and not passes_lock(self.caller, "perm(Developer)"):
            raise PlayerError(
                _("There is no catalogue '{name}'.").format(name=raw(name)),
                _("Known catalogues: {names}.").format(names=", ".join(catalogues)),
            )

    def prove(self, text: str) -> None:
        """Show the proof that a dungeon can be won."""
        if not text:
            raise PlayerError(_("Usage: dungeon prove <name>"))
        begin(overview.proof_steps(current(), text), self._show, failed=self._refused)

    def _show(self, lines: list[str]) -> None:
        screens.show_paged(self.caller, raw("\n".join(lines)), self.session)

    def _refused(self, failure: Failure) -> None:
        if failure.check(PlayerError, MapError):
            self.msg(str(failure.value))
        else:
            log_failure(failure)

    def scores(self, text: str) -> None:
        """Show a dungeon's table, where the command `dungeon scores` of players is not in use."""
        self.msg(_scores(self.caller, text))

    def reset(self, text: str) -> None:
        """Reset a dungeon to its state before the first visit."""
        live = current()
        key, site = overview.site_by_name(live, text)
        keys = [key]
        if key in live.grids and site.copies != SHARED:  # the original of copies has no visitors
            copies = dungeons.all_copies(live.keeper).values()
            keys = [copy.key for copy in copies if copy.map == key and copy.key in live.copies]
        moved = sum(actions.reset_dungeon(live, key) for key in keys)
        message = ngettext(
            "{name} has been reset. {number} character is back at its entrance.",
            "{name} has been reset. {number} characters are back at its entrance.",
            moved,
        )
        self.msg(message.format(name=key, number=moved))

    def delete(self, text: str) -> None:
        """Delete a dungeon that `new` has made, after confirmation."""
        name, _blank, sure = text.rpartition(" ")
        if sure.lower() != _("yes"):
            name, sure = text, ""
        if not name:
            raise PlayerError(_("Usage: dungeon delete <name>"))
        live = current()
        key, _site = overview.site_by_name(live, name)
        if key in live.copies:
            raise PlayerError(
                _("'{name}' is a copy of a dungeon.").format(name=key),
                _("It is removed once nobody is in it. |wdungeon reset|n resets it."),
            )
        if not dungeon_order.is_dungeon_order(live.loaded[key].reference):
            raise PlayerError(
                _("'{name}' comes from a map module.").format(name=key),
                _("It can be removed on the server: evennia xyzgrid delete."),
            )
        if not sure:
            warning = _(
                "This would remove its {number} rooms, its copies and all progress in them.\n"
                "Type |wdungeon delete {name} yes|n to remove it."
            )
            self.msg(warning.format(name=key, number=live.grids[key].rooms))
            return
        actions.bring_out(live, key)
        jobs.submit("delete", [key], asker=self.caller.id)
        self.msg(_("{name} is being removed.").format(name=key))


_WORDS = {
    "delete": CmdDungeon.delete,
    "list": CmdDungeon.list_all,
    "new": CmdDungeon.make,
    "prove": CmdDungeon.prove,
    "reset": CmdDungeon.reset,
    "scores": CmdDungeon.scores,
}


def make_dungeon(grid: GridScript, order: Order) -> Steps[JobReport]:
    """Make the dungeon that a builder ordered, with its rooms, as a job; return its report."""
    (loaded_map,) = yield from grid.add_steps(order.names, order.pace)
    report = yield from spawn(grid, Order((loaded_map.name,), order.pace))
    live, key = grid.live, map_key(loaded_map.name)
    site = site_of(live.grids[key])
    if site is None or loaded_map.grid is None or live.spawned_count(key) != loaded_map.grid.rooms:
        return report
    entrance = live.grids[key].place(site.start)
    lines = (
        f"The dungeon '{loaded_map.name}' is ready: {size_text(loaded_map.grid)}.".replace(
            ", ", " and "
        ),
        f"Its entrance is {name_of(live, (key, site.start))}: type",
        f"  open {loaded_map.name.split()[-1]} = {place_text(live, entrance)}",
        "and the place where you stand then has a way in.",
    )
    return JobReport((*(str(finding) for finding in loaded_map.findings), *lines))
