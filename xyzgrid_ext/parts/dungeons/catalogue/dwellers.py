"""The enemies and bosses of dungeons; a boss is placed only where a dungeon asks for one."""

from xyzgrid_ext.parts.dungeons.catalogue.fights import FIGHTS
from xyzgrid_ext.parts.dungeons.catalogue.writing import row, turn

_ENEMIES = [
    *turn(
        "enemy_rats_000400_nest",
        "swarm of rats",
        "In {where} a heap of rags rearranges itself: rats, and they have seen you.",
        depth=(0, 6),
        again=["Rats boil out of the rubbish in {where}, and stop to look at you."],
        after="In {where} lies a heap of rags, and keeps still.",
    ),
    *turn(
        "enemy_bats_000200_roost",
        "bats",
        "Bats hang at {where}, close as plums, and one after another they open their eyes.",
        again=[
            "Something rustles at {where}: bats, a hundred or more, and all awake.",
            "The ceiling at {where} is lined with bats, and they have heard you.",
        ],
        after="Where bats hung at {where} is nothing now but the smell.",
    ),
    *turn(
        "enemy_crab_000400_glass",
        "glass crab",
        "A crab of clear glass edges out of {where}, sideways and with great dignity.",
        again=["A crab of clear glass raises its claws in {where}. You see the wall through them."],
        after="Pieces of a glass crab lie in {where}, clear as water.",
    ),
    row(
        "enemy_wisp_000020_ember",
        "ember wisp",
        "A spark the size of a fist circles above the middle of the floor, looking for "
        "something to set fire to.",
        again=["A spark circles in the middle of the room, and spits when it sees you."],
        after="In the middle of the floor is a scorched spot the size of a fist.",
    ),
    *turn(
        "enemy_porter_000002_drowned",
        "drowned porter",
        "A porter stands at {where} with a crate on his shoulder and weed in his hair. He has "
        "not been relieved for a hundred years and it has not improved him.",
        depth=(2, None),
        again=[
            "A drowned porter waits at {where} with his crate, dripping, and takes you for his "
            "relief.",
            "Somebody wades in air at {where}: a porter, long drowned, who will not put his "
            "crate down.",
        ],
        after="At {where} stands a crate. Nobody carries it now.",
    ),
    *turn(
        "enemy_ooze_000600_quicksilver",
        "quicksilver ooze",
        "Quicksilver creeps over the floor of {where}, draws itself up, and has your face.",
        depth=(2, None),
        again=["In {where} quicksilver runs together into somebody of your height."],
        after="A dull film on the floor of {where} is all that is left of the quicksilver.",
    ),
    *turn(
        "enemy_eel_000040_lamp",
        "lamp eel",
        "A gutter opens at {where}. In it lies an eel as thick as a leg, with a light in its "
        "mouth.",
        again=[
            "A light comes along the gutter at {where}, and behind it an eel as thick as a leg."
        ],
        after="A gutter opens at {where}, and is dark.",
    ),
    *turn(
        "enemy_sentry_000004_clockwork",
        "clockwork sentry",
        "A clockwork sentry in {where} turns its head by one tooth of a cog, then by another. "
        "It is wound up; somebody winds it up.",
        depth=(4, None),
        again=["Something ticks in {where}: a clockwork sentry, and it has noticed you."],
        after="A clockwork sentry in {where} has run down, its head to one side.",
    ),
    *turn(
        "enemy_moth_000100_soot",
        "soot moths",
        "What looked like soot in {where} unfolds: moths, broad as plates.",
        again=["Moths as broad as plates crawl over one another in {where}, and shed soot."],
        after="Soot lies in {where}, and stays where it is.",
    ),
    *turn(
        "enemy_dog_000004_ferry",
        "ferry dog",
        "A dog as large as a calf lies in {where}, with a coin on each eye. It gets up, and the "
        "coins stay on.",
        after="Two coins lie in {where}, some way apart.",
    ),
    *turn(
        "enemy_livery_000200_empty",
        "empty livery",
        "A footman's coat stands at {where}, with gloves, and with nobody in it, and asks for your "
        "name.",
        after="At {where} a footman's coat hangs on a peg, as it should.",
    ),
    *turn(
        "enemy_root_000100_walking",
        "walking root",
        "A root as thick as an arm feels its way along the wall in {where}, and stops when you do.",
        after="A root as thick as an arm lies in {where}.",
    ),
]

_BOSSES = [
    row(
        "enemy_boss_000777_glassblower",
        "the Last Glassblower",
        "The hall is a furnace, and before it stands the Last Glassblower, tall as a mast, "
        "drawing breath through a pipe. What is blown here moves.",
        after="The hall was a furnace. It is cold, and on its floor lies a pipe as long as a mast.",
    ),
    row(
        "enemy_boss_000777_bellkeeper",
        "the Keeper of the Sunken Bell",
        "A bell as big as a house hangs a hand above the floor. It is lifted from the inside, "
        "and the Keeper looks out from under the rim.",
        after="A bell as big as a house lies on its side. There is nobody under it.",
    ),
    row(
        "enemy_boss_000777_lampreyking",
        "the Lamprey King",
        "The room is round, wet, and lined with teeth up to the height of a man; only then do "
        "you see the throne, and who is part of it.",
        depth=(5, None),
        after="The room is round, wet, and lined with teeth, up to an empty throne.",
    ),
    row(
        "enemy_boss_000777_lockkeeper",
        "the Lock-Keeper",
        "The room is a lock. Between its gates, to the chest in green water that does not run out, "
        "stands the Lock-Keeper with his pole, and lets nobody up.",
        after="The room is a lock, and its gates stand open. Steps lead down to where the water "
        "was.",
    ),
]

ROWS = [row | {"fight": FIGHTS[str(row["title"])]} for row in (*_ENEMIES, *_BOSSES)]
"""The rows of enemies, with the texts of their fights."""
