"""A browser that has a map open in the map editor, for the tests of `edit`."""

import re

from django.test import Client

from tests.parts.editor.game import inn_map
from xyzgrid_ext.core.errors import GridError
from xyzgrid_ext.game.db import jobs

INN = inn_map.INN
for part in '"desc": "Beer.", ', ', "north": (1, 1)', *re.findall(r".*Yard.*\n", INN):
    INN = INN.replace(part, "")


class Editor:
    def __init__(self, account=None, key="inn", **options):
        self.client = Client(**options)
        self.key, self.account = key, account
        if account is not None:
            self.client.force_login(account)

    def get(self, what=""):
        return self._told(self.client.get(f"/map/edit/api/{self.key}{what}"))

    def post(self, what, **body):
        address = f"/map/edit/api/{self.key}/{what}"
        return self._told(self.client.post(address, body, content_type="application/json"))

    def _told(self, response):
        if response.headers["Content-Type"] != "application/json":
            return response.status_code, response.content.decode()
        return response.status_code, response.json()

    def draws(self, *ops, revision=None):
        if revision is None:
            revision = self.get()[1]["revision"]
        return self.post("ops", revision=revision, ops=list(ops))

    def applies(self):
        """Apply the draft, as the server's worker does; return the job's state and text."""
        return self.has_done(*self.post("apply", revision=self.get()[1]["revision"]))

    def has_done(self, status, told):
        assert status == 200, told
        (job,) = [one for one in jobs.all_jobs() if not one.ended]
        try:
            report = inn_map.work_on(job)
            jobs.save_job(job, state=jobs.JobState.DONE, lines=report.lines)
        except GridError as error:
            jobs.save_job(job, state=jobs.JobState.FAILED, lines=(str(error),))
        return self.get(f"/job/{told['job']}")[1]


def named(room, name):
    return {"op": "set", "room": room, "key": "name", "value": name}


LOFT = (
    {"op": "add", "room": "0,1,0", "values": {"name": "Loft", "desc": "Straw."}},
    {"op": "exit", "room": "0,0,0", "direction": "north", "value": {"to": "0,1,0"}},
    {"op": "exit", "room": "0,1,0", "direction": "south", "value": {"to": "0,0,0"}},
)
