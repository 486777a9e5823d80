// Ending what a program has left running, by what it carries in its environment.
import { execFile } from "node:child_process";

const REAP_PROGRAM_MS_MAX = 10_000;

export interface ReapedProcesses {
  /** What was ended. */
  readonly strays: readonly string[];
  /** What could not be. */
  readonly left: readonly string[];
}

const NOT_REAPED: ReapedProcesses = {
  strays: [],
  left: ["whatever it left running: the search for it failed"],
};

/** Ends whatever carries all of the marks in its environment, as far as that can be found here. */
export async function reapStrays(environment: Readonly<Record<string, string>>): Promise<ReapedProcesses> {
  const marks = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const args = ["--input-type=commonjs", "-e", REAP_SCRIPT, ...marks];
  const about = { env: {}, timeout: REAP_PROGRAM_MS_MAX, killSignal: "SIGKILL" as const };
  return await new Promise((resolve) => {
    execFile(process.execPath, args, about, (error, stdout) => {
      resolve(error === null ? (JSON.parse(stdout) as ReapedProcesses) : NOT_REAPED);
    });
  });
}

/**
 * Functions, as text for a process that runs by itself, which find and end what an agent has left running: its process
 * group, and on Linux whatever carries the run's marks in its environment, also out of the group. A process that threw
 * its environment away and left the group is not found. macOS shows no process's environment to others: there it is
 * the group alone.
 */
export const REAP_FUNCTIONS = `
const REAP_LOOK_MS = 10;
/** For those that are about to end by themselves. */
const SETTLE_MS = 200;
/** One that hops from pid to pid can be missed by a look, not so easily by several in a row. */
const EMPTY_LOOKS_MIN = 5;
/** A dead one is counted until someone takes note of it, and on some systems that may be nobody. */
const REAP_MS_MAX = 3000;
/** Through the list of processes in one look: over as soon as nobody in it is new. */
const PASSES_MAX = 50;
const STRAYS_TOLD_MAX = 20;
const NAME_CHARS_MAX = 100;

function signal(pid, which) {
  try {
    process.kill(pid, which);
    return true;
  } catch {
    return false;
  }
}

/** Of the fields of a process, behind its name: when it was started, in ticks since the system was. */
const BORN_FIELD = 19;

/** State, parent, group and birth of a process. */
function statOf(pid) {
  const text = fs.readFileSync("/proc/" + pid + "/stat", "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [parent, group, born] = [fields[1], fields[2], fields[BORN_FIELD]].map(Number);
  return { state: fields[0], parent, group, born };
}

function ourselves() {
  const pids = new Set();
  for (let pid = process.pid; pid > 0 && !pids.has(pid); ) {
    pids.add(pid);
    try {
      pid = statOf(pid).parent;
    } catch {
      break;
    }
  }
  return pids;
}

function nameOf(pid) {
  const words = fs.readFileSync("/proc/" + pid + "/cmdline", "utf8").split("\\0").join(" ").trim();
  return words.slice(0, NAME_CHARS_MAX);
}

function carries(pid, marks) {
  const environment = "\\0" + fs.readFileSync("/proc/" + pid + "/environ", "utf8");
  return marks.every((mark) => environment.includes("\\0" + mark + "\\0"));
}

/** The newest first, since one that hops from pid to pid is gone soon. */
function pidsNow() {
  const pids = fs.readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.sort((a, b) => b - a);
}

/** A child of ours is no older than we are: who is, is noted as another's. */
function belongs(pid, { group, marks, since, others }) {
  const { state, group: own, born } = statOf(pid);
  if (state === "Z" || state === "X") return false;
  if (group > 0 && own === group) return true;
  if (born >= since) return carries(pid, marks);
  others.add(pid);
  return false;
}

/**
 * What is still there of the group of a child of ours (0: of nobody's) and of those that carry all the marks, but for others
 * that are known by now; each is told at once.
 */
function stillThere({ group, marks, others }, onFound) {
  const found = [];
  const take = (pid, name) => {
    found.push({ pid, name });
    onFound(pid, name);
  };
  if (process.platform !== "linux") {
    if (group > 0 && signal(-group, 0)) take(-group, "what was left of its process group");
    return found;
  }
  const since = group > 0 ? statOf(process.pid).born : 0;
  const seen = new Set([...ourselves(), ...others]);
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const fresh = pidsNow().filter((pid) => !seen.has(pid));
    if (fresh.length === 0) break;
    for (const pid of fresh) {
      seen.add(pid);
      try {
        if (belongs(pid, { group, marks, since, others })) take(pid, nameOf(pid));
      } catch {
        // It has ended meanwhile, or is somebody else's.
      }
    }
  }
  return found;
}

/** Ends all of them, also those that are born meanwhile, and tells what they were and what could not be ended. */
function reap({ group, marks, settleMs, done }) {
  const begunMs = performance.now();
  const ended = new Map();
  const others = new Set();
  let last = [];
  let emptyLooks = 0;
  const tell = (left) => {
    for (const { pid } of left) ended.delete(pid);
    const told = (names) => names.slice(0, STRAYS_TOLD_MAX);
    done({ strays: told([...ended.values()]), left: told(left.map(({ name }) => name)) });
  };
  const kill = (pid, name) => {
    if (performance.now() - begunMs < settleMs) return;
    ended.set(pid, name);
    signal(pid, "SIGKILL");
  };
  const look = () => {
    const rest = stillThere({ group, marks, others }, kill);
    emptyLooks = rest.length === 0 ? emptyLooks + 1 : 0;
    // While something runs on, a pid may come to be its.
    if (rest.length > 0) others.clear();
    if (rest.length > 0) last = rest;
    if (emptyLooks >= EMPTY_LOOKS_MIN) return tell([]);
    if (performance.now() - begunMs > REAP_MS_MAX) return tell(last);
    setTimeout(look, REAP_LOOK_MS);
  };
  look();
}
`;

/** Prints what was ended and what could not be, as JSON; its arguments are the marks. */
const REAP_SCRIPT = `"use strict";
const fs = require("node:fs");
${REAP_FUNCTIONS}
const marks = process.argv.slice(1);
reap({ group: 0, marks, settleMs: 0, done: (reaped) => process.stdout.write(JSON.stringify(reaped)) });
`;
