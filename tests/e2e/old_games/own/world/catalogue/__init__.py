"""What the rooms of dungeons are made of: just what the generator asks for."""

from xyzgrid_ext.core.masks import turned


def _rows(name, title):
    return turned({"name": name, "title": title, "text": [f"Here is a {title}."]})


CATALOGUE = [
    *(
        row
        for kind in ("open", "closed", "smallkey", "weakwall", "veryweakwall", "exit")
        for row in _rows(f"door_{kind}_n_200000", f"{kind} door")
    ),
    *_rows("door_bigkey_n_200777", "great door"),
    *_rows("door_entrance_n_200777", "landing stage"),
    *_rows("filler_000400", "bench"),
    *_rows("filler_000200", "shelf"),
    *_rows("filler_000020", "well"),
    *_rows("obstacle_rope_nsew_000000", "pit"),
    *_rows("treasure_open_000400", "chest"),
    *_rows("treasure_bigkey_000001", "big chest"),
    *_rows("enemy_rat_000002", "rat"),
    *_rows("enemy_boss_000777", "king of the rats"),
    *_rows("floor_sand", "sand floor"),
    *_rows("floor_slate", "slate floor"),
    {"name": "puzzle_000070", "title": "riddle", "text": ["Who answers?"], "answer": ["echo"]},
]
