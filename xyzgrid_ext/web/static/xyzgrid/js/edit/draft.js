/* The draft of a map: its document, what was done to it, and what the server has of that.

     do(ops) ─► document ─► waiting ─► server      each batch is kept until the server has it
                   └─► undone by its inverse, in any number

   Where somebody else was faster, what waits is taken back, theirs is done, and ours again on top;
   "clash" tells what both have changed, and what of ours cannot be done any more.
   Who draws nothing asks now and then what others have drawn. Where a line broke before an answer, the
   same steps are sent again; if they had come through, they are among what the server then tells. */

import { Fault, applyAll } from "./operations.js";
import { Refusal } from "./server.js";

const AT_ONCE = 400; // operations in a request
const TOGETHER = 150; // milliseconds in which steps are gathered for one
const AGAIN = 500; // milliseconds until one that did not come through is repeated, at first
const LATEST = 8000; // and at last
const ASK = 4000; // milliseconds between questions about what others do

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Draft extends EventTarget {
  constructor(server, answer, words) {
    super();
    Object.assign(this, { server, words, done: [], undone: [], waiting: [], sending: null, alone: false, lost: 0, failures: 0 });
    this.take(answer);
  }

  /* Begin again with what the server has; `kept` if what was done may still be undone. */
  take(answer, { kept = false } = {}) {
    for (const name of ["document", "revision", "stale", "writable", "topology", "why", "fixed"]) {
      if (name in answer) this[name] = answer[name];
    }
    if (!kept) {
      this.done = [];
      this.undone = [];
    }
    this.waiting = [];
    this.tell("change");
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  get rooms() {
    return this.document.rooms;
  }

  /* Do operations as one step; false if one of them cannot be done: then none is. */
  do(ops) {
    if (!ops.length || !this.may(ops)) return false;
    const inverse = this.perform(ops);
    if (!inverse) return false;
    this.done.push(inverse);
    this.undone = [];
    return true;
  }

  /* Whether operations may be done: the file of the map can say them, and nothing holds the draft
     (`held` is the reason). Tells why not. */
  may(ops) {
    if (this.held) {
      this.tell("fault", this.held);
      return false;
    }
    const only = (op) => op.op === "set" && op.key !== "symbol";
    const may = this.writable && (this.topology !== false || ops.every(only));
    if (!may) this.tell("fault", this.why);
    return may;
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
    this.waiting.push({ ops, inverse });
    this.tell("change", [...ops, ...inverse]);
    this.send();
    return inverse;
  }

  /* Change the document; what takes that back, or null after telling why it cannot be. */
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
      });
    }
  }

  async sendAll() {
    this.tell("sending");
    while (this.waiting.length) {
      await pause(TOGETHER);
      await this.post(this.batch());
    }
  }

  async post(batch) {
    const ops = batch.flatMap((one) => one.ops);
    try {
      const { revision } = await this.server.post("ops", { revision: this.revision, ops });
      this.revision = revision;
      this.waiting = this.waiting.slice(batch.length);
      Object.assign(this, { alone: false, lost: 0, failures: 0 });
    } catch (error) {
      await this.refused(error, batch, ops);
    }
  }

  /* What others have drawn meanwhile, as long as the page is seen. */
  listen() {
    setInterval(() => {
      if (document.hidden || this.sending || this.waiting.length || this.held || !this.writable) return;
      this.sending = this.post([]).finally(() => {
        this.sending = null;
        this.send();
      });
    }, ASK);
  }

  /* What goes into one request: whole steps, so that none is ever half done; of which it is not
     known whether they came through, the same again. */
  batch() {
    if (this.lost) return this.waiting.slice(0, this.lost);
    if (this.alone) return this.waiting.slice(0, 1);
    let count = 0;
    const fit = this.waiting.findIndex((one) => (count += one.ops.length) > AT_ONCE);
    return this.waiting.slice(0, fit < 0 ? undefined : Math.max(1, fit));
  }

  /* A request failed: what can be mended is sent again, a step that is refused is given up. */
  async refused(error, batch, ops) {
    if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) {
      if (error.status !== 429) {
        this.lost = batch.length;
        if (batch.length) this.tell("fault", this.words.unsaved);
      }
      await pause(Math.min(LATEST, AGAIN * 2 ** this.failures++));
    } else if (error.status === 409 && error.data.ops) {
      if (error.data.reset) await this.begin();
      else this.merge(error.data, ops);
    } else if (!batch.length) {
      this.tell("fault", error.message);
    } else if (batch.length > 1) {
      this.alone = true; // to find out which it is
    } else {
      this.withdraw();
      this.waiting.shift();
      this.again();
      this.tell("fault", error.message);
    }
  }

  /* Somebody has applied the draft or begun it anew: what waits goes on top of what is there now. */
  async begin() {
    const { waiting, rooms } = this;
    this.take(await this.server.get(), { kept: true });
    this.waiting = waiting;
    this.lost = 0;
    this.onTop([], rooms);
  }

  merge({ revision, ops }, sent) {
    this.withdraw();
    const before = { ...this.rooms };
    applyAll(this.document, ops);
    this.revision = revision;
    const own = this.lost ? placeAmong(sent, ops) : -1;
    if (own >= 0) this.waiting = this.waiting.slice(this.lost);
    this.lost = 0;
    this.onTop(ops.filter((_op, number) => own < 0 || number < own || number >= own + sent.length), before);
  }

  /* Do what waits on top of what others have done, and tell of clashes: [{op, room, why}], of which
     `room` is as it was before, and `why` says why a step is lost, empty if it stays. */
  onTop(theirs, before) {
    const clashes = [];
    this.again((ops, why) => {
      const op = ops.find((one) => theirs.some((other) => isClash(one, other))) ?? (why && ops[0]);
      if (op) clashes.push({ op, room: before[op.room], why });
    });
    if (clashes.length) this.tell("clash", clashes);
  }

  /* Take back what the server does not have yet. */
  withdraw() {
    for (const { inverse } of this.waiting.toReversed()) applyAll(this.document, inverse);
  }

  /* Do what waits once more, on what is there now; `tell(ops, why)` of each step, `why` if it
     cannot be done. */
  again(tell = (_ops, why) => why && this.tell("fault", why)) {
    const waiting = this.waiting;
    this.waiting = [];
    for (const { ops } of waiting) {
      let why = "";
      const inverse = this.play(ops, (text) => (why = text));
      if (inverse) this.waiting.push({ ops, inverse });
      tell(ops, why);
    }
    this.tell("change");
  }
}

/* Whether two operations change the same into something else, or one changes what the other removes. */
function isClash(one, other) {
  if (one.op === other.op && one.op !== "move") {
    const isSame = ["room", "key", "direction"].every((name) => one[name] === other[name]);
    return isSame && textOf(one) !== textOf(other);
  }
  return [one, other].some(({ op }) => op === "remove") && one.room === other.room;
}

/* Where operations stand in a row among others; -1 if they do not. */
function placeAmong(some, all) {
  const texts = all.map(textOf), wanted = some.map(textOf);
  return texts.findIndex((_text, from) => wanted.every((one, number) => one === texts[from + number]));
}

/* An operation as text, whatever the order of its keys. */
function textOf(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return `{${Object.keys(value).sort().map((key) => `${key}:${textOf(value[key])}`).join()}}`;
}
