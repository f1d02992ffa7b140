"""A plug-in of pytest for `tests/trust/faults`: sees which test runs which line; runs a few tests.

Loaded with `-p watch`; what it does is said by variables:

    FAULTS_RECORD=FILE    write which test ran which lines of FAULTS_SOURCE (a folder), and how long
                          it took; needs `coverage`
    FAULTS_TESTS=FILE     run only the tests that this list names, in its order
    FAULTS_RESULT=FILE    write the name of the first test that failed
    FAULTS_LIMIT=SECONDS  be killed after so much time of the processor
    FAULTS_DATABASE=FILE  a migrated SQLite database, copied into memory in place of migrations;
                          made if it is missing

A line that a shared fixture runs counts for all tests that ask for the fixture, and one that runs
while a file of tests is imported for all tests of this file, not for the first that comes along.
"""

import json
import os
import resource
import sqlite3
import sys
from collections import defaultdict
from contextlib import closing, contextmanager
from pathlib import Path

import hypothesis
import pytest


def pytest_load_initial_conftests(early_config):
    if "FAULTS_RECORD" in os.environ:
        # taken away: a run of pytest inside a test would begin the record anew
        file = Path(os.environ.pop("FAULTS_RECORD"))
        early_config.pluginmanager.register(Recorder(file, os.environ["FAULTS_SOURCE"]))
    if "FAULTS_TESTS" in os.environ:
        early_config.pluginmanager.register(Chosen(Path(os.environ.pop("FAULTS_TESTS"))))


@pytest.hookimpl(trylast=True)
def pytest_configure():
    settings = hypothesis.settings
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]  # any failure will do
    settings.register_profile("faults", settings(), phases=phases)
    settings.load_profile("faults")
    if "FAULTS_DATABASE" in os.environ and "django" in sys.modules:
        copy_in_place_of_migrations(Path(os.environ["FAULTS_DATABASE"]))


def copy_in_place_of_migrations(file):
    from django.core import management
    from django.db import connection

    call_command = management.call_command

    def call(name, *words, **options):
        if name != "migrate":
            return call_command(name, *words, **options)
        if not file.exists():
            call_command(name, *words, **options)
            with closing(sqlite3.connect(file.with_suffix(".new"))) as copy:
                connection.connection.backup(copy)
            file.with_suffix(".new").rename(file)
            return None
        connection.ensure_connection()
        with closing(sqlite3.connect(file)) as source:
            source.backup(connection.connection)
        return None

    management.call_command = call


class Recorder:
    """Writes what ran: tests, and for each line of each file the numbers of their names.

    {"tests": {name: {"seconds": float, "lines": int, "shared": [name]}}, "names": [name],
     "lines": {file: {line: [number]}}}; tests that fail or are skipped are left out. A name is that
    of a test, `file …` or `fixture …`, or empty: while the tests were being started.
    """

    def __init__(self, file, source):
        from coverage import Coverage

        self.file, self.source = file, Path(source)
        self.coverage = Coverage(
            data_file=str(file.with_suffix(".coverage")),
            include=[f"{source}/*"],
            config_file=False,
        )
        self.coverage.erase()
        self.coverage.start()
        self.context = ""
        self.seconds = {}
        self.fixtures = {}
        self.failed = set()
        self.shared = {}

    @contextmanager
    def during(self, context):
        before, self.context = self.context, context
        self.coverage.switch_context(context)
        yield
        self.context = before
        self.coverage.switch_context(before)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector):
        with self.during(f"file {collector.nodeid.split('::')[0]}"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        before = sum(os.times()[:4])  # of the processor, also in processes that ended
        with self.during(item.nodeid):
            result = yield
        self.seconds[item.nodeid] = sum(os.times()[:4]) - before
        self.shared[item.nodeid] = [f"file {item.nodeid.split('::')[0]}"] + [
            context
            for context, (name, place) in self.fixtures.items()
            if name in item.fixturenames and item.nodeid.startswith(place)
        ]
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef):
        if fixturedef.scope == "function":
            return (yield)
        context = f"fixture {fixturedef.baseid}::{fixturedef.argname}"
        self.fixtures[context] = fixturedef.argname, fixturedef.baseid
        with self.during(context):
            return (yield)

    def pytest_runtest_logreport(self, report):
        if report.outcome != "passed":
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self):
        self.coverage.stop()
        data = self.coverage.get_data()
        numbers: dict[str, int] = {}  # names are long, and each stands at thousands of lines
        many = defaultdict(int)
        lines = {}
        for file in data.measured_files():
            contexts = data.contexts_by_lineno(file)
            lines[str(Path(file).relative_to(self.source.parent))] = {
                line: [numbers.setdefault(name, len(numbers)) for name in names]
                for line, names in contexts.items()
            }
            for names in contexts.values():
                for name in names:
                    many[name] += 1
        tests = {
            name: {
                "seconds": round(seconds, 3),
                "lines": many[name],
                "shared": self.shared[name],
            }
            for name, seconds in self.seconds.items()
            if name not in self.failed
        }
        found = {"tests": tests, "names": [*numbers], "lines": lines}
        self.file.write_text(json.dumps(found), encoding="utf-8")


class Chosen:
    """Runs the tests of a list, in its order."""

    def __init__(self, file):
        self.place = {name: place for place, name in enumerate(json.loads(file.read_text()))}
        self.result = Path(os.environ["FAULTS_RESULT"])
        # of the processor: on a busy machine the clock says little
        limit = int(os.environ["FAULTS_LIMIT"])
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        chosen = [item for item in items if item.nodeid in self.place]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = sorted(chosen, key=lambda item: self.place[item.nodeid])

    def pytest_runtest_logreport(self, report):
        if report.failed and not self.result.exists():
            self.result.write_text(report.nodeid, encoding="utf-8")
