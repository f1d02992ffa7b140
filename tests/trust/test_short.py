"""The short part of `tools/trust`: a few hundred inputs of each reader that needs no game."""

import os
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parent


def test_no_input_of_the_short_part_breaks_a_promise():
    done = subprocess.run(
        [sys.executable, str(TOOL), *["fuzz", "--pure", "--inputs", "150", "--seconds", "2"]],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
