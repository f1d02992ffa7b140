/* The keys of the editor: one table for what they do and for the sheet that tells it. */

import { element } from "../element.js";

const STEPS = {
  ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0],
};

/* Keys as they are written, the action, its arguments, and the text that tells of it. */
const KEYS = [
  ["v", "tool", ["select"], gettext("Select, frame and move rooms")],
  ["d", "tool", ["draw"], gettext("Draw rooms: click for one, or drag for a chain of rooms")],
  ["l", "tool", ["link"], gettext("Link two rooms: drag, or click one and then the other")],
  ["h", "tool", ["hand"], gettext("Move the map")],
  ["b", "tool", ["brush"], gettext("Put a symbol into a drawing, or give rooms what others have: click or drag")],
  ["f", "tool", ["fill"], gettext("Put the symbol of the brush into a whole area of a drawing")],
  ["i", "tool", ["pick"], gettext("Take the symbol under the pointer for the brush")],
  ["x", "tool", ["text"], gettext("Type into the drawing")],
  ["o", "oneWay", [], gettext("one way only")],
  ["n", "make", [], gettext("Make a room at the cursor")],
  ["k", "link", [], gettext("Link: from this room, then to this room")],
  ["<", "stairs", [-1], gettext("Stairs down")],
  [">", "stairs", [1], gettext("Stairs up")],
  ["Enter", "edit", [], gettext("Name the room; put down what is pasted")],
  ["Delete", "remove", [], gettext("Remove")],
  ["Backspace", "remove", [], gettext("Remove")],
  ["m", "reshape", ["mirror"], gettext("Flip left to right")],
  ["Shift+M", "reshape", ["flip"], gettext("Flip upside down")],
  ["t", "reshape", ["turn"], gettext("Turn")],
  ["Ctrl+c", "copy", [], gettext("Copy")],
  ["Ctrl+x", "cut", [], gettext("Cut")],
  ["Ctrl+v", "startPaste", [], gettext("Paste")],
  ["Ctrl+z", "undo", [], gettext("Undo")],
  ["Ctrl+y", "redo", [], gettext("Redo")],
  ["Ctrl+Shift+Z", "redo", [], gettext("Redo")],
  ["Ctrl+a", "all", [], gettext("Select the whole level")],
  ["PageUp", "level", [1], gettext("Level above")],
  ["PageDown", "level", [-1], gettext("Level below")],
  ["Ctrl+PageUp", "move", [[0, 0, 1]], gettext("Move the selection up a level")],
  ["Ctrl+PageDown", "move", [[0, 0, -1]], gettext("Move the selection down a level")],
  ["+", "zoom", [1.25], gettext("Larger")],
  ["-", "zoom", [0.8], gettext("Smaller")],
  ["Home", "whole", [], gettext("Show all")],
  ["/", "search", [], gettext("Find a room")],
  ["c", "check", [], gettext("Check")],
  ["p", "plan", [], gettext("What would change in the game")],
  ["Escape", "leave", [], gettext("Back; leave a field; clear the selection")],
  ["?", "help", [], gettext("Keys")],
];
const ARROWS = [
  ["", (does, step) => does.cursor(step), gettext("Move the cursor")],
  ["Shift+", (does, step) => does.cursor(step, true), gettext("Select more")],
  ["Ctrl+", (does, step) => does.move(step), gettext("Move the selection")],
  ["Alt+", (does, step) => does.dig(step), gettext("Make a room in this direction, and link it")],
];
/* What keys do otherwise in a matrix. */
const IN_MATRIX = {
  l: gettext("Link two nodes: neighbours by a way, others by a wormhole"),
  "<": gettext("Backward"), ">": gettext("Forward"), PageUp: gettext("Next level"), PageDown: gettext("Previous level"),
};
const WORDS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

function keyText(event) {
  const ctrl = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const alt = event.altKey ? "Alt+" : "";
  // what shift makes of a sign is the sign itself
  const shift = event.shiftKey && (event.key.length > 1 || /[A-Z]/.test(event.key)) ? "Shift+" : "";
  return `${ctrl}${alt}${shift}${event.key}`;
}

/* Let the keys work wherever nothing is typed into. */
export function listen(does) {
  addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select, dialog");
    if (field) {
      if (event.key === "Escape" && !field.matches("dialog")) field.blur();
      return;
    }
    if (event.target.closest("button, summary, a") && ["Enter", " "].includes(event.key)) return;
    const step = STEPS[event.key];
    const pressed = keyText(event);
    const arrow = step && ARROWS.find(([before]) => before + event.key === pressed);
    const [, action, values] = KEYS.find(([key]) => key === pressed) ?? [];
    if (!arrow && !action) return;
    event.preventDefault();
    if (arrow) arrow[1](does, step);
    else does[action](...values);
  });
}

/* The sheet of keys, as rows of a table. */
export function rows(isMatrix) {
  const arrows = ARROWS.map(([before, , word]) => [`${before}${Object.values(WORDS).join(" ")}`, word]);
  const all = [...KEYS.map(([key, , , word]) => [key, (isMatrix && IN_MATRIX[key]) || word]), ...arrows];
  const byWord = Map.groupBy(all, ([, word]) => word);
  return [...byWord].map(([word, keys]) =>
    element("tr", {},
      element("td", {}, ...keys.flatMap(([key], number) =>
        [number ? ", " : "", element("kbd", { textContent: key })])),
      element("td", { textContent: word })));
}
