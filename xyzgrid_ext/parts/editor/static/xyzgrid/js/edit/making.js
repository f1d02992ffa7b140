/* What one does, as operations: each function returns a list of them for the draft. */

import { leadingTo } from "./operations.js";
import { inside, keyOf, partsOf, shiftKey } from "./places.js";

const stepBetween = (from, to) => {
  const [one, other] = [partsOf(from), partsOf(to)];
  return other.map((part, axis) => part - one[axis]);
};

/* Operations that are still to come change what later ones may name an exit. */
class Plan {
  constructor(editor) {
    this.editor = editor;
    this.ops = [];
    this.added = new Map();
  }

  room(key) {
    return this.editor.room(key) ?? this.added.get(key) ?? null;
  }

  exits(key) {
    return { ...this.room(key)?.exits, ...this.added.get(key)?.exits };
  }

  add(key, values) {
    this.ops.push({ op: "add", room: key, values });
    this.added.set(key, { exits: {} });
  }

  exit(from, direction, value) {
    this.ops.push({ op: "exit", room: from, direction, value });
    if (!this.added.has(from)) this.added.set(from, { exits: {} });
    this.added.get(from).exits[direction] = value;
  }

  /* One exit from a room to another, unless there is one. */
  way(from, to, wanted) {
    const exits = this.exits(from);
    const known = Object.keys(exits).find((name) => exits[name].to === to);
    if (known) return known;
    const isFree = wanted && this.editor.directions.towards(wanted, exits) === undefined;
    const name = isFree ? wanted : this.editor.directions.nameFor(stepBetween(from, to), exits);
    this.exit(from, name, { to });
    return name;
  }

  link(from, to) {
    const name = this.way(from, to);
    if (!this.editor.oneWay) this.way(to, from, this.editor.directions.opposite(name));
  }
}

/* Rooms where there are none yet, each linked with the one before it. */
export function chain(editor, cells, values) {
  const plan = new Plan(editor);
  const keys = cells.map(([x, y]) => keyOf(x, y, editor.level));
  for (const key of keys) if (!plan.room(key)) plan.add(key, values);
  keys.slice(1).forEach((key, number) => plan.link(keys[number], key));
  return plan.ops;
}

export function link(editor, from, to) {
  const plan = new Plan(editor);
  plan.link(from, to);
  return plan.ops;
}

/* A room one step away, made if it is not there, and linked: stairs, or a corridor dug by keys. */
export function dig(editor, from, by, values) {
  const to = shiftKey(from, by);
  const plan = new Plan(editor);
  if (!plan.room(to)) plan.add(to, values);
  plan.link(from, to);
  return plan.ops;
}

export const remove = (_editor, keys) => keys.map((room) => ({ op: "remove", room }));

export const move = (keys, by) => [{ op: "move", rooms: keys, by }];

/* The exits from one room to another: [room, direction, exit]. */
export const ways = (editor, from, to) =>
  Object.entries(editor.room(from).exits).filter(([, exit]) => exit.to === to).map(([name, exit]) => [from, name, exit]);

/* All exits between two rooms, taken away. */
export const unlink = (editor, from, to) =>
  [...ways(editor, from, to), ...ways(editor, to, from)].map(([room, direction]) => ({ op: "exit", room, direction, value: null }));

/* One exit from a room to another. */
export function oneWay(editor, from, to) {
  const plan = new Plan(editor);
  const back = ways(editor, to, from)[0]?.[1];
  plan.way(from, to, back && editor.directions.opposite(back));
  return plan.ops;
}

/* Operations that name exits after where they lead, where a move has made their names wrong. */
export function renameOps(editor, keys) {
  const { directions, rooms } = editor;
  const moved = new Set(keys), ops = [];
  for (const [room, { exits }] of Object.entries(rooms)) {
    const wrong = Object.entries(exits).filter(([name, exit]) => {
      const to = inside(exit);
      if (!to || exit.wormhole || moved.has(room) === moved.has(to) || !directions.deltas[directions.whole(name)]) return false;
      return directions.nameFor(stepBetween(room, to), {}) !== directions.whole(name);
    });
    const names = { ...exits };
    for (const [name] of wrong) {
      delete names[name];
      ops.push({ op: "exit", room, direction: name, value: null });
    }
    for (const [, exit] of wrong) {
      const direction = directions.nameFor(stepBetween(room, exit.to), names);
      names[direction] = exit;
      ops.push({ op: "exit", room, direction, value: exit });
    }
  }
  return ops;
}

export const set = (keys, key, value) => keys.map((room) => ({ op: "set", room, key, value }));

/* A symbol, a prototype or an area for rooms, as a brush paints them. */
export function stamp(editor, rooms, { key, value }) {
  if (key !== "area") return set(rooms, key, value);
  const { areas = {} } = editor.document.keys;
  const places = rooms.map((room) => JSON.stringify(partsOf(room)));
  const without = ({ rooms: all = [], ...area }) => ({ ...area, rooms: all.filter((one) => !places.includes(JSON.stringify(one))) });
  const after = Object.fromEntries(Object.entries(areas).map(([name, area]) => [name, without(area)]));
  if (value) after[value].rooms.push(...places.map((place) => JSON.parse(place)));
  return [{ op: "key", key: "areas", value: after }];
}

// --- copies

/* Rooms as they are taken along: by their places from the lowest, leftmost and first. */
export function copyOf(editor, keys) {
  const all = keys.map(partsOf), chosen = new Set(keys);
  const corner = [0, 1, 2].map((axis) => Math.min(...all.map((parts) => parts[axis])));
  const back = corner.map((part) => -part);
  const rooms = {};
  for (const key of keys) {
    const { exits, ...values } = structuredClone(editor.room(key) ?? { exits: {} }); // not read yet
    const kept = {};
    for (const [name, exit] of Object.entries(exits)) {
      if (chosen.has(exit.to)) kept[name] = { ...exit, to: shiftKey(exit.to, back) };
      else if (inside(exit) === null) kept[name] = exit;
    }
    rooms[shiftKey(key, back)] = { ...values, exits: kept };
  }
  return rooms;
}

/* Rooms that were copied, from a corner on; links among them are theirs. */
export function paste(rooms, corner) {
  const ops = [], ways = [];
  for (const [key, { exits, ...values }] of Object.entries(rooms)) {
    const room = shiftKey(key, corner);
    ops.push({ op: "add", room, values });
    for (const [direction, exit] of Object.entries(exits)) {
      const to = inside(exit) === null ? exit.to : shiftKey(exit.to, corner);
      ways.push({ op: "exit", room, direction, value: { ...exit, to } });
    }
  }
  return [...ops, ...ways];
}

// --- mirrors and turns

const CHANGES = {
  mirror: ([x, y, z]) => [-x, y, z],
  flip: ([x, y, z]) => [x, -y, z],
  turn: ([x, y, z]) => [y, -x, z],
};

/* The selected rooms mirrored or turned in their place; exits from elsewhere follow them. */
export function reshape(editor, keys, how) {
  const change = CHANGES[how];
  const chosen = new Set(keys);
  const places = keys.map(partsOf);
  const turned = places.map(change);
  const lowest = (list, axis) => Math.min(...list.map((parts) => parts[axis]));
  const shift = [0, 1, 2].map((axis) => lowest(places, axis) - lowest(turned, axis));
  const target = new Map(keys.map((key, number) => [key, shiftKey(keyOf(...turned[number]), shift)]));
  const ops = remove(editor, keys), ways = [];
  for (const key of keys) {
    const { exits, ...values } = structuredClone(editor.room(key));
    const room = target.get(key);
    ops.push({ op: "add", room, values });
    for (const [name, exit] of Object.entries(exits)) {
      const stays = chosen.has(exit.to);
      const direction = stays ? editor.directions.turn(name, change) : name;
      ways.push({ op: "exit", room, direction, value: { ...exit, to: target.get(exit.to) ?? exit.to } });
    }
  }
  for (const [from, direction, exit] of leadingTo(editor.document, target)) {
    if (chosen.has(from)) continue;
    ways.push({ op: "exit", room: from, direction, value: { ...exit, to: target.get(exit.to) } });
  }
  return [...ops, ...withFreeNames(ways, editor)];
}

/* Exits of which two would have one direction: the later gets another that is free. */
function withFreeNames(ways, editor) {
  const taken = new Map();
  return ways.map((way) => {
    if (!taken.has(way.room)) taken.set(way.room, {});
    const names = taken.get(way.room);
    const isFree = editor.directions.towards(way.direction, names) === undefined;
    const delta = inside(way.value) ? stepBetween(way.room, way.value.to) : [1, 0, 0];
    const direction = isFree ? way.direction : editor.directions.nameFor(delta, names);
    names[direction] = way.value;
    return { ...way, direction };
  });
}
