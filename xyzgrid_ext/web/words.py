"""The texts of the web client's pane, in the language of the game."""

from __future__ import annotations

from django.utils.translation import gettext as _


def pane_words() -> dict[str, str]:
    """Texts by the names that the pane has for them; it fills in what is in braces."""
    return {
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
        "home": _("To where you are"),
        "step": _("1 step"),
        "steps": _("{count} steps"),
        "legend": _("Legend"),
        "you": _("you"),
        "new": _("not visited yet"),
        "ahead": _("your way"),
        "friend": _("your party"),
        "stub": _("a way you have not gone"),
        "oneway": _("one way only"),
        "closed": _("closed door"),
        "locked": _("locked"),
        "stairs": _("stairs"),
        "wormhole": _("wormhole"),
        "portal": _("to another map"),
        "keys_on": _("Keys: board"),
        "keys_off": _("Keys: text"),
        "stop": _("Stop (Escape)"),
        "finds": _("Finds"),
        "carried": _("You carry"),
        "nothing": _("Nothing."),
        "held": _("Found in this dungeon"),
        "party": _("Party"),
        "party_of": _("Party {name}"),
        "no_party": _("You are in no party."),
        "beside": _("Here with you"),
        "nobody": _("Nobody."),
        "journal": _("Journal"),
        "read_journal": _("Read the journal"),
        "no_journal": _("Nothing read yet."),
        "theme": _("Colours:"),
        "system": _("as in the system's settings"),
        "dark": _("dark"),
        "light": _("light"),
        "undo": _("Undo"),
        "restart": _("Restart"),
        "hint": _("Hint"),
        "next": _("Next"),
    }
