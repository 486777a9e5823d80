/** What the wrapper must hear before it starts anything. */
export const WRAPPER_GO = "go";

/**
 * The process that stands between parley and an agent and outlives both: it starts the agent, holds its bounds, ends
 * what the agent left running, and writes `exit`. A text, because it must run by itself from wherever parley is
 * installed; plain CommonJS, because that starts fastest. Its first argument is the run folder.
 *
 * It begins only when told so through its input, which whoever started it does after noting who it is: if parley
 * dies in between, the input just ends and nothing is started that nobody could find again.
 */
export const WRAPPER_SCRIPT = `"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const { join } = require("node:path");

const OUTPUT_LOOK_MS = 1000;
const REAP_LOOK_MS = 10;
// The dead are counted too until someone takes note of them, and in a container that may be nobody.
const REAP_MS_MAX = 500;
const TIMER_MS_MAX = 2 ** 31 - 1;

const folder = process.argv[1];
const inside = (name) => join(folder, name);
process.title = "parley-run " + folder;
if (fs.readFileSync(0, "utf8") !== "${WRAPPER_GO}") process.exit(1);
const { argv, wallMs, graceMs, outputBytesMax } = JSON.parse(fs.readFileSync(inside("request.json"), "utf8"));

function record(name, value) {
  const file = fs.openSync(inside("." + name), "w");
  fs.writeSync(file, JSON.stringify(value) + "\\n");
  fs.fsyncSync(file);
  fs.closeSync(file);
  fs.renameSync(inside("." + name), inside(name));
  const names = fs.openSync(folder, "r");
  fs.fsyncSync(names);
  fs.closeSync(names);
}

const startedAtMs = Date.now();
let agent = null;
let reason;
let over = false;

function finish(how) {
  record("exit", { code: null, signal: null, startedAtMs, endedAtMs: Date.now(), reason, ...how });
  process.exit(0);
}

function signalGroup(signal) {
  try {
    process.kill(-agent.pid, signal);
    return true;
  } catch {
    return false;
  }
}

function end(why) {
  if (over || reason !== undefined || agent === null) return;
  reason = why;
  signalGroup("SIGTERM");
  setTimeout(() => signalGroup("SIGKILL"), graceMs);
}

function reap(how) {
  over = true;
  const deadlineMs = performance.now() + REAP_MS_MAX;
  signalGroup("SIGKILL");
  const look = () => {
    if (!signalGroup(0) || performance.now() > deadlineMs) finish(how);
    else setTimeout(look, REAP_LOOK_MS);
  };
  look();
}

function notStarted(error) {
  over = true;
  finish({ reason: "not-started", error: error.message });
}

process.on("SIGUSR2", () => end("cancelled"));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => end("terminated"));

try {
  const logs = [fs.openSync(inside("stdout.log"), "a"), fs.openSync(inside("stderr.log"), "a")];
  const stdio = [fs.openSync(inside("prompt.md"), "r"), ...logs];
  agent = spawn(argv[0], argv.slice(1), { cwd: inside("view"), detached: true, stdio });
  agent.once("error", notStarted);
  agent.once("exit", (code, signal) => reap({ code, signal }));
  if (agent.pid !== undefined) record("agent.pid", agent.pid);
  setTimeout(() => end("wall"), Math.min(wallMs, TIMER_MS_MAX));
  setInterval(() => {
    if (logs.some((log) => fs.fstatSync(log).size > outputBytesMax)) end("output");
  }, OUTPUT_LOOK_MS);
} catch (error) {
  if (agent !== null && agent.pid !== undefined) signalGroup("SIGKILL");
  notStarted(error);
}
`;
