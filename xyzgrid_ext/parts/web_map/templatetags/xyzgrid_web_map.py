"""`pane_words as words` gives the texts of the panes, `pane_files as files` what parts add."""

from __future__ import annotations

from django.template import Library
from django.utils.translation import gettext as _

from xyzgrid_ext.game.parts import game_parts

register = Library()


@register.simple_tag
def pane_words() -> dict[str, str]:
    """Return the texts of the panes by name, with fields in braces for these to fill in."""
    words = {name: text for part in game_parts() for name, text in part.client_words().items()}
    return words | {
        "map": _("Map"),
        "option": _("Map beside the text"),
        "nowhere": _("There is no map of this place."),
        "here": _("You are at {name}."),
        "seen": _("{count} rooms are shown."),
        "level": _("Level {level}"),
        "up": _("Level above"),
        "down": _("Level below"),
        "smaller": _("Smaller"),
        "larger": _("Larger"),
        "home": _("Go to your position"),
        "step": _("1 step"),
        "steps": _("{count} steps"),
        "legend": _("Legend"),
        "you": _("you"),
        "new": _("not visited yet"),
        "ahead": _("your way"),
        "friend": _("your party"),
        "stub": _("an exit you have not taken"),
        "oneway": _("one way only"),
        "closed": _("closed door"),
        "locked": _("locked"),
        "stairs": _("to the level above, below"),
        "wormhole": _("wormhole"),
        "portal": _("to another map"),
        "finds": _("Finds"),
        "carried": _("You are carrying"),
        "nothing": _("Nothing."),
        "party": _("Party"),
        "party_of": _("Party {name}"),
        "no_party": _("You are not in a party."),
        "beside": _("Here with you"),
        "nobody": _("Nobody."),
        "line": _("Your command"),
        "send": _("Send"),
        "text": _("Text of the game"),
        "again": _("Connect again"),
        "options": _("Options"),
        "theme": _("Colours:"),
        "system": _("same as the system"),
        "dark": _("dark"),
        "light": _("light"),
    }


@register.simple_tag
def pane_files() -> list[str]:
    """Return the paths of static files that parts add to the web client."""
    return [file for part in game_parts() for file in part.client_files]
