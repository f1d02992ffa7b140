"""The prover: checks that a dungeon can always be finished, however it is played.

It does not use the generator. `problem` is the input, and `graph` numbers its parts. `states`
explores all states that players can reach, `proof` reports what is wrong, `walk` finds the shortest
walkthrough, `metrics` measures it, and `of_grid` makes a problem from a hand-made map.
"""

from xyzgrid_ext.parts.proof.core.metrics import BANDS, Band, Metrics, measure
from xyzgrid_ext.parts.proof.core.of_grid import problem_from_grid, with_placed_items
from xyzgrid_ext.parts.proof.core.problem import Link, Pickup, Problem, ProblemRoom, read_problem
from xyzgrid_ext.parts.proof.core.proof import (
    Certificate,
    Proof,
    ProofInFull,
    prove,
    prove_in_full,
)
from xyzgrid_ext.parts.proof.core.walk import Action

__all__ = [
    "BANDS", "Action", "Band", "Certificate", "Link", "Metrics", "Pickup", "Problem", "ProblemRoom",
    "Proof", "ProofInFull", "measure", "problem_from_grid", "prove", "prove_in_full",
    "read_problem", "with_placed_items",
]  # fmt: skip
