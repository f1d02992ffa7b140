"""The matrix game: a map with `play: matrix`, where moves take the place of exits.

    a move ─► commands ─► runs ─► the character's Attribute ─► visibility.matrix_state ─► text

runs   begins a run, takes steps, leaves, saves, gives up, hints
"""
