"""The matrix game: a map with `play: matrix`, where moves take the place of exits.

    a move ─► commands ─► runs ─► the character's Attribute ─► visibility.matrix_state ─► text

runs   begins a run, takes steps, leaves, saves, gives up, hints
scores the best games of a map, each with the replay that wins it again
daily the daily matrix
"""
