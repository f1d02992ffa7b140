// The inside of a dungeon's room: walls, doors and what stands in its nine parts, drawn from the rows
// of the server's own picture, with its legend; and what was found in the dungeon, and stays there.
//
//     +----k----+      a wall along each side, a gap or a lock where a door is
//     | $  .  ? |      three rows of three parts
//     | .  !  .
//     | "  "  " |
//     +---------+

const { extend, html, svg, worded } = window.xyzgrid;
const PART = 30; // units of a part
const KINDS = { $: "chest", _: "opened", "!": "foe", ",": "beaten", "?": "puzzle", "~": "water", '"': "clutter" };
const SHAPES = {
  chest: "M-8 -1H8V7H-8ZM-8 -1C-8 -8 8 -8 8 -1M-2 0H2V3H-2Z",
  opened: "M-8 -1H8V7H-8ZM-8 -1L-9 -7H7L8 -1",
  foe: "M0 -8A8 8 0 0 1 5 5V8H-5V5A8 8 0 0 1 0 -8M-4 -2H-1V1H-4ZM1 -2H4V1H1Z",
  beaten: "M-7 -5L7 5M-7 5L7 -5",
  puzzle: "M-4 -4A4 4 0 1 1 1 0C0 1 0 2 0 4M0 6V8",
  water: "M-10 -3C-6 -7 -4 1 0 -3S6 1 10 -3M-10 4C-6 0 -4 8 0 4S6 8 10 4",
  clutter: "M-8 6L-5 -2L-1 5L3 -4L8 6Z",
};

class Inside {
  constructor() {
    this.drawing = svg("svg", { viewBox: "-8 -8 106 106", "aria-hidden": "true" });
    this.legend = html("ul");
    this.root = html("section", { class: "xyzgrid-inside", hidden: "" }, this.drawing, this.legend);
    this.things = html("ul");
    this.held = html("section", { hidden: "" }, html("h2", {}, gettext("Found in this dungeon")), this.things);
  }

  show({ rows = [], legend = [], held = [] }) {
    this.held.hidden = !held.length;
    this.things.replaceChildren(...held.map((name) => html("li", {}, name)));
    this.root.hidden = rows.length !== 5;
    if (this.root.hidden) return;
    const parts = [1, 2, 3].flatMap((row) =>
      [2, 5, 8].map((column, at) => part(rows[row][column], at, row - 1)));
    const doors = [
      side(rows[0][5], 45, 0, false),
      side(rows[4][5], 45, 90, false),
      side(rows[2][0], 0, 45, true),
      side(rows[2][10], 90, 45, true),
    ];
    const walls = svg("rect", { class: "walls", x: 0, y: 0, width: 90, height: 90, rx: 3 });
    this.drawing.replaceChildren(walls, ...parts.filter(Boolean), ...doors.flat());
    this.legend.replaceChildren(...legend.map(([symbol, text, commands]) =>
      html("li", {}, html("b", {}, signOf(symbol) ?? symbol), html("span", {}, ...worded(text, commands)))));
  }
}

// The sign of a thing, as it stands in the picture.
function signOf(symbol) {
  const shape = part(symbol, 0, 0);
  return shape && svg("svg", { viewBox: "3 3 24 24", "aria-hidden": "true" }, shape);
}

function part(symbol, x, y) {
  const kind = KINDS[symbol];
  if (!kind) return null;
  const transform = `translate(${(x + 0.5) * PART} ${(y + 0.5) * PART})`;
  return svg("path", { class: `part ${kind}`, d: SHAPES[kind], transform });
}

// A wall has no door, a blank is an open one, a letter says what shuts it.
function side(symbol, x, y, upright) {
  if ("-|".includes(symbol)) return [];
  const [halfX, halfY] = upright ? [3, 10] : [10, 3];
  const gap = svg("rect", { class: "gap", x: x - halfX, y: y - halfY, width: 2 * halfX, height: 2 * halfY });
  if (symbol === " ") return [gap];
  return [gap, svg("circle", { class: "lock", cx: x, cy: y, r: 7 }), svg("text", { x, y: y + 4 }, symbol)];
}

const inside = new Inside();
extend("map", {
  below: inside.root,
  wants: ["inside"],
  messages: { xyzgrid_inside: (args, room) => inside.show(room) },
  forget: () => inside.show({}),
});
extend("finds", { below: inside.held, wants: ["inside"] });
