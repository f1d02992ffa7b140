/* A drawing as cells of symbols, two to a room, and what one does to it as operations.

     2 #-#     row 2        the room (x, y) stands in the cell (2x, 2y)
       |       row 1
     0 #       row 0

   Here are no rules: what each symbol is, joins and leads to are rows of the game (`legend`), by which
   symbols are proposed. The game reads the drawing, and its rooms and exits take the place of these. */

import { plain } from "./markup.js";
import { keyOf, partsOf, shiftKey } from "./places.js";

export const BLANK = " ";
/* The sides of a cell: how far the next one is. */
export const SIDES = {
  n: [0, 1], ne: [1, 1], e: [1, 0], se: [1, -1], s: [0, -1], sw: [-1, -1], w: [-1, 0], nw: [-1, 1],
};
const BACK = { n: "s", ne: "sw", e: "w", se: "nw", s: "n", sw: "ne", w: "e", nw: "se" };

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
    return Boolean(this.get(symbol)?.is_place);
  }

  /* The symbol of ordinary rooms: the first of them. */
  get room() {
    return [...this.values()].find(({ kind }) => kind === "room")?.symbol;
  }

  /* The symbol of stairs that lead to these levels, 1 above and -1 below. */
  stairs(levels) {
    return [...this.values()].find(({ leads }) => leads.length === levels.size && leads.every((step) => levels.has(step)))?.symbol;
  }

  /* The link that goes to a side, with what crosses it there; in one direction if there is one. */
  link(side, oneWay, there) {
    const across = this.get(there)?.kind === "link" ? withoutSide(this.get(there).joins, side) : {};
    const way = { ...across, [BACK[side]]: side };
    return (oneWay && this.joining(way)) || this.joining({ ...way, [side]: BACK[side] });
  }

  /* The link that joins these sides and no others; undefined if there is none. */
  joining(joins) {
    if (!Object.keys(joins).length) return BLANK;
    return [...this.values()].find((one) => one.kind === "link" && same(one.joins, joins))?.symbol;
  }
}

export const symbolAt = (rows, [x, y]) => [...(rows[y] ?? "")][x] ?? BLANK;

/* Collects the cells of one operation. */
class Strokes {
  constructor(editor) {
    Object.assign(this, { editor, legend: editor.draft.legend, cells: {}, lost: new Set() });
  }

  at(cell) {
    return this.cells[cell.join()] ?? symbolAt(this.editor.rows, cell);
  }

  put(cell, symbol) {
    if (this.at(cell) !== symbol) this.cells[cell.join()] = symbol;
  }

  /* A room or a part of a link; `lost` are the routers and the like in whose place it is. */
  build(cell, symbol) {
    const there = this.at(cell), { kind = "link" } = this.legend.get(there) ?? {};
    if (kind !== "link" && there !== symbol) this.lost.add(there);
    this.put(cell, symbol);
  }

  room(key) {
    const [x, y] = partsOf(key);
    const { legend, editor } = this;
    const symbol = legend.isPlace(editor.brush) ? editor.brush : legend.room;
    if (!legend.isPlace(this.at([2 * x, 2 * y]))) this.build([2 * x, 2 * y], symbol);
  }

  /* A straight link; anything else there is no line for. */
  link(from, to, oneWay = this.editor.oneWay) {
    const [x, y, z] = partsOf(from), [toX, toY, toZ] = partsOf(to);
    const [dx, dy] = [2 * (toX - x), 2 * (toY - y)];
    if (z !== toZ || (dx && dy && Math.abs(dx) !== Math.abs(dy))) {
      this.isBent = true;
      return;
    }
    const side = sideOf(dx, dy), [stepX, stepY] = SIDES[side] ?? [0, 0];
    const last = Math.max(Math.abs(dx), Math.abs(dy));
    const cells = Array.from({ length: last - 1 }, (_, step) => [2 * x + (step + 1) * stepX, 2 * y + (step + 1) * stepY])
      .filter((cell) => !this.legend.isPlace(this.at(cell)));
    const symbols = cells.map((cell) => this.legend.link(side, oneWay, this.at(cell)));
    if (!symbols.every(Boolean)) {
      this.isBlocked = true; // by another link
      return;
    }
    cells.forEach((cell, number) => this.build(cell, symbols[number]));
    this.isTwoWay ||= oneWay && cells.length > 0 && this.leads(cells, BACK[side]); // for want of an arrow
  }

  /* The straight way from a room to one side: its cells, and the room where it ends, else null. */
  way(key, side) {
    const [x, y, z] = partsOf(key), [dx, dy] = SIDES[side], cells = [];
    for (let step = 1; ; step += 1) {
      const cell = [2 * x + step * dx, 2 * y + step * dy], symbol = this.at(cell);
      if (this.legend.isPlace(symbol)) return { cells, end: keyOf(cell[0] / 2, cell[1] / 2, z) };
      const { kind, joins = {} } = this.legend.get(symbol) ?? {};
      if (kind !== "smart" && !(kind === "link" && side in { ...joins, ...reversed(joins) })) return { cells: [], end: null };
      cells.push(cell);
    }
  }

  /* Whether one may go along some cells to a side. */
  leads(cells, side) {
    return cells.map((cell) => this.legend.get(this.at(cell)))
      .every(({ kind, joins }) => (joins[BACK[side]] ?? (kind !== "link" && side)) === side);
  }

  /* Change the joins of all cells between two rooms; whether the legend has symbols for all of them. */
  rejoin(from, to, change) {
    const [[x, y], [toX, toY]] = [partsOf(from), partsOf(to)];
    const side = sideOf(toX - x, toY - y), { cells, end } = side ? this.way(from, side) : {};
    if (end !== to) return false;
    const symbols = cells.map((cell) => this.legend.joining(change({ ...this.legend.get(this.at(cell)).joins }, side)));
    if (!symbols.every(Boolean)) return false;
    cells.forEach((cell, number) => this.put(cell, symbols[number]));
    return true;
  }

  /* Take rooms, and the ways between them, elsewhere; straight ways to others are drawn again. */
  move(keys, by) {
    const patch = new Patch(this, keys), { outer } = patch;
    for (const [from, to] of outer) this.rejoin(from, to, withoutSide);
    for (const cell of patch.cells.keys()) this.put(cell.split(",").map(Number), BLANK);
    this.lay(patch.cells, by);
    for (const [from, to, there, back] of outer) {
      if (there) this.link(shiftKey(from, by), to, !back);
      else if (back) this.link(to, shiftKey(from, by), true);
    }
  }

  /* Put symbols into cells that are so many rooms further; `isBlocked` says whether others are there. */
  lay(cells, [x, y]) {
    for (const [cell, symbol] of cells) {
      const [column, row] = cell.split(",").map(Number), there = [column + 2 * x, row + 2 * y];
      this.isBlocked ||= ![BLANK, symbol].includes(this.at(there));
      this.put(there, symbol);
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
        const isLine = kind === "link" && side in { ...joins, ...reversed(joins) } && Object.keys(joins).length <= 2;
        if (!isLine) break;
        this.put(cell, BLANK);
      }
    }
  }

  get ops() {
    return Object.keys(this.cells).length ? [{ op: "draw", level: this.editor.level, cells: this.cells }] : [];
  }
}

/* The cells of some rooms and of the straight ways between them; `outer` are the ways to others:
   [from, to, whether one may go there, whether one may come back]. */
class Patch {
  constructor(strokes, keys) {
    const chosen = new Set(keys);
    Object.assign(this, { cells: new Map(), outer: [] });
    const take = (cell) => this.cells.set(cell.join(), strokes.at(cell));
    for (const key of keys) {
      take(partsOf(key).slice(0, 2).map((part) => 2 * part));
      for (const side of Object.keys(SIDES)) {
        const { cells, end } = strokes.way(key, side);
        if (chosen.has(end)) cells.forEach(take);
        else if (end) this.outer.push([key, end, strokes.leads(cells, side), strokes.leads(cells, BACK[side])]);
      }
    }
  }
}

/* What is left of the ways through a cell without those along a side. */
const withoutSide = ({ ...joins }, side) => (delete joins[side], delete joins[BACK[side]], joins);
const reversed = (joins) => Object.fromEntries(Object.entries(joins).map(([from, to]) => [to, from]));

function strokes(editor, work) {
  const found = new Strokes(editor);
  work(found);
  const { isBent, isBlocked, isTwoWay, lost } = found;
  if (isBent || isBlocked || isTwoWay) editor.tell(isBent ? gettext("A drawing joins two rooms only in a straight line on their level.")
      : gettext("The drawing has no symbol for this link: it is one-way, or crosses another."));
  else if (lost.size) editor.tell(gettext("This replaces: {what}"), [...lost].join(" "));
  return found.ops;
}

/* One symbol in some cells. */
export const brush = (editor, cells, symbol) =>
  strokes(editor, (found) => cells.forEach((cell) => found.put(cell, symbol)));

/* One symbol in all cells of the same symbol around one, within the drawing; rooms stand in every second cell. */
export function fill(editor, from, symbol) {
  const grid = editor.rows.map((row) => [...row]), { legend } = editor.draft;
  const at = (x, y) => grid[y]?.[x] ?? BLANK;
  const old = at(...from), step = [old, symbol].some((one) => legend.isPlace(one)) ? 2 : 1;
  const width = Math.max(...grid.map((row) => row.length)), cells = new Map();
  const take = ([x, y]) => {
    const isInside = x >= 0 && y >= 0 && x < width && y < grid.length;
    if (isInside && at(x, y) === old && !cells.has(`${x},${y}`)) cells.set(`${x},${y}`, [x, y]);
  };
  if (old !== symbol) take(from);
  for (const [x, y] of cells.values()) for (const side of "nesw") take([x + step * SIDES[side][0], y + step * SIDES[side][1]]);
  return brush(editor, [...cells.values()], symbol);
}

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

/* Stairs from a room to the level above or below, and back. */
function stairs(editor, key, step) {
  const [x, y, z] = partsOf(key), cell = [2 * x, 2 * y], { legend } = editor.draft;
  return [[z, step], [z + step, -step]].flatMap(([level, way]) => {
    const { leads = [] } = legend.get(symbolAt(editor.document.drawings[level] ?? [], cell)) ?? {};
    const symbol = leads.includes(way) ? null : legend.stairs(new Set([...leads, way]));
    return symbol ? [{ op: "draw", level, cells: { [cell.join()]: symbol } }] : [];
  });
}

export const dig = (editor, from, by) => by[2] ? stairs(editor, from, by[2]) : strokes(editor, (found) => {
  found.room(shiftKey(from, by));
  found.link(from, shiftKey(from, by));
});

export const remove = (editor, keys) => strokes(editor, (found) => keys.forEach((key) => found.erase(key)));

/* Rooms elsewhere; null if other symbols are in the way. */
export function move(editor, keys, by) {
  const found = new Strokes(editor);
  found.move(keys, by);
  return found.isBlocked ? null : found.ops;
}

/* The symbols of some rooms and of the ways between them, from the lowest and leftmost room on. */
export function copyOf(editor, keys) {
  const { cells } = new Patch(new Strokes(editor), keys);
  const corner = [0, 1].map((axis) => 2 * Math.min(...keys.map((key) => partsOf(key)[axis])));
  return [...cells].map(([cell, symbol]) => [cell.split(",").map((part, axis) => part - corner[axis]).join(), symbol]);
}

/* What was copied, from a corner on: cells of a drawing, else rooms and their straight ways. */
export function paste(editor, { cells, rooms }, corner) {
  const found = new Strokes(editor);
  if (cells) found.lay(cells, corner);
  else {
    for (const key of Object.keys(rooms)) found.room(shiftKey(key, corner));
    for (const [key, { exits }] of Object.entries(rooms)) {
      for (const { to } of Object.values(exits)) {
        const isBack = Object.values(rooms[to]?.exits ?? {}).some((way) => way.to === key);
        if (Object.hasOwn(rooms, to)) found.link(shiftKey(key, corner), shiftKey(to, corner), !isBack);
      }
    }
  }
  return found.isBlocked ? null : found.ops;
}

/* A way taken away, or both, or one added to a way back; none if no symbol of the legend does that. */
const relinkTool = (change) => (editor, from, to) => {
  const found = new Strokes(editor);
  return found.rejoin(from, to, change) ? found.ops : [];
};
export const cut = relinkTool((joins, side) => (delete joins[BACK[side]], joins));
export const oneWay = relinkTool((joins, side) => ({ ...joins, [BACK[side]]: side }));
export const unlink = relinkTool(withoutSide);
