"""Work of the website's threads, done between the turns of players."""

import subprocess
import sys

RUNNING = """
import threading, time
from django.conf import settings
settings.configure(USE_I18N=False)
from twisted.internet import reactor, threads
from twisted.internet.task import LoopingCall
from xyzgrid_ext.game.base import task

ticks, seen = [], []
def work():
    for _ in range(20):
        seen.append(threading.current_thread() is threading.main_thread())
        time.sleep(0.005)
        yield
    return 7

def broken():
    yield
    raise LookupError("gone")

def request():
    print("returned", task.run_in_game_thread(work()))
    print("players had", len(ticks) >= 15, "thread of the game", all(seen))
    try:
        task.run_in_game_thread(broken())
    except LookupError as err:
        print("raised", err)

LoopingCall(lambda: ticks.append(1)).start(0.005)
threads.deferToThread(request).addBoth(lambda found: (print(found), reactor.stop()))
reactor.run()
"""

STOPPING = """
from django.conf import settings
settings.configure(USE_I18N=False)
from twisted.internet import reactor
from twisted.python.threadpool import ThreadPool
from xyzgrid_ext.game.base import task

website = ThreadPool()

def endless():
    while True:
        yield

def request():
    for _ in range(2):  # a file of several maps goes on to the next one
        try:
            task.run_in_game_thread(endless())
        except task.StoppingError as err:
            print(err)

task.release_on_stop(reactor)
reactor.addSystemEventTrigger("before", "shutdown", website.stop)  # it waits for its threads
reactor.callWhenRunning(website.start)
reactor.callLater(0.1, website.callInThread, request)
reactor.callLater(0.5, reactor.stop)
reactor.run()
print("ended")
"""


def test_a_request_under_way_does_not_keep_the_game_from_stopping():
    ran = subprocess.run(
        [sys.executable, "-c", STOPPING], capture_output=True, text=True, timeout=60
    )
    said = "the game is stopping: the request was not carried out"
    assert ran.stdout.splitlines() == [said, said, "ended"], ran.stderr


def test_a_request_waits_for_slices_in_the_thread_of_the_game_and_players_do_not():
    ran = subprocess.run([sys.executable, "-c", RUNNING], capture_output=True, text=True)
    assert ran.stdout.splitlines() == [
        "returned 7",
        "players had True thread of the game True",
        "raised gone",
        "None",
    ], ran.stderr
