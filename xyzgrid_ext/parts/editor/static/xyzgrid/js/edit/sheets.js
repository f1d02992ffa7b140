/* The levels of a map as they are drawn: what of it is in sight is found without looking at the rest.

     level ─► buckets of 16 x 16 cells ─► rooms and links in them
          └─► long links, each with its ends
   A wormhole to another level is drawn on both. A change renews what it touches; a view that only moves costs nothing here. */

import { keyOf, partsOf } from "./places.js";

const SIDE = 16;
const BEND = 2; // cells by which a bent link may leave the box around its ends

class Sheet {
  constructor() {
    this.buckets = new Map();
    this.long = new Set();
    this.count = 0;
  }

  bucket(x, y) {
    const name = `${Math.floor(x / SIDE)},${Math.floor(y / SIDE)}`;
    if (!this.buckets.has(name)) this.buckets.set(name, { rooms: new Set(), links: new Set() });
    return this.buckets.get(name);
  }

  /* Where a link is kept: in the buckets of its ends, or among the long ones. */
  holding({ x, y, toX, toY }) {
    if (Math.max(Math.abs(x - toX), Math.abs(y - toY)) > SIDE) return [this.long];
    return [this.bucket(x, y).links, this.bucket(toX, toY).links];
  }

  /* The least and greatest cells of the rooms: left, low, right, high. */
  get box() {
    const found = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { rooms } of this.buckets.values()) {
      for (const { x, y } of rooms) {
        found[0] = Math.min(found[0], x);
        found[1] = Math.min(found[1], y);
        found[2] = Math.max(found[2], x);
        found[3] = Math.max(found[3], y);
      }
    }
    return found;
  }

  /* Rooms and links whose cells are within a box; a link that is in two buckets comes once. */
  within([left, low, right, high]) {
    const rooms = [], links = new Set(this.long);
    const take = (bucket) => {
      if (!bucket) return;
      for (const room of bucket.rooms) {
        if (room.x >= left && room.x <= right && room.y >= low && room.y <= high) rooms.push(room);
      }
      for (const link of bucket.links) {
        const { x, y, toX, toY, far } = link;
        const bend = far ? BEND : 0;
        const isBeside = Math.max(x, toX) + bend < left || Math.min(x, toX) - bend > right;
        const isOver = Math.max(y, toY) + bend < low || Math.min(y, toY) - bend > high;
        if (!isBeside && !isOver) links.add(link);
      }
    };
    const [x0, y0, x1, y1] = [left, low, right, high].map((part) => Math.floor(part / SIDE));
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > this.buckets.size) this.buckets.forEach(take);
    else {
      for (let x = x0; x <= x1; x += 1) {
        for (let y = y0; y <= y1; y += 1) take(this.buckets.get(`${x},${y}`));
      }
    }
    return { rooms, links };
  }
}

const NONE = new Sheet();
const leads = (room, key) => Object.values(room.values.exits).some(({ to, wormhole }) => to === key && !wormhole);

export class Sheets {
  constructor(document) {
    this.rooms = document.rooms;
    this.levels = new Map();
    this.drawn = new Map(); // of each room: what is drawn of it, and its links
    const keys = Object.keys(this.rooms);
    for (const key of keys) this.add(key);
    for (const key of keys) this.join(key);
  }

  at(z) {
    return this.levels.get(z) ?? NONE;
  }

  get numbers() {
    return [...this.levels.keys()].filter((z) => this.at(z).count).sort((one, other) => one - other);
  }

  /* Draw some rooms anew, with their links: those that have changed, came or went. */
  renew(keys) {
    const others = new Set(keys);
    for (const key of keys) for (const { from, to } of this.drop(key)) others.add(from).add(to);
    for (const key of keys) if (Object.hasOwn(this.rooms, key)) this.add(key);
    for (const key of others) if (this.drawn.has(key)) this.join(key);
  }

  add(key) {
    const [x, y, z] = partsOf(key);
    if (!this.levels.has(z)) this.levels.set(z, new Sheet());
    const sheet = this.levels.get(z);
    const room = { key, x, y, z, values: this.rooms[key], marks: null, links: new Map() };
    sheet.bucket(x, y).rooms.add(room);
    sheet.count += 1;
    this.drawn.set(key, room);
  }

  /* Take away what is drawn of a room; its links. */
  drop(key) {
    const room = this.drawn.get(key);
    if (!room) return [];
    const sheet = this.levels.get(room.z);
    sheet.bucket(room.x, room.y).rooms.delete(room);
    sheet.count -= 1;
    this.drawn.delete(key);
    for (const [other, link] of room.links) {
      for (const z of link.levels) for (const holder of this.levels.get(z).holding(link)) holder.delete(link);
      this.drawn.get(other)?.links.delete(key);
    }
    return [...room.links.values()];
  }

  /* The link between two rooms, if there is one. */
  linkOf(from, to) {
    return this.drawn.get(from)?.links.get(to);
  }

  /* The links of a room on its level, one for each other room; and the marks of its other exits. */
  join(key) {
    const room = this.drawn.get(key);
    room.marks = { up: false, down: false, hole: false, other: false, locked: false };
    for (const exit of Object.values(room.values.exits)) {
      const other = this.drawn.get(exit.to);
      const isBeside = other?.z === room.z;
      if (isBeside || (other && exit.wormhole)) this.link(room, other);
      if (!isBeside || (other === room && exit.wormhole)) this.mark(room, exit, other);
    }
    for (const [mark, step] of [["up", 1], ["down", -1]]) {
      const other = this.drawn.get(keyOf(room.x, room.y, room.z + step));
      if (!room.marks[mark] && other && leads(other, key)) room.marks[mark] = "from";
    }
  }

  mark({ key, marks, x, y, z }, exit, other) {
    const isStairs = other?.x === x && other.y === y && !exit.wormhole;
    const isOneWay = isStairs && !leads(other, key);
    marks[!other ? "other" : !isStairs ? "hole" : other.z > z ? "up" : "down"] = isOneWay ? "one" : "both";
    marks.locked ||= Boolean(exit.needs?.length);
  }

  /* Whether a straight line leads from one room to another, past no room. */
  isClear(room, other, dx, dy) {
    if (dx && dy && dx !== dy) return false;
    const [stepX, stepY] = [Math.sign(other.x - room.x), Math.sign(other.y - room.y)];
    for (let step = 1; step < Math.max(dx, dy); step += 1) {
      if (this.drawn.has(keyOf(room.x + step * stepX, room.y + step * stepY, room.z))) return false;
    }
    return true;
  }

  link(room, other) {
    if (room === other || room.links.has(other.key)) return;
    const ways = (from, to) => Object.values(from.values.exits).filter((exit) => exit.to === to.key);
    const there = ways(room, other), back = ways(other, room);
    const [dx, dy] = [Math.abs(room.x - other.x), Math.abs(room.y - other.y)];
    const link = {
      from: room.key, to: other.key, x: room.x, y: room.y, toX: other.x, toY: other.y,
      levels: [...new Set([room.z, other.z])],
      far: room.z !== other.z || (Math.max(dx, dy) > 1 && !this.isClear(room, other, dx, dy))
        || there.some((exit) => exit.wormhole),
      locked: [...there, ...back].some((exit) => exit.needs?.length),
      oneWay: !back.length,
    };
    room.links.set(other.key, link);
    other.links.set(room.key, link);
    for (const z of link.levels) for (const holder of this.levels.get(z).holding(link)) holder.add(link);
  }
}
