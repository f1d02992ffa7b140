"""Foreign files: whatever is in one, it is refused with place, fault and cure, and nothing else."""

import pytest

from xyzgrid_ext.core.findings import RefusedError, refuse_on_error


def test_a_border_lets_pass_what_was_refused_already():
    with pytest.raises(RefusedError) as refused, refuse_on_error("x", "mend it"):
        raise RefusedError([])
    assert "cannot be read" not in str(refused.value)
    said = "x: cannot be read: RecursionError\nmend it"
    with pytest.raises(RefusedError, match=said), refuse_on_error("x", "mend it"):
        raise RecursionError
