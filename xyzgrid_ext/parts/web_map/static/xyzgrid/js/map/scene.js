/* The picture: rooms as one instanced mesh, ways as one set of lines, drawn when something changed.

   Nothing moves by itself, so a page that is only looked at costs nothing. */

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Labels } from "./labels.js";
import { arc, between, joins, pathLine } from "./world.js";

const TURN = Math.PI / 24; // a key press
const MANY = 20000; // rooms: they are tiles then, a sixth of the work, and seen from far away
const DOORS = { open: "good", closed: "warn", locked: "bad" };

export class Scene {
  /* `colours(name)` gives the theme's colour; `on` has `hover`, `pick` and `drawn`. */
  constructor(canvas, colours, on) {
    this.canvas = canvas;
    this.colours = colours;
    this.on = on;
    this.rooms = [];
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    this.labels = new Labels(canvas, colours);
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(45, 1, 0.1, 5000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = Math.PI * 0.49;
    this.controls.screenSpacePanning = false;
    this.controls.addEventListener("change", () => this.draw());
    this.ray = new THREE.Raycaster();
    this.drawing = new THREE.Group();
    this.marks = new THREE.Group();
    this.scene.add(this.drawing, this.marks, new THREE.HemisphereLight(0xffffff, 0x8090a0, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    sun.position.set(-3, 8, 5);
    this.scene.add(sun);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => this.on.hover(null));
    canvas.addEventListener("pointerdown", (event) => (this.pressed = [event.clientX, event.clientY]));
    canvas.addEventListener("click", (event) => this.click(event));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  // --- what is shown

  show(world, rooms, tint) {
    clear(this.drawing);
    this.rooms = rooms;
    this.scene.background = new THREE.Color(this.colours("sky"));
    this.mesh = this.boxes(rooms, tint);
    const { ways, arcs, gates, stubs, doors, arrows } = joins(world, rooms);
    const one = (line) => [line.from, line.to];
    this.drawing.add(
      this.mesh,
      this.lines(ways.filter((way) => way.kind !== "stairs").flatMap(one), "way"),
      this.lines(ways.filter((way) => way.kind === "stairs").flatMap(one), "stairs"),
      this.lines(stubs.flatMap(one), "stub"),
      this.instances(new THREE.SphereGeometry(0.08, 8, 6), stubs.map((s) => [s.to]), "stub"),
      this.instances(
        new THREE.ConeGeometry(0.09, 0.24, 8), arrows.map((a) => [between(a.from, a.to, 0.62), a]), "way"),
    );
    for (const kind of ["wormhole", "portal"]) {
      const far = arcs.filter((line) => line.kind === kind).map((line) => arc(line.from, line.to));
      const near = gates.filter((line) => line.kind === kind);
      this.drawing.add(
        this.lines([...far.flatMap(segments), ...near.flatMap(one)], kind),
        this.instances(new THREE.OctahedronGeometry(0.13), near.map((line) => [line.to]), kind));
    }
    for (const [door, colour] of Object.entries(DOORS)) {
      const places = doors.filter((one) => one.door === door).map((one) => [one.at]);
      this.drawing.add(this.instances(new THREE.BoxGeometry(0.2, 0.3, 0.2), places, colour));
    }
    for (const map of new Set(rooms.map((room) => room.map))) this.drawing.add(this.title(map));
    this.draw();
  }

  boxes(rooms, tint) {
    const shape = rooms.length > MANY
      ? new THREE.PlaneGeometry(0.85, 0.85).rotateX(-Math.PI / 2)
      : new THREE.BoxGeometry(0.6, 0.26, 0.6);
    const mesh = new THREE.InstancedMesh(shape, new THREE.MeshLambertMaterial(), rooms.length);
    const matrix = new THREE.Matrix4(), colour = new THREE.Color();
    rooms.forEach((room, n) => {
      mesh.setMatrixAt(n, matrix.makeTranslation(...room.place));
      mesh.setColorAt(n, colour.set(tint(room)));
    });
    return mesh;
  }

  lines(places, colour) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(places.flat()), 3));
    const found = new THREE.LineSegments(
      geometry, new THREE.LineBasicMaterial({ color: this.colours(colour) }));
    found.frustumCulled = false;
    return found;
  }

  /* One thing many times: [place] or [place, the line along which it points]. */
  instances(geometry, places, colour) {
    const material = new THREE.MeshLambertMaterial({ color: this.colours(colour) });
    const mesh = new THREE.InstancedMesh(geometry, material, places.length);
    const matrix = new THREE.Matrix4(), turn = new THREE.Quaternion();
    const [up, whole] = [new THREE.Vector3(0, 1, 0), new THREE.Vector3(1, 1, 1)];
    places.forEach(([at, line], n) => {
      turn.identity();
      if (line) {
        const along = new THREE.Vector3(...line.to).sub(new THREE.Vector3(...line.from));
        turn.setFromUnitVectors(up, along.normalize());
      }
      mesh.setMatrixAt(n, matrix.compose(new THREE.Vector3(...at), turn, whole));
    });
    return mesh;
  }

  title(map) {
    const sheet = document.createElement("canvas");
    const pen = sheet.getContext("2d");
    const font = "600 44px system-ui, sans-serif";
    pen.font = font;
    sheet.width = Math.ceil(pen.measureText(map.head.name).width) + 24;
    sheet.height = 64;
    pen.font = font;
    pen.fillStyle = this.colours("ink");
    pen.textBaseline = "middle";
    pen.fillText(map.head.name, 12, 32);
    const texture = new THREE.CanvasTexture(sheet);
    texture.colorSpace = THREE.SRGBColorSpace;
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, depthWrite: false }));
    sprite.scale.set((sheet.width / sheet.height) * 1.1, 1.1, 1);
    const { x, y } = map.box;
    sprite.position.set(map.at.x + (x[0] + x[1]) / 2, map.box.z[0], map.at.z - y[0] + 1.6);
    return sprite;
  }

  /* Who is where, what is picked, and the path: they change while the rooms stay. */
  mark({ here = [], picked = null, path = [] }) {
    clear(this.marks);
    for (const room of here) {
      const cone = this.instances(
        new THREE.ConeGeometry(0.3, 0.8, 20), [[between(room.place, room.place, 0)]], "here");
      cone.rotation.x = Math.PI;
      cone.position.set(room.place[0], room.place[1] + 0.75, room.place[2]);
      cone.setMatrixAt(0, new THREE.Matrix4());
      this.marks.add(cone);
    }
    if (picked) {
      const ring = new THREE.Mesh(
        new THREE.TorusGeometry(0.55, 0.06, 8, 32),
        new THREE.MeshBasicMaterial({ color: this.colours("picked") }));
      ring.position.set(...picked.place);
      ring.rotation.x = Math.PI / 2;
      this.marks.add(ring);
    }
    const line = pathLine(path);
    for (let n = 0; n + 1 < line.length; n++) this.marks.add(this.tube(line[n], line[n + 1]));
    this.draw();
  }

  tube(from, to) {
    const [a, b] = [new THREE.Vector3(...from), new THREE.Vector3(...to)];
    const along = b.clone().sub(a);
    const tube = new THREE.Mesh(
      new THREE.CylinderGeometry(0.09, 0.09, along.length(), 8),
      new THREE.MeshBasicMaterial({ color: this.colours("path") }));
    tube.position.copy(a.add(b).multiplyScalar(0.5)).y += 0.2;
    tube.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    return tube;
  }

  // --- where it is seen from

  /* All that is shown, from the south and above: as near as its corners allow. */
  whole() {
    const box = new THREE.Box3();
    for (const room of this.rooms) box.expandByPoint(new THREE.Vector3(...room.place));
    if (box.isEmpty()) return;
    box.expandByVector(new THREE.Vector3(0.4, 0.2, 0.4));
    box.max.z += 1; // the titles
    const middle = box.getCenter(new THREE.Vector3());
    const away = new THREE.Vector3(0.25, 0.7, 0.8).normalize();
    const right = new THREE.Vector3(0, 1, 0).cross(away).normalize();
    const up = away.clone().cross(right);
    const high = Math.tan((this.camera.fov * Math.PI) / 360) * 0.96;
    const wide = high * this.camera.aspect;
    let far = 5;
    for (let corner = 0; corner < 8; corner++) {
      const at = new THREE.Vector3(
        corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z).sub(middle);
      const needs = Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(up)) / high);
      far = Math.max(far, at.dot(away) + needs);
    }
    this.look(middle, away.multiplyScalar(far));
  }

  fly(room) {
    this.look(new THREE.Vector3(...room.place), new THREE.Vector3(3, 6, 7));
  }

  look(target, away) {
    this.controls.target.copy(target);
    this.camera.position.copy(target).add(away);
    this.controls.update();
    this.draw();
  }

  key(event) {
    const step = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const away = this.camera.position.clone().sub(this.controls.target);
    if (step && event.shiftKey) {
      const move = new THREE.Vector3(-step[0], 0, -step[1])
        .applyAxisAngle(new THREE.Vector3(0, 1, 0), Math.atan2(away.x, away.z))
        .multiplyScalar(away.length() / 12);
      this.look(this.controls.target.clone().add(move), away);
    } else if (step) {
      const ball = new THREE.Spherical().setFromVector3(away);
      ball.theta -= step[0] * TURN;
      ball.phi = Math.min(Math.PI * 0.49, Math.max(0.02, ball.phi - step[1] * TURN));
      this.look(this.controls.target, new THREE.Vector3().setFromSpherical(ball));
    } else if (event.key === "+" || event.key === "-") {
      this.look(this.controls.target, away.multiplyScalar(event.key === "+" ? 0.8 : 1.25));
    } else if (event.key === "Home") {
      this.whole();
    } else {
      return;
    }
    event.preventDefault();
  }

  // --- the pointer

  under(event) {
    if (!this.mesh) return null;
    const frame = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2(
      ((event.clientX - frame.left) / frame.width) * 2 - 1,
      1 - ((event.clientY - frame.top) / frame.height) * 2);
    this.ray.setFromCamera(at, this.camera);
    const hit = this.ray.intersectObject(this.mesh)[0];
    return hit ? this.rooms[hit.instanceId] : null;
  }

  hover(event) {
    if (event.buttons || this.hovering) return; // at most once a frame
    this.hovering = requestAnimationFrame(() => {
      this.hovering = 0;
      this.on.hover(this.under(event), event);
    });
  }

  click(event) {
    const [x, y] = this.pressed || [0, 0];
    if (Math.hypot(event.clientX - x, event.clientY - y) > 5) return; // it was a turn
    const room = this.under(event);
    if (room) this.on.pick(room);
  }

  // --- drawing

  resize() {
    const { clientWidth: wide, clientHeight: high } = this.canvas.parentElement;
    if (!wide || !high) return;
    this.renderer.setSize(wide, high, false);
    this.labels.resize(wide, high);
    this.camera.aspect = wide / high;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.renderer.render(this.scene, this.camera);
      this.on.drawn(this.camera.position, this.labels.draw(this.rooms, this.camera));
    });
  }
}

function segments(line) {
  return line.slice(1).flatMap((place, n) => [line[n], place]);
}

function clear(group) {
  group.traverse((one) => {
    one.geometry?.dispose();
    one.material?.map?.dispose();
    one.material?.dispose();
    one.dispose?.(); // where the instances of a mesh stand
  });
  group.clear();
}
