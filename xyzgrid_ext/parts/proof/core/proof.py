"""The proof: the goal can be reached and is never lost, and every key and lock matters.

problem ─ number ─► graph ─ all states ─┬─► goal reached, goal never lost
                                      ├─► each key: without it the goal is lost in some state
                                      └─► each lock: closed, it keeps somebody from somewhere
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from xyzgrid_ext.core.findings import Finding, is_refused
from xyzgrid_ext.parts.proof.core.graph import (
    Arc,
    ProblemGraph,
    UsefulPickup,
    graph_of_problem,
    is_obtainable,
)
from xyzgrid_ext.parts.proof.core.metrics import Metrics, connections, measure
from xyzgrid_ext.parts.proof.core.problem import BIG_KEY, SMALL_KEY, Problem, without_assumed_words
from xyzgrid_ext.parts.proof.core.states import (
    MAX_STATES,
    ProverState,
    StateExplorer,
    TooLargeError,
    losing_states,
)
from xyzgrid_ext.parts.proof.core.steady import ReversibleExplorer
from xyzgrid_ext.parts.proof.core.walk import Action, shortest_walk

_WITHHELD = 8  # words of which every choice is tried before a lock is called useless


@dataclass(frozen=True)
class Certificate:
    """What is known about a dungeon that can always be won; `states` is how many were visited.

    The walkthrough and the metrics are computed on first use.
    """

    states: int
    problem: Problem
    solved: Mapping[str, bool]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys and items with their rooms, as texts: `smallkey in room 3`."""
        return tuple(
            f"{gift.give.what} in {_room(self._graph, gift)}" for gift in _keys(self._graph)
        )

    @cached_property
    def doors(self) -> tuple[str, ...]:
        """The locked connections, each as one of its exits: `the exit 'north' of room 3`."""
        return tuple(self._graph.describe_arc(arc) for arc in _doors(self._graph))

    @cached_property
    def walkthrough(self) -> tuple[Action, ...]:
        """A shortest walkthrough from the start to the goal."""
        walk = shortest_walk(self._graph)
        assert walk is not None  # it was proved that there is one
        return walk

    @cached_property
    def metrics(self) -> Metrics:
        """The figures of the dungeon."""
        return measure(self.problem, self.walkthrough)

    @cached_property
    def _graph(self) -> ProblemGraph:
        return graph_of_problem(self.problem, self.solved, by_room=True)

    def as_data(self) -> dict[str, Any]:
        """Return the certificate as plain data, for JSON."""
        return {
            "states": self.states,
            "keys": list(self.keys),
            "doors": list(self.doors),
            "metrics": self.metrics._asdict(),
            "walkthrough": [step._asdict() for step in self.walkthrough],
        }


@dataclass(frozen=True)
class Proof:
    """The result of a proof: a certificate, or findings that say what is wrong."""

    findings: tuple[Finding, ...]
    certificate: Certificate | None

    @property
    def proved(self) -> bool:
        """Whether it is proved that the dungeon can always be won."""
        return self.certificate is not None


def prove(problem: Problem, solved: Mapping[str, bool] | None = None) -> Proof:
    """Prove that a dungeon can always be won, or report what is wrong with it.

    Args:
        problem: the dungeon.
        solved: the id of each puzzle, the ID in `puzzle:ID` -> whether a solver found its
            solution. A puzzle that is not in it counts as unsolvable.
    """
    proofs = [_proof_of(each, solved or {}) for each in without_assumed_words(problem)]
    return next((proof for proof in proofs if proof.certificate is None), proofs[0])


def _proof_of(problem: Problem, solved: Mapping[str, bool]) -> Proof:
    faults = problem.findings()
    if is_refused(faults):
        return Proof(tuple(faults), None)
    graph = graph_of_problem(problem, solved)
    findings = list(_unsolved(problem, solved))
    drops = points_of_no_return(graph)
    explorer = StateExplorer(graph, drops) if drops else ReversibleExplorer(graph)
    try:
        states = explorer.state_graph()
        findings += _about_goal(graph, states) or [
            *_useless_keys(explorer),
            *_useless_locks(explorer),
        ]
    except TooLargeError:
        message = f"the dungeon has more than {MAX_STATES:,} states"
        cure = "take out keys, or ways that do not lead back"
        findings.append(Finding.error("too-large", message, cure, problem.name))
    if findings:
        return Proof(tuple(findings), None)
    return Proof((), Certificate(len(states), problem, solved))


class ProofInFull(NamedTuple):
    """The findings of a proof and, if it succeeds, metrics and a walkthrough."""

    findings: tuple[Finding, ...]
    metrics: Metrics | None = None
    walkthrough: tuple[Action, ...] = ()


def prove_in_full(problem: Problem, solved: Mapping[str, bool]) -> ProofInFull:
    """Prove that players can always reach the goal; if so, add metrics and a shortest walkthrough.

    `solved`: the id of each puzzle, the ID in `puzzle:ID` -> whether it is known to be solvable.
    """
    proof = prove(problem, solved)
    if proof.certificate is None:
        return ProofInFull(proof.findings)
    return ProofInFull(proof.findings, proof.certificate.metrics, proof.certificate.walkthrough)


# --- the goal


def _about_goal(graph: ProblemGraph, states: dict[ProverState, list[ProverState]]) -> list[Finding]:
    """Return findings about whether the goal can be reached, and whether it can be lost."""
    goal = next(room for room in graph.problem.rooms if room.id == graph.problem.goal)
    if not any(state.region >> graph.goal & 1 for state in states):
        message = f"the goal, {goal}, cannot be reached: {_why_closed(graph, states)}"
        return [
            Finding.error(
                "goal-unreachable", message, _cure_of_closed(graph, states), graph.problem.name
            )
        ]
    bad = losing_states(states, graph.goal)
    if not bad:
        return []
    bad_states = set(bad)
    # the first state is not among them: the goal can be reached from it
    step = next(
        (state, after)
        for state, following in states.items()
        for after in following
        if after in bad_states and state not in bad_states
    )
    return [_lost_by(graph, *step)]


def _why_closed(graph: ProblemGraph, states: Mapping[ProverState, object]) -> str:
    last = max(states, key=lambda state: (state.region.bit_count(), state.taken))
    arcs = _frontier(graph, last)
    if not arcs:
        return "no way leads on from where one can come"
    return "; ".join(
        f"{graph.describe_arc(arc)} needs {', '.join(graph.problem.links[arc.number].needs)}"
        for arc in arcs
    )


def _cure_of_closed(graph: ProblemGraph, states: Mapping[ProverState, object]) -> str:
    last = max(states, key=lambda state: (state.region.bit_count(), state.taken))
    words = {w for arc in _frontier(graph, last) for w in graph.problem.links[arc.number].needs}
    if not words:
        return "link the goal to the rest"
    return f"put {' or '.join(sorted(words))} where players can get it first"


def _frontier(graph: ProblemGraph, state: ProverState) -> list[Arc]:
    return [
        arc
        for arc in graph.all_arcs
        if state.region >> arc.source & 1 and not state.region >> arc.target & 1
    ]


def _lost_by(graph: ProblemGraph, before: ProverState, after: ProverState) -> Finding:
    """Return the finding for a step that loses the goal: a key spent, or a one-way link taken."""
    spent = after.opened & ~before.opened
    room = graph.problem.rooms[graph.first_rooms[(after.region & -after.region).bit_length() - 1]]
    if spent:
        doors = [
            graph.describe_arc(graph.all_arcs[numbers[0]])
            for place, numbers in enumerate(graph.locks)
            if after.opened >> place & 1
        ]
        message = f"the goal is lost when small keys are spent on {', '.join(doors)}"
        cure = "add a small key that is not behind these doors, or remove a lock"
        return Finding.error("key-wasted", message, cure, graph.problem.name)
    ways = [
        graph.describe_arc(arc)
        for arc in _frontier(graph, before)
        if after.region >> arc.target & 1
    ]
    message = f"the goal is lost in {room}" + (f" after {ways[0]}" if ways else "")
    return Finding.error(
        "no-way-back", message, "add a way back, or remove this way", graph.problem.name
    )


# --- keys


def _keys(graph: ProblemGraph) -> list[UsefulPickup]:
    return [gift for gift in graph.all_pickups if _is_key(gift.give.what)]


def _is_key(what: str) -> bool:
    return what in (SMALL_KEY, BIG_KEY) or what.startswith("item:")


def _useless_keys(explorer: StateExplorer) -> Iterator[Finding]:
    """Yield findings about useless keys: without them, the goal would still never be lost."""
    graph = explorer.graph
    needed = {id(gift.give) for gift in graph.all_pickups}
    cure = "remove it, or put a lock for it in front of what the goal needs"
    for room in graph.problem.rooms:
        for give in room.gives:
            if _is_key(give.what) and id(give) not in needed:
                message = f"nothing needs the {give.what} in {room}"
                yield Finding.error("key-useless", message, cure, graph.problem.name)
    for gift in _keys(graph):
        if not explorer.without_pickups(gift.bit).may_lose(graph.goal):
            message = f"without the {gift.give.what} in {_room(graph, gift)} the goal is never lost"
            yield Finding.error("key-useless", message, cure, graph.problem.name)


def _room(graph: ProblemGraph, gift: UsefulPickup) -> str:
    return str(graph.problem.rooms[gift.room_index])


# --- locks


def _doors(graph: ProblemGraph) -> list[Arc]:
    """Return the connections that need something, each by one of its links that does."""
    return [
        next(graph.all_arcs[n] for n in numbers if graph.problem.links[n].needs)
        for numbers in connections(graph.problem)
        if any(graph.problem.links[n].needs for n in numbers)
    ]


def _useless_locks(explorer: StateExplorer) -> Iterator[Finding]:
    """Yield findings about useless locks: even when closed, they keep a player from nothing."""
    graph = explorer.graph
    waiting = {
        numbers: [graph.all_arcs[n] for n in numbers if graph.problem.links[n].needs]
        for numbers in connections(graph.problem)
    }
    waiting = {numbers: arcs for numbers, arcs in waiting.items() if arcs}
    for place in range(len(graph.words)):  # most locks matter to who lacks just what they need
        _sift(explorer, waiting, 1 << place, enough=1 << place)
    for words in _choices(len(graph.words)):
        if not waiting:
            return
        _sift(explorer, waiting, words, enough=0)
    for arcs in waiting.values():
        message = (
            f"{graph.describe_arc(arcs[0])} is locked, but opens nothing that was not open before"
        )
        cure = "remove the lock, or the other way to the place behind it"
        yield Finding.error("lock-useless", message, cure, graph.problem.name)


def _sift(
    explorer: StateExplorer, waiting: dict[tuple[int, ...], list[Arc]], words: int, enough: int
) -> None:
    """Remove the locks that matter to a player without these words.

    It ends when no lock is left that needs any of `enough`.
    """
    missing = sum(gift.bit for gift in explorer.graph.all_pickups if gift.word & words)
    asked = {
        numbers: arcs
        for numbers, arcs in waiting.items()
        if not enough or any(arc.needs & enough for arc in arcs)
    }
    if not asked:
        return

    def is_over(state: ProverState) -> bool:
        return not any(
            _is_closed(arc, state) and not state.region >> arc.target & 1
            for arcs in asked.values()
            for arc in arcs
        )

    for state in explorer.without_pickups(missing).iterate(is_over):
        ahead = explorer.places_ahead(state)
        for numbers, arcs in list(asked.items()):
            if any(_matters(arc, state, ahead) for arc in arcs):
                del asked[numbers], waiting[numbers]
        if not asked:
            return


def _matters(arc: Arc, state: ProverState, ahead: int) -> bool:
    in_reach = state.region >> arc.source & 1 and not ahead >> arc.target & 1
    return bool(in_reach and _is_closed(arc, state))


def _is_closed(arc: Arc, state: ProverState) -> int:
    return arc.needs & ~state.words or arc.lock & ~state.opened


def _choices(words: int) -> Iterator[int]:
    """Yield sets of words that a player might not have: none, all, each alone, then the rest."""
    everything = (1 << words) - 1
    yield from dict.fromkeys([0, everything])
    sizes = range(1, words) if words <= _WITHHELD else (1, 2)
    for size in sizes:
        for chosen in combinations(range(words), size):
            yield sum(1 << place for place in chosen)


# --- puzzles


def _unsolved(problem: Problem, solved: Mapping[str, bool]) -> Iterator[Finding]:
    for room in problem.rooms:
        for give in room.gives:
            if not is_obtainable(give.what, solved):
                identity = give.what.partition(":")[2]
                known = "cannot be solved" if identity in solved else "was not shown to be solvable"
                message = f"the puzzle {identity} in {room} {known}"
                cure = "let the solver try its board, or use another puzzle"
                yield Finding.error("puzzle-unsolved", message, cure, problem.name)


# --- links that may not lead back, found before the states of play are explored


def points_of_no_return(graph: ProblemGraph) -> tuple[Arc, ...]:
    """Return the arcs that may have no way back, without exploring states.

    A dominator of a room is a room or arc on every path to it from the start. A player in room u
    has passed all dominators of u, and can walk from each of their rooms to u. So an arc u -> v
    leads back if one of these rooms can be reached from v with the words and locks of their arcs.
    """
    arcs = {(arc.source, arc.target, arc.needs, arc.lock) for arc in graph.all_arcs}
    single = [  # most ways are as open from one side as from the other
        arc
        for arc in graph.all_arcs
        if (arc.target, arc.source, arc.needs, arc.lock) not in arcs and arc.source != arc.target
    ]
    if not single:
        return ()
    before = _dominators(graph)
    gated = [arc for arc in graph.all_arcs if arc.needs or arc.lock]
    drops = []
    for arc in single:
        above = before[arc.source]
        if not above or any(
            back.target == arc.source and not back.needs & ~arc.needs and not back.lock & ~arc.lock
            for back in graph.arcs[arc.target]
        ):
            continue  # never reached, or there is a way back
        words, opened = arc.needs, arc.lock
        for place, other in enumerate(gated, start=graph.place_count):
            if above >> place & 1:
                words |= other.needs
                opened |= other.lock
        if not graph.places_from(arc.target, words, opened) & above:
            drops.append(arc)
    return tuple(drops)


def _dominators(graph: ProblemGraph) -> list[int]:
    """Return the dominators of each room: the rooms and arcs on every path to it from the start.

    Each is a set of bits: first the rooms, then the gated arcs, which need something. A room
    without a path to it has none.
    """
    gated = [arc for arc in graph.all_arcs if arc.needs or arc.lock]
    bits = {arc.number: 1 << place for place, arc in enumerate(gated, start=graph.place_count)}
    every = (1 << graph.place_count + len(gated)) - 1
    before = [every] * graph.place_count
    before[graph.start] = 1 << graph.start
    ways = [
        (arc.source, arc.target, bits.get(arc.number, 0) | 1 << arc.target)
        for arc in graph.all_arcs
        if arc.source != arc.target
    ]
    changed = True
    while changed:
        changed = False
        for source, target, passed in ways:
            been = before[source] | passed
            if before[target] & ~been:
                before[target] &= been
                changed = True
    reached = graph.reachable_at_best
    return [been if reached >> room & 1 else 0 for room, been in enumerate(before)]
