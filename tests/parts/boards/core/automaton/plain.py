"""The automaton straight from its specification: a flat buffer and nested loops, nothing clever.

Written independently of the engine; it knows only the text of a game file.
"""


class Plain:
    """A game as the original plays it."""

    def __init__(self, text):
        lines = text.split("\n")
        self.lists = []
        for _ in range(2):
            rules = []
            while lines[0] != "":
                rules.append((lines.pop(0) + "\n")[:19])
            lines.pop(0)
            self.lists.append(rules)
        self.width, self.height = map(int, lines.pop(0).split())
        rows = [line.ljust(self.width - 1) + "\n" for line in lines[: self.height]]
        while len(rows) < self.height:
            rows.append(" " * (self.width - 1) + "\n")
        # one cell more than the map: what the last centre has at its lower right
        self.buffer = [*"".join(rows), "\0"]

    def frame(self):
        rows = []
        for y in range(self.height):
            rows.append("".join(self.buffer[y * self.width : y * self.width + self.width - 1]))
        return tuple(rows)

    def cycle(self, key):
        for y in range(1, self.height - 1):
            for x in range(1, self.width):
                self.cell(self.lists[0], y * self.width + x, key)
        for y in range(self.height - 2, 0, -1):
            for x in range(self.width - 1, 0, -1):
                self.cell(self.lists[1], y * self.width + x, key)

    def cell(self, rules, at, key):
        w = self.width
        around = [at - w - 1, at - w, at - w + 1, at - 1, at + 1, at + w - 1, at + w, at + w + 1]
        centre = self.buffer[at]
        for rule in rules[::-1]:
            if rule[0] != centre or rule[18] not in ("*", key):
                continue
            if all(rule[1 + i] in ("*", self.buffer[around[i]]) for i in range(8)):
                for place, character in zip([at, *around], rule[9:18], strict=True):
                    if character != "*":
                        self.buffer[place] = character
