"""Themes of a dungeon's zones: each theme has a floor and the things that fit it.

A thing that no theme names can be anywhere.
"""

from xyzgrid_ext.parts.dungeons.core.masks import Component, Kind

# floor -> its theme, and what rooms on it may be called
_THEMES_OF_FLOORS = {
    "floor_flagstones": (
        "crypt",
        (
            "ossuary",
            "undercroft",
            "chapel of the drowned",
            "vigil",
            "lych passage",
            "charnel steps",
        ),
    ),
    "floor_brick": (
        "warehouse",
        ("counting floor", "bonded store", "sorting room", "weigh-house", "cooperage", "salt loft"),
    ),
    "floor_sand": (
        "garden",
        ("sunken lawn", "orangery", "grotto", "bower", "dry fountain", "gardener's walk"),
    ),
    "floor_boards": (
        "harbour",
        ("slipway", "boathouse", "rope-walk", "pilots' room", "wet dock", "net loft"),
    ),
    "floor_cullet": (
        "glassworks",
        ("blowing floor", "annealing room", "batch house", "grinding shop", "lehr", "pot room"),
    ),
    "floor_mirror": (
        "palace",
        ("antechamber", "presence room", "long gallery", "robing room", "mirror walk", "cabinet"),
    ),
}

# theme -> its things, by the last words of their names
_THINGS_OF_THEMES = {
    "crypt": "bones urn urns niche column rubble bell table statue "
    "reliquary sarcophagus altar digger nest roost drowned ferry",
    "warehouse": "crates barrels jars ledgers market rails chain tally table clock urn "
    "counter coffer sack scales corner nest clockwork",
    "garden": "beds toadstools well hedges trough drain gutter channel statue column niche "
    "sundial willows soot ember mouth walking",
    "harbour": "anchor nets boat stones moat window bunks hooks chain tally crates brazier barrels "
    "basket trunk quay pond chandler lamp drowned ferry",
    "glassworks": "cullet kiln cart panes brazier jars trough drain crates chain "
    "counter dollshouse glass ember clockwork quicksilver sundial",
    "palace": "ballroom mosaic organ stage statues statue pillars gallery clock doors forest "
    "colonnade window urn column niche plinth mouth clockwork soot empty",
}
_STAND = (Kind.FILLER, Kind.TREASURE, Kind.PUZZLE, Kind.ENEMY)


def with_themes(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the rows, each with its `theme`, such as `crypt`; floors also with room names."""
    names = []
    for row in rows:
        if "riddle" in row:
            names.append(row)
            continue
        name = str(row["name"])
        if name in _THEMES_OF_FLOORS:
            theme, places = _THEMES_OF_FLOORS[name]
            names.append(row | {"theme": theme, "places": list(places)})
            continue
        component = Component.parse(name)
        words = component.variant if component.kind in _STAND else ()
        themes = [
            theme
            for theme, words_of_theme in _THINGS_OF_THEMES.items()
            if set(words) & set(words_of_theme.split())
        ]
        names.append(row | {"theme": themes} if themes else row)
    return names
