/* Draws operations on a map at once; the server judges them (`core/operations.py`).

     apply(document, {"op": "set", "room": "0,0,0", "key": "name", "value": "Bar"})
         ──► [{"op": "set", "room": "0,0,0", "key": "name", "value": "Hall"}]

     add     room, values               set     room, key, value
     remove  room                       exit    room, direction, value
     move    rooms, by                  option  key, value
     draw    level, cells               key     key, value: of the map, such as its areas
     head    key, value: of a matrix

   It changes the document and returns what takes that back; both sides do so by the table in
   tests/parts/editor/edit_operations.json. A Fault says that an operation cannot be drawn, because
   a room or an exit is not there, or another is in the way; it changes nothing. What is allowed, the
   server alone says: its refusal takes the step back. */

import { shiftKey } from "./places.js";

const FLAT = /^(-?\d{1,6},-?\d{1,6})(?=@)/; // a place on a map without levels

/* An operation cannot be drawn. */
export class Fault extends Error {}

const isThere = (value) => value !== null && value !== undefined;

export function apply(document, op) {
  return WORKS[op.op](document, op);
}

/* All of some operations, or none; what takes them back. */
export function applyAll(document, ops) {
  const inverse = [];
  try {
    for (const op of ops) inverse.unshift(...apply(document, op));
  } catch (error) {
    for (const op of inverse) apply(document, op);
    throw error;
  }
  return inverse;
}

function roomAt(document, key) {
  if (!Object.hasOwn(document.rooms, key)) throw new Fault(`there is no room at ${key}`);
  return document.rooms[key];
}

/* An exit as the server stores it. */
function exitOf(value, rooms, own) {
  const to = String(value.to).replace(FLAT, "$1,0");
  if (!to.includes("@") && to !== own && !Object.hasOwn(rooms, to)) {
    throw new Fault(`an exit leads to ${to}, where there is no room: add that first`);
  }
  return structuredClone({ ...Object.fromEntries(Object.entries(value).filter(([, part]) => isThere(part))), to });
}

function put(object, key, value) {
  if (isThere(value)) object[key] = structuredClone(value);
  else delete object[key];
}

/* Exits that lead to some rooms: [room, direction, exit]. */
export function leadingTo(document, keys) {
  const ways = [];
  for (const [room, { exits }] of Object.entries(document.rooms)) {
    for (const [direction, exit] of Object.entries(exits)) {
      if (keys.has(exit.to)) ways.push([room, direction, exit]);
    }
  }
  return ways;
}

/* By the numbers of letters, as Python sorts. */
const order = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

function inTable(table, { op, key, value }) {
  const before = table[key] ?? null;
  put(table, key, value);
  return [{ op, key, value: before }];
}

const WORKS = {
  add(document, { room: key, values: { exits = {}, ...values } }) {
    if (Object.hasOwn(document.rooms, key)) throw new Fault(`there is a room at ${key}`);
    const room = { name: "", desc: "", exits: {} };
    for (const [name, value] of Object.entries(values)) if (isThere(value)) put(room, name, value);
    for (const [name, exit] of Object.entries(exits)) room.exits[name] = exitOf(exit, document.rooms, key);
    document.rooms[key] = room;
    return [{ op: "remove", room: key }];
  },

  remove(document, { room: key }) {
    const values = roomAt(document, key);
    delete document.rooms[key];
    const ways = leadingTo(document, new Set([key]));
    for (const [room, direction] of ways) delete document.rooms[room].exits[direction];
    ways.sort((one, other) => order(one[0], other[0]) || order(one[1], other[1]));
    return [
      { op: "add", room: key, values },
      ...ways.map(([room, direction, value]) => ({ op: "exit", room, direction, value })),
    ];
  },

  set(document, { room: place, key, value }) {
    const room = roomAt(document, place);
    const before = room[key] ?? null;
    put(room, key, value ?? (key === "name" || key === "desc" ? "" : null));
    return [{ op: "set", room: place, key, value: before }];
  },

  exit(document, { room: key, direction, value }) {
    const { exits } = roomAt(document, key);
    const before = exits[direction] ?? null;
    if (!value && !before) throw new Fault(`${key} has no exit '${direction}'`);
    put(exits, direction, value && exitOf(value, document.rooms, key));
    return [{ op: "exit", room: key, direction, value: before }];
  },

  move(document, { rooms, by }) {
    const to = new Map();
    for (const key of rooms) {
      roomAt(document, key);
      to.set(key, shiftKey(key, by));
    }
    for (const [key, target] of to) {
      if (Object.hasOwn(document.rooms, target) && !to.has(target)) {
        throw new Fault(`${key} would stand on the room at ${target}`);
      }
    }
    for (const [, , exit] of leadingTo(document, to)) exit.to = to.get(exit.to);
    const taken = [...to].map(([key, target]) => [target, document.rooms[key]]);
    for (const key of to.keys()) delete document.rooms[key];
    for (const [target, room] of taken) document.rooms[target] = room;
    return [{ op: "move", rooms: rooms.map((key) => to.get(key)), by: by.map((part) => -part || 0) }];
  },

  option: (document, op) => inTable(document.options, op),

  key: (document, op) => inTable((document.keys ??= {}), op),

  head(document, { key, value }) {
    const before = document.head?.[key];
    if (before === undefined) throw new Fault(`${key} is not in the head of this map`);
    if (key !== "edge") roomAt(document, value);
    document.head[key] = value;
    return [{ op: "head", key, value: before }];
  },

  /* Which rooms there are then, the game reads in the drawing. */
  draw(document, { level, cells }) {
    const { drawings = [], levels } = document; // of the file
    if (!levels && level >= drawings.length) throw new Fault(`there is no drawing of level ${level}`);
    while (drawings.length <= level) drawings.push([]);
    const rows = drawings[level];
    const touched = new Map(), before = {};
    for (const [cell, symbol] of Object.entries(cells)) {
      const [x, y] = cell.split(",").map(Number);
      if (!touched.has(y)) touched.set(y, [...(rows[y] ?? "")]);
      const row = touched.get(y);
      while (row.length <= x) row.push(" ");
      before[cell] = row[x];
      row[x] = symbol;
    }
    for (const [y, row] of touched) {
      while (rows.length <= y) rows.push("");
      rows[y] = row.join("").replace(/ +$/, "");
    }
    while (rows.length && !rows.at(-1)) rows.pop();
    while (levels && drawings.length > levels && !drawings.at(-1).length) drawings.pop();
    return [{ op: "draw", level, cells: before }];
  },
};
