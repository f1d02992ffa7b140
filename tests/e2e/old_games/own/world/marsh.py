"""A map in fog, with a chart of it."""

XYMAP_DATA = {
    "zcoord": "marsh",
    "map": """
 + 0 1 2

 1 #-#-#
   |   |
 0 #   #

 + 0 1 2
""",
    "options": {"fog": "explored"},
    "prototypes": {
        (0, 0): {
            "prototype_parent": "xyz_room",
            "key": "The Jetty",
            "tags": [("reeds", "environment")],
            "things": [
                {
                    "prototype_key": "fowlers_chart",
                    "typeclass": "evennia.objects.objects.DefaultObject",
                    "key": "a fowler's chart",
                    "aliases": ["chart"],
                    "reveals": ["marsh", [1, 0, 2, 1]],
                },
            ],
        },
        (2, 0): {"prototype_parent": "xyz_room", "key": "The Hide"},
    },
}
