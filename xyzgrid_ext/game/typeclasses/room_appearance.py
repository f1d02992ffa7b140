"""A room of the grid: its name, its text, its exits and the map above them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from evennia.contrib.grid.xyzgrid import xyzroom as contrib
from evennia.objects.objects import DefaultCharacter, DefaultObject
from evennia.objects.objects import DefaultObject as _Object
from evennia.utils.utils import iter_to_str, make_iter

from xyzgrid_ext.core.markup import text_width
from xyzgrid_ext.core.spawn import XYZ
from xyzgrid_ext.game.base.evennia_types import Looker, RoomMixin, RoomObject
from xyzgrid_ext.game.base.language import translating_for
from xyzgrid_ext.game.base.open_locks import sees_all
from xyzgrid_ext.game.db import memory, objects
from xyzgrid_ext.game.parts import map_rules_of, parts_with_row
from xyzgrid_ext.game.text import descriptions, room_map, screenreader, screens, shut_exits
from xyzgrid_ext.game.text.screenreader import room as spoken
from xyzgrid_ext.game.text.screenreader.text import as_sentence, unwrap_lines
from xyzgrid_ext.game.travel import following, walking
from xyzgrid_ext.game.typeclasses.on_grid import OnGrid, parse_map_name
from xyzgrid_ext.game.visibility import room_view
from xyzgrid_ext.game.visibility.viewer import explored_rooms, hides_room, knows_room, map_refusal
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import rules_at
from xyzgrid_ext.game.world.world import Room

# bound here: what stands in its place in the contrib's module, in a test for example, is not above
_ContribRoom = contrib.XYZRoom
_NO_TEMPLATE = str.maketrans({"{": "{{", "}": "}}", "$": r"\$"})


class RoomAppearance(OnGrid, RoomMixin):
    """The names and texts of a room of the grid, as each looker gets them."""

    def __str__(self) -> str:
        # commands of Evennia put rooms into what they say, and the contrib's is for programmers
        return str(self.key)

    @property
    def here(self) -> Room | None:
        """The room of the grid that the object represents; None if it is on no map."""
        return self.live.where(self)

    @property
    def xyz(self) -> tuple[Any, Any, Any]:
        """The room's (x, y, name of the map or level)."""
        if (here := self.here) is not None:
            grid = self.live.grids[here[0]]
            x, y, z = grid.coord(here[1])
            return x, y, parse_map_name(grid.zname(z))
        return self._coordinate((objects.X, objects.Y, objects.Z))

    def get_display_name(self, looker: Looker | None = None, **kwargs: object) -> str:
        """Return the name, even for builders, because Evennia numbers rooms of the same name by it.

        A looker who may not know the room, such as one who sees somebody leave for it, gets a
        vaguer name.
        """
        if self._is_unknown_to(looker):
            return str(_("somewhere"))
        # the contrib's own adds coordinate and number, and Evennia the number once more
        return str(super(_ContribRoom, self).get_display_name(looker, **kwargs))

    def _is_unknown_to(self, looker: Looker | None) -> bool:
        if not isinstance(looker, DefaultObject) or looker.location is self:
            return False
        here = (live := self.live).where(self)
        return here is not None and not knows_room(live, looker, here)

    def get_extra_display_name_info(self, looker: Looker | None = None, **kwargs: object) -> str:
        """Return the coordinate and id that builders see after the name of a room."""
        extra: str = super().get_extra_display_name_info(looker, **kwargs)  # type: ignore[misc]
        # Evennia adds an id only for builders, so the lock need not be checked again
        coordinate = self._coordinate_for(looker) if extra else ""
        if looker is None or not screenreader.is_on(looker):
            return f"{coordinate}{extra}"
        coordinate = spoken.coordinate_text(coordinate, extra)
        parts = filter(None, (spoken.level_text(self.live, looker, self.here), coordinate))
        return "".join(f", {part}" for part in parts) + "."

    def get_display_desc(self, looker: Looker, **kwargs: Any) -> str:
        """Return the description with its parts joined; for screen readers, without line breaks."""
        text = super().get_display_desc(looker, **kwargs)
        return unwrap_lines(text) if screenreader.is_on(looker) else text

    def get_display_characters(self, looker: Looker, **kwargs: object) -> str:
        """Return the characters here; for screen readers, as a sentence."""
        text: str = super().get_display_characters(looker, **kwargs)  # type: ignore[misc]
        return self._with_links(text, "character", looker, **kwargs)

    def get_display_things(self, looker: Looker, **kwargs: object) -> str:
        """Return the things here; for screen readers, as a sentence."""
        text: str = super().get_display_things(looker, **kwargs)  # type: ignore[misc]
        return self._with_links(text, "object", looker, **kwargs)

    def _with_links(self, text: str, kind: str, looker: Looker, **kwargs: object) -> str:
        """Return a list of what is here: each name is a link that looks at it."""
        if not text or screenreader.is_on(looker):
            return as_sentence(text) if text else text
        if not screens.takes_links(looker):
            return text
        links: dict[str, str] = {}
        for each in self.contents_get(content_type=kind):
            name = hooks.display_name(each, looker, **kwargs)
            if kind == "object":
                name = each.get_numbered_name(1, looker, key=name)[0]
            links[name] = screens.link_markup(f"look {each.key}", name)
        # the longest first: one name may be a part of another
        names = "|".join(map(re.escape, sorted(links, key=len, reverse=True)))
        return re.sub(names, lambda match: links[match[0]], text) if names else text

    def get_extra_info(self, looker: Looker, **kwargs: object) -> str:
        """Return the coordinate, by which builders distinguish rooms of the same name."""
        extra: str = super().get_extra_info(looker, **kwargs)  # type: ignore[misc]
        coordinate = self._coordinate_for(looker)
        return f" {coordinate}{extra}" if coordinate else extra

    def _coordinate_for(self, looker: Looker | None) -> str:
        if looker is None or not sees_all(looker):
            return ""
        return self.live.place_text(XYZ(*self.xyz))

    def get_display_exits(self, looker: Looker, **kwargs: object) -> str:
        """Return the exits in the order of the map; "" on a map that is hidden from the looker."""
        if hides_room(self.live, looker, self):
            return ""
        if screenreader.is_on(looker):
            return spoken.exits_text(self.live, looker, self)
        exits = hooks.exits_of(self, looker)
        listed = [hooks.display_name(exi, looker, **kwargs) for exi in exits]
        if screens.takes_links(looker):
            listed = [screens.link_markup(exi.key, n) for exi, n in zip(exits, listed, strict=True)]
        only_exits = listed
        if exits and looker is not None and rules_at(self).shows_exit_targets:
            listed = self._with_targets(exits, listed, looker)
        # `north and south to Market Square` would seem to say that both lead there
        is_unclear = len(exits) == 2 and listed[0] == only_exits[0] and listed != only_exits
        shut = [shut_exits.lock_mark(exi, looker) for exi in exits]
        listed = [f"{n} |x({why})|n" if why else n for n, why in zip(listed, shut, strict=True)]
        names = "; ".join(listed) if is_unclear else iter_to_str(listed, endsep=_(", and"))
        return f"|w{_('Exits')}:|n {names}" if names else ""

    def _with_targets(
        self, exits: Iterable[Any], names: Iterable[str], looker: Looker
    ) -> list[str]:
        """Return the names of exits, with the rooms behind them if the looker knows these."""
        live, known, listed = self.live, explored_rooms(looker), []
        text: str = _("{exit} to {room}")
        for exit_obj, name in zip(exits, names, strict=True):
            target = live.room_of(exit_obj.db_destination_id)
            if (
                target is not None
                and (explored := known.get(target[0])) is not None
                and live.grids[target[0]].coord(target[1]) in explored
                and not room_view.is_secret(live, looker, exit_obj)
            ):
                room = hooks.display_name(exit_obj.destination, looker)
                name = text.format(exit=name, room=room)
            listed.append(name)
        return listed

    def get_display_footer(self, looker: Looker, **kwargs: object) -> str:
        """Return what parts (add-ons) of the game have to say of the room, line by line."""
        footer: str = super().get_display_footer(looker, **kwargs)  # type: ignore[misc]
        lines = (part.room_lines(self, looker) for part in parts_with_row("room_lines"))
        return "\n".join(filter(None, (footer, *lines)))

    def msg_contents(
        self, text: object = None, exclude: object = None, *args: object, **kwargs: object
    ) -> None:
        """Send a message to all objects in the room except exits that cannot hear.

        The text of a pose is escaped, since Evennia's `pose` passes it on as a template. Followers
        of somebody who walks by `goto` do not hear of each step: they take it themselves.
        """
        speaker = args[0] if args else kwargs.get("from_obj")
        deaf = unaddressed(self, speaker, exclude)
        match text:
            case (str(posed), {"type": "pose"}) if not kwargs.get("mapping"):
                text = (posed.translate(_NO_TEMPLATE), {"type": "pose"})
            case (_, {"type": "traverse"}) if isinstance(speaker, DefaultCharacter):
                deaf = deaf.plus(following.walking_followers(speaker))
        super().msg_contents(text, deaf, *args, **kwargs)

    def return_appearance(self, looker: Looker, **kwargs: object) -> str:
        """Return the text of the room in the looker's language; `at_desc` sends the map.

        Keywords that begin with `map_`, such as `map_visual_range`, are for that map.
        """
        if looker is not None:
            style = {name: value for name, value in kwargs.items() if name.startswith("map_")}
            if style:
                looker.ndb.xyzgrid_map_style = self.pk, style
        # the contrib's own method would send a map; the game's room comes after it
        with translating_for(looker):
            text: str = super(_ContribRoom, self).return_appearance(looker, **kwargs)
        return text

    def map_appearance(self, looker: Looker, **kwargs: object) -> str:
        """Return the map around this room as the looker sees it; empty if there is none to show."""
        live = self.live
        here = live.where(self)
        if here is None or map_refusal(live, looker, here[0]):
            return ""
        grid = live.grids[here[0]]
        if screenreader.is_on(looker) or map_rules_of(grid).hides_map(live, here, looker):
            return ""
        options = grid.options
        style = room_map.map_style(self, options, kwargs)
        if not style.display:
            return ""
        lines = 0
        if not style.fill_all:
            lines = max(map(text_width, hooks.appearance(self, looker, **kwargs).split("\n")))
        return room_map.room_map(
            live, looker, here, style, lines, walking.steps_ahead(live, looker)
        )

    def at_desc(self, looker: Looker | None = None, **kwargs: object) -> None:
        """Send the map to a looker, tagged so that clients can show it separately."""
        super().at_desc(looker=looker, **kwargs)  # type: ignore[misc]
        if looker is None:
            return
        if (given := looker.ndb.xyzgrid_map_style) is not None:
            del looker.ndb.xyzgrid_map_style
            kwargs = given[1] | kwargs if given[0] == self.pk else kwargs
        with translating_for(looker):
            text = self.map_appearance(looker, **kwargs)
            if text and not memory.was_told(looker, "letters"):
                text += self._letters_hint(looker, text, kwargs)
        if text:
            looker.msg(text=(text, {"type": "xymap"}), options=None)
        self._note_read(looker)

    def _note_read(self, looker: Looker) -> None:
        description = self.db.desc
        if not looker.has_account:
            return
        for part in parts_with_row("room_shown"):
            part.room_shown(self, looker)
        if descriptions.is_in_parts(description):
            descriptions.note_read(description, looker, self)

    def _letters_hint(self, looker: Looker, text: str, given: Mapping[str, object]) -> str:
        """Return the line below the first map with letters that a player sees."""
        here = self.here
        if here is None or not looker.has_account:
            return ""
        grid, sheet = self.live.grids[here[0]], self.live.sheet_near(here, 0)
        symbol = room_map.map_style(self, grid.options, given).character_symbol or ""
        if hint := room_map.letters_hint(grid, sheet, symbol, text):
            memory.note_told(looker, "letters")
            return f"\n{hint}"
        return ""


# --- who cannot hear, so that no text is made for them


class Unaddressed(tuple[Any, ...]):
    """Objects that get no message: the members, and exits whose ids are in `deaf`.

    Comparing two of Evennia's objects takes as long as sending a message to one.
    """

    deaf: Collection[int] = ()

    def plus(self, others: Collection[object]) -> Unaddressed:
        """Return these objects and others."""
        if not others:
            return self
        more = Unaddressed((*self, *others))
        more.deaf = self.deaf
        return more

    def __contains__(self, obj: object) -> bool:
        return getattr(obj, "id", None) in self.deaf or tuple.__contains__(self, obj)


def unaddressed(room: RoomObject, speaker: object, exclude: object) -> Unaddressed:
    """Return the objects in a room that get no message from `speaker`, or from nobody (None).

    `exclude` is an object, or several, that get none for another reason.
    """
    others = Unaddressed(make_iter(exclude) if exclude else ())
    if speaker is None or not _handles_sent(type(speaker)):
        ways = room.contents_get(content_type="exit")
        others.deaf = {
            way.id for way in ways if not (_handles_received(type(way)) or way.db_sessid)
        }
    return others


def _handles_received(cls: Any) -> bool:
    """Whether a class handles the messages that it gets."""
    return cls.msg is not _Object.msg or cls.at_msg_receive is not _Object.at_msg_receive


def _handles_sent(cls: object) -> bool:
    """Whether a class handles the messages that it sends; unknown classes may."""
    return getattr(cls, "at_msg_send", None) is not _Object.at_msg_send
