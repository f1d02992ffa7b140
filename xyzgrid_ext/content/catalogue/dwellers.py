"""The enemies and bosses of dungeons; a boss is placed only where a dungeon asks for one."""

from xyzgrid_ext.content.catalogue.writing import row, turn

ENEMIES = [
    *turn(
        "enemy_rats_000400_nest",
        "swarm of rats",
        "In {where} a heap of rags rearranges itself: rats, and they have seen you.",
        depth=(0, 6),
    ),
    *turn(
        "enemy_bats_000200_roost",
        "bats",
        "Bats hang at {where}, close as plums, and one after another they open their eyes.",
    ),
    *turn(
        "enemy_crab_000400_glass",
        "glass crab",
        "A crab of clear glass edges out of {where}, sideways and with great dignity.",
    ),
    row(
        "enemy_wisp_000020_ember",
        "ember wisp",
        "A spark the size of a fist circles above the middle of the floor, looking for "
        "something to set fire to.",
    ),
    *turn(
        "enemy_porter_000002_drowned",
        "drowned porter",
        "A porter stands at {where} with a crate on his shoulder and weed in his hair. He has "
        "not been relieved for a hundred years and it has not improved him.",
        depth=(2, None),
    ),
    *turn(
        "enemy_ooze_000600_quicksilver",
        "quicksilver ooze",
        "Quicksilver creeps over the floor of {where}, draws itself up, and has your face.",
        depth=(2, None),
    ),
    *turn(
        "enemy_eel_000040_lamp",
        "lamp eel",
        "A gutter opens at {where}. In it lies an eel as thick as a leg, with a light in its "
        "mouth.",
    ),
    *turn(
        "enemy_sentry_000004_clockwork",
        "clockwork sentry",
        "A clockwork sentry in {where} turns its head by one tooth of a cog, then by another. "
        "It is wound up; somebody winds it up.",
        depth=(4, None),
    ),
    *turn(
        "enemy_moth_000100_soot",
        "soot moths",
        "What looked like soot in {where} unfolds: moths, broad as plates.",
    ),
]

BOSSES = [
    row(
        "enemy_boss_000777_glassblower",
        "the Last Glassblower",
        "The hall is a furnace, and before it stands the Last Glassblower, tall as a mast, "
        "drawing breath through a pipe. What is blown here moves.",
    ),
    row(
        "enemy_boss_000777_bellkeeper",
        "the Keeper of the Sunken Bell",
        "A bell as big as a house hangs a hand above the floor. It is lifted from the inside, "
        "and the Keeper looks out from under the rim.",
    ),
    row(
        "enemy_boss_000777_lampreyking",
        "the Lamprey King",
        "The room is round, wet, and lined with teeth up to the height of a man; only then do "
        "you see the throne, and who is part of it.",
        depth=(5, None),
    ),
]

ROWS = [*ENEMIES, *BOSSES]
