"""The matrix game and the matrix of the day: their commands, and matrices from a seed."""

from xyzgrid_ext.core.parts import Part

PART = Part(
    "matrix_game",
    "matrices in play, the matrix of the day, matrices from a seed",
    core="xyzgrid_ext.parts.matrix_game.core_part:CORE",
    game="xyzgrid_ext.parts.matrix_game.game_part:GAME",
    maps=(
        ("matrix.difficulty", "a matrix from a seed"),
        ("options.play=matrix", "a matrix in play"),
    ),
    terminal="xyzgrid_ext.parts.matrix_game.terminal_part:TERMINAL",
)
