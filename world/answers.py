"""What the game answers to words of other games that are no commands in it.

The settings name it: XYZGRID_ANSWERS = "world.answers.ANSWERS".
"""

_SELL = (
    "There is no money in Lantern Quay since the flood took the mint. What you need can be found."
)
_REST = "You sit down for a moment. Nobody here gets tired but the lamp lighter, and he is out."
_STATS = "You are as strong as you came. What counts here is what you have seen: |wscore|n."
_TALK = "Nobody answers. |wsay|n speaks to all who are here."
_FIGHT = "There is nobody here to fight. In the Cistern, down the old well, there is."
_WEAR = "You have nothing to put on, and the wind has gone through worse coats than yours."
_LEVELS = (
    "Each machine of the arcade has its own: |wlook|n at it names them, |wscore|n counts them."
)
_MAGIC = "Nothing happens. What magic there was in this town went into the glass."
_TRAIN = "Nobody teaches here. You learn by looking closely."
_HOURS = "Somewhere a bell strikes the hour, a little late, as all bells do here."
_EAT = "It smells of bread, but the bread is for those who live here."
_RULES = "Be kind, close what you open, and do not feed the gulls."
_CREDITS = "It is made of Evennia, of its XYZGrid, and of glass."
_XYZZY = "A hollow lantern says: Fool."
_NO = "Lantern Quay is too small for that."
ANSWERS = {
    **dict.fromkeys(("wear", "wield", "equip", "remove", "hold", "unwield"), _WEAR),
    **dict.fromkeys(("talk", "ask", "greet", "order"), _TALK),
    **dict.fromkeys(
        ("buy", "sell", "list", "value", "gold", "money", "worth", "pay", "deposit", "bank"), _SELL
    ),
    **dict.fromkeys(("rest", "sleep", "stand", "meditate"), _REST),
    **dict.fromkeys(("stats", "stat", "level", "exp", "xp", "skills", "attributes"), _STATS),
    **dict.fromkeys(("attack", "consider", "con", "backstab", "wimpy"), _FIGHT),
    **dict.fromkeys(("cast", "spells", "spell", "mana", "chant", "recite"), _MAGIC),
    **dict.fromkeys(("train", "practice", "practise", "learn", "gain"), _TRAIN),
    **dict.fromkeys(("time", "date", "weather", "calendar"), _HOURS),
    "levels": _LEVELS,
    "rules": _RULES,
    "trust": "You do. It is what got you here.",
    "credits": _CREDITS,
    "xyzzy": _XYZZY,
    **dict.fromkeys(("eat", "cook"), _EAT),
    **dict.fromkeys(("guild", "clan", "auction", "pk", "vote", "mail", "rent", "steal"), _NO),
}
