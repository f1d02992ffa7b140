/* The values of a document, checked: `core/editing/values.py` has the same rules. */

const MOST_NAME = 255;
const MOST_WEIGHT = 1e12;
const PLACE = /^(0|[1-9]\d{0,2}),(0|[1-9]\d{0,2}),(0|[1-9]\d{0,2})$/;
const FAR = /^-?\d{1,6},-?\d{1,6},\d{1,6}@(.*)$/s;
const FLAT = /^(-?\d{1,6},-?\d{1,6})(?=@)/; // a place on a map without levels
const LONG = {
  n: "north", ne: "northeast", e: "east", se: "southeast", s: "south",
  sw: "southwest", w: "west", nw: "northwest", u: "up", d: "down",
};
const ROOM_KEYS = ["name", "desc", "symbol", "prototype"];
const EXIT_KEYS = ["to", "needs", "weight", "name", "wormhole", "prototype"];
const RESERVED = ["key", "desc", "symbol", "exits"]; // fields of their own
const RESERVED_OF_EXITS = ["key", "to", "needs", "weight", "wormhole"];

/* An operation cannot be done; `code` is stable. */
export class Fault extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export function refuse(code, message) {
  throw new Fault(code, message);
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isLine = (text) => !/[\0-\x1f\x7f\x85\u2028\u2029]/.test(text);
const isWord = (value) =>
  typeof value === "string" && value.trim() !== "" && value.length <= MOST_NAME;

export function checkPlace(key) {
  if (typeof key !== "string" || !PLACE.test(key)) {
    refuse("bad-coordinate", `${JSON.stringify(key)} is not a place for a room: x, y and z from 0 to 999`);
  }
  return key;
}

function checkTarget(to) {
  if (typeof to !== "string") refuse("bad-value", "an exit has to lead somewhere");
  if (!to.includes("@")) return checkPlace(to);
  const map = FAR.exec(to)?.[1];
  if (!isWord(map) || !isLine(map)) {
    refuse("bad-coordinate", `${JSON.stringify(to)} is not a place on a map: write x,y@map, or x,y,z@map of a map with levels`);
  }
  return to;
}

function checkKnown(key, known) {
  if (!known.includes(key)) refuse("unknown-key", `there is no ${JSON.stringify(key)} here`);
}

function checkPrototype(value, reserved) {
  if (!isObject(value)) refuse("bad-value", "a prototype is an object: {…}");
  const doubled = reserved.find((key) => Object.hasOwn(value, key));
  if (doubled) refuse("bad-value", `'${doubled}' has a field of its own: take it out of the prototype`);
}

const isText = (value) => typeof value === "string" || (Array.isArray(value) && value.every(isPart));
const isPart = (part) => typeof part === "string" || (isObject(part) && typeof part.text === "string");

/* The value of a room's field; null for none, but a name and a text are never none. */
export function checkedField(key, value) {
  checkKnown(key, ROOM_KEYS);
  if (value === null || value === undefined) return key === "name" || key === "desc" ? "" : null;
  if (key === "name" && !(typeof value === "string" && value.length <= MOST_NAME && isLine(value))) {
    refuse("bad-value", `a name is one line of ${MOST_NAME} characters at most`);
  } else if (key === "desc" && !isText(value)) {
    refuse("bad-value", "a description is a text, or a list of parts");
  } else if (key === "symbol" && !(typeof value === "string" && [...value].length === 1 && isLine(value))) {
    refuse("bad-value", "a symbol is one character");
  } else if (key === "prototype") {
    checkPrototype(value, RESERVED);
  }
  return structuredClone(value);
}

export function checkedRoom(values) {
  if (!isObject(values)) refuse("bad-value", "a room is an object: {…}");
  for (const key of Object.keys(values)) checkKnown(key, [...ROOM_KEYS, "exits"]);
  const room = {};
  for (const key of ROOM_KEYS) {
    const value = checkedField(key, values[key]);
    if (value !== null) room[key] = value;
  }
  room.exits = {};
  if (!isObject(values.exits ?? {})) refuse("bad-value", "exits are an object: {…}");
  for (const [direction, exit] of Object.entries(values.exits ?? {})) {
    checkDirection(direction, room.exits);
    room.exits[direction] = checkedExit(exit);
  }
  return room;
}

const directionOf = (word) => LONG[word.trim().toLowerCase()] ?? word.trim().toLowerCase();

/* The exit among others that goes in the direction of a word: `e` is `east`. */
export function exitTowards(direction, exits) {
  const way = directionOf(direction);
  return Object.keys(exits).find((other) => directionOf(other) === way);
}

export function checkDirection(direction, exits) {
  if (!isWord(direction) || !isLine(direction)) {
    refuse("bad-value", `the name of an exit is one line of 1 to ${MOST_NAME} characters`);
  }
  const other = exitTowards(direction, exits);
  if (other !== undefined && other !== direction) {
    refuse("doubled-direction", `there is an exit '${other}', which is the direction '${direction}'`);
  }
}

export function checkedExit(value) {
  if (!isObject(value)) refuse("bad-value", 'an exit is an object: {"to": "x,y,z"}');
  for (const key of Object.keys(value)) checkKnown(key, EXIT_KEYS);
  const to = typeof value.to === "string" ? value.to.replace(FLAT, "$1,0") : value.to;
  checkTarget(to);
  const exit = Object.fromEntries(
    EXIT_KEYS.filter((key) => (value[key] ?? null) !== null).map((key) => [key, value[key]]),
  );
  exit.to = to;
  const { needs = [], weight = 1, wormhole = false, name, prototype = {} } = exit;
  if (!Array.isArray(needs) || !needs.every(isWord)) {
    refuse("bad-value", 'what an exit needs is a list of words: ["item:key"]');
  }
  if (typeof weight !== "number" || !(weight > 0 && weight <= MOST_WEIGHT)) {
    refuse("bad-value", "a weight is a number above 0");
  }
  if (typeof wormhole !== "boolean") refuse("bad-value", "wormhole is true or false");
  checkedField("name", name);
  checkPrototype(prototype, RESERVED_OF_EXITS);
  return structuredClone(exit);
}

export { isObject, isWord };
