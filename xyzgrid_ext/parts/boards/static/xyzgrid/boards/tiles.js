// Boards as tiles: a table of shapes, and a drawing that changes only where the frame has.

const { svg } = window.xyzgrid;
const SIZE = 16; // of a tile, in units of the drawing
const CYCLE = 110; // milliseconds in which a thing slides to where it went

// Name -> outline. What is filled a second time, darker, stands behind a bar.
export const SHAPES = {
  wall: "M0 0h16v16H0z|M0 5h16M0 11h16M5 0v5M11 5v6M5 11v5",
  person: "M8 1a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM3 15c0-5 2-7 5-7s5 2 5 7z",
  sleeper: "M2 10h12v4H2zM4 6a2 2 0 1 1 0 4h8V8z|M10 3h4l-4 4h4",
  box: "M1 2h14v12H1z|M1 2l14 12M15 2L1 14",
  stored: "M1 2h14v12H1z|M4 8l3 3 5-6",
  mark: "M8 4l4 4-4 4-4-4z",
  gate: "M2 15V7a6 6 0 0 1 12 0v8h-3V7a3 3 0 0 0-6 0v8z",
  stone: "M3 13L1 9l3-6 6-1 5 5-1 6z",
  boulder: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z|M5 5l3-1",
  falling: "M8 3a6 6 0 1 1 0 12A6 6 0 0 1 8 3z|M4 0v3M12 0v3M8 0v2",
  earth: "M1 1h3v3H1zM8 3h3v3H8zM3 8h3v3H3zM11 10h3v3h-3zM7 13h2v2H7z",
  gem: "M4 2h8l3 4-7 9-7-9z|M1 6h14M6 6l2 9 2-9",
  lamp: "M6 1h4v2h2v9H4V3h2zM5 13h6v2H5z|M6 5h4v5H6z",
  water: "M0 4q4-4 8 0t8 0v3q-4 4-8 0T0 7zM0 10q4-4 8 0t8 0v3q-4 4-8 0t-8 0z",
  ember: "M4 10h2v2H4zM9 8h2v2H9zM7 12h2v2H7zM11 12h2v2h-2z",
  glow: "M8 7q4 3 2 8H5Q3 11 8 7z",
  flame: "M8 1q1 4 4 6t1 8H3q-2-4 1-7 1 2 2 2Q5 5 8 1z",
  apple: "M8 5q6-3 6 3t-6 7q-6-1-6-7t6-3z|M8 5q0-3 3-4",
  head_up: "M2 15V7q6-12 12 0v8z|M5 7h1M10 7h1",
  head_down: "M2 1v8q6 12 12 0V1z|M5 9h1M10 9h1",
  head_left: "M15 2H7q-12 6 0 12h8z|M7 5v1M7 10v1",
  head_right: "M1 2h8q12 6 0 12H1z|M9 5v1M9 10v1",
  body: "M2 2h12v12H2z",
  fed: "M8 0l8 8-8 8-8-8z",
  tail: "M5 5h6v6H5z",
  gun: "M7 1h2v6h5v8H2V7h5z",
  gun_empty: "M2 9h12v6H2z",
  moth: "M1 3l6 4V4h2v3l6-4-2 10-4-3H7l-4 3z",
  moth_down: "M1 8l6-1V4h2v3l6 1-4 6-2-4H7l-2 4z",
  shot: "M7 2h2v12H7z",
  shield: "M1 5h14v6H1z",
  cube: "M1 1h14v14H1z|M1 1l3 3h8l3-3M4 4v8h8V4",
  ghost: "M1 1h14v14H1zM3 3v10h10V3z",
  home: "M8 2l7 6h-2v6H3V8H1z",
  home_full: "M8 1l8 7h-3v7H3V8H0z|M5 9l2 3 4-5",
  lost: "M1 3l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z",
};

export class Tiles {
  constructor() {
    this.root = svg("svg", { class: "tiles", "aria-hidden": "true" });
    this.rows = [];
    this.cells = [];
  }

  // A board has tiles if one of its characters has.
  show({ rows, tiles = {}, sheet = "", colours }) {
    this.root.toggleAttribute("hidden", !Object.keys(tiles).length);
    if (this.root.hasAttribute("hidden")) return false;
    const [high, wide] = [rows.length, Math.max(0, ...rows.map((row) => row.length))];
    const key = JSON.stringify([high, wide, tiles, sheet]);
    if (key !== this.key) {
      this.key = key;
      this.root.setAttribute("viewBox", `0 0 ${wide * SIZE} ${high * SIZE}`);
      this.root.replaceChildren();
      this.rows = [];
      this.cells = rows.map((row, y) =>
        [...row].map((_, x) => {
          const cell = svg("g", { transform: `translate(${x * SIZE} ${y * SIZE})` });
          this.root.append(cell);
          return cell;
        }),
      );
    }
    const before = this.rows;
    this.rows = rows;
    rows.forEach((row, y) =>
      [...row].forEach((sign, x) => {
        if (before[y]?.[x] === sign) return;
        const made = tileOf(tiles[sign], sheet, colours[sign]);
        this.cells[y][x].replaceChildren(...made);
        if (made.length) slide(made[0], cameFrom(before, rows, x, y));
      }),
    );
    return true;
  }
}

// A shape in a colour, or a part of the game's own sheet: "column,row".
function tileOf(tile, sheet, colour) {
  if (!tile) return [];
  const place = /^(\d+),(\d+)$/.exec(tile);
  if (place) {
    const [x, y] = [place[1] * SIZE, place[2] * SIZE];
    const part = svg("svg", { width: SIZE, height: SIZE, viewBox: `${x} ${y} ${SIZE} ${SIZE}` });
    part.append(svg("image", { href: sheet }));
    return [svg("g", {}, part)];
  }
  const [outline, line] = (SHAPES[tile] ?? SHAPES.body).split("|");
  const made = svg("g", { class: `tile ${(colour ?? "white").replace(" ", "-")}` });
  made.append(svg("path", { d: outline, class: "solid" }));
  if (line) made.append(svg("path", { d: line, class: "line" }));
  return [made];
}

// Where what stands here now stood before, if that was beside: as steps to the right and down.
function cameFrom(before, rows, x, y) {
  const sign = rows[y][x];
  for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
    if (before[y + dy]?.[x + dx] === sign && rows[y + dy]?.[x + dx] !== sign) return [dx, dy];
  }
  return null;
}

function slide(tile, way) {
  if (!way || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const start = `translate(${way[0] * SIZE}px, ${way[1] * SIZE}px)`;
  tile.animate([{ transform: start }, { transform: "none" }], CYCLE);
}
