"""Gestures, such as `wave` and `smile at Bob`: all in the room read the same, as of `pose`."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import make_iter

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.text.descriptions import bare
from xyzgrid_ext.game.text.messages import plain, tell_room

SOCIALS = {
    "agree": (lazy("{player} agrees."), lazy("{player} agrees with {other}.")),
    "bow": (lazy("{player} bows."), lazy("{player} bows to {other}.")),
    "cheer": (lazy("{player} cheers."), lazy("{player} cheers for {other}.")),
    "chuckle": (lazy("{player} chuckles."), lazy("{player} chuckles at {other}.")),
    "clap": (lazy("{player} claps."), lazy("{player} claps for {other}.")),
    "cry": (lazy("{player} cries."), lazy("{player} cries on the shoulder of {other}.")),
    "curtsey": (lazy("{player} curtseys."), lazy("{player} curtseys to {other}.")),
    "dance": (lazy("{player} dances."), lazy("{player} dances with {other}.")),
    "frown": (lazy("{player} frowns."), lazy("{player} frowns at {other}.")),
    "giggle": (lazy("{player} giggles."), lazy("{player} giggles at {other}.")),
    "grin": (lazy("{player} grins."), lazy("{player} grins at {other}.")),
    "hug": (lazy("{player} is looking for a hug."), lazy("{player} hugs {other}.")),
    "kiss": (lazy("{player} blows a kiss."), lazy("{player} kisses {other}.")),
    "laugh": (lazy("{player} laughs."), lazy("{player} laughs with {other}.")),
    "nod": (lazy("{player} nods."), lazy("{player} nods to {other}.")),
    "point": (lazy("{player} points somewhere."), lazy("{player} points at {other}.")),
    "poke": (lazy("{player} pokes the air."), lazy("{player} pokes {other}.")),
    "pray": (lazy("{player} prays."), lazy("{player} prays for {other}.")),
    "salute": (lazy("{player} salutes."), lazy("{player} salutes {other}.")),
    "shake": (lazy("{player} shakes their head."), lazy("{player} shakes hands with {other}.")),
    "shrug": (lazy("{player} shrugs."), lazy("{player} shrugs at {other}.")),
    "sigh": (lazy("{player} sighs."), lazy("{player} sighs at {other}.")),
    "sing": (lazy("{player} sings."), lazy("{player} sings for {other}.")),
    "smile": (lazy("{player} smiles."), lazy("{player} smiles at {other}.")),
    "thank": (lazy("{player} is grateful."), lazy("{player} thanks {other}.")),
    "wave": (lazy("{player} waves."), lazy("{player} waves to {other}.")),
    "whistle": (lazy("{player} whistles."), lazy("{player} whistles for {other}.")),
    "wink": (lazy("{player} winks."), lazy("{player} winks at {other}.")),
    "yawn": (lazy("{player} yawns."), lazy("{player} yawns at {other}.")),
    "afk": (lazy("{player} will be away for a while."), lazy("{player} waves {other} goodbye.")),
}
_ALIKE = {"thanks": "thank", "applaud": "clap", "hi": "wave", "hello": "wave", "bye": "wave"}
_BEFORE = re.compile(r"^(?:goodbye )?(?:at|to|with|for) ")


def gesture(who: Character, word: str, text: str) -> bool:
    """Show everybody in the room a gesture; return False if it is none.

    Raises:
        PlayerError: if it is for somebody who is not here.
    """
    rows = SOCIALS.get(_ALIKE.get(word, word))
    if rows is None or who.location is None:
        return False
    name, others = _BEFORE.sub("", text.strip().lower()), []
    if name and word != "afk":
        others = make_iter(who.search(bare(name), quiet=True))
        if not others:
            raise PlayerError(_("There is no '{thing}' here.").format(thing=plain(name)))
    template = rows[1] if others else rows[0]
    tell_room(who.location, template, by=who, player=who, other=others[0] if others else "")
    return True
