"""Names and aliases of places: which of them goto and path take first."""


def test_an_alias_without_its_article_goes_before_a_part_of_another_name(spawn_maps, player):
    rooms = {(0, 0): ("The Forge Loft", []), (1, 0): ("Lantern", ["forge"]), (2, 0): ("Well", [])}
    live = spawn_maps(
        {
            "zcoord": "inn",
            "map": "\n+ 0 1 2\n\n0 #-#-#\n\n+ 0 1 2\n\n",
            "prototypes": {
                xy: {"prototype_parent": "xyz_room", "key": key, "aliases": aliases}
                for xy, (key, aliases) in rooms.items()
            },
        }
    ).live
    player.character.location = live.object(("inn", 2))
    assert player.types("path the forge").startswith("Lantern is ")
    assert player.types("path forge l").startswith("The Forge Loft is ")


def test_a_name_of_this_map_goes_before_an_alias_on_another(spawn_maps, player):
    def row(zcoord, keys, aliases=()):
        rooms = {(x, 0): {"prototype_parent": "xyz_room", "key": k} for x, k in enumerate(keys)}
        rooms[0, 0]["aliases"] = list(aliases)
        return {"zcoord": zcoord, "map": "\n+ 0 1\n\n0 #-#\n\n+ 0 1\n\n", "prototypes": rooms}

    live = spawn_maps(
        row("pit", ["Bunks", "End"]), row("inn", ["The Bunk Room", "Bar"], ["bunks"])
    ).live
    player.character.location = live.object(("pit", 1))
    assert player.types("path bunks").startswith("Bunks is ")
    player.character.location = live.object(("inn", 1))
    assert player.types("path bunks").startswith("Several places match 'bunks'")
