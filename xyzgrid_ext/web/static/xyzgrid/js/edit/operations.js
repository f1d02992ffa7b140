/* What is done to a map, one operation at a time: `core/editing/operations.py` has the same rules.

     apply(document, {"op": "set", "room": "0,0,0", "key": "name", "value": "Bar"})
         ──► [{"op": "set", "room": "0,0,0", "key": "name", "value": "Hall"}]

     add     room, values               set     room, key, value
     remove  room                       exit    room, direction, value
     move    rooms, by                  option  key, value

   It changes the document and returns what takes that back. What cannot be done throws a Fault and
   changes nothing. Both sides pass the table in tests/data/edit_operations.json. */

import { moved } from "./places.js";
import {
  Fault, checkDirection, checkPlace, checkedExit, checkedField, checkedRoom, isObject, isWord, refuse,
} from "./values.js";

export { Fault };

export function apply(document, op) {
  if (!isObject(op) || !Object.hasOwn(WORKS, op.op)) {
    refuse("unknown-operation", `there is no operation ${JSON.stringify(op?.op ?? null)}`);
  }
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

function found(document, key) {
  if (!Object.hasOwn(document.rooms, checkPlace(key))) refuse("no-such-room", `there is no room at ${key}`);
  return document.rooms[key];
}

function checkJoined(exit, rooms, own) {
  if (!exit.to.includes("@") && exit.to !== own && !Object.hasOwn(rooms, exit.to)) {
    refuse("no-such-target", `an exit leads to ${exit.to}, where there is no room: add that first`);
  }
}

function put(object, key, value) {
  if (value === null) delete object[key];
  else object[key] = value;
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

const WORKS = {
  add(document, { room: key, values }) {
    if (Object.hasOwn(document.rooms, checkPlace(key))) refuse("room-exists", `there is a room at ${key}`);
    const room = checkedRoom(values);
    for (const exit of Object.values(room.exits)) checkJoined(exit, document.rooms, key);
    document.rooms[key] = room;
    return [{ op: "remove", room: key }];
  },

  remove(document, { room: key }) {
    const values = found(document, key);
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
    const room = found(document, place);
    const before = room[key] ?? null;
    put(room, key, checkedField(key, value));
    return [{ op: "set", room: place, key, value: before }];
  },

  exit(document, { room: key, direction, value = null }) {
    const { exits } = found(document, key);
    checkDirection(direction, exits);
    const before = Object.hasOwn(exits, direction) ? exits[direction] : null;
    if (value === null && before === null) refuse("no-such-exit", `${key} has no exit '${direction}'`);
    const exit = value && checkedExit(value);
    if (exit) checkJoined(exit, document.rooms, key);
    put(exits, direction, exit);
    return [{ op: "exit", room: key, direction, value: before }];
  },

  move(document, { rooms, by }) {
    if (!Array.isArray(rooms) || !rooms.length) refuse("bad-value", "there are no rooms to move");
    if (!Array.isArray(by) || by.length !== 3 || !by.every(Number.isInteger)) {
      refuse("bad-value", "rooms move by whole steps, [dx, dy, dz]");
    }
    const to = new Map();
    for (const key of rooms) {
      found(document, key);
      to.set(key, checkPlace(moved(key, by)));
    }
    for (const [key, target] of to) {
      if (Object.hasOwn(document.rooms, target) && !to.has(target)) {
        refuse("room-exists", `${key} would stand on the room at ${target}`);
      }
    }
    for (const [, , exit] of leadingTo(document, to)) exit.to = to.get(exit.to);
    const taken = [...to].map(([key, target]) => [target, document.rooms[key]]);
    for (const key of to.keys()) delete document.rooms[key];
    for (const [target, room] of taken) document.rooms[target] = room;
    return [{ op: "move", rooms: rooms.map((key) => to.get(key)), by: by.map((part) => -part || 0) }];
  },

  option(document, { key, value = null }) {
    if (!isWord(key)) refuse("bad-value", "an option has to have a name");
    const before = document.options[key] ?? null;
    put(document.options, key, structuredClone(value));
    return [{ op: "option", key, value: before }];
  },
};
