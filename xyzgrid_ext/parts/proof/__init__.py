"""What can be won, lost, and never reached."""

from __future__ import annotations

from xyzgrid_ext.core.parts import Part

PART = Part(
    "proof",
    "what can be won, lost, and never reached",
)
