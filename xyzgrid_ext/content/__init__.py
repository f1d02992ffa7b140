"""The content of the package: example maps."""

from pathlib import Path

EXAMPLES = {  # the files of each
    "village": ("village.py",),
    "tower": ("tower.py",),
    "cave": ("cave.py", "cave.matrix"),
    "cellars": ("cellars.py",),
}


def example(file: str) -> str:
    """Return the text of an example's file."""
    return (Path(__file__).parent / "examples" / file).read_text("utf-8")
