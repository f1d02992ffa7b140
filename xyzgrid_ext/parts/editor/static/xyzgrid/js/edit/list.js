/* The list of maps: makes a new one, and opens it. */

import { runJob } from "./plan.js";
import { Refusal, Server } from "./server.js";

const form = document.getElementById("xyzgrid-new");
const status = form.querySelector("[role=status]");

const field = form.elements.name;
const address = (of, name) => of.replace("NAME", encodeURIComponent(name));
const serverOf = (name) => new Server(address(form.dataset.api, name), form.elements.csrfmiddlewaretoken.value);
const PAUSE = 300; // milliseconds after a letter until the game is asked about the name

async function make(name) {
  const { state } = await runJob(serverOf(name), "create", { name }, ({ text }) => (status.textContent = text));
  if (state === "done") location.assign(address(form.dataset.page, name));
}

let timer = 0;

/* Tell what the game says of the name. */
async function tell() {
  const name = field.value.trim();
  const fault = name && (await serverOf(name).post("create", { name, is_question: true }).then((answer) => answer.fault, (error) => error.message));
  if (name !== field.value.trim()) return; // meanwhile it is another
  field.setCustomValidity(fault);
  field.setAttribute("aria-invalid", Boolean(fault));
  status.textContent = fault;
}

field.addEventListener("input", () => {
  field.setCustomValidity("");
  clearTimeout(timer);
  timer = setTimeout(tell, PAUSE);
});
tell(); // a browser keeps what was typed before

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await make(field.value.trim());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status.textContent = error.message;
  }
});
