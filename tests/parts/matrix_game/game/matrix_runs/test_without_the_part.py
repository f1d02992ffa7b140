"""A game whose part matrix_game is taken away for a time, and put back."""

from matrix_lines import plays

from xyzgrid_ext.commands import XYZGridCmdSet


def test_a_matrix_in_play_waits_while_its_part_is_gone(ann, grid, without, shore, make_player):
    plays(ann, "in", "forward")
    without("matrix_game")
    grid.reload()
    (fault,) = [one for one in grid.live.findings() if "matrix_game" in one.message]
    assert fault.message == "this map is a matrix in play: it needs the part matrix_game"
    ben = make_player("Ben", location=shore)
    ben.types("right")
    assert ben.character.location.key == "The Jetty"
    assert ben.types("wormhole") == (
        "There are several wormholes here. Say which one, for example wormhole 2."
    )
    ben.types("wh 2")
    assert ben.character.location.key == "The Shore"
    ben.types("goto The Jetty")
    assert ben.character.location.key == "The Jetty"
    assert XYZGridCmdSet().get("moves") is None
    without()
    grid.reload()
    assert ann.types("moves") == "You can go backward or up. You have made 1 move so far."
