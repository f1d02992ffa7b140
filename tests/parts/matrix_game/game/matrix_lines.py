"""Lines that players of a matrix type, and the lines that come back."""


def plays(player, *lines):
    return [player.types(line) for line in lines][-1]


def lines_of(text):
    return [line for line in text.split("\n") if line]
