import { createHash } from "node:crypto";
import type { Fault } from "../../sim/fault.ts";
import type { CaseName } from "../cases.ts";
import type { TriedAgent } from "../pinned-agents.ts";

/** A door of which every lock is taken away at once: as long as one holds, nothing is shown of the others. */
export interface Mutant {
  readonly agent: TriedAgent;
  readonly row: CaseName;
  /** The locks, as they are called in the page. */
  readonly name: string;
  /** What the row says when it is red for this reason. */
  readonly shows: string;
  readonly locks: readonly Fault[];
}

/** What is taken away, and what that must show: a mutant that has changed since was not tried. */
export function locksHash({ locks, shows }: Pick<Mutant, "locks" | "shows">): string {
  return createHash("sha256")
    .update(JSON.stringify([shows, locks]))
    .digest("hex")
    .slice(0, HASH_CHARS);
}

const HASH_CHARS = 16;

/** A file's locks: a text of its own is taken out, or another put in its place. */
export function locksOf(file: string) {
  return {
    without: (from: string): Fault => ({ file, from, to: "" }),
    with: (from: string, to: string): Fault => ({ file, from, to }),
  };
}

export const CLI = "src/adapters/agent-process/cli";
export const ACP = "src/adapters/agent-process/acp";
