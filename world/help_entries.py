"""Help for players, loaded through Evennia's FILE_HELP_ENTRY_MODULES.

Entries are named so that none hides the help of a command (`map`, `goto`, `path`, …).
"""

from inspect import cleandoc

CATEGORY = "Getting around"


def _entry(key: str, aliases: list[str], text: str, locks: str = "") -> dict[str, object]:
    entry = {"key": key, "aliases": aliases, "category": CATEGORY, "locks": locks}
    return entry | {"text": cleandoc(text)}


HELP_ENTRY_DICTS = [
    _entry(
        "start here",
        ["xyzgrid", "newcomers", "getting around"],
        """
        Walk by typing the name of an exit, such as |wnorth|n or |wforward|n, or its
        short form, |wn|n or |wfo|n. |wlook|n shows the room again.

        |wmap|n                 see what is around you; you are the |w@|n
        |wgoto the tavern|n     walk there, through any number of maps
        |wgoto|n                stop walking
        |wpath the library|n    show the path, step by step, without walking
        |wpath clear|n          forget the path
        |wtalk tansy|n          talk to somebody who lives here; she is in the tavern

        You can name a place by its name, a short name (|wgoto square|n), or its
        coordinates. Upper and lower case make no difference.

        Where to go first:
        |wgoto the square|n      |wread sign|n there: it names the places to go
        |wgoto the works gate|n  explore the Drowned Glassworks
        |wgoto the lamp|n        climb the old lighthouse, floor by floor
        |wgoto the oil cellar|n  enter the caves below, which nobody has mapped yet

        |whelp|n lists more, in its last lines.
        """,
    ),
    _entry(
        "maps",
        ["reading maps", "levels", "todo"],
        """
        Some maps have a single level, like the town. Others are a cube: the levels
        lie one behind the other, and on each of them x goes to the right and y goes
        up. Others again are a tower, like the lighthouse: the levels lie one above
        the other, joined by stairs.

        |wmap|n      the level that you are on
        |wmap +|n    the next level: one step forward, or the floor above
        |wmap -|n    the level before: one step backward, or the floor below
        |wmap 3|n    level number 3; the first one is 0

        Some places have no map until you explore them. There, |wmap|n shows where you
        have been and where exits lead on. |wmap todo|n lists the exits that you have
        not taken yet, and |wmap explored|n shows how much you have seen. Charts show
        you more: |wstudy|n them.

        On a level of a cube:
        |w@|n  you
        |w#|n  a room; a line joins two rooms, an arrow leads one way only
        |wf|n  beside a room: a way forward, to the next level
        |wb|n  beside a room: a way backward, to the level before
        |w*|n  beside a room: a wormhole
        |w=|n  beside a room: a way out to another map

        On a drawn map, such as the town:
        |wu|n, |wd|n  in a line: stairs, |wup|n from the end with u, |wdown|n from the other
        |wo|n     a bend in a line
        |cG|n, |cM|n  and other letters: a way out to another map

        On a level of a tower:
        |wU|n  a room with stairs up
        |wD|n  a room with stairs down
        |wB|n  a room with both

        In a cube, |wup|n and |wdown|n stay on the level, and |wforward|n and |wbackward|n leave
        it. In a tower, |wup|n and |wdown|n are stairs, and you walk |wnorth|n and |weast|n.
        Short names of the exits: |wu|n, |wd|n, |wle|n, |wri|n, |wfo|n, |wba|n and |wwh|n
        (|wl|n is look).
        """,
    ),
    _entry(
        "screenreader",
        ["screen reader", "screen readers", "blind", "speech"],
        """
        With a screen reader, you get words instead of drawings. Type |wscreenreader|n
        before you log in, or |woption screenreader = on|n afterwards.
        |woption/save screenreader = on|n keeps this for the next time.

        |wlook|n names each exit with the room that it leads to, if you know it, and
        says what a locked exit needs. |wmap|n says where you are, what is near and how
        to get there, and which ways lead to other maps and levels. |wmap +|n describes
        the next level, and |wmap|n with a name describes another map. Without a screen
        reader, |wmap speak|n says the same.

        |wgoto|n names the rooms that you pass, and describes the last one in full.
        |wpath|n describes a path in words, and as a speed-walk, which many clients
        understand: 2n e means north, north, east.

        Boards are described by position: columns count from the left, rows from the
        top. The things beside you come first; empty sides are left out. After each
        key you hear only what has changed. |wlook|n describes everything.
        """,
    ),
    _entry(
        "wormholes",
        ["wormhole"],
        """
        A wormhole is an exit that joins any room to any other, near or far. You
        take it by typing |wwormhole|n, or |wwh|n.

        Nobody tells you where it leads before you have jumped, and neither do the
        map and |wpath|n. Some wormholes also take you back; others work in one
        direction only.

        Once you have jumped through a wormhole, you know it: from then on, |wpath|n
        and |wgoto|n use it whenever that is shorter.
        """,
    ),
    _entry(
        "matrix",
        ["matrix game", "undertow", "the undertow", "glassworks", "traps"],
        """
        A matrix is a cube of rooms of which only some are joined. You can move
        |wup|n, |wdown|n, |wleft|n, |wright|n, |wforward|n and |wbackward|n where there is a
        way, and jump through wormholes. Many ways lead in one direction only, so
        you may not be able to go back. A room without a way out is a trap.

        The Drowned Glassworks are a matrix to explore. Exits, |wmap|n and |wgoto|n
        work as usual.

        The Undertow is a matrix to play: find the still point. You see the exits of
        a room, |wmap|n shows where you have walked, and you feel a trap before you
        step into it; |wgoto|n does not work there. In the Deep Undertow, down its
        shaft, you see none of this. While you play, you have these commands:
        |wmoves|n     see which exits are open
        |whint|n      see the next step of a shortest route; this costs five moves
        |wsave|n      save your place
        |wrestart|n   start over from the entrance; |wrestart saved|n: from your place
        |wgive up|n   end the game and go back to the entrance

        At the hatch, |wdaily|n starts the matrix of the day: a new one each day, the same
        for everybody, with scores of its own. See |whelp daily|n.

        Moves count, but wrong guesses do not. In both matrices, |wgive up|n takes you
        back to the entrance, out of any trap: nobody is ever stuck for good.
        """,
        locks="view:xyz_part(matrix_game);read:xyz_part(matrix_game)",
    ),
    _entry(
        "dungeons",
        [
            "cistern",
            "the cistern",
            "keys",
            "attack",
            "answer",
            "notes",
            "tier",
            "tiers",
            "deeper dungeons",
        ],
        """
        A dungeon is a place of locks and keys, with a master before its last room.
        Here there is one, the Cistern, down the old well: |wgoto the cistern|n. It is
        of tier 1, the easiest. Builders can open others, of higher tiers.

        A picture shows the inside of each room. Beside it, you see what you can do:
        |w$|n  a chest: |wopen chest|n
        |w!|n  a foe: |wattack|n it until it is beaten
        |w?|n  a puzzle: |wplay|n its board (|whelp play|n), or |wanswer|n its riddle
        |wk|n  a door that a small key opens for good: just walk through
        |wK|n  a door for the big key
        |wi|n  no way without the thing that is named
        |wx|n  a door that something in the room keeps shut

        A foe that you |wattack|n may strike back. You have three hearts. Each blow costs
        one heart, each foe that you beat gives one back, and at the entrance you get
        them all back. If you lose your last heart, you wake at the entrance with
        everything you had, and can try again.

        What you find in a dungeon belongs to everybody in it, and stays there.
        |wnotes|n shows what is shut, what there is to do and where nobody has been.
        |wmap|n shows the rooms that you have visited. Once you have found the dungeon's
        map, it shows all rooms; the compass shows where there is something to take.
        |wgoto|n takes you only to places where you have been, through open doors.

        In the Cistern, everybody is alone unless they are in a party: |whelp party|n.
        |wout|n and |wgive up|n take you outside, from anywhere in it. Half an hour
        after the last of you has left, your Cistern closes, and you begin a new one.
        Nothing that you do can make it impossible to win.
        """,
        locks="view:xyz_part(dungeons);read:xyz_part(dungeons)",
    ),
]
