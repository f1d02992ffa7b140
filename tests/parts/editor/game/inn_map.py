"""An inn that builders change by hand, and what is pulled of it into its file."""

from xyzgrid_ext.game.base.pace import TERMINAL
from xyzgrid_ext.game.base.task import drain
from xyzgrid_ext.game.cli.jobs import Order, job_steps

INN = '''"""The inn."""

XYMAP_DATA = {
    "zcoord": "Inn",
    "rooms": {
        (0, 0): {
            "key": "Hall",  # where they come in
            "desc": "A hall.",
            "exits": {"east": (1, 0)},
        },
        (1, 0): {"key": "Bar", "desc": "Beer.", "exits": {"west": (0, 0), "north": (1, 1)}},
        (1, 1): {"key": "Yard", "light": 3, "exits": {"south": (1, 0)}},
    },
}
'''


def work_on(job):
    """Do a job, as the server's worker does; what it reports."""
    from xyzgrid_ext.game.typeclasses.script import get_xyzgrid

    return drain(job_steps(job.word, get_xyzgrid(), Order(job.names, TERMINAL)))


def does(builder, *commands):
    for command in commands:
        builder.character.execute_cmd(command)
