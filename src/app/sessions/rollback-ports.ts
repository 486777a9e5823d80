import { reasonWords } from "../../core/refinement/rollback/reason-words.ts";
import type { RoundArchives } from "../../engine/ports.ts";
import type { RollbackPorts } from "../../engine/roll-back.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import type { OpenProject } from "../project.ts";
import { sessionFolder } from "./open-session.ts";
import { systemClock } from "./system-ports.ts";

/** Few sessions undo a round: nothing is loaded for those that do not. */
export function rollbackPorts(
  context: Pick<CommandContext, "env" | "now">,
  { project, engine }: { readonly project: OpenProject; readonly engine: SessionEngine },
): RollbackPorts {
  const archives = async (): Promise<RoundArchives> => {
    const { diskRoundArchives } = await import("../../adapters/files/round-archives.ts");
    return diskRoundArchives(sessionFolder(project, engine.id));
  };
  return {
    archives: {
      write: async (archive) => await (await archives()).write(archive),
      removeArchived: async (archive) => await (await archives()).removeArchived(archive),
    },
    clearArchives: async (option) => {
      const { settleArchives } = await import("./settle-archives.ts");
      const { storeCold } = await import("../archives/cold-archives.ts");
      const { live, id } = engine;
      const settled = await settleArchives({
        option,
        archives: await archives(),
        session: id,
        spec: live.spec.name,
        project: project.root,
        recorded: recordedArchives(live.ledger),
        chosenAtMs: systemClock.nowMs(),
        store: storeCold(context),
      });
      return settledWords(settled);
    },
  };
}

function recordedArchives({ rollbacks, archives }: SessionEngine["live"]["ledger"]) {
  return new Map(
    archives.map(({ name, at }) => {
      const undone = rollbacks.find(({ rounds }) => rounds.some(({ archive }) => archive === name));
      return [name, { reason: reasonWords(undone?.reason ?? ""), undoneAt: at }] as const;
    }),
  );
}

const BECAME = {
  kept: "kept",
  deleted: "deleted; the log still has what the session wrote",
  moved: "moved",
  damaged: "damaged, and left where it is",
} as const;

function settledWords(
  settled: readonly {
    readonly name: string;
    readonly became: keyof typeof BECAME;
    readonly place: string | null;
  }[],
): string {
  if (settled.length === 0) return "no archive of an undone round is left";
  return settled
    .map(({ name, became, place }) => `${name}: ${BECAME[became]}${place === null ? "" : ` (${place})`}`)
    .join("; ");
}
