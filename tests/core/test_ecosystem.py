"""What stands around the package: exact versions, the image, the workflow, issue forms."""

import re
import tomllib
from pathlib import Path

from tools.lock import FILE, text

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


def test_versions_that_differ_are_told_apart_by_pythons():
    def report(python, **versions):
        found = [{"metadata": {"name": name, "version": v}} for name, v in versions.items()]
        return {"environment": {"python_version": python}, "install": found}

    own = {"xyzgrid-ext": "0"}
    made = text([report("3.11", A="1", b="1", **own), report("3.13", A="1", b="2", **own)])
    assert made.splitlines()[1:] == [
        "a==1",
        'b==1 ; python_version <= "3.11"',
        'b==2 ; python_version > "3.11"',
    ]


def test_ci_and_the_image_install_these():
    for file in ("Dockerfile", "tools/env"):
        assert "--constraint" in (ROOT / file).read_text("utf-8")
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    assert "run: sh .ci/run\n" in workflow


def test_the_containers_are_told_all_that_the_settings_of_the_image_read():
    read = re.findall(r'_env(?:\.get|\.setdefault)?[(\[]"(\w+)"', settings := image_settings())
    given = (ROOT / "compose.yaml").read_text("utf-8")
    usual = re.findall(r'get\("(\w+)", "', settings)
    assert [name for name in read if name not in usual and f"{name}:" not in given] == []


def image_settings():
    return (ROOT / "tools" / "image_settings.py").read_text("utf-8")
