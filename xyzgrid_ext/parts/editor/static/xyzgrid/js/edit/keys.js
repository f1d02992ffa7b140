/* The keys of the editor: one table for what they do and for the sheet that tells it. */

import { element } from "../element.js";

const STEPS = {
  ArrowUp: [0, 1, 0], ArrowDown: [0, -1, 0], ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0],
};

/* Keys as they are written, the action, its arguments, and which of the words tells of it. */
const KEYS = [
  ["v", "tool", ["select"], "tool_select"],
  ["d", "tool", ["draw"], "tool_draw"],
  ["l", "tool", ["link"], "tool_link"],
  ["h", "tool", ["hand"], "tool_hand"],
  ["b", "tool", ["brush"], "tool_brush"],
  ["f", "tool", ["fill"], "tool_fill"],
  ["i", "tool", ["pick"], "tool_pick"],
  ["x", "tool", ["text"], "tool_text"],
  ["o", "oneWay", [], "one_way"],
  ["n", "make", [], "key_make"],
  ["k", "link", [], "key_link"],
  ["<", "stairs", [-1], "stairs_down"],
  [">", "stairs", [1], "stairs_up"],
  ["Enter", "edit", [], "key_edit"],
  ["Delete", "remove", [], "remove"],
  ["Backspace", "remove", [], "remove"],
  ["m", "reshape", ["mirror"], "mirror"],
  ["Shift+M", "reshape", ["flip"], "flip"],
  ["t", "reshape", ["turn"], "turn"],
  ["Ctrl+c", "copy", [], "copy"],
  ["Ctrl+x", "cut", [], "cut"],
  ["Ctrl+v", "startPaste", [], "paste"],
  ["Ctrl+z", "undo", [], "undo"],
  ["Ctrl+y", "redo", [], "redo"],
  ["Ctrl+Shift+Z", "redo", [], "redo"],
  ["Ctrl+a", "all", [], "key_all"],
  ["PageUp", "level", [1], "level_up"],
  ["PageDown", "level", [-1], "level_down"],
  ["Ctrl+PageUp", "move", [[0, 0, 1]], "key_raise"],
  ["Ctrl+PageDown", "move", [[0, 0, -1]], "key_lower"],
  ["+", "zoom", [1.25], "closer"],
  ["-", "zoom", [0.8], "further"],
  ["Home", "whole", [], "whole"],
  ["/", "search", [], "search"],
  ["c", "check", [], "check"],
  ["p", "plan", [], "plan"],
  ["Escape", "leave", [], "key_leave"],
  ["?", "help", [], "help"],
];
const ARROWS = [
  ["", (does, step) => does.cursor(step), "key_cursor"],
  ["Shift+", (does, step) => does.cursor(step, true), "key_extend"],
  ["Ctrl+", (does, step) => does.move(step), "key_move"],
  ["Alt+", (does, step) => does.dig(step), "key_dig"],
];
const WORDS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

function written(event) {
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
    const pressed = written(event);
    const arrow = step && ARROWS.find(([before]) => before + event.key === pressed);
    const [, action, values] = KEYS.find(([key]) => key === pressed) ?? [];
    if (!arrow && !action) return;
    event.preventDefault();
    if (arrow) arrow[1](does, step);
    else does[action](...values);
  });
}

/* The sheet of keys, as rows of a table. */
export function rows(words) {
  const arrows = ARROWS.map(([before, , word]) => [`${before}${Object.values(WORDS).join(" ")}`, word]);
  const all = [...KEYS.map(([key, , , word]) => [key, word]), ...arrows];
  const byWord = Map.groupBy(all, ([, word]) => word);
  return [...byWord].map(([word, keys]) =>
    element("tr", {},
      element("td", {}, ...keys.flatMap(([key], number) =>
        [number ? ", " : "", element("kbd", { textContent: key })])),
      element("td", { textContent: words[word] })));
}
