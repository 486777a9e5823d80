import type { RoundArchives } from "../../engine/ports.ts";
import type { RollbackPorts } from "../../engine/roll-back.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { OpenProject } from "../project.ts";
import { sessionFolder } from "./open-session.ts";

/** Few sessions undo a round: nothing is loaded for those that do not. */
export function rollbackPorts(project: OpenProject, engine: SessionEngine): RollbackPorts {
  const archives = async (): Promise<RoundArchives> => {
    const { diskRoundArchives } = await import("../../adapters/files/round-archives.ts");
    return diskRoundArchives(sessionFolder(project, engine.id));
  };
  return {
    archives: {
      write: async (archive) => await (await archives()).write(archive),
      removeArchived: async (archive) => await (await archives()).removeArchived(archive),
    },
    clearArchives: async () => {
      throw new Error("soon");
    },
  };
}
