// One level of a map as SVG. All that comes from the server is set as text or as a number.

import { groundOf, isOpen, side, stepOf } from "./atlas.js";
import { icon } from "./icons.js";
import { svg } from "./page.js";

export const CELL = 40; // between two rooms, in units of the drawing
const HALF = 11; // of a room
const LIT = 600; // rooms with lit ground around them: of more the picture is small
const LETTER = 6.2; // pixels that a letter of a name takes
const BOLD = 1.12; // times as much, where it stands out
const GAP = 4; // pixels between the names of two rooms
const LINE = 12; // and a line
const LONG = 15; // letters after which a name is broken
const SHAPES = {
  up: "M-4 3L0 -4L4 3Z",
  down: "M-4 -3L0 4L4 -3Z",
  wormhole: "M4 0A4 4 0 1 1 0 -4M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  portal: "M-3 4V-1A3 3 0 0 1 3 -1V4Z",
  locked: "M-4 -1H4V5H-4ZM-2.5 -1V-3A2.5 2.5 0 0 1 2.5 -3V-1",
  arrow: "M-3 -4L4 0L-3 4Z",
  door: "M0 -6V6",
};
const CORNERS = {
  up: [HALF, -HALF],
  down: [HALF, HALF],
  wormhole: [-HALF, -HALF],
  portal: [-HALF, HALF],
};

export function spot(room) {
  return [room.x * CELL, -room.y * CELL];
}

// Draw the rooms that lie in `box` (left, top, right, bottom), and their ways. `marks` are `here`,
// `cursor`, `ahead`, `others` (names by rooms) and `scale`, the pixels of a unit.
export function draw(into, map, rooms, box, marks) {
  const [left, top, right, bottom] = box;
  const seen = rooms.filter((room) => {
    const [x, y] = spot(room);
    return x > left - CELL && x < right + CELL && y > top - CELL && y < bottom + CELL;
  });
  const [ground, ways, places] = ["ground", "ways", "rooms"].map((name) => svg("g", { class: name }));
  const areas = svg("g", { "fill-opacity": 0.3 });
  for (const room of seen) {
    const kind = groundOf(map, room), colour = map.colours[room.area];
    if (kind) ground.append(soil(...spot(room), kind.colour));
    else if (seen.length <= LIT) ground.append(light(...spot(room)));
    if (colour) areas.append(soil(...spot(room), colour));
    for (const exit of room.exits) ways.append(...exitElements(map, room, exit, marks));
    places.append(roomElement(map, room, marks));
  }
  into.replaceChildren(ground, areas, ways, places, names(map, seen, marks));
}

// What one knows is lit; beyond it is fog.
function light(x, y) {
  return svg("circle", { cx: x, cy: y, r: 1.6 * CELL, fill: "url(#xyzgrid-light)" });
}

// A cell of a land.
function soil(x, y, fill) {
  return svg("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, fill });
}

export function lamp() {
  const stop = (offset, opacity) => svg("stop", { offset, "stop-opacity": opacity });
  return svg("defs", {}, svg("radialGradient", { id: "xyzgrid-light" }, stop("35%", 1), stop("100%", 0)));
}

function roomElement(map, room, { here, cursor, ahead, others }) {
  const [x, y] = spot(room);
  const kind = ["room"];
  if (room.num === here) kind.push("here");
  if (room.num === cursor) kind.push("cursor");
  if (ahead.includes(room.num)) kind.push("ahead");
  if (room.details?.length) kind.push("place");
  if (room.num !== here && map.been && !map.been.has(room.num)) kind.push("new");
  const group = svg("g", { class: kind.join(" "), transform: `translate(${x} ${y})` });
  group.dataset.room = room.num;
  group.append(svg("title", {}, room.name));
  if (room.num === here) group.append(svg("circle", { class: "ring", r: HALF + 6 }));
  const isGround = isOpen(map, room);
  const open = isGround && room.num !== here;
  if (open) group.classList.add("open");
  const half = open ? CELL / 2 : HALF;
  group.append(svg("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: open ? 0 : 4 }));
  if (!isGround) group.append(...mark(map, room, here));
  group.append(...badges(map, room), ...friends(others.get(room.num) ?? []));
  return group;
}

// The sign of a place, or the symbol of another room; stairs have arrows beside it.
function mark(map, room, here) {
  if (room.details?.length) return [svg("path", { class: "icon", d: icon(room.details) })];
  const symbol = room.symbol ?? "#";
  const isStairs = room.exits.some((exit) => ["up", "down"].includes(badge(map, room, exit)));
  return symbol === "#" || room.num === here || isStairs ? [] : [svg("text", { dy: 4 }, symbol)];
}

// Others of the party, below the room: the first letter of each.
function friends(found) {
  return found.slice(0, 3).map((name, at) => {
    const one = svg("g", { class: "friend", transform: `translate(${(at - 1) * 11} ${HALF + 2})` });
    one.append(svg("circle", { r: 6 }), svg("text", { dy: 3.2 }, name.slice(0, 1)), svg("title", {}, name));
    return one;
  });
}

// Names, as many as there is room for: first of where one is, always, and goes to; then of places.
function names(map, rooms, { here, cursor, ahead, scale, busy }) {
  const rank = (room) => {
    if (room.num === here || room.num === cursor || room.num === ahead.at(-1)) return 0;
    return (isLand ? !isOpen(map, room) : room.details?.length) ? 1 : 2;
  };
  const isLand = map.ground.size > 0;
  const few = rooms.length > LIT || isLand;
  const wanted = few ? rooms.filter((room) => rank(room) < 2) : rooms;
  const taken = few ? [] : rooms.map((room) => boxAt(room, scale, HALF * scale, HALF * scale));
  const told = new Set(); // halls of many rooms have one name
  const group = svg("g", { class: "names", "aria-hidden": "true" });
  for (const room of [...wanted].sort((a, b) => rank(a) - rank(b))) {
    let lines = nameLines(room.name);
    const letter = rank(room) ? LETTER : LETTER * BOLD;
    const wide = (Math.max(...lines.map((line) => line.length)) * letter + GAP) / 2;
    const [x, y] = spot(room).map((one) => one * scale);
    const top = y + HALF * scale + (busy?.has(room.num) ? 12 : hangs(map, room) ? 5 * scale : 3);
    const box = [x - wide, top, x + wide, top + lines.length * LINE];
    const isFree = !told.has(room.name) && !taken.some((other) => overlaps(box, other));
    if (!isFree && room.num !== here) continue;
    if (!isFree) lines = [room.name]; // in one line it covers less of the row below
    taken.push(box);
    told.add(room.name);
    const size = LINE / scale;
    const text = svg("text", { "font-size": (LINE - 1) / scale, class: rank(room) ? "" : "first" });
    lines.forEach((line, at) => {
      text.append(svg("tspan", { x: x / scale, y: top / scale + (at + 0.8) * size }, line));
    });
    group.append(text);
  }
  return group;
}

function boxAt(room, scale, halfWide, halfHigh) {
  const [x, y] = spot(room).map((one) => one * scale);
  return [x - halfWide, y - halfHigh, x + halfWide, y + halfHigh];
}

function overlaps(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

// A name in two lines where it is long, broken near its middle.
function nameLines(name) {
  if (name.length <= LONG) return [name];
  const blanks = [...name.matchAll(/ /g)].map((found) => found.index);
  if (!blanks.length) return [name.slice(0, 2 * LONG)];
  const at = blanks.reduce((a, b) => (Math.abs(b - name.length / 2) < Math.abs(a - name.length / 2) ? b : a));
  return [name.slice(0, at), name.slice(at + 1)].map((line) => (line.length > 22 ? `${line.slice(0, 21)}…` : line));
}

// Small signs in the corners: stairs to the right, wormholes and portals to the left; each tells the
// name of its exit.
function badges(map, room) {
  const found = new Map(room.exits.map((exit) => [badge(map, room, exit), exit.name]));
  return [...found].filter(([name]) => name in CORNERS).map(([name, word]) => {
    const made = sign(name, CORNERS[name]);
    made.append(svg("title", {}, word));
    return made;
  });
}

// Whether a sign hangs from a lower corner, where the name of the room would stand.
function hangs(map, room) {
  return room.exits.some((exit) => CORNERS[badge(map, room, exit)]?.[1] > 0);
}

export function sign(name, [x, y], kind = name) {
  const transform = `translate(${x} ${y}) scale(1.25)`;
  return svg("path", { class: `sign ${kind}`, transform, d: SHAPES[name] });
}

function badge(map, room, exit) {
  if (exit.kind === "wormhole" || exit.kind === "portal") return exit.kind;
  const where = side(map, room, exit);
  return where === "away" ? "portal" : where;
}

function exitElements(map, room, exit, { ahead, here }) {
  const [x, y] = spot(room);
  const target = map.rooms.get(exit.to);
  if (exit.to === null || !target) return stub(map, x, y, exit);
  if (target.z !== room.z) return [];
  const isPlain = !exit.kind && !exit.door && !isAhead(room.num, target.num, ahead, here);
  if (isPlain && map.ground.size) return []; // cells of a land touch
  const back = target.exits.find((one) => one.to === room.num && one.kind === exit.kind);
  if (back && target.num < room.num && !exit.door) return []; // drawn from the other end
  const [toX, toY] = spot(target);
  const kind = ["way", exit.kind || "plain", exit.door].filter(Boolean);
  if (isAhead(room.num, target.num, ahead, here)) kind.push("ahead");
  if (exit.kind === "wormhole") return [arc(x, y, toX, toY, kind)];
  const line = svg("line", { class: kind.join(" "), x1: x, y1: y, x2: toX, y2: toY });
  // beside the room whose door it is: each side may have its own
  const [middleX, middleY] = along(x, y, toX, toY, HALF + (CELL - 2 * HALF) / 2);
  const angle = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const turned = `translate(${middleX} ${middleY}) rotate(${angle})`;
  const more = exit.door ? [doorElement(middleX, middleY, turned, exit.door)] : [];
  if (!back) more.push(svg("path", { class: "arrow", transform: turned, d: SHAPES.arrow }));
  return [line, ...more];
}

function isAhead(from, to, ahead, here) {
  const steps = [here, ...ahead];
  const at = steps.indexOf(from);
  return at >= 0 && (steps[at + 1] === to || (at > 0 && steps[at - 1] === to));
}

function along(x, y, toX, toY, length) {
  const whole = Math.hypot(toX - x, toY - y) || 1;
  return [x + ((toX - x) * length) / whole, y + ((toY - y) * length) / whole];
}

function arc(x, y, toX, toY, kind) {
  const [middleX, middleY] = [(x + toX) / 2 + (toY - y) / 4, (y + toY) / 2 - (toX - x) / 4];
  return svg("path", { class: kind.join(" "), d: `M${x} ${y}Q${middleX} ${middleY} ${toX} ${toY}` });
}

function doorElement(x, y, turned, state) {
  if (state === "locked") return sign("locked", [x, y]);
  return svg("path", { class: `door ${state}`, transform: turned, d: SHAPES.door });
}

// A way of which only the beginning is seen, or drawn.
function stub(map, x, y, exit) {
  const step = stepOf(map, exit);
  if (!step || (!step[0] && !step[1])) return [];
  // to another map where one has been, the way is as known as others
  const isTaken = exit.to !== null && exit.area;
  const kind = ["way", !isTaken && "stub", exit.kind, exit.door].filter(Boolean).join(" ");
  const [toX, toY] = [x + step[0] * CELL * 0.55, y - step[1] * CELL * 0.55];
  const line = svg("line", { class: kind, x1: x, y1: y, x2: toX, y2: toY });
  return exit.door ? [line, doorElement(toX, toY, `translate(${toX} ${toY})`, exit.door)] : [line];
}
