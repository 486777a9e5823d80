// Who started this process: its ancestors, and the leaders of its process group and session, with what the system shows
// of each. On Linux that is their environment as they were started with it; elsewhere only how they are called.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessRelative {
  readonly pid: number;
  /** Its command line, words apart by spaces; empty where the system does not show it. */
  readonly command: string;
  /** The environment it was started with; `null` where the system does not show it. */
  readonly env: ReadonlyMap<string, string> | null;
}

export interface Lineage {
  /** Nearest first, all the way up; then what only the group and the session lead to. */
  readonly relatives: readonly ProcessRelative[];
  /** Leaders of our group or session that have ended: only their number is left. */
  readonly goneLeaders: readonly number[];
}

type LineageResult =
  | { readonly at: "seen"; readonly lineage: Lineage }
  | { readonly at: "unseen"; readonly why: string };

/** How one system shows a process; `null` for one that has ended. */
export interface ProcessTable {
  stat(pid: number): ProcessStat | null;
  relative(pid: number): ProcessRelative;
}

export interface ProcessStat {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** More than any shell in a terminal in a container is deep. */
const RELATIVES_MAX = 64;

export async function lookAtLineage(): Promise<LineageResult> {
  try {
    const table = process.platform === "linux" ? PROC : await tableByPs();
    return { at: "seen", lineage: lineageOf(process.pid, table) };
  } catch (error) {
    return { at: "unseen", why: error instanceof Error ? error.message : String(error) };
  }
}

export function lineageOf(pid: number, table: ProcessTable): Lineage {
  const own = table.stat(pid);
  if (own === null) throw new Error("the system does not show this process");
  const relatives: ProcessRelative[] = [];
  const goneLeaders: number[] = [];
  const seen = new Set([0, pid]);
  for (const first of [own.parent, own.group, own.session]) {
    for (let next = first; !seen.has(next) && relatives.length < RELATIVES_MAX; ) {
      seen.add(next);
      const stat = table.stat(next);
      if (stat === null) {
        if (next !== own.parent) goneLeaders.push(next);
        break;
      }
      relatives.push(table.relative(next));
      next = stat.parent;
    }
  }
  return { relatives, goneLeaders };
}

/** Read in one go: each look is a few microseconds, and waiting for a turn would take longer. */
const PROC: ProcessTable = {
  stat: (pid) => {
    const text = pid === process.pid ? readFileSync(`/proc/${pid}/stat`, "utf8") : readProcFile(pid, "stat");
    if (text === null) return null;
    // The program's name stands in brackets and may hold anything; the fields begin after the last one.
    const [, parent, group, session] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(parent), group: Number(group), session: Number(session) };
  },
  relative: (pid) => {
    const env = readProcFile(pid, "environ");
    return {
      pid,
      command: (readProcFile(pid, "cmdline") ?? "").replaceAll("\0", " ").trimEnd(),
      env: env === null ? null : variablesIn(env),
    };
  },
};

/** `null` where the process is gone, or it may not be seen. */
function readProcFile(pid: number, what: "stat" | "cmdline" | "environ"): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return null;
  }
}

function variablesIn(environ: string): ReadonlyMap<string, string> {
  const pairs = environ.split("\0").map((line): [string, string] => {
    const at = line.indexOf("=");
    return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
  });
  return new Map(pairs);
}

const PS_MS_MAX = 2_000;
const PS_BYTES_MAX = 16 * 1024 * 1024;

/** The same from `ps`, in one look; it tells no environment. Exported for the test, which has it on Linux, too. */
export async function tableByPs(): Promise<ProcessTable> {
  const options = { encoding: "utf8", timeout: PS_MS_MAX, maxBuffer: PS_BYTES_MAX } as const;
  const text = await new Promise<string>((resolve, reject) => {
    execFile("ps", ["-A", "-ww", "-o", "pid=,ppid=,pgid=,sess=,command="], options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  const rows = new Map(text.split("\n").flatMap(psRow));
  return {
    stat: (pid) => rows.get(pid) ?? null,
    relative: (pid) => ({ pid, command: rows.get(pid)?.command ?? "", env: null }),
  };
}

const PS_NUMBERS = 4;

/** macOS shows no session but a pointer, 0 as a rule: it is then left out, as 0 is nobody's. */
function psRow(line: string): [number, ProcessStat & { readonly command: string }][] {
  const words = line
    .trim()
    .split(" ")
    .filter((word) => word !== "");
  const [pid = NaN, parent = NaN, group = NaN, session = NaN] = words.slice(0, PS_NUMBERS).map(Number);
  if (!Number.isInteger(pid) || !Number.isInteger(parent)) return [];
  const isPid = (value: number): number => (Number.isInteger(value) ? value : 0);
  const command = words.slice(PS_NUMBERS).join(" ");
  return [[pid, { parent, group: isPid(group), session: isPid(session), command }]];
}
