"""Jobs are rows that two processes read and write."""

import pytest
from evennia.server.models import ServerConfig

from xyzgrid_ext.game.db import jobs
from xyzgrid_ext.game.db.jobs import Job, JobState

pytestmark = pytest.mark.django_db


def test_what_is_asked_for_is_found_in_the_order_of_asking():
    first = jobs.submit("spawn", ["town", "the large tree"])
    second = jobs.submit("plan", [], asker=7)
    assert jobs.all_jobs() == [first, second]
    assert jobs.find_job(second.key) == second
    assert (first.state, second.asker) == (JobState.WAITING, 7)
    assert first.title == 'spawn town "the large tree"'


def test_what_has_become_of_a_job_is_read_without_caches():
    job = jobs.submit("spawn", ["town"])
    kept = ServerConfig.objects.get(db_key=job.key)  # as Evennia keeps rows in memory
    running = jobs.save_job(job, state=JobState.RUNNING, step=("rooms", 1200, 2500))
    assert jobs.find_job(job.key) == running
    assert str(running).endswith("spawn town: running, rooms 1,200 of 2,500")
    done = jobs.save_job(running, state=JobState.DONE, lines=("left out", "made 2 rooms"), code=0)
    assert jobs.find_job(job.key) == done
    assert done.ended
    assert str(done).endswith("spawn town: done: made 2 rooms")
    assert kept.pk


def test_only_the_last_that_ended_are_kept(monkeypatch):
    waiting = jobs.submit("spawn", ["waiting"])
    for number in range(30):
        jobs.save_job(jobs.submit("spawn", [str(number)]), state=JobState.DONE)
    jobs.remove_old()
    kept = jobs.all_jobs()
    assert kept[0] == waiting
    assert [job.names for job in kept[1:]] == [(str(number),) for number in range(10, 30)]
    now = jobs.time.time()
    monkeypatch.setattr(jobs.time, "time", lambda: now + 25 * 3600)
    jobs.remove_old()
    assert jobs.all_jobs() == [waiting]


def test_a_job_that_is_there_no_more_is_none():
    assert jobs.find_job("xyzgrid job 0") is None
    assert jobs.save_job(Job("xyzgrid job 0", "spawn"), state=JobState.DONE).ended
    assert jobs.all_jobs() == []
