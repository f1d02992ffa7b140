/* The rooms of all maps that are here, where each stands in space, and what joins them.

   map        space            maps stand side by side, by name, in rows:
   x          right            [glasswork] [lighthouse] [town        ]
   y          away             [undertow ]
   z, level   up

   Nothing of the browser is used here. */

export const LEVEL = 2.4; // between two levels; rooms of a level are 1 apart
const GAP = 4; // between two maps
const ROW = 90; // a row of maps is closed when it is as wide as this

export class World {
  constructor() {
    this.maps = new Map(); // key -> {head, rooms, box, at, hue}
    this.rooms = new Map(); // number -> room
    this._x = this._z = this._deep = 0;
  }

  /* A map with all its rooms: it gets its place. */
  add(head, rooms) {
    const box = boxOf(rooms);
    const wide = box.x[1] - box.x[0] + 1;
    const deep = box.y[1] - box.y[0] + 1;
    if (this._x && this._x + wide > ROW) {
      this._z += this._deep + GAP;
      this._x = this._deep = 0;
    }
    const at = { x: this._x - box.x[0], z: this._z + box.y[1] };
    this._x += wide + GAP;
    this._deep = Math.max(this._deep, deep);
    const map = { head, rooms, box, at, hue: (205 + this.maps.size * 67) % 360 };
    this.maps.set(head.key, map);
    for (const room of rooms) {
      room.map = map;
      room.place = [at.x + room.x, room.z * LEVEL, at.z - room.y];
      this.rooms.set(room.num, room);
    }
    return map;
  }

  visibleRooms(key, levels) {
    const maps = key ? [this.maps.get(key)].filter(Boolean) : [...this.maps.values()];
    return maps.flatMap((map) => map.rooms.filter((room) => levels(room.z)));
  }

  /* Lowest and highest level of one map, or of all. */
  levels(key) {
    const maps = key ? [this.maps.get(key)].filter(Boolean) : [...this.maps.values()];
    if (!maps.length) return [0, 0];
    return [Math.min(...maps.map((m) => m.box.z[0])), Math.max(...maps.map((m) => m.box.z[1]))];
  }
}

export function boxOf(rooms) {
  const box = {};
  for (const axis of ["x", "y", "z"]) {
    let low = Infinity, high = -Infinity;
    for (const room of rooms) {
      low = Math.min(low, room[axis]);
      high = Math.max(high, room[axis]);
    }
    box[axis] = rooms.length ? [low, high] : [0, 0];
  }
  return box;
}

const STEP = {
  n: [0, 0, -1], ne: [1, 0, -1], e: [1, 0, 0], se: [1, 0, 1], s: [0, 0, 1], sw: [-1, 0, 1],
  w: [-1, 0, 0], nw: [-1, 0, -1], u: [0, 1, 0], d: [0, -1, 0],
};

/* What joins some rooms: {ways, arcs, gates, stubs, doors, arrows}. A way that goes both ways is
   one; a gate is the beginning of an arc to a room that is not shown now. */
export function joins(world, rooms) {
  const there = new Set(rooms.map((room) => room.num));
  const found = { ways: [], arcs: [], gates: [], stubs: [], doors: [], arrows: [] };
  const pairs = new Set();
  for (const room of rooms) {
    for (const exit of room.exits) {
      const other = exit.to === null ? undefined : world.rooms.get(exit.to);
      if (!other) {
        found.stubs.push(stub(room, exit));
        if (exit.door) found.doors.push({ at: found.stubs.at(-1).to, door: exit.door });
        continue;
      }
      const far = exit.kind === "wormhole" || exit.kind === "portal";
      if (!there.has(other.num) && far) {
        found.gates.push({ from: room.place, to: stub(room, {}).to, kind: exit.kind });
      }
      if (!there.has(other.num) || other === room) continue;
      const back = other.exits.some((way) => way.to === room.num);
      const line = { from: room.place, to: other.place, kind: exit.kind || "way" };
      if (exit.door) found.doors.push({ at: between(line.from, line.to, 0.5), door: exit.door });
      const pair = [Math.min(room.num, other.num), Math.max(room.num, other.num), far].join();
      if (back && pairs.has(pair)) continue;
      pairs.add(pair);
      (far ? found.arcs : found.ways).push(line);
      if (!back && !far) found.arrows.push(line);
    }
  }
  return found;
}

function stub(room, exit) {
  const [x, y, z] = STEP[exit.dir] || [0.35, 0.6, 0.35];
  const long = 0.62 / Math.hypot(x, y, z);
  const [a, b, c] = room.place;
  return { from: room.place, to: [a + x * long, b + y * long, c + z * long] };
}

export function between(a, b, part) {
  return a.map((value, axis) => value + (b[axis] - value) * part);
}

/* An arc from place to place, as a list of places: the longer the higher. */
export function arc(from, to, parts = 24) {
  const high = 0.8 + 0.18 * Math.hypot(...from.map((value, axis) => to[axis] - value));
  return Array.from({ length: parts + 1 }, (_, n) => {
    const place = between(from, to, n / parts);
    place[1] += high * 4 * (n / parts) * (1 - n / parts);
    return place;
  });
}

/* The line of a path through rooms; steps to a room that is not beside are arcs. */
export function pathLine(rooms) {
  const line = [];
  for (let n = 1; n < rooms.length; n++) {
    const [a, b] = [rooms[n - 1].place, rooms[n].place];
    const far = Math.hypot(a[0] - b[0], a[2] - b[2]) > 6;
    line.push(...(far ? arc(a, b) : [a, b]));
  }
  return line;
}
