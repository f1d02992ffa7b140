"""What stands in the rooms, and comes back: people, things and what they carry, as rows of data."""

from xyzgrid_ext.core.parts import Part, TerminalWord

PART = Part(
    "contents",
    "people and things in rooms, which walk and come back",
    core="xyzgrid_ext.parts.contents.core_part:CORE",
    game="xyzgrid_ext.parts.contents.game_part:GAME",
    words=(
        TerminalWord(
            "mobs",
            "turn rules of evennia-mob-spawner into rows of a map",
            "xyzgrid_ext.parts.contents.terminal",
        ),
    ),
    launcher=("contents",),
    map_keys=("contents",),
    prototypes={"xyz_person": "xyzgrid_ext.parts.contents.people.Person"},
    settings="xyzgrid_ext.parts.contents.settings:SETTINGS",
)
