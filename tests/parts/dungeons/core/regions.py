"""A second prover for large dungeons, which shares no code with the first nor with `plain`.

It asks two things, and needs no state of single steps:

1. Whoever has gone through a link can come back to where it begins, with no more than was needed to
   stand there: no way is a way of no return, so nothing can be left behind for ever.
2. Then all that matters is which doors the small keys were spent on. Of each such choice that
   cannot be gone on with, the goal is within reach.

The first is asked of the least that one can have had to stand in a room, as if each key were at
hand: a dungeon that is refused may be right, one that is not refused is right.
"""


def is_never_lost(data):
    """Whether the goal can be come to however keys are spent."""
    dungeon = _Dungeon(data)
    return dungeon.has_no_point_of_no_return() and dungeon.every_choice_leads_on()


class _Dungeon:
    def __init__(self, data):
        self.start, self.goal = data["start"], data["goal"]
        self.gives = {
            room["id"]: [
                give
                for give in room["gives"]
                if not give["what"].startswith("puzzle:")
                or data["solved"].get(give["what"].partition(":")[2])
            ]
            for room in data["rooms"]
        }
        self.links = []
        for number, link in enumerate(data["links"]):
            door = link["door"] if link["door"] is not None else number
            needs = frozenset(link["needs"]) - {"smallkey"}
            if link["consumes"]:
                needs |= {("opened", door)}
            self.links.append((link["source"], link["target"], needs))
        self.out = {room: [] for room in self.gives}
        for link in self.links:
            self.out[link[0]].append(link)

    def had_in(self, room, words):
        """All that one has in a room who comes into it with some words."""
        more = {give["what"] for give in self.gives[room] if words.issuperset(give["needs"])}
        return words if more <= words else self.had_in(room, words | more)

    def least_had(self):
        """For each room, all that one may have had at least who stands there: sets of words.

        None holds another; there are several of a room that one comes to through other doors.
        """
        least = {room: set() for room in self.gives}
        queue = [(self.start, self.had_in(self.start, frozenset()))]
        least[self.start].add(queue[0][1])
        for room, words in queue:
            if words not in least[room]:
                continue  # less was enough, as was found meanwhile
            for _source, target, needs in self.out[room]:
                had = self.had_in(target, words | needs)
                if not any(other <= had for other in least[target]):
                    least[target] = {o for o in least[target] if not had <= o} | {had}
                    queue.append((target, had))
        return least

    def within_reach(self, start, words):
        """The rooms within reach of one who has some words, with what is found on the way."""
        while True:
            rooms, queue, found = {start}, [start], words
            for room in queue:
                found = self.had_in(room, found)
                for _source, target, needs in self.out[room]:
                    if target not in rooms and needs <= words:
                        rooms.add(target)
                        queue.append(target)
            if found == words:
                return rooms, words
            words = found

    def has_no_point_of_no_return(self):
        """Whether there is a way back from each link, whatever one has had before it."""
        least = self.least_had()
        for source, target, needs in self.links:
            if any(to == source and needs == again for _t, to, again in self.out[target]):
                continue
            for words in least[source]:
                if source not in self.within_reach(target, words | needs)[0]:
                    return False
        return True

    def every_choice_leads_on(self):
        first = frozenset()
        seen, queue = {first}, [first]
        for opened in queue:
            rooms, words = self.within_reach(self.start, opened)
            if self.goal in rooms:
                continue  # it stays so, whatever else is opened
            found = sum(
                give["what"] == "smallkey" and words.issuperset(give["needs"])
                for room in rooms
                for give in self.gives[room]
            )
            doors = {
                word
                for room in rooms
                for _source, _target, needs in self.out[room]
                for word in needs - words
                if isinstance(word, tuple) and needs - {word} <= words
            }
            if found <= len(opened) or not doors:
                return False
            for door in doors:
                if (after := opened | {door}) not in seen:
                    seen.add(after)
                    queue.append(after)
        return True
