// Drives Chromium for the tests: a line of JSON in, a line of JSON out.
//
//   {"call": "open", "args": ["a", {"width": 1280, "height": 800}]}     a window of its own: "a"
//   {"page": "a", "call": "click", "args": ["#button"]}                 any method of a Playwright page
//   {"page": "a", "call": "keyboard.press", "args": ["Enter"]}          or of a part of one
//   {"page": "a", "call": "outside"}      what it asked of other machines than this one
//   {"page": "a", "call": "complaints"}   what its console and its scripts complained of
//   {"page": "a", "call": "trace"}        begin a trace of what the page's threads do
//   {"page": "a", "call": "traced", "args": ["trace.json"]}             end it, and write it there
//
// Answers are {"value": …} or {"error": "…"}. What a page asks of other machines is refused.

import { writeFile } from "node:fs/promises";
import readline from "node:readline";

import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // 3D without a graphics card
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--font-render-hinting=none", // letters as wide as with a screen
  // what a page asks of other machines finds none
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];
const TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"];
const HERE = new Set(["127.0.0.1", "localhost"]);

const browser = await chromium.launch({ executablePath: process.argv[2], headless: true, args: FLAGS });
const windows = new Map();

async function open(name, viewport, more = {}) {
  const context = await browser.newContext({ viewport, ...more });
  const outside = [];
  const complaints = [];
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && !HERE.has(url.hostname)) outside.push(url.href);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("dialog", (dialog) => dialog.accept());
  windows.set(name, { page, context, outside, complaints });
}

async function answer({ page: name, call, args = [] }) {
  if (call === "open") return open(...args);
  const known = windows.get(name);
  if (call === "close") return known.context.close();
  if (call === "trace") return browser.startTracing(known.page, { categories: TRACED });
  if (call === "traced") return writeFile(args[0], await browser.stopTracing());
  if (call in known && Array.isArray(known[call])) return known[call];
  const path = call.split(".");
  const method = path.pop();
  const owner = path.reduce((object, part) => object[part], known.page);
  const value = await owner[method](...args);
  return ["object", "function"].includes(typeof value) && value?.constructor !== Object && !Array.isArray(value)
    ? null
    : value;
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const said = await answer(JSON.parse(line)).then(
    (value) => ({ value: value ?? null }),
    (error) => ({ error: String(error.message ?? error) }),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
await browser.close();
