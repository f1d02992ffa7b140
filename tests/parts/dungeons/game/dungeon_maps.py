"""Small dungeons for tests, as map modules have them: rooms in a row, with doors between them.

row(["Hall", "Closet", "End"], gives={"Hall": ["smallkey"]}, needs={"Hall east": ["smallkey"]})

Hall         Closet     End         drawn as #-#-#; the last is the goal
smallkey  ▐                         ▐ needs the small key, from this side
"""

from twisted.python.failure import Failure

from xyzgrid_ext.game.base.task import drain


def run_now(steps, then):
    """Do the work of `dungeons.copies.run` at once."""
    try:
        drain(steps)
    except Exception:  # noqa: BLE001 as Twisted hands it on
        then(Failure())
    else:
        then(None)


def row(names, *, gives=None, needs=None, start=None, **rules):
    """Return the data of the map `vault`.

    Args:
        names: of its rooms, from left to right.
        gives: name of a room -> what it gives.
        needs: `Hall east` -> what the exit of that room needs.
        start: the name of the room where it is entered; the first.
        rules: more of the option `dungeon`.

    """
    at = {name: (x, 0) for x, name in enumerate(names)}
    prototypes = {at[name]: {"prototype_parent": "xyz_room", "key": name} for name in names}
    for name, things in (gives or {}).items():
        prototypes[at[name]]["gives"] = things
    for door, words in (needs or {}).items():
        name, direction = door.rsplit(" ", 1)
        way = {"prototype_parent": "xyz_exit", "needs": words}
        prototypes[(*at[name], direction[0])] = way
    scale = " + " + " ".join(map(str, range(len(names))))
    ends = {"start": at[start or names[0]], "goal": at[names[-1]]}
    return {
        "zcoord": "vault",
        "map": f"\n{scale}\n\n 0 {'-'.join('#' * len(names))}\n\n{scale}\n",
        "options": {"dungeon": {**ends, **rules}},
        "prototypes": prototypes,
    }
