/* The draft of a map: its document, what was done to it, and what the server has of that.

     do(ops) ─► document ─► waiting ─► server      each batch is kept until the server has it
                   └─► undone by its inverse, in any number

   Where somebody else was faster, what waits is taken back, theirs is done, and ours again on top. */

import { Fault, applyAll } from "./operations.js";
import { Refusal } from "./server.js";

const AT_ONCE = 400; // operations in a request
const TOGETHER = 150; // milliseconds in which steps are gathered for one
const AGAIN = 2000; // milliseconds until one that did not come through is repeated

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Draft extends EventTarget {
  constructor(server, answer, words) {
    super();
    Object.assign(this, { server, words, done: [], undone: [], waiting: [], sending: null, alone: false });
    this.take(answer);
  }

  /* Begin again with what the server has. */
  take(answer) {
    for (const name of ["document", "revision", "stale", "writable", "topology", "why", "fixed"]) {
      if (name in answer) this[name] = answer[name];
    }
    this.done = [];
    this.undone = [];
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
  play(ops) {
    try {
      return applyAll(this.document, ops);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.tell("fault", error.message);
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
      const batch = this.batch();
      try {
        const ops = batch.flatMap((one) => one.ops);
        const { revision } = await this.server.post("ops", { revision: this.revision, ops });
        this.revision = revision;
        this.waiting = this.waiting.slice(batch.length);
        this.alone = false;
      } catch (error) {
        await this.refused(error, batch);
      }
    }
  }

  /* What goes into one request: whole steps, so that none is ever half done. */
  batch() {
    if (this.alone) return this.waiting.slice(0, 1);
    let count = 0;
    const fit = this.waiting.findIndex((one) => (count += one.ops.length) > AT_ONCE);
    return this.waiting.slice(0, fit < 0 ? undefined : Math.max(1, fit));
  }

  /* A request failed: what can be mended is sent again, a step that is refused is given up. */
  async refused(error, batch) {
    if (error instanceof Refusal && error.status === 409 && error.data.ops) {
      if (error.data.reset) {
        this.take(await this.server.get());
        this.tell("fault", error.message);
      } else {
        this.merge(error.data);
      }
      return;
    }
    if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) {
      if (error.status !== 429) this.tell("fault", this.words.unsaved);
      await pause(AGAIN);
      return;
    }
    this.alone = batch.length > 1; // to find out which it is
    if (this.alone) return;
    this.withdraw();
    this.waiting.shift();
    this.again();
    this.tell("fault", error.message);
  }

  merge({ revision, ops }) {
    this.withdraw();
    applyAll(this.document, ops);
    this.revision = revision;
    this.again();
  }

  /* Take back what the server does not have yet. */
  withdraw() {
    for (const { inverse } of this.waiting.toReversed()) applyAll(this.document, inverse);
  }

  /* Do what waits once more, on what is there now; `play` tells what cannot be. */
  again() {
    const waiting = this.waiting;
    this.waiting = [];
    for (const { ops } of waiting) {
      const inverse = this.play(ops);
      if (inverse) this.waiting.push({ ops, inverse });
    }
    this.tell("change");
  }
}
