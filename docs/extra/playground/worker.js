// Python, beside the page: a question in, an answer out, both of them JSON. See bridge.py.

const HERE = new URL(".", import.meta.url);
const PYODIDE = new URL("vendor/pyodide/314.0.7/", HERE).href; // tools/playground.py has it, too
const FOLDER = "/playground";

async function start() {
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: PYODIDE });
  const zip = await fetch(new URL("xyzgrid.zip", HERE));
  if (!zip.ok) throw new Error(`${zip.url}: ${zip.status}`);
  python.unpackArchive(await zip.arrayBuffer(), "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  return python.pyimport("bridge").Playground();
}

const playground = start();

onmessage = async ({ data: question }) => {
  const there = await playground.catch(() => null);
  if (!there) return; // the page was told why
  try {
    postMessage({ answer: there.answer(question) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};

playground.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ missing: String(error) }),
);
