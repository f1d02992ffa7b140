"""`study`: reveals rooms of a map from a chart, or from another thing that shows them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from xyzgrid_ext.game.base import limits
from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.commands.refusal import HelpedCommand
from xyzgrid_ext.game.travel import exploring
from xyzgrid_ext.game.visibility.dungeon_state import title
from xyzgrid_ext.game.world import hooks
from xyzgrid_ext.game.world.current import current


class CmdStudy(HelpedCommand):
    """
    learn rooms from a chart, or from anything else that shows a map

    Usage:
      study <thing>

    You then know the rooms on it as if you had been there: they appear on your
    map, and goto can find them.
    """

    key = "study"
    locks = "cmd:all()"
    help_category = "General"

    def func(self) -> None:
        """Study the thing, or report why that fails."""
        text = self.args.strip()[: limits.most("typed")]
        if not text:
            self.caller.msg(_("Usage: study <thing>"))
            return
        thing = self.caller.search(text)
        if thing is None:
            return  # it has been told
        try:
            self.caller.msg(self._learnt(thing))
        except PlayerError as err:
            self.caller.msg(str(err))

    def _learnt(self, thing: object) -> str:
        live = current()
        name = hooks.display_name(thing, self.caller)
        found = exploring.study(live, self.caller, thing)
        if not found:
            return _("{thing} does not show a map.").format(thing=name)
        lines = []
        for key, new in found.items():
            text = _("{thing} shows nothing of {map} that you do not already know.")
            if new:
                text = ngettext(
                    "{thing} shows you {number} room of {map}. See |wmap {map}|n.",
                    "{thing} shows you {number} rooms of {map}. See |wmap {map}|n.",
                    new,
                )
            line = text.format(thing=name, number=new, map=title(live.grids[key]))
            lines.append(line[:1].upper() + line[1:])
        return "\n".join(lines)
