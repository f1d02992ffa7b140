/* The list of maps: makes a new one, and opens it. */

import { jobDone } from "./plan.js";
import { Refusal, Server } from "./server.js";

const form = document.getElementById("xyzgrid-new");
const status = form.querySelector("[role=status]");

const words = form.dataset;
const field = form.elements.name;
const taken = new Set(
  [...document.querySelectorAll(".xyz-table a")].map((one) => one.textContent.toLowerCase()),
);

/* What is wrong with a name, in words; empty if the game takes it. */
function faultOf(name) {
  const wrong = new Set(name.replace(/[\p{L}\p{M}\p{N} '_-]/gu, ""));
  if (wrong.size) return words.wrong.replace("{letters}", [...wrong].join(" "));
  const count = [...name].length;
  if (count > 80) return words.long.replace("{count}", count);
  if (name && !/[\p{L}\p{N}]/u.test(name)) return words.bare;
  return taken.has(name.toLowerCase()) ? words.taken : "";
}

async function make(name) {
  const address = (of) => of.replace("NAME", encodeURIComponent(name));
  const server = new Server(address(form.dataset.api), form.elements.csrfmiddlewaretoken.value);
  const { job } = await server.post("create", { name });
  const { state } = await jobDone(server, job, ({ text }) => (status.textContent = text));
  if (state === "done") location.assign(address(form.dataset.page));
}

function tell() {
  const fault = faultOf(field.value.trim());
  field.setCustomValidity(fault);
  field.setAttribute("aria-invalid", Boolean(fault));
  status.textContent = fault;
}

field.addEventListener("input", tell);
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
