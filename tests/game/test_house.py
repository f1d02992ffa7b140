"""The ground that the tests of this folder stand on."""

import subprocess
import sys


def test_what_evennia_loads_while_it_starts_loads_nothing_of_the_contrib():
    """Its commands would keep the `default_cmds` that Evennia has not filled yet."""
    code = (
        "import sys, xyzgrid_ext.game.protocols.oob; "
        "print([name for name in sys.modules if 'contrib' in name and 'evennia' in name])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
