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
/** A dead one is counted until someone takes note of it, and on some systems that may be nobody. */
const REAP_MS_MAX = 3000;
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

/** State, parent and group of a process. */
function statOf(pid) {
  const text = fs.readFileSync("/proc/" + pid + "/stat", "utf8");
  const [state, parent, group] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state, parent: Number(parent), group: Number(group) };
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

/** What is still there of a group (0: none) and of those that carry all the marks. */
function stillThere(group, marks) {
  if (process.platform !== "linux") {
    return group > 0 && signal(-group, 0) ? [{ pid: -group, name: "what was left of its process group" }] : [];
  }
  const ours = ourselves();
  const found = [];
  for (const entry of fs.readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || ours.has(pid)) continue;
    try {
      const stat = statOf(pid);
      if (stat.state === "Z" || stat.state === "X") continue;
      if ((group > 0 && stat.group === group) || carries(pid, marks)) found.push({ pid, name: nameOf(pid) });
    } catch {
      // It has ended meanwhile, or is somebody else's.
    }
  }
  return found;
}

/** Ends all of them, also those that are born meanwhile, and tells what they were. */
function reap({ group, marks, settleMs, done }) {
  const begunMs = performance.now();
  const ended = new Map();
  const look = () => {
    const rest = stillThere(group, marks);
    const waitedMs = performance.now() - begunMs;
    if (rest.length === 0 || waitedMs > REAP_MS_MAX) {
      done([...ended.values()].slice(0, STRAYS_TOLD_MAX));
      return;
    }
    if (waitedMs >= settleMs) {
      for (const { pid, name } of rest) {
        ended.set(pid, name);
        signal(pid, "SIGKILL");
      }
    }
    setTimeout(look, REAP_LOOK_MS);
  };
  look();
}
`;

/** Prints what was ended, as a JSON list; its arguments are the marks. */
export const REAP_SCRIPT = `"use strict";
const fs = require("node:fs");
${REAP_FUNCTIONS}
const marks = process.argv.slice(1);
reap({ group: 0, marks, settleMs: 0, done: (strays) => process.stdout.write(JSON.stringify(strays)) });
`;
