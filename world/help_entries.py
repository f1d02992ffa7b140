"""Help for players, loaded through Evennia's FILE_HELP_ENTRY_MODULES.

Entries are named so that none hides the help of a command (`map`, `goto`, `path`, …).
"""

from inspect import cleandoc

CATEGORY = "Getting around"


def _entry(key: str, aliases: list[str], text: str) -> dict[str, object]:
    return {"key": key, "aliases": aliases, "category": CATEGORY, "text": cleandoc(text)}


HELP_ENTRY_DICTS = [
    _entry(
        "start here",
        ["xyzgrid", "newcomers", "getting around"],
        """
        Walk by typing the name of an exit, such as |wnorth|n or |wforward|n, or its
        short form, |wn|n or |wfo|n. |wlook|n shows the room again.

        |wmap|n                 what lies around you; you are the |w@|n
        |wgoto the tavern|n     walk there by yourself, through any number of maps
        |wgoto|n                stop walking
        |wpath the library|n    tell the way, step by step, without walking
        |wpath clear|n          forget it

        A place is named by its name, by a short name (|wgoto square|n), or by its
        coordinates. Upper and lower case are all the same.

        Where to go first:
        |wgoto the works gate|n  the Drowned Glassworks, to be explored
        |wgoto the tide-mill|n   the Undertow, a maze to be beaten
        |wgoto the lamp|n        up the old lighthouse, floor by floor
        |wgoto the oil cellar|n  below it caves begin that nobody has mapped yet
        |wgoto the well|n        down into the Cistern, a dungeon with a master

        |wjournal|n tells what there is to do, and what you have done.

        More: |whelp maps|n, |whelp wormholes|n, |whelp matrix|n, |whelp dungeons|n.
        """,
    ),
    _entry(
        "maps",
        ["reading maps", "levels"],
        """
        Some maps are a single sheet, like the town. Others are a cube: sheet lies
        behind sheet, and on each one x goes to the right and y goes up. And some
        are a tower, like the lighthouse: sheet lies above sheet, joined by stairs.

        |wmap|n      the sheet that you are on
        |wmap +|n    the next sheet: one step forward, or the floor above
        |wmap -|n    the sheet before: one step backward, or the floor below
        |wmap 3|n    sheet number 3; the first one is 0

        Of some places there is no map before you make one: |wmap|n shows there
        where you have been, and that ways go on. |wmap todo|n tells which ways you
        have not gone yet, |wmap explored|n how much you have seen. Charts show you
        more: |wstudy|n them.

        On the sheet of a cube:
        |w@|n  you
        |w#|n  a room; a line joins two rooms, an arrow leads one way only
        |wf|n  beside a room: a way forward, to the next sheet
        |wb|n  beside a room: a way backward, to the sheet before
        |w*|n  beside a room: a wormhole
        |w=|n  beside a room: a way out to another map

        On a drawn sheet, such as the town:
        |wu|n, |wd|n  in a line: stairs, |wup|n from the end with u, |wdown|n from the other
        |wo|n     a bend in a line
        |cG|n, |cM|n  and other letters: a way out to another map

        On the sheet of a tower:
        |wU|n  a room with stairs up
        |wD|n  a room with stairs down
        |wB|n  a room with both

        In a cube |wup|n and |wdown|n move along the sheet, |wforward|n and |wbackward|n leave
        it; in a tower |wup|n and |wdown|n are the stairs, and you walk |wnorth|n and |weast|n.
        Short names of the exits: |wu|n, |wd|n, |wle|n, |wri|n, |wfo|n, |wba|n and |wwh|n
        (|wl|n is look).
        """,
    ),
    _entry(
        "screenreader",
        ["screen reader", "screen readers", "blind", "speech"],
        """
        With a screen reader you get words in place of every drawing. Type
        |wscreenreader|n before you log in, or |woption screenreader = on|n after it;
        |woption/save screenreader = on|n keeps it for the next time.

        |wlook|n tells each exit with the room behind it, as far as you know it, and
        what a locked one needs. |wmap|n tells where you are, what is near with the
        steps to it, and which ways lead on to other maps and levels. |wmap +|n tells
        the next level, |wmap|n and a name another map. For all others that is
        |wmap speak|n.

        |wgoto|n names the rooms that you pass, and tells the last one in full.
        |wpath|n tells a way as words, and as a speed-walk, which many clients can
        walk: 2n e means north, north, east.

        Boards are told as places: columns count from the left, rows from the top.
        Of what is beside you, sides with nothing are left out. After a key you hear
        only what it has changed; |wlook|n tells all of it.
        """,
    ),
    _entry(
        "wormholes",
        ["wormhole"],
        """
        A wormhole is an exit that joins any room to any other, near or far. You
        take it by typing |wwormhole|n, or |wwh|n.

        Nobody tells you where it leads before you have jumped, and the map and
        |wpath|n do not either. Some bring you back the way you came, others only
        work in one direction.

        Once you have jumped it, you know it: from then on your |wpath|n and |wgoto|n
        take it whenever it is the shorter way.
        """,
    ),
    _entry(
        "matrix",
        ["matrix game", "undertow", "the undertow", "glassworks", "traps"],
        """
        A matrix is a cube of rooms of which only some are joined. You can move
        |wup|n, |wdown|n, |wleft|n, |wright|n, |wforward|n and |wbackward|n where there is a
        way, and jump through wormholes. Many ways lead in one direction only, so
        you may not be able to go back. A room without any way out is a trap.

        The Drowned Glassworks are a matrix to be explored. Exits, |wmap|n and |wgoto|n
        work as everywhere.

        The Undertow is a matrix to be played. Find the still point. While you
        play, exits, |wmap|n and |wgoto|n are hidden, and you have these instead:
        |wmoves|n     ask which ways are open here
        |whint|n      the first step of a shortest way; it costs five moves
        |wsave|n      keep your place
        |wrestart|n   begin again from the entrance; |wrestart saved|n, from your place
        |wgive up|n   end the game and stand at the entrance

        At its hatch, |wdaily|n is the matrix of the day: another one each day, the same
        for all, and a table of the best games. See |whelp daily|n.

        Moves count, a wrong guess does not. In both, |wgive up|n brings you back to
        the entrance, out of any trap: nobody is ever stuck for good.
        """,
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

        A picture shows the inside of each room, and beside it what can be done:
        |w$|n  a chest: |wopen chest|n
        |w!|n  somebody who does not want you here: |wattack|n, and again
        |w?|n  a puzzle: |wplay|n its board (|whelp play|n), or |wanswer|n its riddle
        |wk|n  a door that a small key opens, once and for all: just walk on
        |wK|n  a door for the big key
        |wi|n  no way without the thing that is named
        |wx|n  a door that something in the room keeps shut

        Whoever you |wattack|n may strike back. You have three hearts: each blow takes
        one, a foe that you beat gives one back, the entrance gives all. Without any
        you wake at the entrance, with all that you had. Then try again.

        What is found in a dungeon belongs to all who are in it, and stays there.
        |wnotes|n tells what is shut, what there is to do and where nobody has been.
        |wmap|n shows the rooms where you were; the map, once found, shows all of
        them, and the compass where something is still to be had. |wgoto|n leads
        only where you have been, through doors that are open.

        In the Cistern everybody is alone, but for those of one party: |whelp party|n.
        |wout|n and |wgive up|n bring you into the open, from anywhere in it. Half an
        hour after the last one has left it, your Cistern closes, and you begin a
        new one. Nothing you do can make it impossible to win.
        """,
    ),
]
