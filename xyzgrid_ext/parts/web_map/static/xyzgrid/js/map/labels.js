/* The names of rooms on the map page, written over the picture where it is near enough.

   room ─► where it stands in the window ─► its name below it, unless a nearer room's name is there

A name needs about the space between two rooms, so from afar none are written. */

import * as THREE from "three";

const NEAR = 46; // pixels between two rooms from which on they have names
const MANY = 20000; // rooms of which none is looked at one by one
const MOST = 150; // names at once
const FONT = "12px system-ui, sans-serif";
const HIGH = 15; // pixels of a line
const BELOW = 0.42; // of the way to the next room, from the middle of a room to its name

export class Labels {
  /* `canvas` is that of the picture; the names lie over it and take no clicks. */
  constructor(canvas, colours) {
    this.colours = colours;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.className = "xyz-labels";
    canvas.after(this.canvas);
    this.pen = this.canvas.getContext("2d");
    this.at = new THREE.Vector3();
  }

  resize(wide, high) {
    const sharp = Math.min(devicePixelRatio, 2);
    Object.assign(this, { wide, high, sharp });
    Object.assign(this.canvas, { width: wide * sharp, height: high * sharp });
  }

  /* Write the names of the rooms near the camera; return how many. */
  draw(rooms, camera) {
    const { pen, wide, high, sharp } = this;
    if (!wide) return 0;
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.clearRect(0, 0, wide, high);
    if (rooms.length > MANY) return 0;
    Object.assign(pen, { font: FONT, textAlign: "center", textBaseline: "top", lineJoin: "round" });
    Object.assign(pen, { fillStyle: this.colours("ink"), strokeStyle: this.colours("sky"), lineWidth: 3 });
    const taken = [];
    for (const { name, x, y, gap } of this.near(rooms, camera)) {
      const half = pen.measureText(name).width / 2 + 3;
      const top = y + gap * BELOW;
      const box = [x - half, top, x + half, top + HIGH];
      if (taken.some(([l, t, r, b]) => box[0] < r && box[2] > l && box[1] < b && box[3] > t)) continue;
      taken.push(box);
      pen.strokeText(name, x, top);
      pen.fillText(name, x, top);
      if (taken.length === MOST) break;
    }
    return taken.length;
  }

  /* The rooms that are near enough and in the window, the nearest first: where they stand, and how
     many pixels a step takes there. */
  near(rooms, camera) {
    const { at, wide, high } = this;
    const scale = high / (2 * Math.tan((camera.fov * Math.PI) / 360));
    const found = [];
    for (const room of rooms) {
      const gap = scale / Math.max(camera.position.distanceTo(at.set(...room.place)), 0.1);
      if (gap < NEAR) continue;
      at.project(camera);
      if (at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) continue;
      found.push({ name: room.name, x: ((at.x + 1) * wide) / 2, y: ((1 - at.y) * high) / 2, gap });
    }
    return found.sort((one, other) => other.gap - one.gap);
  }
}
