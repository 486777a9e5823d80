// Loaded into a program before it starts: notes the longest time for which its event loop did not turn.
const { closeSync, openSync, readSync, writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

const TICK_MS = 5;
const { LONGEST_BLOCK_FILE: file } = process.env;
// Programs that it starts are none of our concern.
process.env.LONGEST_BLOCK_FILE = "";
if (isMainThread && file) watch(file);

function watch(into) {
  const clock = processorMs() === null ? () => performance.now() : processorMs;
  let last = clock();
  let longestMs = 0;
  const tick = () => {
    const now = clock();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  setInterval(tick, TICK_MS).unref();
  process.on("exit", () => {
    tick();
    writeFileSync(into, String(longestMs));
  });
}

/** Of this thread alone, where the system tells: other work on the machine does not count then. */
function processorMs() {
  try {
    const handle = openSync(`/proc/self/task/${process.pid}/schedstat`);
    const bytes = Buffer.alloc(100);
    const read = readSync(handle, bytes, 0, bytes.length, 0);
    closeSync(handle);
    return Number(bytes.toString("latin1", 0, read).split(" ")[0]) / 1e6;
  } catch {
    return null;
  }
}
