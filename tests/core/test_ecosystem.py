"""What stands around the package: exact versions, the image, the workflow, issue forms."""

import re
import tomllib
from pathlib import Path

from tools.lock import FILE

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r'[\w.\-]+==[\w.+!]+( ; python_version (<=|>) "3\.\d+")?')


def test_all_that_is_required_has_an_exact_version_and_no_address():
    lines = FILE.read_text("utf-8").splitlines()[1:]
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    locked = {re.split(r"[=\[]", line)[0] for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for name in ("dev", "docs") for one in extras[name])]
    assert {re.split(r"[^\w.\-]", one)[0].lower() for one in wanted} <= locked


def test_the_containers_are_told_all_that_the_settings_of_the_image_read():
    read = re.findall(r'_env(?:\.get|\.setdefault)?[(\[]"(\w+)"', settings := image_settings())
    given = (ROOT / "compose.yaml").read_text("utf-8")
    usual = re.findall(r'get\("(\w+)", "', settings)
    assert [name for name in read if name not in usual and f"{name}:" not in given] == []


def image_settings():
    return (ROOT / "tools" / "image_settings.py").read_text("utf-8")
