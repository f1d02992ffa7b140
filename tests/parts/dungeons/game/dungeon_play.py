"""Dungeons that tests play by commands, and what one types to get to the end of them."""

from dungeon_maps import row

from xyzgrid_ext.parts.boards.core.automaton.board import solve
from xyzgrid_ext.parts.boards.game import files as boards
from xyzgrid_ext.parts.dungeons.core.site import site_of
from xyzgrid_ext.parts.proof.core import prove

# the package's words for the signs of an enemy, and what to answer
SIGNS = {"looks away": "attack", "raises itself": "guard", "crouches": "dodge"}
SMALL = {"seed": 1, "floors": 2, "tier": 1}

# a vault drawn by hand: the key lies in the west, the rat sits on the map in the middle
VAULT = row(
    ["West", "Hall", "Closet", "End"],
    start="Hall",
    gives={"West": ["smallkey"], "Hall": ["kill:rat", {"what": "map", "needs": ["kill:rat"]}]},
    needs={"Hall east": ["smallkey"], "Closet west": ["smallkey"], "Closet east": ["item:rope"]},
)

# the boss keeps the end, and a chest stands beside it
LAIR = row(
    ["Gate", "Lair", "End"],
    gives={"Gate": ["smallkey"], "Lair": ["kill:boss", "map"]},
    needs={"Lair east": ["kill:boss"]},
)


def enter(grid, player, key="cellars"):
    """Stand in the start room; what is seen there."""
    before = len(player.sent)
    site = site_of(grid.live.grids[key])
    player.character.move_to(grid.live.object((key, site.start)), move_type="teleport")
    return player.text_since(before)


def lines_of(grid, steps, key="cellars"):
    site = site_of(grid.live.grids[key])
    for step in steps:
        if step.do == "go":
            yield step.word
        elif step.do == "open":
            yield f"open {step.word}"
        elif step.word.startswith("kill:"):
            yield "attack"
        elif step.word.startswith("puzzle:"):
            (riddle,) = site.rooms[step.room].puzzles
            if riddle.answers:
                yield f"answer {riddle.answers[0]}"
            else:
                board, _, level = riddle.board.partition(":")
                yield "play"
                moves = solve(boards.board_named(board), int(level)).moves
                yield from ("".join(move) for move in moves)
                yield "stop"
        else:
            yield "open chest"


def walkthrough(grid, key="cellars"):
    site = site_of(grid.live.grids[key])
    gives = [give.what for room in site.rooms for give in room.gives]
    solved = {what[7:]: True for what in gives if what.startswith("puzzle:")}
    return prove(site.problem, solved).certificate.walkthrough


def play(player, lines):
    return "\n".join(said for line in lines for said in typed_until_done(player, line))


def typed_until_done(player, line):
    """Type a line; `attack` stands for a fight to its end. Whoever is driven off is put back."""
    room = player.character.location
    if line != "attack":
        yield player.types(line)
        return
    said = player.types("look")
    while "nobody here to attack" not in said:
        # signs of the catalogue mean nothing here
        yield (said := player.types(SIGNS.get(answers(said), "attack")))
        if "drives you off" in said:
            player.character.move_to(room, quiet=True, move_type="teleport")


def answers(said):
    """The answer to the last sign that was read: it knows the package's words alone."""
    return max(SIGNS, key=said.rfind) if any(sign in said for sign in SIGNS) else ""


def fought(player, said, choose=lambda answer: answer):
    """Fight on by what is read until there is no sign any more; all that was read."""
    while sign := answers(said.rpartition("\n")[2] if "wound" in said else said):
        said = player.types(choose(SIGNS[sign]))
        yield said
