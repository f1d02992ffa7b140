"""The catalogue of the documentation: rows beside those of the world, without fault."""

from xyzgrid_ext.parts.dungeons.core.masks import Catalogue, Kind, check_catalogue


def test_the_rows_of_the_docs_are_a_catalogue_without_holes(documented):
    (block,) = [block for block in documented("python") if "CATALOGUE = [" in block]
    names = {}
    exec(block, names)
    catalogue = Catalogue.of(names["CATALOGUE"])
    assert check_catalogue(catalogue) == []
    assert [e.texts[0] for e in catalogue.of_kind(Kind.FILLER) if "figurehead" in e.name] == [
        f"A figurehead leans in the {corner} corner and smiles at the wall."
        for corner in ("north-west", "north-east", "south-east", "south-west")
    ]


def test_the_figures_of_the_docs_are_those_of_the_catalogue(documented):
    (block,) = [block for block in documented("python") if "CATALOGUE = [" in block]
    names = {}
    exec(block, names)
    ours = Catalogue.of(names["OURS"])
    titles = [len({entry.title for entry in ours.of_kind(kind)}) for kind in Kind]
    assert dict(zip(Kind, titles, strict=True)) == {
        Kind.FILLER: 55,
        Kind.TREASURE: 12,
        Kind.ENEMY: 12,
        Kind.PUZZLE: 13,
        Kind.DOOR: 20,
        Kind.OBSTACLE: 25,
        Kind.FLOOR: 6,
    }
