import { settleArchives } from "../../src/app/sessions/settle-archives.ts";
import type { RollbackPorts } from "../../src/engine/roll-back.ts";
import { memoryArchives } from "../support/memory-archives.ts";

/** Archives beside a folder in memory, and what becomes of them once their session is over. */
export function simArchives(folder: { readonly files: Map<string, string> }) {
  const archives = memoryArchives(folder);
  const cold = new Map<string, string>();
  return {
    archives,
    /** What lies in cold storage, with the hash of each. */
    cold,
    clearArchives: async (option) => {
      const newest = Math.max(...[...archives.archives.values()].map(({ undoneAtMs }) => undoneAtMs));
      const about = { reason: "", undoneAt: "" };
      const settled = await settleArchives({
        option,
        archives,
        session: "",
        spec: "",
        project: "",
        recorded: new Map([...archives.archives.keys()].map((name) => [name, about])),
        chosenAtMs: newest,
        store: async ({ file, sha256 }) => {
          cold.set(file, sha256);
          return `cold/${file}`;
        },
      });
      return settled.map(({ name, became }) => `${name}: ${became}`).join("; ");
    },
  } satisfies RollbackPorts & { readonly cold: Map<string, string> };
}
