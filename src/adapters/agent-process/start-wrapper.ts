import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { TIMER_MS_MAX } from "../../core/shared/bounds.ts";
import type { LeaseHolder } from "../../engine/ports.ts";
import { writeDurably } from "../shared/durable-file.ts";
import { REAP_FUNCTIONS } from "../shared/reap-strays.ts";
import type { RunFolder } from "./run-folder.ts";
import { type RunRequest, recordText } from "./run-records.ts";

export interface WrapperStart {
  readonly run: RunFolder;
  readonly env: Readonly<Record<string, string>>;
  readonly request: RunRequest;
  /** The key to seal the run's end with: it goes through a pipe, and nowhere else. */
  readonly sealWith: string;
  identify(pid: number): LeaseHolder | null;
}

/**
 * Starts the wrapper of a claimed run in a session of its own, and lets it begin once it is noted who it is. What
 * the system refuses is thrown; false when the wrapper could not be identified and was not let begin.
 */
export async function startWrapper({ run, env, identify, ...order }: WrapperStart): Promise<boolean> {
  // Should the wrapper itself fail, its words stand where one looks for them.
  const stderr = await open(run.stderr, "a");
  try {
    const args = ["--input-type=commonjs", "-e", WRAPPER_SCRIPT, run.path];
    const stdio: StdioOptions = ["pipe", "ignore", stderr.fd];
    const wrapper = spawn(process.execPath, args, { cwd: run.path, detached: true, stdio, env });
    await once(wrapper, "spawn");
    wrapper.on("error", () => undefined);
    wrapper.unref();
    try {
      const holder = identify(wrapper.pid ?? 0);
      if (holder === null) return false;
      await writeDurably(run.wrapper, recordText(holder));
      await sendOrder(wrapper, JSON.stringify(order));
      return true;
    } finally {
      wrapper.stdin?.destroy();
    }
  } finally {
    await stderr.close();
  }
}

/** A wrapper that is gone by now cannot hear it; the watch will find that out. */
async function sendOrder({ stdin }: ChildProcess, order: string): Promise<void> {
  await new Promise<void>((resolve) => {
    stdin?.on("error", () => resolve());
    stdin?.end(order, () => resolve());
  });
}

/** How a watcher makes the wrapper look at the file that says why it is to end the agent. */
export const WRAPPER_STOP_SIGNAL = "SIGUSR2";

/**
 * The process that stands between parley and an agent and outlives both: it starts the agent, holds its bounds, ends
 * what the agent left running, and writes `exit`. A text, because it must run by itself from wherever parley is
 * installed; plain CommonJS, because that starts fastest. Its first argument is the run folder.
 *
 * What to start, and the key to seal its end with, come through its input, once whoever started it has noted who it is:
 * if parley dies in between, the input just ends, and it notes that nothing was begun. The key is held
 * in memory alone, and the input is shut before the agent is started. Nor does it begin where a
 * result is noted already: whoever started it slept so long in between that another gave the launch up.
 */
const WRAPPER_SCRIPT = `"use strict";
const { spawn } = require("node:child_process");
const { createHash, createPrivateKey, sign } = require("node:crypto");
const fs = require("node:fs");
const { join } = require("node:path");
${REAP_FUNCTIONS}
const LOOK_MS_MAX = 1000;
const LOOKS_PER_IDLE = 5;
const TIMER_MS_MAX = ${TIMER_MS_MAX};
/** A document is cut where it is read; this only keeps the disk. */
const DISK_BYTES_MAX = 2 ** 30;
const CHUNK_BYTES = 2 ** 20;
const WISHES = ["cancelled", "after-result"];
const NOT_THERE = ["ENOENT", "EACCES"];

const folder = process.argv[1];
const inside = (name) => join(folder, name);
process.title = "parley-run " + folder;

/** Half an order is none: whoever was to give it is gone. */
function heardOrder() {
  try {
    return JSON.parse(fs.readFileSync(0, "utf8"));
  } catch {
    fs.writeFileSync(inside("not-begun"), "");
    return process.exit(1);
  }
}

const { request, sealWith } = heardOrder();
fs.closeSync(0);
fs.openSync("/dev/null", "r");
if (fs.existsSync(inside("result.json"))) process.exit(1);
const { key, nonce, promptHash, argv, wallMs, idleMs, graceMs, outputBytesMax, interruptsLeader, systemBytes, worktree } = request;
const marks = ["PARLEY_RUN", "PARLEY_OUT"].map((name) => name + "=" + process.env[name]);

function record(name, text) {
  const file = fs.openSync(inside("." + name), "w");
  fs.writeSync(file, text);
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

/** Only a regular file is one, and only if it is no link. */
function leftFile(file) {
  let opened = null;
  try {
    opened = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
    if (!fs.fstatSync(opened).isFile()) return null;
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let bytes = 0;
    for (let read; (read = fs.readSync(opened, chunk, 0, CHUNK_BYTES, bytes)) > 0; bytes += read) {
      hash.update(chunk.subarray(0, read));
    }
    return { bytes, sha256: hash.digest("hex") };
  } catch {
    return null;
  } finally {
    if (opened !== null) fs.closeSync(opened);
  }
}

/** That this is how it ended and what it left, in the words that whoever harvests looks for. */
function sealOf(exit) {
  const files = [inside("stdout.log"), inside("stderr.log"), process.env.PARLEY_OUT].map(leftFile);
  const hash = createHash("sha256").update(exit).digest("hex");
  const left = files.map((file) => (file === null ? null : [file.bytes, file.sha256]));
  const text = JSON.stringify(["parley exit 1", key, nonce, promptHash, hash, ...left]);
  const pair = createPrivateKey({ key: Buffer.from(sealWith, "base64"), format: "der", type: "pkcs8" });
  const [stdout, stderr, document] = files;
  return { exit: hash, stdout, stderr, document, signature: sign(null, Buffer.from(text), pair).toString("base64") };
}

function finish(how) {
  const end = { code: null, signal: null, startedAtMs, endedAtMs: Date.now(), reason, stdoutBytes, ...how };
  const exit = JSON.stringify(end) + "\\n";
  record("exit.seal", JSON.stringify(sealOf(exit)) + "\\n");
  record("exit", exit);
  process.exit(0);
}

/** Asks, asks again, and then makes it end. How much it had said is noted, since some say at last that all is well. */
function end(why) {
  if (over || reason !== undefined || agent === null) return;
  reason = why;
  stdoutBytes = fs.fstatSync(logs[0]).size;
  signal(interruptsLeader ? agent.pid : -agent.pid, "SIGINT");
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

/** Cut from what was asked, so that no two files can differ. */
function layInput() {
  if (systemBytes === undefined) return "prompt.md";
  const prompt = fs.readFileSync(inside("prompt.md"));
  fs.writeFileSync(inside("system.md"), prompt.subarray(0, systemBytes));
  fs.writeFileSync(inside("input.md"), prompt.subarray(systemBytes));
  return "input.md";
}

function watchOutput() {
  let last = "";
  let lastMs = performance.now();
  const look = () => {
    const sizes = logs.map((log) => fs.fstatSync(log).size);
    const written = documentSign();
    const full = sizes.some((size) => size > outputBytesMax) || written.size > DISK_BYTES_MAX;
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
  if (leftFile(inside("prompt.md"))?.sha256 !== promptHash) throw new Error("prompt.md is not what it was asked");
  logs = [fs.openSync(inside("stdout.log"), "a"), fs.openSync(inside("stderr.log"), "a")];
  const stdio = [fs.openSync(inside(layInput()), "r"), ...logs];
  agent = spawn(argv[0], argv.slice(1), { cwd: worktree ?? inside("view"), detached: true, stdio });
  agent.once("error", notStarted);
  agent.once("exit", ended);
  if (agent.pid !== undefined) record("agent.pid", JSON.stringify(agent.pid) + "\\n");
  setTimeout(() => end("wall"), Math.min(wallMs, TIMER_MS_MAX));
  watchOutput();
} catch (error) {
  if (agent !== null && agent.pid !== undefined) signal(-agent.pid, "SIGKILL");
  notStarted(error);
}
`;
