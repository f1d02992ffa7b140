/* A drawing as cells of symbols, two to a room, and what one does to it as operations.

     2 #-#     row 2        the room (x, y) stands in the cell (2x, 2y); what a symbol means
       |       row 1        comes from the game (`legend`), and which rooms a drawing has, too
     0 #       row 0 */

import { plain } from "./markup.js";
import { keyOf, moved, partsOf } from "./places.js";

export const BLANK = " ";
/* The sides of a cell: how far the next one is. */
export const SIDES = {
  n: [0, 1], ne: [1, 1], e: [1, 0], se: [1, -1], s: [0, -1], sw: [-1, -1], w: [-1, 0], nw: [-1, 1],
};
const BACK = { n: "s", ne: "sw", e: "w", se: "nw", s: "n", sw: "ne", w: "e", nw: "se" };
const PLACES = new Set(["room", "transition"]);

const sideOf = (dx, dy) => Object.keys(SIDES).find((side) => SIDES[side][0] === Math.sign(dx) && SIDES[side][1] === Math.sign(dy));
const same = (one, other) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((side) => one[side] === other[side]);

/* How a link is drawn: `sides` are joined with the middle, and arrows point to `ends`. */
function linesOf(joins) {
  const sides = new Set([...Object.keys(joins), ...Object.values(joins)]);
  const ends = Object.keys(joins).filter((from) => joins[joins[from]] !== from).map((from) => joins[from]);
  return { sides: [...sides].map((side) => SIDES[side]), ends: ends.map((side) => SIDES[side]) };
}

export class Legend extends Map {
  /* `rows`: what each symbol does, looks like, joins, and says of itself. */
  constructor(rows) {
    super(rows.map((row) => [row.symbol, { ...row, sign: plain(row.shown).trim() || row.symbol, ...linesOf(row.joins) }]));
  }

  isPlace(symbol) {
    return PLACES.has(this.get(symbol)?.kind);
  }

  /* The symbol of ordinary rooms: the first of them. */
  get room() {
    return [...this.values()].find(({ kind }) => kind === "room")?.symbol;
  }

  /* The link that goes to a side, through one that is there already; in one direction if there is one. */
  link(side, oneWay, there) {
    const both = { [side]: BACK[side], [BACK[side]]: side };
    const known = this.get(there)?.kind === "link" ? this.get(there).joins : {};
    const crossing = Object.keys(known).some((end) => end in both) ? null : { ...known, ...both };
    const wanted = [oneWay && { [BACK[side]]: side }, crossing, both].filter(Boolean);
    for (const joins of wanted) {
      const row = [...this.values()].find((one) => one.kind === "link" && same(one.joins, joins));
      if (row) return row.symbol;
    }
    return undefined;
  }
}

export const symbolAt = (rows, [x, y]) => [...(rows[y] ?? "")][x] ?? BLANK;

/* Collects the cells of one operation. */
class Strokes {
  constructor(editor) {
    Object.assign(this, { editor, legend: editor.draft.legend, cells: {} });
  }

  at(cell) {
    return this.cells[cell.join()] ?? symbolAt(this.editor.rows, cell);
  }

  put(cell, symbol) {
    if (this.at(cell) !== symbol) this.cells[cell.join()] = symbol;
  }

  room(key) {
    const [x, y] = partsOf(key);
    const { legend, editor } = this;
    const symbol = legend.isPlace(editor.brush) ? editor.brush : legend.room;
    if (!legend.isPlace(this.at([2 * x, 2 * y]))) this.put([2 * x, 2 * y], symbol);
  }

  /* A straight link; anything else there is no line for. */
  link(from, to) {
    const [x, y] = partsOf(from), [toX, toY] = partsOf(to);
    const [dx, dy] = [2 * (toX - x), 2 * (toY - y)];
    if (dx && dy && Math.abs(dx) !== Math.abs(dy)) return;
    const side = sideOf(dx, dy), [stepX, stepY] = SIDES[side] ?? [0, 0];
    const last = Math.max(Math.abs(dx), Math.abs(dy));
    for (let step = 1; step < last; step += 1) {
      const cell = [2 * x + step * stepX, 2 * y + step * stepY];
      const symbol = this.legend.isPlace(this.at(cell)) ? null : this.legend.link(side, this.editor.oneWay, this.at(cell));
      if (symbol) this.put(cell, symbol);
    }
  }

  /* Take a room away, and the links that lead to it, up to the next room or crossing. */
  erase(key) {
    const [x, y] = partsOf(key);
    this.put([2 * x, 2 * y], BLANK);
    for (const [side, [dx, dy]] of Object.entries(SIDES)) {
      for (let step = 1; ; step += 1) {
        const cell = [2 * x + step * dx, 2 * y + step * dy];
        const { kind, joins = {} } = this.legend.get(this.at(cell)) ?? {};
        const isLine = kind === "link" && side in { ...joins, ...swapped(joins) } && Object.keys(joins).length <= 2;
        if (!isLine) break;
        this.put(cell, BLANK);
      }
    }
  }

  get ops() {
    return Object.keys(this.cells).length ? [{ op: "draw", level: this.editor.level, cells: this.cells }] : [];
  }
}

const swapped = (joins) => Object.fromEntries(Object.entries(joins).map(([from, to]) => [to, from]));

function strokes(editor, work) {
  const found = new Strokes(editor);
  work(found);
  return found.ops;
}

/* One symbol in some cells. */
export const brush = (editor, cells, symbol) =>
  strokes(editor, (found) => cells.forEach((cell) => found.put(cell, symbol)));

/* Many symbols: {"x,y": symbol}. */
export const put = (editor, cells) =>
  strokes(editor, (found) => Object.entries(cells).forEach(([cell, symbol]) => found.put(cell.split(",").map(Number), symbol)));

// --- what rooms are made, linked and removed with, as in maps without a drawing (making.js)

export const chain = (editor, cells) => strokes(editor, (found) => {
  const keys = cells.map(([x, y]) => keyOf(x, y, editor.level));
  keys.forEach((key) => found.room(key));
  keys.slice(1).forEach((key, number) => found.link(keys[number], key));
});

export const link = (editor, from, to) => strokes(editor, (found) => found.link(from, to));

export const dig = (editor, from, by) => strokes(editor, (found) => {
  found.room(moved(from, by));
  found.link(from, moved(from, by));
});

export const remove = (editor, keys) => strokes(editor, (found) => keys.forEach((key) => found.erase(key)));
