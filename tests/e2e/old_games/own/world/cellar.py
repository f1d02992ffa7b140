"""A machine that locks a door."""

XYMAP_DATA = {
    "zcoord": "cellar",
    "map": """
+ 0 1

0 #-#

+ 0 1
""",
    "prototypes": {
        (0, 0): {
            "prototype_parent": "xyz_room",
            "key": "The Cellar",
            "things": [
                {
                    "typeclass": "xyzgrid_ext.game.machines.machine.Machine",
                    "key": "a box of sand",
                    "board": "shed",
                    "level": 1,
                    "puzzle": "sand",
                    "puzzle_level": 1,
                    "gives": {
                        "prototype_key": "brass_key",
                        "typeclass": "evennia.objects.objects.DefaultObject",
                        "key": "a small brass key",
                        "tags": [("brass key", "item")],
                    },
                },
                {
                    "typeclass": "typeclasses.machines.Box",
                    "key": "a tin tank",
                    "board": "firing-line-turns",
                    "live": "firing-line",
                },
            ],
        },
        (1, 0): {"prototype_parent": "xyz_room", "key": "The Vault"},
        (0, 0, "e"): {
            "prototype_parent": "xyz_exit",
            "key": "vault door",
            "needs": ["puzzle:sand", "item:brass key"],
        },
    },
}
