"""An exit of the grid: its target, its locks, and the messages about its use."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia import CmdSet
from evennia.objects.objects import ExitCommand

from xyzgrid_ext.core.matrix.movements import is_wormhole, match_exits, parse_movement
from xyzgrid_ext.core.names import name_key
from xyzgrid_ext.game.base.evennia_types import Character, ClientSession, Looker
from xyzgrid_ext.game.base.open_locks import everybody_sees
from xyzgrid_ext.game.db import objects
from xyzgrid_ext.game.db.objects import stored_forms
from xyzgrid_ext.game.parts import parts_with_row
from xyzgrid_ext.game.text import shut_exits
from xyzgrid_ext.game.text.messages import tell_room
from xyzgrid_ext.game.travel import following
from xyzgrid_ext.game.typeclasses.on_grid import OnGrid
from xyzgrid_ext.game.visibility import needs, room_view
from xyzgrid_ext.game.visibility.viewer import is_alike
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current
from xyzgrid_ext.game.world.world import Room

_WORMHOLE = frozenset(("wormhole", "wh"))
_NUMBER = re.compile(r"\s*\d*\s*$")


def jump(caller: Character, typed: str, session: ClientSession) -> None:
    """Take the wormhole that a player has typed, such as `wh 2`, or tell why not."""
    exits = caller.location.contents_get(content_type="exit")
    visible = (exit_ for exit_ in exits if hooks.allows(exit_, caller, "search", default=True))
    ways = {direction: exit_ for exit_ in visible if (direction := objects.direction_of(exit_))}
    name = parse_movement(typed) or ""
    match match_exits(list(ways), name):
        case [way] if is_wormhole(way):
            caller.execute_cmd(ways[way].key, session=session)
        case directions:
            caller.msg(shut_exits.no_wormhole_text(name, several=len(directions) > 1))


class XYZExitCommand(ExitCommand):
    """The command for taking an exit by its name."""

    def func(self) -> None:
        """Take the exit; with a number behind its name, the wormhole that is meant."""
        if self.args.strip():
            jump(self.caller, self.raw_string, self.session)
        else:
            super().func()

    def access(
        self, srcobj: Any, access_type: str = "", default: bool = False, **kwargs: object
    ) -> bool:
        """Whether somebody may type the command, or without a named lock, whether to suggest it.

        Evennia names a lock when it looks for a typed command, and none when it collects
        suggestions. So a hidden exit can be used by those who know its name, but is never
        suggested.
        """
        allowed = bool(super().access(srcobj, access_type or "cmd", default, **kwargs))
        return allowed and (bool(access_type) or self.obj.access(srcobj, "search", default=True))

    def get_extra_info(self, caller: Character, **kwargs: object) -> str:
        """Return what tells exits of the same name apart: their targets, unless secret."""
        if room_view.is_secret(current(), caller, self.obj):
            return str(_(" (exit)"))
        return str(super().get_extra_info(caller, **kwargs))


class XYZExitMixin(OnGrid):
    """An exit that knows its position and its target."""

    exit_command = XYZExitCommand

    def create_exit_cmdset(self, exidbobj: object) -> CmdSet:
        """Return the command set of the exit.

        Each name can be typed as it is shown, and in both forms of Unicode; a number behind the
        name of a wormhole says which one is meant.
        """
        commands: CmdSet = super().create_exit_cmdset(exidbobj)  # type: ignore[misc]
        for command in commands.commands:
            names = (command.key, *command.aliases)
            if not all(name.isascii() and "|" not in name for name in names):
                command.set_aliases([form for name in names for form in stored_forms(name)])
            if not _WORMHOLE.isdisjoint(names):
                command.arg_regex = _NUMBER
        return commands

    @property
    def xyz(self) -> tuple[Any, Any, Any]:
        """The (x, y, name of the map or level) of its room."""
        return self._coordinate((objects.X, objects.Y, objects.Z))

    @property
    def xyz_destination(self) -> tuple[Any, Any, Any]:
        """The (x, y, name of the map or level) of its target."""
        return self._coordinate((objects.X_TO, objects.Y_TO, objects.Z_TO))

    @property
    def direction(self) -> str | None:
        """Its direction on the map, such as `north`, whatever its name; None if it has none."""
        return objects.direction_of(self)

    def get_display_name(self, looker: Looker | None = None, **kwargs: Any) -> str:
        """Return the name; with the alias by which it was `called`, if any: `well (west)`."""
        name = str(super().get_display_name(looker, **kwargs))
        if (called := kwargs.get("called", "")) in name_key(self.key):
            return name
        link = self.live.link_of(self)
        way = None if link is None else self.live.grids[link[0][0]].way_of(link[1])
        is_direction = way is not None and called in (way.key, *way.aliases)
        return name if is_direction else f"{called} ({name})"

    def access(
        self, accessing_obj: Any, access_type: str = "read", *args: object, **kwargs: object
    ) -> bool:
        """Whether its locks allow an access.

        To go through, a character must also meet the exit's needs. Nobody finds an exit that they
        do not see. Otherwise Evennia would reveal it, for instance by `whisper` with the first
        letter of its name.
        """
        if not super().access(accessing_obj, access_type, *args, **kwargs):
            return False
        if access_type == "search":
            return self.access(accessing_obj, "view")
        return access_type != "traverse" or not needs.unmet_needs(self, accessing_obj)

    def at_failed_traverse(self, traversing_object: Character, **kwargs: object) -> None:
        """Tell the traveller what is missing."""
        if reason := shut_exits.why_stopped(self, traversing_object):
            traversing_object.msg(reason)
        else:
            super().at_failed_traverse(traversing_object, **kwargs)  # type: ignore[misc]

    def at_traverse(
        self, traversing_object: Character, target_location: object, **kwargs: object
    ) -> None:
        """Go through the exit; watchers do not learn a secret target."""
        for part in parts_with_row("exit_target"):
            target_location = part.exit_target(self, traversing_object, target_location)
            if target_location is None:
                return  # it is being made
        link = self.live.link_of(self)
        follows = following.follows_now(traversing_object)
        if not follows and everybody_sees(self) and self._is_told_to_all(link, target_location):
            super().at_traverse(traversing_object, target_location, **kwargs)  # type: ignore[misc]
            return
        source = traversing_object.location
        # Evennia's own announcements name both rooms, so the move is quiet and these are ours
        if traversing_object.move_to(
            target_location, quiet=True, move_type="traverse", exit_obj=self
        ):
            if follows:
                following.announce_followers(traversing_object, source, target_location)
            else:
                jump = link is not None and self.live.is_wormhole(*link)
                self._announce(traversing_object, source, target_location, jump=jump)
            self.at_post_traverse(traversing_object, source)  # type: ignore[attr-defined]
        elif self.db.err_traverse:
            traversing_object.msg(self.db.err_traverse)
        else:
            self.at_failed_traverse(traversing_object)

    def _is_told_to_all(self, link: tuple[Room, int] | None, target: Any) -> bool:
        """Whether all watchers may learn which rooms the exit joins."""
        live = self.live
        if link is not None and live.is_hidden(*link):
            return False
        rooms = (live.where(self.location), live.where(target))
        return all(room is None or is_alike(live, room[0]) for room in rooms)

    def _announce(self, who: Character, source: Any, target: Any, *, jump: bool) -> None:
        leaves = (
            lazy("{object} jumps into the wormhole.") if jump else lazy("{object} goes {exit}.")
        )
        if not everybody_sees(self):  # some watchers cannot see the exit
            leaves = lazy("{object} goes somewhere.")
        comes = lazy("{object} comes out of nowhere.") if jump else lazy("{object} comes in.")
        way: str = self.key
        tell_room(source, leaves, but=who, by=who, kind="traverse", object=who, exit=way)
        tell_room(target, comes, but=who, by=who, kind="traverse", object=who)


hooks.plain_access.add(XYZExitMixin.access)
