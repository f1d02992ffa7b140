"""A second prover of few lines: step by step over (room, words, small keys, opened doors).

It knows the words of a dungeon's data and nothing of the package. What can be had in a room is
taken on coming in, which never harms.
"""

from collections import deque


def states_from(data):
    """Every state that can be come to, with those that follow it in one step."""
    gives = {room["id"]: room["gives"] for room in data["rooms"]}
    out = {}
    for number, link in enumerate(data["links"]):
        out.setdefault(link["source"], []).append((link["door"] or number, link))

    def entered(room, had, opened):
        """The state of somebody who comes into a room with what he has had."""
        while True:
            words = {what for _room, _number, what in had}
            more = {
                (room, number, give["what"])
                for number, give in enumerate(gives[room])
                if words.issuperset(give["needs"])
                and (
                    not give["what"].startswith("puzzle:")
                    or data["solved"].get(give["what"].partition(":")[2])
                )
            } - had
            if not more:
                return room, had, opened
            had |= more

    first = entered(data["start"], frozenset(), frozenset())
    found, queue = {first: []}, deque([first])
    while queue:
        state = queue.popleft()
        room, had, opened = state
        words = {what for _room, _number, what in had}
        keys = sum(what == "smallkey" for _room, _number, what in had) - len(opened)
        for door, link in out.get(room, ()):
            if not words.issuperset(set(link["needs"]) - {"smallkey"}):
                continue
            now = opened
            if link["consumes"] and door not in opened:
                if keys < 1:
                    continue
                now = opened | {door}
            after = entered(link["target"], had, now)
            found[state].append(after)
            if after not in found:
                found[after] = []
                queue.append(after)
    return found


def is_never_lost(data):
    """Whether the goal can be come to from every state that can be come to."""
    states = states_from(data)
    before = {state: [] for state in states}
    for state, following in states.items():
        for other in following:
            before[other].append(state)
    queue = [state for state in states if state[0] == data["goal"]]
    safe = set(queue)
    for state in queue:
        for other in before[state]:
            if other not in safe:
                safe.add(other)
                queue.append(other)
    return bool(safe) and len(safe) == len(states)
