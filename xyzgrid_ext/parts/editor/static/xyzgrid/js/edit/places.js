/* Where rooms are: "x,y,z" and its parts, directions, and the names of links. y goes up. */

export const keyOf = (x, y, z) => `${x},${y},${z}`;
export const partsOf = (key) => key.split(",").map(Number);

export function shiftKey(key, by) {
  const [x, y, z] = partsOf(key);
  return keyOf(x + by[0], y + by[1], z + by[2]);
}

/* The room of this map that an exit leads to; null if it leads to another map. */
export const inside = (exit) => (exit.to.includes("@") ? null : exit.to);

/* The cells of a line between two, without the first; in steps of one, slanting where it may. */
export function cellsBetween([x, y], [toX, toY], slanting) {
  const found = [];
  while (x !== toX || y !== toY) {
    const [dx, dy] = [toX - x, toY - y];
    const both = slanting && dx && dy;
    if (both || Math.abs(dx) >= Math.abs(dy)) x += Math.sign(dx);
    if (both || Math.abs(dx) < Math.abs(dy)) y += Math.sign(dy);
    found.push([x, y]);
  }
  return found;
}

const same = (one, other) => one.every((part, axis) => part === other[axis]);

export class Directions {
  /* `deltas`: {"east": [1, 0, 0], …}, in the order in which they are offered; `long`: {"e": "east", …};
     `far`: the name of ways in no direction; `isNear`: whether a direction leads to the next room alone. */
  constructor(deltas, long, far = "way", isNear = false) {
    Object.assign(this, { deltas, long, far, isNear });
    this.names = Object.keys(deltas);
    this.slanting = this.names.some((name) => deltas[name][0] && deltas[name][1]);
  }

  /* The exit among others that goes in the direction of a word: `e` is `east`. */
  towards(word, exits) {
    const way = this.whole(word);
    return Object.keys(exits).find((other) => this.whole(other) === way);
  }

  whole(word) {
    const plain = word.trim().toLowerCase();
    return this.long[plain] ?? plain;
  }

  nameOf(delta) {
    return this.names.find((name) => same(this.deltas[name], delta));
  }

  /* The name of the way back; undefined where the name is no direction. */
  opposite(name) {
    return this.deltas[name] && this.nameOf(this.deltas[name].map((part) => -part || 0));
  }

  /* A name for a way that leads by so much from a room: the nearest direction that is free. */
  nameFor(delta, taken) {
    const apart = (name) => {
      const to = this.deltas[name];
      const product = to.reduce((sum, part, axis) => sum + part * delta[axis], 0);
      return -product / (Math.hypot(...to) * Math.hypot(...delta));
    };
    if (this.isNear) return this.nameOf(delta) ?? this.numberedName(taken);
    // through the levels only by what leads there: stairs are no corridors
    const likely = this.names.filter((name) => !this.deltas[name][2] === !delta[2] && apart(name) < 0);
    const free = likely.sort((one, other) => apart(one) - apart(other)).find((name) => !(name in taken));
    return free ?? this.numberedName(taken);
  }

  /* A name for a way in no direction. The first one alone may have no number. */
  numberedName(taken) {
    let number = 1 + (this.isNear ? Object.keys(taken).filter((name) => name.startsWith(this.far)).length : 0);
    if (this.isNear && number === 1) return this.far;
    while (`${this.far} ${number}` in taken) number += 1;
    return `${this.far} ${number}`;
  }

  /* What a direction is called after the map is mirrored or turned by `change`. */
  turn(name, change) {
    return (this.deltas[name] && this.nameOf(change(this.deltas[name]))) || name;
  }
}
