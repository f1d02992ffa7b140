/* How rooms and links look on the canvas. One shape draws all that is in sight: a shape of the
   drawing library for each of thousands of rooms would cost more than the drawing. */

import { partsOf } from "./places.js";

export const CELL = 64;
export const HALF = 21; // of the side of a room
const WITH_SYMBOLS = 0.22; // from this scale on
const WITH_NAMES = 0.75;
const STAIRS = { both: "▲▼", one: "△▽", from: "●●" }; // there and back, there, only from there

export const across = (x) => x * CELL;
export const down = (y) => -y * CELL;

function line(context, colour, width, dash = []) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash(dash);
}

/* Paint rooms and links; `look` says how: colours(name), scale, and what is known of rooms. */
export function paintLinks(context, links, look) {
  const kinds = { way: [], far: [], locked: [] };
  for (const link of links) kinds[link.locked ? "locked" : link.far ? "far" : "way"].push(link);
  const styles = { way: ["way", 3, []], far: ["wormhole", 3, [9, 6]], locked: ["bad", 3, []] };
  for (const [kind, found] of Object.entries(kinds)) {
    const [colour, width, dash] = styles[kind];
    line(context, look.colours(colour), Math.max(width, 1 / look.scale), dash);
    context.beginPath();
    for (const link of found) trace(context, link);
    context.stroke();
  }
  context.setLineDash([]);
}

/* What links show besides their lines: over the rooms and their names, so that a way's end is seen. */
export function paintLinkMarks(context, links, look) {
  if (look.scale < WITH_SYMBOLS) return;
  for (const link of links) {
    if (link.oneWay) arrow(context, link, look.colours(link.locked ? "bad" : link.far ? "wormhole" : "way"));
    if (link.locked) lock(context, middleOf(link), look);
    if (link.levels.length > 1) foreignEnd(context, link, look);
  }
}

/* The end of a wormhole that is on another level: the number of that level. */
function foreignEnd(context, link, { colours, level }) {
  const isHere = partsOf(link.from)[2] === level;
  const [x, y] = isHere ? [link.toX, link.toY] : [link.x, link.y];
  const text = `z ${partsOf(isHere ? link.to : link.from)[2]}`;
  context.font = "600 11px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  const width = context.measureText(text).width + 10, [left, top] = [across(x) + HALF - 6, down(y) + HALF - 8];
  context.fillStyle = colours("wormhole");
  context.beginPath();
  context.roundRect(left, top, width, 15, 7);
  context.fill();
  context.fillStyle = colours("paper");
  context.fillText(text, left + width / 2, top + 8);
}

function ends({ x, y, toX, toY }) {
  return [across(x), down(y), across(toX), down(toY)];
}

/* How far a point is from a link. */
export function distanceTo(link, { x, y }) {
  const [fromX, fromY, toX, toY] = ends(link), [bendX, bendY] = bendOf(link);
  let least = Infinity;
  for (let step = 0; step <= 24; step += 1) {
    const [on, left] = [step / 24, 1 - step / 24];
    const [sx, sy] = [[fromX, bendX, toX], [fromY, bendY, toY]].map(([from, bend, to]) =>
      left * left * from + 2 * left * on * bend + on * on * to);
    least = Math.min(least, Math.hypot(sx - x, sy - y));
  }
  return least;
}

/* A far link is bent, so that it does not run through the rooms between. */
function bendOf(link) {
  const [x, y, toX, toY] = ends(link);
  const bend = link.far ? 0.18 : 0;
  return [(x + toX) / 2 + (y - toY) * bend, (y + toY) / 2 + (toX - x) * bend];
}

function middleOf(link) {
  const [x, y, toX, toY] = ends(link);
  const [bendX, bendY] = bendOf(link);
  const aside = x === toX ? 16 : 0; // of the name that stands below a room
  return [(x + toX) / 4 + bendX / 2 + aside, (y + toY) / 4 + bendY / 2];
}

export function trace(context, link) {
  const [x, y, toX, toY] = ends(link);
  context.moveTo(x, y);
  if (link.far) context.quadraticCurveTo(...bendOf(link), toX, toY);
  else context.lineTo(toX, toY);
}

function arrow(context, link, colour) {
  const [x, y, toX, toY] = ends(link);
  const [fromX, fromY] = link.far ? bendOf(link) : [x, y];
  const angle = Math.atan2(toY - fromY, toX - fromX);
  const reach = HALF / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))) + 2;
  const [tipX, tipY] = [toX - Math.cos(angle) * reach, toY - Math.sin(angle) * reach];
  context.fillStyle = colour;
  tip(context, tipX, tipY, angle, 13);
}

/* The point of an arrow. */
export function tip(context, x, y, angle, length) {
  context.beginPath();
  context.moveTo(x, y);
  for (const side of [-0.5, 0.5]) context.lineTo(x - length * Math.cos(angle + side), y - length * Math.sin(angle + side));
  context.fill();
}

function lock(context, [x, y], look) {
  context.fillStyle = look.colours("paper");
  line(context, look.colours("bad"), 2);
  context.beginPath();
  context.arc(x, y - 3, 4, Math.PI, 0);
  context.stroke();
  context.fillStyle = look.colours("bad");
  context.fillRect(x - 6, y - 3, 12, 9);
}

export function paintRooms(context, rooms, look) {
  const detailed = look.scale >= WITH_SYMBOLS;
  const byFill = Map.groupBy(rooms, (room) => look.fill(room.key));
  for (const [fill, found] of byFill) {
    context.fillStyle = look.colours(fill);
    line(context, look.colours(/^(paper|area|#)/.test(fill) ? "soft" : fill), Math.max(2, 1 / look.scale));
    context.beginPath();
    for (const { x, y } of found) box(context, x, y, HALF, detailed);
    context.fill();
    if (detailed) context.stroke();
  }
  if (!detailed) return;
  symbols(context, rooms, look);
  if (look.scale >= WITH_NAMES) names(context, rooms, look);
}

function box(context, x, y, half, round = true) {
  const place = [across(x) - half, down(y) - half, 2 * half, 2 * half];
  if (round) context.roundRect(...place, 5);
  else context.rect(...place);
}

function symbols(context, rooms, look) {
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = "600 20px ui-monospace, monospace";
  for (const { key, x, y, values } of rooms) {
    context.fillStyle = look.colours(look.fill(key) === "paper" ? "ink" : "on-fill");
    if (values.symbol) context.fillText(values.symbol, across(x), down(y) + 1);
  }
  context.font = "12px sans-serif";
  for (const { key, x, y, marks } of rooms) {
    const corner = (sign, colour, dx, dy) => {
      context.fillStyle = look.colours(look.fill(key) !== "paper" ? "on-fill" : marks.locked ? "bad" : colour);
      context.fillText(sign, across(x) + dx, down(y) + dy);
    };
    if (marks.up) corner(STAIRS[marks.up][0], "stairs", HALF - 7, 7 - HALF);
    if (marks.down) corner(STAIRS[marks.down][1], "stairs", HALF - 7, HALF - 7);
    if (marks.hole) corner("◆", "wormhole", 7 - HALF, HALF - 7);
    if (marks.other) corner("◆", "portal", 7 - HALF, 7 - HALF);
  }
}

function names(context, rooms, look) {
  context.font = "11px sans-serif";
  context.fillStyle = look.colours("ink");
  line(context, look.colours("sky"), 3); // no link is drawn through a name
  context.lineJoin = "round"; // no spikes
  for (const { x, y, values } of rooms) {
    const text = [fitName(context, look.short(values.name)), across(x), down(y) + HALF + 12]; // below the frame of a selected room
    context.strokeText(...text);
    context.fillText(...text);
  }
}

const fits = new Map(); // measured once: there may be thousands

/* A name as far as it fits into its cell, so that it does not run into its neighbour's. */
function fitName(context, name) {
  if (!fits.has(name)) {
    let text = name;
    while (text.length > 1 && context.measureText(text).width > CELL - 3) {
      text = `${text.replace(/…$/, "").slice(0, -1).trimEnd()}…`;
    }
    fits.set(name, text);
  }
  return fits.get(name);
}

/* Frames around rooms: what is selected, found fault with, or would be removed. */
export function paintFrames(context, places, colour, { width = 4, half = HALF + 4, dash = [] } = {}) {
  line(context, colour, width, dash);
  context.beginPath();
  for (const [x, y] of places) box(context, x, y, half);
  context.stroke();
  context.setLineDash([]);
}

/* Where somebody else is: a corner of the cell, with the name above it. */
export function paintOther(context, { name, cursor: [x, y] }, colour, ink) {
  const [left, top] = [across(x) - 30, down(y) - 30];
  line(context, colour, 3);
  context.beginPath();
  context.moveTo(left, top + 18);
  context.lineTo(left, top);
  context.lineTo(left + 18, top);
  context.stroke();
  context.font = "600 11px sans-serif";
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = colour;
  context.fillRect(left - 1, top - 15, context.measureText(name).width + 10, 16);
  context.fillStyle = ink;
  context.fillText(name, left + 4, top - 7);
}

/* Where the level below has rooms: what stands above is drawn over it. */
export function paintBelow(context, rooms, colour) {
  context.fillStyle = colour;
  context.beginPath();
  for (const { x, y } of rooms) context.rect(across(x) - HALF + 6, down(y) - HALF + 6, 2 * HALF, 2 * HALF);
  context.fill();
}

export function paintDots(context, rooms, colourOf) {
  for (const { key, x, y } of rooms) {
    const colour = colourOf(key);
    if (!colour) continue;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(across(x) - HALF, down(y) + HALF, 6, 0, 2 * Math.PI);
    context.fill();
  }
}

/* The cells of the grid, where they are large enough to be aimed at. */
export function paintGrid(context, [left, low, right, high], colour, scale) {
  if (scale < WITH_SYMBOLS) return;
  line(context, colour, 1 / scale);
  context.beginPath();
  for (let x = left; x <= right + 1; x += 1) {
    context.moveTo(across(x - 0.5), down(low - 0.5));
    context.lineTo(across(x - 0.5), down(high + 0.5));
  }
  for (let y = low; y <= high + 1; y += 1) {
    context.moveTo(across(left - 0.5), down(y - 0.5));
    context.lineTo(across(right + 0.5), down(y - 0.5));
  }
  context.stroke();
}
