"""The prover: whether a dungeon can be finished, and never be lost, however it is played.

It knows nothing of the generator. `problem` is what has to be proved, `net` the same in numbers,
`states` what players can get it into, `proof` says what is wrong, `walk` finds the shortest way
through, `metrics` measures, `of_grid` makes a problem of a map that was drawn by hand.
"""

from xyzgrid_ext.core.dungeon.prove.metrics import BANDS, Band, Metrics, measure
from xyzgrid_ext.core.dungeon.prove.of_grid import problem_of
from xyzgrid_ext.core.dungeon.prove.problem import Link, Pickup, Problem, ProblemRoom, read_problem
from xyzgrid_ext.core.dungeon.prove.proof import Certificate, Proof, prove
from xyzgrid_ext.core.dungeon.prove.walk import Action

__all__ = [
    "BANDS",
    "Action",
    "Band",
    "Certificate",
    "Link",
    "Metrics",
    "Pickup",
    "Problem",
    "ProblemRoom",
    "Proof",
    "measure",
    "problem_of",
    "prove",
    "read_problem",
]
