"""A program that plays the demonstration to its last scene, and knows only what it has read.

It is given a function that types a line and returns the text that comes back, and chance. It knows
how such games are read: that a journal lists what to do, that a sign names commands, that exits
are typed, and some answers to riddles that everybody has heard. It knows no coordinate and no seed,
and no name of a place before it has read it.

    journal ─► names in its text ─► goto each ─► what it reads there: `moves`, `attack`, `hint`, …
       ▲                                                          │
       └──────────── "Journal: … is done." ◄───────────────────────┘
"""

import re

_LAST = 2500  # lines after which it gives up
_NAMES = re.compile(r"(?:[Tt]he |[Aa]n? )?\b[A-Z][\w'-]*(?: (?:of the |of )?[A-Z][\w'-]*)*")
_THINGS = re.compile(r"\b(?:the|a|an) ((?:[a-z][\w-]* )?(?:[a-z][\w-]+))")
_OVER = re.compile(r"solved|\bwon\b|to play level|to play again|no hints|is playing here")
_RIDDLES = (
    "time", "fire", "river", "wind", "egg", "clock", "map", "breath", "footsteps", "silence",
    "echo", "shadow", "candle", "hole", "tide", "name", "coin", "mirror", "sponge", "towel",
    "ship", "anchor", "bell", "key", "ice", "smoke", "rope", "moon", "stars", "book", "net", "rain",
)  # fmt: skip


class StuckError(AssertionError):
    """The texts did not lead on; the message has the last of them."""


class Newcomer:
    """Who plays: `say(line)` types a line and returns the text that comes back."""

    def __init__(self, say, chance):
        self._say, self._chance = say, chance
        self.lines = []
        self.marks = []
        """What was done, and after how many lines."""
        self._last = ""
        self._heard = set()

    def say(self, line):
        """Type a line; note what the text says of the journal."""
        if len(self.lines) >= _LAST:
            raise StuckError(
                f"after {_LAST} lines; the last were {self.lines[-20:]}:\n{self._last}"
            )
        self.lines.append(line)
        self._last = text = self._say(line)
        for done in re.findall(r"Journal: ([^.]+) is done\.", " ".join(text.split())):
            self.marks.append((done, len(self.lines)))
        if "Everything in your journal is done" in text:
            self.marks.append(("all", len(self.lines)))
        return text

    @property
    def has_ended(self):
        return bool(self.marks) and self.marks[-1][0] == "all"

    def play(self):
        """Play until the summary is read; raises StuckError."""
        self.read(self.say("look"))
        while not self.has_ended:
            before, tasks = len(self.marks), self.tasks()
            self._chance.shuffle(tasks)
            for name, text in tasks:
                if self.try_to(name, text):
                    break
            else:
                if len(self.marks) == before:
                    raise StuckError(f"nothing in the journal can be done: {tasks}\n{self._last}")

    def read(self, text):
        """Read what a text speaks of: signs, and the help that they name."""
        for thing in ("sign", "board", "notice"):
            if thing in text:
                text += self.say(f"read {thing}")
        for topic in re.findall(r"\bhelp ((?:start )?\w+)", text):
            if topic not in self._heard:
                self._heard.add(topic)
                self.say(f"help {topic}")

    def tasks(self):
        """The open tasks of the journal: [(name, text)]."""
        open_part = self.say("journal").partition("Open:")[2]
        open_part = open_part.partition("Done:")[0].partition("Also:")[0]
        rows = re.split(r"\n {0,2}(?=\S)", open_part)
        told = [" ".join(row.split()).partition(".") for row in rows if row.strip()]
        return [(name, text.strip()) for name, _dot, text in told]

    # --- going

    def try_to(self, name, text):
        """Go to the places that a task may mean, and do what is to be done there."""
        before = len(self.marks)
        for place in dict.fromkeys([name, *_NAMES.findall(text), *_THINGS.findall(text)]):
            if self.goes_to(place):
                if len(self.marks) == before and not self.has_ended:
                    self.looks_around()
                    self.follows(before)
                if len(self.marks) > before:
                    return True
        return False

    def goes_to(self, place):
        """Walk to a place by its name, from wherever this is; whether it was reached."""
        told = self.say(f"goto {place}")
        for _try in range(3):
            if "give up" in told:  # a game, or a trap: a text has said how to leave it
                self.say("give up")
            elif found := re.search(r"^ +(goto \(.+?\))", told, re.MULTILINE):
                told = self.say(found[1])  # several places of that name: the nearest
                continue
            else:
                break
            told = self.say(f"goto {place}")
        while "you have not been here before" in flat(told):  # what is new is read, and then left
            told = self.say("goto")
        return "You have arrived" in flat(told) or "You are already there" in flat(told)

    def follows(self, before):
        """Go on to the places to which the text of a room sends whoever stands there."""
        for _place in range(9):
            text = " ".join(self.say("look").partition("Exits:")[0].split())
            places = re.findall(r"\bgoto (the [a-z ]+?)(?= is\b|[.,]|$)", text)
            if len(self.marks) > before or not any(map(self.goes_to, places)):
                return
            self.looks_around()

    def looks_around(self):
        """Take the ways that the text of a room speaks of, until something is done."""
        text, before = self.say("look"), len(self.marks)
        self.read(text)
        if "restart" in text and "hint" in text and self.plays_matrix():
            return
        for thing in re.findall(r"\bplay ([a-z]+)", text):
            told = self.say(f"play {thing}")
            for _moment in range(60):
                if "is playing here" not in told:
                    break
                told = self.say(f"play {thing}")  # somebody else's turn
            self.solves(told)
        if len(self.marks) > before:
            return
        body = text.partition("Exits:")[0].lower()
        told = re.sub(r"\(.*?\)", "", self.say("exits")).replace("Exits:", "\n")
        # a line each, or a sentence for who listens
        listed = [
            way.strip(" .").partition(" to ")[0] for way in re.split(r"\n|, (?:and )?| and ", told)
        ]
        ways = [
            way for way in filter(None, listed) if re.search(rf"\b{re.escape(way.lower())}\b", body)
        ]
        self._chance.shuffle(ways)
        for way in ways:
            came = self.say(way)
            for _wait in range(5):
                if "in a moment" not in came:
                    break
                came = self.say("look")
            for thing in re.findall(r"\blight\s+([a-z]+)", came):
                self.say(f"light {thing}")
            if "moves" in came and "hint" in came:
                self.plays_matrix()
            elif "out takes you back" in " ".join(came.split()):
                self.plays_dungeon(came)
            if len(self.marks) > before:
                return
            self.say("out" if re.search(r"\bout\b", came) else way_back(way))

    # --- a matrix

    def plays_matrix(self):
        """Find the end of a matrix by what `moves` and `hint` tell; False if none is here."""
        if "You can go" not in self.say("moves"):
            self.say("restart")
            if "You can go" not in self.say("moves"):
                return False
        while "This is the end" not in self._last:
            if "trapped" in self._last:
                self.say("give up")
                self.say("restart")
            if self._chance.random() < 0.2:
                told = self.say("moves")
                ways = re.findall(r"[a-z]+", told.partition("You can go ")[2].partition(".")[0])
                ways = [way for way in ways if way in _BACK or way == "wormhole"]
            else:
                ways = re.findall(r"Try (\w+)", self.say("hint"))
            if ways:
                self.say(self._chance.choice(ways))
        return True

    # --- a dungeon

    def plays_dungeon(self, text):
        """Explore a dungeon, do in each room what its legend says, until its end."""
        tried = set()
        while "This is the end of the dungeon" not in text:
            self.acts(self.say("look"))
            text = " ".join(self.say("goto todo").split())
            is_stuck = "way" in text or "every exit" in text
            is_stuck = is_stuck and "not taken" not in text and "Exits" not in text
            if is_stuck or "None of the exits" in text:
                notes = self.say("notes")
                if "done everything" in " ".join(notes.split()):
                    break  # it has been here before, and won
                self.returns(notes, tried)
                text = self.say("look")

    def acts(self, text):
        """Do what can be done in a room of a dungeon."""
        text = " ".join(without_picture(text).split())
        if ": attack" in text:
            for _blow in range(30):
                told = self.say("attack")
                if "beat" in told or "nobody here" in told or "not available" in told:
                    break
        if ": type play" in text:
            self.solves(self.say("play"))
        if ": type answer" in text:
            self._chance.shuffle(words := list(_RIDDLES))
            for word in words:
                if "solved" in self.say(f"answer {word}"):
                    break
        for what in re.findall(r": open (\w+)", text):
            self.say(f"open {what}")

    def solves(self, told):
        """Win a board by its hints; leave one that has none."""
        for _key in range(200):
            if _OVER.search(" ".join(told.split())):
                break
            told = self.say("hint")
            found = re.search(r"Try (\S+)", told)
            told = self.say(found[1] if found else "undo")
        self.say("stop")

    def returns(self, notes, tried):
        """Go back to something that was left, by what the notes say of it."""
        lines = [line.strip() for line in notes.splitlines() if line.startswith("  ")]
        left = [line for line in lines if line not in tried] or lines
        if not left:
            raise StuckError(f"nothing is left to do:\n{notes}")
        line = self._chance.choice(left)
        tried.add(line)
        if way := re.match(r"([\w ,]+?), in (.+?)(?::|$)", line):
            self.say(f"goto {way[2]}")
            for exit_name in re.split(r", | and ", way[1]):
                self.say(f"open {exit_name}")
                self.say(exit_name)
        elif task := re.search(r" in (.+?)(?::|$)", line):
            self.say(f"goto {task[1]}")


def without_picture(text):
    """A text without the five lines of a room's picture, of which the words stand to the right."""
    return re.sub(r"^[+|xkKi ][^a-jl-z]{9}[+|xkKi ](?= |$)", "", text, flags=re.MULTILINE)


_BACK = {
    "north": "south", "south": "north", "east": "west", "west": "east", "up": "down", "down": "up",
    "northeast": "southwest", "southwest": "northeast", "northwest": "southeast",
    "southeast": "northwest", "forward": "backward", "backward": "forward", "left": "right",
    "right": "left",
}  # fmt: skip


def flat(text):
    """A text without the ends of its lines, which are others on a narrow screen."""
    return " ".join(text.split())


def way_back(way):
    """The exit that leads back, by its name alone."""
    return _BACK.get(way, "out")


def sayer(player, clock):
    """A function: a line -> all that is read until nothing goes on by itself any more."""

    def say(line):
        before = len(player.sent)
        player.types(line)
        for _moment in range(400):
            if not clock.due():
                break
            clock.advance(0.5)
        return player.text_since(before)

    return say
