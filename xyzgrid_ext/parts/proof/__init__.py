"""What can be won, lost, and never reached."""

from xyzgrid_ext.core.parts import Part, TerminalWord

_TERMINAL = "xyzgrid_ext.parts.proof.terminal"

PART = Part(
    "proof",
    "what can be won, lost, and never reached",
    words=(TerminalWord("prove", "prove that a dungeon can be won", _TERMINAL),),
)
