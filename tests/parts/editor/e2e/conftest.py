"""The editor of maps in a window of a browser.

new_map      new_map("brook") -> a `Canvas`: the editor of a new map, in the builder's window
old_map      old_map("town") -> the same of a map that is there
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # fixtures are loaded after this
    from tests.e2e.browser.fixtures import Window

EDITOR = "document.getElementById('xyzgrid-edit')"


@dataclass
class Canvas:
    """The editor of a map in a window."""

    page: "Window"

    def open(self, name: str) -> "Canvas":
        self.page.go(f"/map/edit/{name}/")
        return self.ready()

    def make(self, name: str) -> "Canvas":
        self.page.go("/map/edit/")
        self.page("fill", "#xyzgrid-new [name=name]", name)
        self.page("press", "#xyzgrid-new [name=name]", "Enter")
        self.page.until(f"location.pathname === '/map/edit/{name}/'")
        return self.ready()

    def ready(self) -> "Canvas":
        self.page.until(f"{EDITOR}.dataset.state === 'ready'")
        return self

    def at(self, x: int, y: int) -> Any:
        """Where a cell is in the window."""
        return self.page.value(
            "(() => { const [stage] = Konva.stages, { x, y } = stage.absolutePosition();"
            " const { left, top } = stage.container().getBoundingClientRect();"
            f" return [left + x + {x} * 64 * stage.scaleX(), top + y - {y} * 64 * stage.scaleX()];"
            "})()"
        )

    def drag(self, *cells: tuple[int, int]) -> None:
        for number, cell in enumerate(cells):
            self.page("mouse.move", *self.at(*cell), {"steps": 5})
            if not number:
                self.page("mouse.down")
        self.page("mouse.up")

    def click(self, *cell: int) -> None:
        self.page("mouse.click", *self.at(*cell))

    def press(self, *keys: str) -> None:
        self.page("focus", "[data-part=stage]")
        for key in keys:
            self.page("keyboard.press", key)

    def write(self, field: str, text: str) -> None:
        self.page("fill", field, text)
        self.page.value(f"document.querySelector({json.dumps(field)}).blur()")

    def name(self, **names: str) -> None:
        """Name rooms of the lowest level: `r10` is the one at 1,0,0."""
        ops = [
            {"op": "set", "room": f"{place[1]},{place[2]},0", "key": key, "value": value}
            for place, name in names.items()
            for key, value in (("name", name), ("symbol", name[0]))
        ]
        self.page.value(f"{EDITOR}.draft.do({json.dumps(ops)}), 1")

    def told(self, name: str) -> Any:
        return self.page.value(f"{EDITOR}.dataset.{name}")

    def rooms(self) -> Any:
        """What the server has of the draft, once it has everything."""
        self.page.until(f"{EDITOR}.dataset.saved === 'true'")
        asked = f"fetch({EDITOR}.dataset.api).then((answer) => answer.json())"
        return self.page.value(asked)["document"]["rooms"]


@pytest.fixture
def new_map(builder: "Window") -> Callable[[str], Canvas]:
    return Canvas(builder).make


@pytest.fixture
def old_map(builder: "Window") -> Callable[[str], Canvas]:
    return Canvas(builder).open
