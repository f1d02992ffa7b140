"""`teleport` and `open`: Evennia's builder commands, which here also take coordinates."""

from __future__ import annotations

from functools import partial
from inspect import cleandoc
from typing import Any

from django.utils.translation import gettext as _
from evennia import InterruptCommand
from evennia.commands.default import building

from xyzgrid_ext.core.target import Coordinates, parse_target
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.find import search
from xyzgrid_ext.game.commands.refusal import refuse_long
from xyzgrid_ext.game.on_demand import on_demand
from xyzgrid_ext.game.parts import game_parts
from xyzgrid_ext.game.travel import walking
from xyzgrid_ext.game.visibility.names import written
from xyzgrid_ext.game.visibility.resolve import place_of, room_of
from xyzgrid_ext.game.visibility.viewer import OfCharacter
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current, rules_at


class CmdTeleport(building.CmdTeleport):
    """
    teleport yourself or an object to another place

    Usage:
      tel/switch [<object> to||=] <target location>
      tel/switch [<object> to||=] <coordinates>
      tel/map [<map>]

    Examples:
      tel Limbo
      tel/quiet box = Limbo
      tel/tonone box
      tel (4,4)             on the level where you are
      tel (4,4,town)        on another map
      tel (2,2,0)           on another level of the cube where you are
      tel (2,2,0,cube)      in another cube
      tel box = (4,4,town)
      tel/map town

    Switches:
      quiet    - do not tell the people in the old and the new place
      intoexit - if the target is an exit, teleport into the exit object,
                 not to its destination
      tonone   - give the object no location, and ignore any target. After
                 that, you can name the object only by its #dbref. An object
                 that somebody is playing cannot be moved like this.
      loc      - teleport the object to the place where the target is, not
                 into the target
      map      - show a map instead, as the command |wmap|n does

    Teleports an object to a place. If you do not name an object, you yourself
    are teleported.

    The `teleport` lock of an object says who may teleport it. The
    `teleport_here` lock of a place says what may be teleported there. Admins
    and higher permissions can always teleport; builders cannot teleport
    characters, not even their own, unless a `teleport` lock lets them.
    """

    switch_options = (*building.CmdTeleport.switch_options, "map")

    def parse(self) -> None:
        """Find the object to move, and its target."""
        # Evennia's own parser searches for the target by name, and would say that it found none
        super(building.CmdTeleport, self).parse()
        self.obj_to_teleport, self.destination = self.caller, None
        if "map" in self.switches:
            return
        whole = parse_target(self.args)
        if isinstance(whole, Coordinates):  # the name of a map may contain ` to `
            self._refuse_locked(self.caller)
            self.destination = _target(self, self.args.strip())
        elif self.rhs:
            self.obj_to_teleport = search(self, self.lhs, after=f" = {self.rhs}")
            if not self.obj_to_teleport:
                raise InterruptCommand
            self._refuse_locked(self.obj_to_teleport)
            self.destination = _target(self, self.rhs, before=f"{self.lhs} = ")
        elif self.lhs:
            self.destination = _target(self, self.lhs)
        if whole.text and self.destination is None and "tonone" not in self.switches:
            raise InterruptCommand  # the search has said why

    def _refuse_locked(self, moved: Any) -> None:
        """Ask the lock before land is drawn or rooms are made for nothing."""
        if self.caller.permissions.check("Admin") or moved.access(self.caller, "teleport"):
            return
        if moved is self.caller:
            text = _("You may not teleport yourself: that is for admins.")
        else:
            text = _("You may not teleport {name}: that is for admins.")
        self.caller.msg(text.format(name=hooks.display_name(moved, self.caller)))
        raise InterruptCommand

    def func(self) -> None:
        """Move the object, or show the map."""
        if "map" in self.switches:
            self.caller.execute_cmd(f"map {self.args.strip()}".strip(), session=self.session)
        else:
            moved = self.obj_to_teleport
            before = moved.location
            super().func()
            if moved.location != before:  # or its walk would go on from there
                walking.pause(moved)


class CmdOpen(building.CmdOpen):
    """
    open a new exit from the current room

    Usage:
      open <exit> [,<return exit>] = <destination>
      open <exit> [,<return exit>] = <coordinates>

    Makes an exit. With <return exit>, it also makes an exit that leads back
    from the destination. Both exits can have aliases and a typeclass:
    name;alias;alias:typeclass. The destination is a #dbref, a name that only
    one room has, or coordinates of the grid.

    Examples:
      open kitchen = Kitchen
      open north, south = Town Center
      open cave mouth;cave = (4,4,town)
      open rift = (2,2,0,cube)

    Such an exit can join the grid to other rooms, or join two places of the
    grid. The grid never changes it, and no map shows it. To change an exit
    that is drawn on a map, change the map.

    Where players open things, such as chests and locked doors, so does this
    command without a `=`.
    """

    def access(self, srcobj: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the caller may build, or may open something where it is."""
        opens = rules_at(getattr(srcobj, "location", None)).opens
        return opens or bool(super().access(srcobj, *args, **kwargs))

    def get_help(self, caller: Any, cmdset: Any) -> str:
        """Return the help; for players who cannot build, that on what they may open."""
        text = next(filter(None, (part.open_help for part in game_parts())), "")
        if text and not super().access(caller, "cmd"):
            return _(cleandoc(text))
        return str(super().get_help(caller, cmdset))

    def parse(self) -> None:
        """Find the target of the exit; where players may open something, open that."""
        rules = rules_at(self.caller.location)
        if rules.opens and not ("=" in self.args and super().access(self.caller, "cmd")):
            try:
                rules.open(self.caller, self.args.strip())
            except PlayerError as err:
                self.msg(str(err))
            raise InterruptCommand
        # as above: Evennia's own would search for the coordinates by name
        building.ObjManipCommand.parse(self)
        self.location = self.caller.location
        if not self.rhs or not all(found["name"] for found in self.lhs_objs):
            self.msg(
                _("Usage: open <exit>[;alias...] [,<return exit>] = <destination or (x,y,map)>")
            )
            raise InterruptCommand
        if not self.location:
            self.msg(_("You are not in a room, so you cannot open an exit."))
            raise InterruptCommand
        self.destination = _target(self, self.rhs, before=f"{self.lhs} = ")
        if not self.destination:
            raise InterruptCommand
        first = self.lhs_objs[0]
        self.exit_name, self.exit_aliases = first["name"], first["aliases"]
        self.exit_typeclass = first["option"]
        if not self.exit_typeclass:
            classes = (part.exit_typeclass(self.destination) for part in game_parts())
            self.exit_typeclass = next(filter(None, classes), self.exit_typeclass)

    def create_exit(
        self,
        exit_name: str,
        location: Any,
        destination: Any,
        exit_aliases: Any = None,
        typeclass: Any = None,
    ) -> Any:
        """Make the exit, unless it would change an exit of the grid, which spawn would undo."""
        live = current()
        for found in self.caller.search(exit_name, location=location, quiet=True, exact=True):
            if live.link_of(found) is not None:
                told = _(
                    "'{name}' is an exit drawn on the map: change it in the map, or use "
                    "another name."
                )
                self.msg(told.format(name=found.key))
                return None
        return super().create_exit(exit_name, location, destination, exit_aliases, typeclass)


def _target(command: Any, text: str, before: str = "") -> Any | None:
    """Return the object with a name or at coordinates; `before` is as in `search`.

    If there is none, the caller gets a message. Then the command ends for coordinates, and the
    result is None for a name.
    """
    try:
        refuse_long(text)
    except PlayerError as err:
        command.caller.msg(str(err))
        raise InterruptCommand from err
    if isinstance(target := parse_target(text), Coordinates):
        return _room_object(command, target)
    return search(command, text, before)


def _room_object(command: Any, coordinates: Coordinates) -> Any:
    """Return the room at coordinates; if there is none, end the command with a message.

    If an endless land must be drawn first, the command runs again after that.
    """
    caller, live = command.caller, current()
    again = partial(caller.execute_cmd, command.raw_string, session=command.session)
    try:
        place = place_of(coordinates, live, OfCharacter(live, caller))
        ready = on_demand().ready(live, place, again)
        if ready is None:
            wait = _("The land at {place} is being drawn. A moment, please.")
            raise PlayerError(wait.format(place=written(live, place)))
        live, room = ready, room_of(place, ready)
        target = on_demand().ensure(live, room)
        if target is None:
            told = written(live, live.router.place(room))
            raise PlayerError(
                _("The room at {place} has not been spawned.").format(place=told),
                _("`evennia xyzgrid spawn` spawns it."),
            )
    except PlayerError as err:
        caller.msg(str(err))
        raise InterruptCommand from err
    return target
