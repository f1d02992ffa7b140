/* An endless land from afar: parts of a picture, loaded as they come into view.

   pixels of a cell      step      what a part of 64 by 64 samples shows
   32 ... 3              1         64 by 64 cells
   3 ... 1.5             2         128 by 128 cells
   ...                   32        2048 by 2048 cells

   Until a part is there, those of other steps are drawn in its place. */

import { ask, withQuery } from "./api.js";

const LEAST = 3, MOST = 32; // pixels of a sample at least, of a cell at most
const AT_ONCE = 2; // parts that are asked for; a worker of the game makes them
const KEPT = 500; // parts
const LATER = 1000, MUCH_LATER = 15000; // milliseconds after «too fast», and after other failures
const NEAR = 9; // pixels around a place that belong to it
const FONT = "13px sans-serif";

export class LandView {
  /* `colours(name)` gives the theme's colour; `on` has `hover(cell, event)`, `pick(cell)`, `drawn`. */
  constructor(canvas, colours, on) {
    Object.assign(this, { canvas, colours, on, land: null, lands: new Map(), pointers: new Map() });
    this.pen = canvas.getContext("2d");
    this.busy = this.paused = 0;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.up(event));
    canvas.addEventListener("pointerleave", () => this.on.hover(null));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  /* Show what `ask(address)` tells of a land: where one is, else all its places; or the cell `at`. */
  open(land, at = null) {
    if (!this.lands.has(land.key) || this.lands.get(land.key).version !== land.version) {
      const paints = land.biomes.map((one) => bytesOf(one.colour)), brown = bytesOf(land.road.colour);
      this.lands.set(land.key, { ...land, paints, brown, parts: new Map(), view: null });
    }
    this.land = Object.assign(this.lands.get(land.key), { here: land.here });
    this.wanted = [];
    this.resize();
    if (at) this.centre(at, 8);
    else if (!this.land.view) this.whole();
    this.draw();
  }

  close() {
    this.land = null;
  }

  // --- where it is seen from: `view` is the cell in the middle, and the pixels of a cell

  whole() {
    if (!this.land) return;
    const { places, here } = this.land;
    const spots = here.length ? here : places.length ? places : [{ x: 0, y: 0 }];
    const [xs, ys] = [spots.map((one) => one.x), spots.map((one) => one.y)];
    const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const far = Math.max((right - left) / this.wide, (high - low) / this.high);
    this.centre({ x: (left + right) / 2, y: (low + high) / 2 }, Math.min(4, 0.7 / (far || 0.001)));
  }

  centre(at, size = this.land.view.size) {
    const [least, most] = this.land.bounds;
    const within = (one) => Math.min(most, Math.max(least, one));
    const smallest = LEAST / this.land.steps.at(-1);
    this.land.view = {
      x: within(at.x + 0.5), y: within(at.y + 0.5), size: Math.min(MOST, Math.max(smallest, size)),
    };
    this.draw();
  }

  /* Zoom by a factor around a point of the canvas, which stays where it is. */
  zoom(factor, x = this.wide / 2, y = this.high / 2) {
    const before = this.at(x, y);
    this.centre({ x: this.land.view.x - 0.5, y: this.land.view.y - 0.5 }, this.land.view.size * factor);
    const after = this.at(x, y);
    this.shift(before.x - after.x, before.y - after.y);
  }

  shift(x, y) {
    const { view } = this.land;
    this.centre({ x: view.x + x - 0.5, y: view.y + y - 0.5 });
  }

  get step() {
    const { steps, view } = this.land;
    return steps.find((one) => one * view.size >= LEAST) || steps.at(-1);
  }

  at(x, y) {
    const { view } = this.land;
    return { x: view.x + (x - this.wide / 2) / view.size, y: view.y - (y - this.high / 2) / view.size };
  }

  onCanvas(x, y) {
    const { view } = this.land;
    return [(x - view.x) * view.size + this.wide / 2, this.high / 2 - (y - view.y) * view.size];
  }

  // --- its parts

  /* The parts of the present step that are in view, from the middle outwards. */
  inView() {
    const { step, land } = this, wide = step * land.size;
    const [low, high] = [this.at(0, this.high), this.at(this.wide, 0)];
    const [least, most] = land.bounds;
    const range = (from, to) => [
      Math.floor(Math.max(from, least) / wide), Math.floor(Math.min(to, most) / wide),
    ];
    const [[left, right], [bottom, top]] = [range(low.x, high.x), range(low.y, high.y)];
    const found = [];
    for (let x = left; x <= right; x++) for (let y = bottom; y <= top; y++) found.push({ step, x, y });
    const far = (one) => Math.hypot((one.x + 0.5) * wide - land.view.x, (one.y + 0.5) * wide - land.view.y);
    return found.sort((one, other) => far(one) - far(other));
  }

  async load() {
    const { land } = this;
    if (this.paused || this.busy >= AT_ONCE || !this.wanted.length) return;
    const part = this.wanted.shift();
    this.busy++;
    land.loading = (land.loading || new Set()).add(nameOf(part));
    try {
      const found = await ask(withQuery(land.part_at, { version: land.version, ...part }));
      land.parts.set(nameOf(part), { ...part, ...pixelsOf(found, land) });
      for (const old of land.parts.keys()) if (land.parts.size > KEPT) land.parts.delete(old);
    } catch (error) {
      const later = error.status === 429 ? LATER : MUCH_LATER;
      this.paused = setTimeout(() => { this.paused = 0; this.draw(); }, later);
      console.debug("A part of the land is asked for again:", error.message);
    }
    land.loading.delete(nameOf(part));
    this.busy--;
    this.draw();
  }

  // --- drawing

  resize() {
    const { clientWidth: wide, clientHeight: high } = this.canvas.parentElement;
    if (!this.land || !wide || !high) return;
    const sharp = Math.min(devicePixelRatio, 2);
    Object.assign(this, { wide, high, sharp });
    Object.assign(this.canvas, { width: wide * sharp, height: high * sharp });
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.land?.view) this.paint();
    });
  }

  paint() {
    const { pen, land, sharp } = this;
    const wanted = this.inView();
    const there = (part) => land.parts.get(nameOf(part));
    this.wanted = wanted.filter((part) => !there(part) && !land.loading?.has(nameOf(part)));
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.fillStyle = this.colours("sky");
    pen.fillRect(0, 0, this.wide, this.high);
    pen.imageSmoothingEnabled = false;
    if (!wanted.every(there)) {
      const others = [...land.parts.values()].filter((one) => one.step !== this.step);
      for (const one of others.sort((a, b) => b.step - a.step)) this.part(one);
    }
    for (const one of wanted) if (there(one)) this.part(there(one));
    this.labels();
    this.on.drawn({ step: this.step, missing: wanted.filter((part) => !there(part)).length });
    for (let n = this.busy; n < AT_ONCE; n++) this.load();
  }

  part({ step, x, y, image }) {
    const wide = step * this.land.size;
    const [left, low] = this.onCanvas(x * wide, y * wide).map(Math.round);
    const [right, top] = this.onCanvas((x + 1) * wide, (y + 1) * wide).map(Math.round);
    if (right < 0 || left > this.wide || low < 0 || top > this.high) return;
    this.pen.drawImage(image, left, top, right - left, low - top);
  }

  /* The names of places, and of who is here; none is written over another. */
  labels() {
    const { pen, land } = this;
    const taken = [];
    const marks = [...land.here.map((one) => [one, "here"]), ...land.places.map((one) => [one, "place"])]
      .reverse().map(([{ name, x, y }, kind]) => [name, kind, ...this.onCanvas(x + 0.5, y + 0.5)])
      .filter(([, , x, y]) => x > -200 && x < this.wide && y > 0 && y < this.high);
    for (const [, kind, at_x, at_y] of marks) {
      pen.beginPath();
      pen.arc(at_x, at_y, kind === "here" ? 6 : 4, 0, 2 * Math.PI);
      Object.assign(pen, { fillStyle: this.colours(kind), strokeStyle: "#1b1b1b", lineWidth: 1.5 });
      pen.fill();
      pen.stroke();
    }
    Object.assign(pen, { textBaseline: "middle", lineJoin: "round" });
    for (const [name, kind, at_x, at_y] of marks.reverse()) {
      pen.font = kind === "here" ? `bold ${FONT}` : FONT;
      const long = pen.measureText(name).width;
      if (taken.some(([l, t, r]) => Math.abs(t - at_y) < 16 && at_x < r && at_x + long + 10 > l)) continue;
      taken.push([at_x, at_y, at_x + long + 10]);
      Object.assign(pen, { fillStyle: "#1b1b1b", strokeStyle: "#fffd", lineWidth: 3 });
      pen.strokeText(name, at_x + 9, at_y);
      pen.fillText(name, at_x + 9, at_y);
    }
  }

  // --- the pointer, and keys

  /* The cell at a point of the window: {x, y, biome, road, place}. */
  cell(event) {
    const frame = this.canvas.getBoundingClientRect();
    const [left, top] = [event.clientX - frame.left, event.clientY - frame.top];
    const place = this.land.places.find(({ x, y }) => {
      const [at_x, at_y] = this.onCanvas(x + 0.5, y + 0.5);
      return Math.hypot(at_x - left, at_y - top) < NEAR;
    });
    const at = place || this.at(left, top);
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
    const { step, land } = this, wide = step * land.size;
    const part = land.parts.get(nameOf({ step, x: Math.floor(x / wide), y: Math.floor(y / wide) }));
    if (!part) return null;
    const [row, column] = [y, x].map((one) => Math.floor((one - Math.floor(one / wide) * wide) / step));
    const number = row * land.size + column;
    return { x, y, biome: land.biomes[part.biome[number]].name, road: part.roads.has(number), place: place?.name };
  }

  wheel(event) {
    const frame = this.canvas.getBoundingClientRect();
    this.zoom(1.0015 ** -event.deltaY, event.clientX - frame.left, event.clientY - frame.top);
    event.preventDefault();
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.moved = this.pointers.size > 1 ? Infinity : 0;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId), now = [event.clientX, event.clientY];
    if (!this.land?.view) return;
    if (!before) {
      this.on.hover(this.cell(event), event);
      return;
    }
    const [[x, y], { size }] = [now.map((one, n) => one - before[n]), this.land.view];
    this.moved += Math.hypot(x, y);
    this.pointers.set(event.pointerId, now);
    const part = 1 / this.pointers.size;
    this.shift((-x * part) / size, (y * part) / size);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) { // two fingers
      const far = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]);
      this.zoom(far(now) / (far(before) || 1));
    }
  }

  up(event) {
    const was = this.pointers.delete(event.pointerId);
    const cell = was && event.type === "pointerup" && this.moved < 5 ? this.cell(event) : null;
    if (cell) this.on.pick(cell);
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) this.shift(...step.map((one) => (one * 80) / this.land.view.size));
    else if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 2 : 0.5);
    else if (event.key === "Home") this.whole();
    else return;
    event.preventDefault();
  }
}

function bytesOf(colour) {
  return [1, 3, 5].map((n) => Number.parseInt(colour.slice(n, n + 2), 16));
}

function nameOf({ step, x, y }) {
  return `${step} ${x} ${y}`;
}

/* A part as an image: a pixel for each cell, the lowest row last. */
function pixelsOf({ biome, road }, { size, paints, brown }) {
  const image = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const pen = image.getContext("2d"), pixels = pen.createImageData(size, size), roads = new Set(road);
  biome.forEach((number, n) => {
    const at = ((size - 1 - Math.floor(n / size)) * size + (n % size)) * 4;
    pixels.data.set([...(roads.has(n) ? brown : paints[number]), 255], at);
  });
  pen.putImageData(pixels, 0, 0);
  return { image, biome, roads };
}
