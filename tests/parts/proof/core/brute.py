"""The prover's rival: every single state, one room at a time, nothing clever."""


def states_of(problem, solved=frozenset(), without=None):
    """State -> what follows; a state is (room, gives had, doors opened). `without`: a give."""
    gives = [
        (room.id, number, give)
        for room in problem.rooms
        for number, give in enumerate(room.gives)
        if (room.id, number) != without
        and (not give.what.startswith("puzzle:") or give.what[7:] in solved)
    ]
    found, stack = {}, [(problem.start, frozenset(), frozenset())]
    while stack:
        state = stack.pop()
        if state in found:
            continue
        room, had, opened = state
        words = {give.what for place, number, give in gives if (place, number) in had}
        keys = sum(g.what == "smallkey" for p, n, g in gives if (p, n) in had) - len(opened)
        after = [
            (room, had | {(place, number)}, opened)
            for place, number, give in gives
            if place == room and (place, number) not in had and words.issuperset(give.needs)
        ]
        for number, link in enumerate(problem.links):
            door = number if link.door is None else link.door
            if link.source != room or not passes(link, words):
                continue
            if not link.consumes or door in opened:
                after.append((link.target, had, opened))
            elif keys > 0:
                after.append((link.target, had, opened | {door}))
        found[state] = after
        stack += after
    return found


def passes(link, words):
    return words.issuperset(set(link.needs) - {"smallkey"})


def lost_states(problem, states):
    """Those from which the goal is out of reach."""
    safe = {state for state in states if state[0] == problem.goal}
    grown = True
    while grown:
        more = {s for s in states if s not in safe and any(a in safe for a in states[s])}
        safe |= more
        grown = bool(more)
    return set(states) - safe


def verdict(problem, solved=frozenset()):
    """(the goal can be reached, it can be lost, useless keys, useless doors)."""
    states = states_of(problem, solved)
    reached = any(state[0] == problem.goal for state in states)
    lost = bool(lost_states(problem, states))
    if not reached or lost:
        return reached, lost, set(), set()
    useless = {
        (room.id, number)
        for room in problem.rooms
        for number, give in enumerate(room.gives)
        if give.what in ("smallkey", "bigkey") or give.what.startswith("item:")
        if not lost_states(problem, states_of(problem, solved, (room.id, number)))
    }
    locked = {link.door for link in problem.links if link.needs}
    return reached, lost, useless, locked - kept(problem, states)


def kept(problem, states):
    """The doors that in some state keep somebody from a room that he cannot walk to otherwise."""
    found = set()
    for room, had, opened in states:
        words = {
            give.what
            for place in problem.rooms
            for number, give in enumerate(place.gives)
            if (place.id, number) in had
        }
        free = [
            link
            for link in problem.links
            if passes(link, words) and (not link.consumes or link.door in opened)
        ]
        near = {room}
        while more := {link.target for link in free if link.source in near} - near:
            near |= more
        for link in problem.links:
            if link.source == room and link.needs and link not in free and link.target not in near:
                found.add(link.door)
    return found


def shortest(problem, solved=frozenset()):
    """The number of steps from room to room to the goal; None if there is no way.

    Layer by layer. Whatever can be had is taken on entering a room, which costs no step.
    """
    gives = {room.id: list(enumerate(room.gives)) for room in problem.rooms}
    wanted = {word for link in problem.links for word in link.needs}
    wanted |= {word for room in problem.rooms for give in room.gives for word in give.needs}

    def hand(had):
        words = [dict(gives[room])[number].what for room, number in had]
        return set(words), words.count("smallkey")

    def entered(room, had, opened):
        while True:
            words, _ = hand(had)
            more = {
                (room, number)
                for number, give in gives[room]
                if give.what in wanted and words.issuperset(give.needs)
                if not give.what.startswith("puzzle:") or give.what[7:] in solved
            }
            if more <= had:
                return room, had, opened
            had |= more

    out = {room.id: [] for room in problem.rooms}
    for number, link in enumerate(problem.links):
        out[link.source].append((number if link.door is None else link.door, link))
    layer, steps = {entered(problem.start, frozenset(), frozenset())}, 0
    seen = set(layer)
    while layer:
        if any(room == problem.goal for room, _, _ in layer):
            return steps
        beyond = set()
        for room, had, opened in layer:
            words, keys = hand(had)
            for door, link in out[room]:
                if not passes(link, words):
                    continue
                if not link.consumes or door in opened:
                    beyond.add(entered(link.target, had, opened))
                elif keys > len(opened):
                    beyond.add(entered(link.target, had, opened | {door}))
        layer = beyond - seen
        seen |= layer
        steps += 1
    return None
