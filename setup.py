"""What pyproject.toml cannot say: the text for a package index, and the pages of the wheel.

The text is README.md without pictures and links into the repository. The pages of docs/ go into the
wheel as `xyzgrid_ext/docs`, for `python -m xyzgrid_ext docs`; an editable install reads them where
they are.
"""

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_INSIDE = r"\[([^]]*)\]\((?!https?://)[^)]*\)"  # a link to a file
_text = Path(__file__).with_name("README.md").read_text("utf-8")
_text = re.sub(f"!{_INSIDE}\n*", "", _text)


class BuildWithPages(build_py):
    """Builds the package with its pages."""

    def run(self) -> None:
        """Copy the pages of docs/ beside the modules."""
        super().run()
        if self.editable_mode:
            return
        docs = Path("docs")
        for page in [*docs.glob("**/*.md"), *docs.glob("reference/schemas/*.json")]:
            target = Path(self.build_lib, "xyzgrid_ext", page)
            target.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(page), str(target))


setup(
    cmdclass={"build_py": BuildWithPages},
    long_description=re.sub(_INSIDE, r"\1", _text),
    long_description_content_type="text/markdown",
)
