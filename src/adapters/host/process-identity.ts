// Who a process is, beyond a pid that the next process may get.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { LeaseHolder } from "../../engine/ports.ts";

export function thisProcess(): LeaseHolder {
  return { host: hostname(), pid: process.pid, processStart: startOf(process.pid) ?? "unknown" };
}

/** Who a living process of this machine is; `null` for a dead one. */
export function identifyProcess(pid: number): LeaseHolder | null {
  const processStart = startOf(pid);
  return processStart === null ? null : { host: hostname(), pid, processStart };
}

/** True only when it is certain; a process of another machine is never called dead from here. */
export function isDeadProcess(holder: LeaseHolder): boolean {
  if (holder.host !== hostname()) return false;
  const start = startOf(holder.pid);
  return start === null || (start !== holder.processStart && holder.processStart !== "unknown");
}

/** When a living process started, in words that no other process of this machine shares; else `null`. */
function startOf(pid: number): string | null {
  return process.platform === "linux" ? startOnLinux(pid) : startByPs(pid);
}

function startOnLinux(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name stands in brackets and may hold anything; the fields begin after the last one.
    const [state, ...fields] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return null;
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${fields[START_FIELD]}`;
  } catch {
    return null;
  }
}

/** Field 22 of proc_pid_stat(5), counted from the one after the state. */
const START_FIELD = 18;

function startByPs(pid: number): string | null {
  const ps = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", timeout: 2_000 });
  const start = ps.stdout?.trim() ?? "";
  return start === "" ? null : start;
}
