"""Gestures, such as `wave` and `smile at Bob`: all in the room read the same, as of `pose`."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from evennia.utils.utils import make_iter

from xyzgrid_ext.game.base.errors import PlayerError
from xyzgrid_ext.game.base.evennia_types import Character
from xyzgrid_ext.game.text.descriptions import without_article
from xyzgrid_ext.game.text.messages import plain_text, tell_room

SOCIALS = {
    "agree": lazy("{player} agrees."),
    "bow": lazy("{player} bows."),
    "cheer": lazy("{player} cheers."),
    "chuckle": lazy("{player} chuckles."),
    "clap": lazy("{player} claps."),
    "cry": lazy("{player} cries."),
    "curtsey": lazy("{player} curtseys."),
    "dance": lazy("{player} dances."),
    "frown": lazy("{player} frowns."),
    "giggle": lazy("{player} giggles."),
    "grin": lazy("{player} grins."),
    "hug": lazy("{player} is looking for a hug."),
    "kiss": lazy("{player} blows a kiss."),
    "laugh": lazy("{player} laughs."),
    "nod": lazy("{player} nods."),
    "point": lazy("{player} points somewhere."),
    "poke": lazy("{player} pokes the air."),
    "pray": lazy("{player} prays."),
    "salute": lazy("{player} salutes."),
    "shake": lazy("{player} shakes their head."),
    "shrug": lazy("{player} shrugs."),
    "sigh": lazy("{player} sighs."),
    "sing": lazy("{player} sings."),
    "smile": lazy("{player} smiles."),
    "thank": lazy("{player} is grateful."),
    "wave": lazy("{player} waves."),
    "whistle": lazy("{player} whistles."),
    "wink": lazy("{player} winks."),
    "yawn": lazy("{player} yawns."),
    "afk": lazy("{player} will be away for a while."),
}
"""A gesture -> what everybody in the room reads."""
_WITH = {
    "agree": lazy("{player} agrees with {other}."),
    "bow": lazy("{player} bows to {other}."),
    "cheer": lazy("{player} cheers for {other}."),
    "chuckle": lazy("{player} chuckles at {other}."),
    "clap": lazy("{player} claps for {other}."),
    "cry": lazy("{player} cries on the shoulder of {other}."),
    "curtsey": lazy("{player} curtseys to {other}."),
    "dance": lazy("{player} dances with {other}."),
    "frown": lazy("{player} frowns at {other}."),
    "giggle": lazy("{player} giggles at {other}."),
    "grin": lazy("{player} grins at {other}."),
    "hug": lazy("{player} hugs {other}."),
    "kiss": lazy("{player} kisses {other}."),
    "laugh": lazy("{player} laughs with {other}."),
    "nod": lazy("{player} nods to {other}."),
    "point": lazy("{player} points at {other}."),
    "poke": lazy("{player} pokes {other}."),
    "pray": lazy("{player} prays for {other}."),
    "salute": lazy("{player} salutes {other}."),
    "shake": lazy("{player} shakes hands with {other}."),
    "shrug": lazy("{player} shrugs at {other}."),
    "sigh": lazy("{player} sighs at {other}."),
    "sing": lazy("{player} sings for {other}."),
    "smile": lazy("{player} smiles at {other}."),
    "thank": lazy("{player} thanks {other}."),
    "wave": lazy("{player} waves to {other}."),
    "whistle": lazy("{player} whistles for {other}."),
    "wink": lazy("{player} winks at {other}."),
    "yawn": lazy("{player} yawns at {other}."),
    "afk": lazy("{player} waves {other} goodbye."),
}
_ALIKE = {"thanks": "thank", "applaud": "clap", "hi": "wave", "hello": "wave", "bye": "wave"}
_BEFORE = re.compile(r"^(?:goodbye )?(?:at|to|with|for) ")


def gesture(who: Character, word: str, text: str) -> bool:
    """Show everybody in the room a gesture; return False if it is none.

    Raises:
        PlayerError: if it is for somebody who is not here.
    """
    word = _ALIKE.get(word, word)
    if word not in SOCIALS or who.location is None:
        return False
    name, others = _BEFORE.sub("", text.strip().lower()), []
    if name and word != "afk":
        others = make_iter(who.search(without_article(name), quiet=True))
        if not others:
            raise PlayerError(_("There is no '{thing}' here.").format(thing=plain_text(name)))
    template = _WITH[word] if others else SOCIALS[word]
    tell_room(who.location, template, by=who, player=who, other=others[0] if others else "")
    return True
