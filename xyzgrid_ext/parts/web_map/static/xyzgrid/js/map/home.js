/* The first page: the world as it is now, turning slowly over the drawing, where 3D can be shown. */

import { ask, pagesOf } from "./api.js";
import { World } from "./world.js";

const MOST = 6000; // rooms: who opens the first page came to read, not to load a large world
const view = document.getElementById("xyzgrid-view");
const still = matchMedia("(prefers-reduced-motion: reduce)");

function colours(name) {
  return getComputedStyle(view).getPropertyValue(`--${name}`).trim();
}

function tint(room) {
  if (room.details?.length) return colours("place");
  const [low, high] = room.map.box.z;
  const part = high > low ? (room.z - low) / (high - low) - 0.5 : 0;
  return `hsl(${room.map.hue}, 45%, ${58 + 22 * part}%)`;
}

async function load(world) {
  let left = MOST;
  for (const head of (await ask(view.dataset.maps)).maps) {
    if (head.land_at) continue; // a land without end would fill the picture
    if ((left -= head.known) < 0) return;
    const rooms = [];
    for await (const page of pagesOf(head.rooms_at)) rooms.push(...page.rooms);
    if (rooms.length) world.add(head, rooms);
  }
}

async function turn() {
  const canvas = view.querySelector("canvas");
  const { Scene } = await import("./scene.js");
  const world = new World();
  await load(world);
  if (!world.rooms.size) return;
  canvas.hidden = false;
  view.dataset.drawn = "3d";
  const scene = new Scene(canvas, colours, { hover() {}, pick() {}, drawn() {} });
  const show = () => scene.show(world, world.visibleRooms("", () => true), tint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  scene.resize();
  show();
  scene.whole();
  scene.controls.autoRotate = true;
  setInterval(() => document.hidden || still.matches || scene.controls.update(), 50);
}

turn().catch((error) => {
  delete view.dataset.drawn; // no WebGL, or no library: the drawing stays
  console.warn("The map is drawn flat:", error.message);
});
