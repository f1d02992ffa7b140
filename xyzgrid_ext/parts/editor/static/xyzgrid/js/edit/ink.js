/* How the cells of a drawing look on the canvas: rooms as boxes, links as the lines that they join. */

import { BLANK } from "./cells.js";
import { CELL, across, down, paintRooms, tip } from "./paint.js";

const QUARTER = CELL / 4; // from the middle of a cell of the drawing to its side
const NO_MARKS = {};

/* Paint what of a drawing is in sight; return its rooms, those that the game has not read yet, too. */
export function paintCells(context, editor, sight, known, look) {
  const [left, low, right, high] = sight.map((part) => 2 * part);
  const { rows, level, draft: { legend } } = editor;
  const read = new Map(known.map((room) => [room.key, room]));
  const rooms = [], lines = [], signs = [];
  for (let y = Math.max(0, low); y <= Math.min(rows.length - 1, high); y += 1) {
    const row = [...rows[y]];
    for (let x = Math.max(0, left); x <= Math.min(row.length - 1, right); x += 1) {
      if (row[x] === BLANK) continue;
      const symbol = legend.get(row[x]);
      if (legend.isPlace(row[x])) rooms.push(roomOf(x / 2, y / 2, level, symbol, read));
      else if (symbol?.kind === "link") lines.push([x / 2, y / 2, symbol]);
      else signs.push([x / 2, y / 2, row[x], symbol ? "wormhole" : "bad"]);
    }
  }
  paintLines(context, lines, look);
  paintRooms(context, rooms, look);
  paintSigns(context, signs, look);
  return rooms;
}

function roomOf(x, y, z, { sign, kind }, read) {
  const key = `${x},${y},${z}`;
  const { values = { name: "" }, marks = NO_MARKS } = read.get(key) ?? {};
  return { key, x, y, values: { ...values, symbol: sign }, marks: kind === "transition" ? { other: true } : marks };
}

function paintLines(context, lines, { colours, scale }) {
  const arrows = [];
  context.strokeStyle = colours("way");
  context.lineWidth = Math.max(3, 1 / scale);
  context.beginPath();
  for (const [x, y, { sides, ends }] of lines) {
    for (const [dx, dy] of sides) {
      context.moveTo(across(x), down(y));
      context.lineTo(across(x) + dx * QUARTER, down(y) - dy * QUARTER);
    }
    for (const end of ends) arrows.push([x, y, end]);
  }
  context.stroke();
  context.fillStyle = colours("way");
  for (const [x, y, [dx, dy]] of arrows) {
    const angle = Math.atan2(-dy, dx);
    tip(context, across(x) + 9 * Math.cos(angle), down(y) + 9 * Math.sin(angle), angle, 17);
  }
}

/* Symbols that are neither rooms nor plain links: routers, stairs, teleporters, and unknown ones. */
function paintSigns(context, signs, { colours, scale }) {
  if (scale < 0.22) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = "600 15px ui-monospace, monospace";
  for (const [x, y, symbol, colour] of signs) {
    context.fillStyle = colours("paper");
    context.strokeStyle = colours(colour);
    context.lineWidth = 2;
    context.beginPath();
    context.arc(across(x), down(y), 11, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.fillStyle = colours(colour);
    context.fillText(symbol, across(x), down(y) + 1);
  }
}
