"""What the game answers to words of other games that are no commands in it.

The settings name it: XYZGRID_ANSWERS = "world.answers.ANSWERS".
"""

_SELL = (
    "There is no money, and nothing is for sale. What you need can be found: |wget|n takes a "
    "thing, |winventory|n shows what you have."
)
_REST = (
    "You do not get tired, so there is no need to rest. Hearts that you lose in a dungeon come "
    "back when you leave it. |wquit|n logs you off."
)
_STATS = (
    "There are no levels and no points to collect. |wscore|n shows your progress, |wjournal|n what "
    "is left to do."
)
_TALK = (
    "Those who live here keep to themselves. |wsay|n speaks to the players in the room, and "
    "|wlook <thing>|n or |wread <sign>|n tells what a place knows."
)
_HANDLE = (
    "|wlook <thing>|n shows it closely. Where more can be done with a thing, a text names the "
    "command; |wplay|n starts a machine, and |wjournal|n tells what is left to do."
)
_FIGHT = (
    "In a dungeon, |wlook|n shows the enemies of a room, and |wattack|n tells how many blows "
    "they still take. Elsewhere there is nobody to fight."
)
_WEAR = (
    "Nothing can be worn or wielded here: what you carry works by itself. |winventory|n shows it."
)
ANSWERS = {
    **dict.fromkeys(
        ("pull", "push", "ring", "turn", "touch", "use", "light", "sit", "drink"), _HANDLE
    ),
    **dict.fromkeys(("wear", "wield", "equip", "remove"), _WEAR),
    **dict.fromkeys(("talk", "ask", "greet"), _TALK),
    **dict.fromkeys(("buy", "sell"), _SELL),
    **dict.fromkeys(("rest", "sleep"), _REST),
    **dict.fromkeys(("stats", "stat"), _STATS),
    **dict.fromkeys(("attack", "consider"), _FIGHT),
}
