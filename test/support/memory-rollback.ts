import type { RollbackPorts } from "../../src/engine/roll-back.ts";
import { memoryArchives } from "./memory-archives.ts";

/** Where undone rounds are put away, beside a folder in memory; what becomes of them after the end is only told. */
export function memoryRollback(folder: { readonly files: Map<string, string> }) {
  const archives = memoryArchives(folder);
  return {
    archives,
    clearArchives: async (option) => `archives: ${option}`,
  } satisfies RollbackPorts;
}
