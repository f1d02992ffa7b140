"""The content of the package: example maps."""

from pathlib import Path

EXAMPLES = {
    "village": ("village.py",),
    "tower": ("tower.py",),
    "cave": ("cave.py", "cave.matrix"),
    "cellars": ("cellars.py",),
}
"""The example maps by name, each with its files."""


def read_example(file: str) -> str:
    """Return the text of one of the files in EXAMPLES, such as `cave.matrix`."""
    return (Path(__file__).parent / "examples" / file).read_text("utf-8")
