// Looking at real processes from tests.
import { readdirSync, readFileSync } from "node:fs";
import { identifyProcess } from "../../src/adapters/host/process-identity.ts";

export function isAlive(pid: number): boolean {
  return identifyProcess(pid) !== null;
}

/** The number in a file that a process writes; 0 while it is not there. */
export function numberIn(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").trim());
  } catch {
    return 0;
  }
}

/** The processes that carry the marks of a run in their environment. */
export function marked({ view }: { readonly view: string }): readonly number[] {
  return readdirSync("/proc").flatMap((entry) => {
    try {
      const carries = readFileSync(`/proc/${entry}/environ`, "utf8").includes(`PARLEY_OUT=${view}/`);
      return carries && isAlive(Number(entry)) ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}
