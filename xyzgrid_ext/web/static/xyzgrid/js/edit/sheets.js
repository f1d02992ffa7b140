/* The levels of a map as they are drawn: what of it is in sight is found without looking at the rest.

     level ─► buckets of 16 x 16 cells ─► rooms and links in them
          └─► long links, each with its ends
   Made anew after each change; a view that only moves costs nothing here. */

import { partsOf } from "./places.js";

const SIDE = 16;

class Sheet {
  constructor() {
    this.buckets = new Map();
    this.long = [];
    this.count = 0;
    this.box = [Infinity, Infinity, -Infinity, -Infinity];
  }

  bucket(x, y) {
    const name = `${Math.floor(x / SIDE)},${Math.floor(y / SIDE)}`;
    if (!this.buckets.has(name)) this.buckets.set(name, { rooms: [], links: [] });
    return this.buckets.get(name);
  }

  add(room) {
    const [left, low, right, high] = this.box;
    const { x, y } = room;
    this.box = [Math.min(left, x), Math.min(low, y), Math.max(right, x), Math.max(high, y)];
    this.count += 1;
    this.bucket(x, y).rooms.push(room);
  }

  link(link) {
    const { x, y, toX, toY } = link;
    if (Math.max(Math.abs(x - toX), Math.abs(y - toY)) > SIDE) this.long.push(link);
    else for (const one of new Set([this.bucket(x, y), this.bucket(toX, toY)])) one.links.push(link);
  }

  /* Rooms and links whose cells are within a box; a link that is in two buckets comes once. */
  within([left, low, right, high]) {
    const rooms = [], links = new Set(this.long);
    const take = (bucket) => {
      if (!bucket) return;
      for (const room of bucket.rooms) {
        if (room.x >= left && room.x <= right && room.y >= low && room.y <= high) rooms.push(room);
      }
      for (const link of bucket.links) links.add(link);
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

export class Sheets {
  constructor(document) {
    this.levels = new Map();
    this.incoming = new Map(); // of each room: [room, direction] of the exits that lead to it
    this.places = new Map(); // each is taken apart once: exits name them again and again
    const rooms = Object.entries(document.rooms);
    for (const [key] of rooms) this.places.set(key, partsOf(key));
    for (const [key, room] of rooms) this.add(key, room);
    for (const [key, room] of rooms) this.join(document.rooms, key, room);
  }

  at(z) {
    return this.levels.get(z) ?? NONE;
  }

  get numbers() {
    return [...this.levels.keys()].sort((one, other) => one - other);
  }

  add(key, values) {
    const [x, y, z] = this.places.get(key);
    if (!this.levels.has(z)) this.levels.set(z, new Sheet());
    this.levels.get(z).add({ key, x, y, values, marks: this.marksOf(z, values.exits) });
  }

  join(rooms, key, room) {
    const [x, y, z] = this.places.get(key);
    for (const [direction, exit] of Object.entries(room.exits)) {
      const { to } = exit;
      const place = this.places.get(to);
      if (!place) continue; // of another map
      if (!this.incoming.has(to)) this.incoming.set(to, []);
      this.incoming.get(to).push([key, direction]);
      const [toX, toY, toZ] = place;
      if (toZ !== z || to === key) continue;
      const back = Object.values(rooms[to].exits).find((one) => one.to === key);
      if (back && to < key) continue; // drawn from the other end
      const far = exit.wormhole || Math.max(Math.abs(x - toX), Math.abs(y - toY)) > 1;
      const locked = Boolean(exit.needs?.length || back?.needs?.length);
      this.levels.get(z).link({ key, to, x, y, toX, toY, far, locked, oneWay: !back });
    }
  }

  /* What a room shows of exits that leave its level. */
  marksOf(z, exits) {
    const marks = { up: false, down: false, other: false, locked: false };
    for (const exit of Object.values(exits)) {
      const level = this.places.get(exit.to)?.[2];
      if (level === z) continue;
      marks[level === undefined ? "other" : level > z ? "up" : "down"] = true;
      marks.locked ||= Boolean(exit.needs?.length);
    }
    return marks;
  }
}
