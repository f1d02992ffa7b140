/* The draft of a map: its document, the steps that change it, and those that the server has not got.

     do(ops) ─► document ─► waiting ─► server      each step is kept until the server has it
                   └─► undone by its inverse, in any number

   The server puts all operations in one order. If somebody else was faster, our waiting steps are
   taken back, theirs are done, and ours are done again on top; the event "clash" lists what both have
   changed, and which of our steps are no longer possible. Somebody may also change later what this
   page has set a moment ago: then it is the event "changed-after". Each operation has an id: if a connection
   breaks before the answer, the same steps are sent again, and the server's answer shows which of them
   it had received. */

import { Legend } from "./cells.js";
import { Fault, applyAll } from "./operations.js";
import { Refusal } from "./server.js";

const AT_ONCE = 400; // operations in a request
const TOGETHER = 150; // milliseconds in which steps are gathered for one
const AGAIN = 500; // milliseconds until one that did not come through is repeated, at first
const LATEST = 8000; // and at last
const RECENT = 60000; // milliseconds in which the page remembers what it has set
const ASK = 4000; // milliseconds between questions about what others do, without a line

const SETS = new Set(["set", "exit", "option", "key", "head"]);

const random = () => [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Draft extends EventTarget {
  constructor(server, answer) {
    super();
    Object.assign(this, { server, done: [], undone: [], waiting: [], sending: null, flying: false, alone: false, failures: 0, newest: 0, isUnread: false, legend: new Legend([]), name: random(), steps: 0, set: new Map(), gone: new Map() });
    this.take(answer);
  }

  /* Begin again with the server's document; `kept` if earlier steps may still be undone. */
  take(answer, { kept = false } = {}) {
    for (const name of ["document", "revision", "stale", "writable", "topology", "why", "fixed", "forms", "keys", "rereads", "exit_keys", "fixed_of_exits"]) {
      if (name in answer) this[name] = answer[name];
    }
    if ("legend" in answer) this.legend = new Legend(answer.legend);
    this.isUnread = false;
    if (!kept) {
      this.done = [];
      this.undone = [];
    }
    this.waiting = [];
    this.tell("change");
  }

  /* The file has changed since the draft began: the page offers to take its newest state. */
  outdate(stale) {
    if (stale === this.stale) return;
    this.stale = stale;
    this.tell("outdated");
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  get rooms() {
    return this.document.rooms;
  }

  /* Whether rooms and exits may come and go, and not only change their texts. */
  get isWhole() {
    return this.writable && this.topology !== false;
  }

  /* Whether the cells of its drawings can be changed. */
  get isDrawn() {
    return this.writable && this.legend.size > 0;
  }

  /* Whether its rooms and exits are the nodes and links of a matrix. */
  get isMatrix() {
    return Boolean(this.document.head);
  }

  /* Do operations as one step, all or none; return whether they were done. */
  do(ops) {
    if (!ops.length || !this.may()) return false;
    const inverse = this.perform(ops);
    if (!inverse) return false;
    this.done.push(inverse);
    this.undone = [];
    return true;
  }

  /* Whether this page may draw at all, and the draft is not locked (`held` is the reason). If not, a
     "fault" event says why; each operation is judged by the server. */
  may() {
    if (this.held) {
      this.tell("fault", this.held);
      return false;
    }
    if (!this.writable) this.tell("fault", this.why || gettext("You can look at this map, but not change it."));
    return this.writable;
  }

  undo() {
    return !this.held && this.back(this.done, this.undone);
  }

  redo() {
    return !this.held && this.back(this.undone, this.done);
  }

  back(from, to) {
    const ops = this.writable && from.pop();
    const inverse = ops && this.perform(ops);
    if (!inverse) return false;
    to.push(inverse);
    return true;
  }

  perform(ops) {
    const inverse = this.play(ops);
    if (!inverse) return null;
    this.isUnread ||= ops.some(({ op }) => this.rereads.includes(op));
    this.waiting.push({ id: `${this.name}-${(this.steps += 1)}`, ops, inverse, undo: inverse });
    for (const [name, value] of ops.flatMap(setBy)) this.set.set(name, { value, at: Date.now() });
    this.tell("change", [...ops, ...inverse]);
    this.send();
    return inverse;
  }

  /* Change the document; return the inverse operations, or null after reporting why it failed. */
  play(ops, fail = (text) => this.tell("fault", text)) {
    try {
      return applyAll(this.document, ops);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fail(error.message);
      return null;
    }
  }

  /* Wait until the server has everything that it takes. */
  async saved() {
    while (this.waiting.length) {
      this.send();
      await this.sending;
    }
  }

  send() {
    if (!this.sending && this.waiting.length) {
      this.sending = this.sendAll().finally(() => {
        this.sending = null;
        this.tell("sent");
        this.read();
        if (this.newest > this.revision) this.ask(); // news that came while we sent
      });
    }
  }

  /* Once the server has all cells that were drawn, take the rooms that it reads in them. */
  async read() {
    if (!this.isUnread || this.waiting.length) return;
    this.isUnread = false;
    const { revision, document: { rooms } } = await this.server.get();
    if (revision === this.revision && !this.waiting.length) {
      this.tell("change", this.replace(rooms));
    } else {
      this.isUnread = true;
      setTimeout(() => this.read(), AGAIN);
    }
  }

  /* Take rooms in the place of those that there are; return which have changed. */
  replace(rooms) {
    const keys = Object.keys({ ...this.rooms, ...rooms });
    const changed = keys.filter((key) => textOf(this.rooms[key] ?? null) !== textOf(rooms[key] ?? null));
    for (const room of changed) {
      if (Object.hasOwn(rooms, room)) this.rooms[room] = rooms[room];
      else delete this.rooms[room];
    }
    return changed.map((room) => ({ op: "read", room }));
  }

  async sendAll() {
    this.tell("sending");
    while (this.waiting.length) {
      await pause(TOGETHER);
      if (this.waiting.length) await this.post(this.batch());
    }
  }

  async post(batch, more = {}) {
    this.flying = true;
    try {
      const { revision } = await this.server.post("ops", { revision: this.revision, ops: batch.flatMap(opsWithIds), ...more });
      this.revision = revision;
      this.waiting = this.waiting.slice(batch.length);
      Object.assign(this, { alone: false, failures: 0 });
      return true;
    } catch (error) {
      return await this.handleRefusal(error, batch);
    } finally {
      this.flying = false;
      this.tell("kept");
    }
  }

  /* Ask what others have drawn while the page is visible and no WebSocket brings the news. */
  listen(line) {
    setInterval(() => {
      if (!document.hidden && !line.isOpen && this.writable) this.ask();
    }, ASK);
  }

  ask(work = () => this.post([])) {
    if (this.sending || this.waiting.length || this.held) return;
    this.sending = work().finally(() => {
      this.sending = null;
      this.send();
    });
  }

  /* The line tells what others have done: `ops` after the revision `since`. */
  hear({ since, revision, ops, who }) {
    this.newest = Math.max(this.newest, revision);
    if (this.flying || this.held || this.newest <= this.revision) return;
    const had = this.revision - since; // of them, such as our own
    if (ops && had >= 0) this.merge({ revision, ops: ops.slice(had), who: who.slice(had) });
    else if (ops && this.writable) this.ask();
    else this.ask(() => this.begin([]).catch((failed) => this.handleRefusal(failed, []))); // the whole draft
  }

  /* The steps of one request; a step is never split, so none is half done. */
  batch() {
    if (this.alone) return this.waiting.slice(0, 1);
    let count = 0;
    const fit = this.waiting.findIndex((one) => (count += one.ops.length) > AT_ONCE);
    return this.waiting.slice(0, fit < 0 ? undefined : Math.max(1, fit));
  }

  /* Handle a failed request: send it again if that can help; give up a step that is refused. */
  async handleRefusal(error, batch) {
    if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) {
      if (error.status !== 429 && batch.length) this.tell("fault", gettext("The game is not responding. Your changes are kept here and will be sent again."));
      await pause(Math.min(LATEST, AGAIN * 2 ** this.failures++));
      return false;
    }
    if (error.status === 409 && error.data.ops) {
      if (error.data.reset) return this.begin(error.data.had).catch((failed) => this.handleRefusal(failed, batch));
      this.merge(error.data);
    } else if (!batch.length) {
      this.tell("fault", error.message);
      return false;
    } else if (batch.length > 1) {
      this.alone = true; // to find out which step is refused
    } else {
      this.withdraw();
      const { undo } = this.waiting.shift(); // there is nothing to undo of it
      for (const name of ["done", "undone"]) this[name] = this[name].filter((one) => one !== undo);
      this.again();
      this.tell("fault", error.message);
    }
    return true;
  }

  /* Somebody has applied or restarted the draft: fetch it, and do our waiting steps on top. */
  async begin(had) {
    const { waiting, rooms } = this;
    this.take(await this.server.get(), { kept: true });
    this.waiting = waiting.filter(isOpenAfter(had));
    this.onTop([], [], rooms);
    return true;
  }

  merge(answer) {
    this.withdraw();
    const before = { ...this.rooms };
    applyAll(this.document, answer.ops);
    this.revision = answer.revision;
    const own = new Set(this.waiting.flatMap(opsWithIds).map(({ id }) => id));
    this.waiting = this.waiting.filter(isOpenAfter(answer.ops.map(({ id }) => id)));
    const [others, names] = opsOfOthers(answer, own);
    others.forEach((op, number) => this.follow(op, names[number] ?? "", before));
    this.onTop(others, names, before);
    this.isUnread ||= others.some(({ op }) => this.rereads.includes(op));
    if (!this.waiting.length) this.read();
  }

  /* Remember by whom a room is gone from its place, and tell of what this page has set lately. */
  follow(op, who, before) {
    for (const room of { remove: [op.room], move: op.rooms, draw: roomsIn(op) }[op.op] ?? []) {
      this.gone.set(room, { who, name: before[room]?.name ?? "" });
    }
    const lost = setBy(op).filter(([name, value]) => this.set.has(name) && textOf(this.set.get(name).value) !== textOf(value));
    const isRecent = lost.some(([name]) => Date.now() - this.set.get(name).at < RECENT);
    for (const [name] of lost) this.set.delete(name);
    const waits = this.waiting.some(({ ops }) => ops.some((one) => isClash(one, op)));
    if (isRecent && !waits) this.tell("changed-after", { op, room: before[op.room], who });
  }

  /* Do the waiting steps on top of others' operations, and report clashes: [{op, room, why, who}];
     `room` is the room before, `why` says why the step is lost and is empty if it stays. */
  onTop(others, names, before) {
    const clashes = [];
    this.again((ops, why) => {
      const find = (one) => others.findIndex((other) => isClash(one, other));
      const op = ops.find((one) => find(one) >= 0) ?? (why && ops[0]);
      if (op) clashes.push({ op, room: before[op.room], why, who: names[find(op)] ?? "" });
    });
    if (clashes.length) this.tell("clash", clashes);
  }

  /* Take over the steps that an earlier page did not send, which follow its `revision`; return whether
     that was possible. */
  async adopt({ revision, steps }) {
    const ids = steps.flatMap(opsWithIds).map(({ id }) => id);
    let answer = { revision, ops: [], who: [], had: [] };
    try {
      await this.server.post("ops", { revision, ops: [], ids });
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof TypeError)) throw error;
      if (error.status !== 409) return false;
      answer = error.data;
    }
    if (this.revision > answer.revision) return false; // the operations since then are unknown
    const left = steps.filter(isOpenAfter([...answer.had, ...answer.ops.map(({ id }) => id)]));
    this.withdraw();
    const before = { ...this.rooms };
    this.waiting = [...this.waiting, ...left];
    this.onTop(...opsOfOthers(answer, new Set(ids)), before);
    const again = new Set(left.map(({ id }) => id));
    this.done.push(...this.waiting.filter(({ id }) => again.has(id)).map(({ inverse }) => inverse));
    if (left.length) this.tell("adopted", left.length);
    this.send();
    return true;
  }

  /* Take back what the server does not have yet. */
  withdraw() {
    for (const { inverse } of this.waiting.toReversed()) applyAll(this.document, inverse);
  }

  /* Do the waiting steps again on the present document; call `tell(ops, why)` for each, with the
     reason `why` if it failed. */
  again(tell = (_ops, why) => why && this.tell("fault", why)) {
    const waiting = this.waiting;
    this.waiting = [];
    for (const { id, ops, undo } of waiting) {
      let why = "";
      const inverse = this.play(ops, (text) => (why = text));
      if (inverse) this.waiting.push({ id, ops, inverse, undo });
      tell(ops, why);
    }
    this.tell("change");
  }
}

/* What an operation sets: [name, value]. */
function setBy({ op, room, key, direction, level, cells, value }) {
  if (op === "draw") return Object.entries(cells).map(([cell, symbol]) => [`${op} ${level} ${cell}`, symbol]);
  return SETS.has(op) ? [[[op, room, key, direction].join(" "), value]] : [];
}

/* The places of rooms among the cells of an operation. */
const roomsIn = ({ level, cells = {} }) => Object.keys(cells).map((cell) => [...cell.split(",").map((part) => part / 2), level].join());

/* The operations of a step, each with its id. */
function opsWithIds({ id, ops }) {
  return ops.map((op, number) => ({ ...op, id: `${id}.${number}` }));
}

/* The operations of others in an answer of the server, and their authors. */
function opsOfOthers({ ops, who = [] }, own) {
  const isTheirs = ops.map(({ id }) => !own.has(id));
  return [ops, who].map((list) => list.filter((_one, number) => isTheirs[number]));
}

/* Returns a function that says whether a step is still to be done after these operations. */
function isOpenAfter(had) {
  const done = new Set(had);
  return (step) => !opsWithIds(step).some(({ id }) => done.has(id));
}

/* Whether two operations change the same into something else, or one changes what the other removes. */
function isClash(one, other) {
  if (one.op === "draw" && other.op === "draw") {
    return one.level === other.level && Object.keys(one.cells).some((cell) => (other.cells[cell] ?? one.cells[cell]) !== one.cells[cell]);
  }
  if (one.op === other.op && one.op !== "move") {
    const isSame = ["room", "key", "direction"].every((name) => one[name] === other[name]);
    return isSame && textOf({ ...one, id: "" }) !== textOf({ ...other, id: "" });
  }
  return [one, other].some(({ op }) => op === "remove") && one.room === other.room;
}

/* An operation as text, whatever the order of its keys. */
function textOf(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return `{${Object.keys(value).sort().map((key) => `${key}:${textOf(value[key])}`).join()}}`;
}
