"""A server that does jobs, and the module of a land that it spawns."""

from xyzgrid_ext.game.cli import worker
from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.xyzroom import XYZRoom

THREE, TWO = "#-#-#", "#-#"


class Server:
    def __init__(self, clock):
        self.clock = clock
        self.worker = worker.Worker(clock)

    def start(self):
        self.worker.run()
        return self

    def run(self, seconds=5.0):
        self.clock.pump([0.01] * int(seconds * 100))


def ask(server, word, *names, asker=0):
    """Have something done; the job as it is then."""
    job = jobs.submit(word, names, asker)
    server.run()
    return jobs.find_job(job.key)


def names_of_rooms():
    return sorted(str(room.key) for room in XYZRoom.objects.all())
