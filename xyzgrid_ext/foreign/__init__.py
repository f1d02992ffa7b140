"""Code and values of authors: run within limits, and turned into plain values.

    code      runs a module: it ends in time, and leaves the process as it was
    values    turns what a module has into plain values, or says what cannot be

The game and the terminal both read map modules, and do so through these two.
"""
