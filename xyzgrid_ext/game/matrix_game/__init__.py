"""The matrix game: a map with `play: matrix`, where moves take the place of exits.

plays      what a character plays and may know of it
runs       what changes it: steps, leaving, hints
run_words  what players are told
"""
