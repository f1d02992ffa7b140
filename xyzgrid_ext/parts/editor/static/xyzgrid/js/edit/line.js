/* The connection to the game, which tells at once what others do: "ops", "people", "at", "stale".

   It uses the WebSocket of the game's web client without a login: a ticket from the website says whose
   connection it is. If it breaks, it is opened again after increasing delays; until then the draft asks by HTTP. */

import { Refusal } from "./server.js";

const NAME = "xyzgrid_edit"; // of the messages
const PATIENCE = 10000; // milliseconds for an answer
const HERE = 10000; // between two signs of life
const SOON = 500; // until a broken connection is opened again, at first
const LATEST = 30000; // and at last

export class Line extends EventTarget {
  constructor(server, address) {
    super();
    Object.assign(this, { server, address, socket: null, isOpen: false, failures: 0 });
  }

  /* Open the connection, and again whenever it breaks; `revision` returns the page's revision. */
  keep(revision) {
    if (!this.address) return;
    this.revision = revision;
    this.open();
    setInterval(() => this.isOpen && this.sign(), HERE);
    addEventListener("online", () => {
      this.failures = 0;
      if (!this.socket) this.open();
    });
  }

  async open() {
    clearTimeout(this.timer);
    this.socket = {}; // one at a time, while the ticket is on its way
    let ticket;
    try {
      ({ ticket } = await this.server.get("line"));
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof TypeError)) throw error;
      this.later();
      return;
    }
    const socket = new WebSocket(`${this.address}?&&xyzgrid-editor`); // no key of a login before the &
    this.socket = socket;
    this.wait(socket);
    const on = (name, hear) => socket.addEventListener(name, (event) => this.socket === socket && hear(event));
    on("open", () => this.say({ do: "open", ticket, revision: this.revision() }));
    on("message", ({ data }) => this.hear(data));
    on("close", () => this.shut());
  }

  say(message) {
    this.socket.send(JSON.stringify([NAME, [JSON.stringify(message)], {}]));
  }

  /* Send the others a message, if the connection is open. */
  tell(message) {
    if (this.isOpen) this.say(message);
  }

  sign() {
    this.say({ do: "here", revision: this.revision() });
    this.wait(this.socket);
  }

  /* Give up a connection that stays silent. */
  wait(socket) {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.socket === socket && this.shut(), PATIENCE);
  }

  hear(data) {
    const [name, [text]] = JSON.parse(data);
    if (name !== NAME) return; // the game greets who connects
    const { is, ...said } = JSON.parse(text);
    clearTimeout(this.patience);
    if (is === "open") this.begin(said);
    else if (is === "again") this.shut();
    else if (is === "end") this.end(said);
    else this.dispatchEvent(new CustomEvent(is, { detail: said }));
  }

  begin(said) {
    this.isOpen = true;
    this.failures = 0;
    this.dispatchEvent(new CustomEvent("open", { detail: said }));
  }

  /* The game wants no line of this page: HTTP goes on, and tells why not if it does not either. */
  end({ fault }) {
    this.failures = Infinity;
    this.shut();
    this.dispatchEvent(new CustomEvent("end", { detail: fault }));
  }

  shut() {
    clearTimeout(this.patience);
    const { socket } = this;
    Object.assign(this, { socket: null, isOpen: false });
    socket.close?.();
    this.dispatchEvent(new CustomEvent("people", { detail: { people: [] } }));
    this.later();
  }

  later() {
    this.socket = null;
    const time = Math.min(LATEST, SOON * 2 ** this.failures++);
    this.timer = setTimeout(() => this.open(), time);
  }
}
