import { REAP_FUNCTIONS } from "./reap-script.ts";

/** What the wrapper must hear before it starts anything. */
export const WRAPPER_GO = "go";

/** How a watcher makes the wrapper look at the file that says why it is to end the agent. */
export const WRAPPER_STOP_SIGNAL = "SIGUSR2";

/**
 * The process that stands between parley and an agent and outlives both: it starts the agent, holds its bounds, ends
 * what the agent left running, and writes `exit`. A text, because it must run by itself from wherever parley is
 * installed; plain CommonJS, because that starts fastest. Its first argument is the run folder.
 *
 * It begins only when told so through its input, which whoever started it does after noting who it is: if parley
 * dies in between, the input just ends and nothing is started that nobody could find again. Nor does it begin where a
 * result is noted already: whoever started it slept so long in between that another gave the launch up.
 */
export const WRAPPER_SCRIPT = `"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const { join } = require("node:path");
${REAP_FUNCTIONS}
const LOOK_MS_MAX = 1000;
const LOOKS_PER_IDLE = 5;
const TIMER_MS_MAX = 2 ** 31 - 1;
/** A document is cut where it is read; this only keeps the disk. */
const DOCUMENT_BYTES_MAX = 2 ** 30;
const WISHES = ["cancelled", "after-result"];
const NOT_THERE = ["ENOENT", "EACCES"];

const folder = process.argv[1];
const inside = (name) => join(folder, name);
process.title = "parley-run " + folder;
if (fs.readFileSync(0, "utf8") !== "${WRAPPER_GO}") process.exit(1);
if (fs.existsSync(inside("result.json"))) process.exit(1);
const request = JSON.parse(fs.readFileSync(inside("request.json"), "utf8"));
const { argv, wallMs, idleMs, graceMs, outputBytesMax } = request;
const marks = ["PARLEY_RUN", "PARLEY_OUT"].map((name) => name + "=" + process.env[name]);

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
let logs = [];
let reason;
let stdoutBytes;
let over = false;

function finish(how) {
  record("exit", { code: null, signal: null, startedAtMs, endedAtMs: Date.now(), reason, stdoutBytes, ...how });
  process.exit(0);
}

/** Asks, asks again, and then makes it end. How much it had said is noted, since some say at last that all is well. */
function end(why) {
  if (over || reason !== undefined || agent === null) return;
  reason = why;
  stdoutBytes = fs.fstatSync(logs[0]).size;
  signal(-agent.pid, "SIGINT");
  setTimeout(() => signal(-agent.pid, "SIGTERM"), graceMs);
  setTimeout(() => signal(-agent.pid, "SIGKILL"), 2 * graceMs);
}

function ended(code, by) {
  over = true;
  const settleMs = reason === undefined ? SETTLE_MS : 0;
  const endedAtMs = Date.now();
  const done = ({ strays, left }) =>
    finish({
      ...{ code, signal: by, endedAtMs },
      ...(strays.length === 0 ? {} : { strays }),
      ...(left.length === 0 ? {} : { left }),
    });
  reap({ group: agent.pid, marks, settleMs, done });
}

function notStarted(error) {
  over = true;
  finish({ reason: "not-started", error: error.message, missing: NOT_THERE.includes(error.code) });
}

/** The wish of whoever watches; anything else that tells us to end is none of parley's. */
function wish() {
  try {
    const { reason: wished } = JSON.parse(fs.readFileSync(inside("stop"), "utf8"));
    return WISHES.includes(wished) ? wished : "terminated";
  } catch {
    return "terminated";
  }
}

function documentSign() {
  try {
    const { size, mtimeMs } = fs.lstatSync(process.env.PARLEY_OUT);
    return { size, sign: size + "/" + mtimeMs };
  } catch {
    return { size: 0, sign: "none" };
  }
}

function watchOutput() {
  let last = "";
  let lastMs = performance.now();
  const look = () => {
    const sizes = logs.map((log) => fs.fstatSync(log).size);
    const written = documentSign();
    const full = sizes.some((size) => size > outputBytesMax) || written.size > DOCUMENT_BYTES_MAX;
    const sign = [...sizes, written.sign].join(" ");
    const nowMs = performance.now();
    if (full) end("output");
    else if (sign !== last) [last, lastMs] = [sign, nowMs];
    else if (idleMs !== null && nowMs - lastMs >= idleMs) end("idle");
  };
  setInterval(look, idleMs === null ? LOOK_MS_MAX : Math.min(LOOK_MS_MAX, Math.ceil(idleMs / LOOKS_PER_IDLE)));
}

process.on("${WRAPPER_STOP_SIGNAL}", () => end(wish()));
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => end("terminated"));

try {
  logs = [fs.openSync(inside("stdout.log"), "a"), fs.openSync(inside("stderr.log"), "a")];
  const stdio = [fs.openSync(inside("prompt.md"), "r"), ...logs];
  agent = spawn(argv[0], argv.slice(1), { cwd: inside("view"), detached: true, stdio });
  agent.once("error", notStarted);
  agent.once("exit", ended);
  if (agent.pid !== undefined) record("agent.pid", agent.pid);
  setTimeout(() => end("wall"), Math.min(wallMs, TIMER_MS_MAX));
  watchOutput();
} catch (error) {
  if (agent !== null && agent.pid !== undefined) signal(-agent.pid, "SIGKILL");
  notStarted(error);
}
`;
