"""A plug-in of pytest for `tests/trust/faults`: writes which file of tests runs which lines.

FAULTS_RECORD names the file to write, FAULTS_SOURCE the folder whose lines count:

    {"seconds": {file of tests: seconds}, "lines": {file: {line: [file of tests]}}}
"""

import json
import os
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path

import pytest


def pytest_load_initial_conftests(early_config):
    if "FAULTS_RECORD" in os.environ:
        # taken away: a run of pytest inside a test would begin the record anew
        file = Path(os.environ.pop("FAULTS_RECORD"))
        early_config.pluginmanager.register(Recorder(file, Path(os.environ["FAULTS_SOURCE"])))


class Recorder:
    """Measures coverage, each file of tests apart."""

    def __init__(self, file, source):
        from coverage import Coverage

        self.file, self.source = file, source
        self.seconds = defaultdict(float)
        self.coverage = Coverage(data_file=None, include=[f"{source}/*"], config_file=False)
        self.coverage.start()

    @contextmanager
    def during(self, nodeid):
        name = nodeid.split("::")[0]
        self.coverage.switch_context(name)
        before = sum(os.times()[:4])  # of the processor, also in processes that ended
        yield
        self.seconds[name] += sum(os.times()[:4]) - before

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector):
        with self.during(collector.nodeid):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        with self.during(item.nodeid):
            return (yield)

    def pytest_sessionfinish(self):
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {
            str(Path(file).relative_to(self.source.parent)): {
                line: [name for name in names if name.endswith(".py")]
                for line, names in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        self.file.write_text(json.dumps({"seconds": self.seconds, "lines": lines}))
