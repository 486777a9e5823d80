// Whether this process is part of an agent's run, whatever it has done to its own environment.
import { join } from "node:path";
import { liveRunOf } from "../adapters/agent-process/run-folder.ts";
import { type Lineage, lookAtLineage, type ProcessRelative } from "../adapters/host/process-lineage.ts";
import type { EnclosingRun, Environment } from "./command-context.ts";
import { findProject } from "./project.ts";

/** What parley tells an agent about its run; each of them marks a process as part of one. */
const MARKS = ["PARLEY_RUN", "PARLEY_ROLE"] as const;
/** How the wrapper of a run calls itself. */
const WRAPPER_TITLE = "parley-run ";

/** `null` for a person; also where the system shows nothing, which `doctor` then tells. */
export async function enclosingRun(env: Environment, cwd: string): Promise<EnclosingRun | null> {
  const look = await lookAtLineage();
  const lineage: Lineage = look.at === "seen" ? look.lineage : { relatives: [], goneLeaders: [] };
  // The outermost comes first: what an agent starts may say anything about itself.
  const outermost = lineage.relatives.findLast(isPartOfRun);
  if (outermost !== undefined) {
    const role = lineage.relatives.findLast((one) => roleIn(one) !== null);
    return {
      role: (role === undefined ? null : roleIn(role)) ?? roleOf(env),
      by: `process ${outermost.pid}, which started this one or leads its group or session`,
    };
  }
  if (MARKS.some((name) => env[name] !== undefined)) return { role: roleOf(env), by: "the environment" };
  return await runOfGoneLeader(lineage, cwd);
}

function isPartOfRun({ command, env }: ProcessRelative): boolean {
  return command.startsWith(WRAPPER_TITLE) || MARKS.some((name) => env?.has(name) === true);
}

function roleIn({ env }: ProcessRelative): string | null {
  return env?.get("PARLEY_ROLE") || null;
}

function roleOf(env: Environment): string | null {
  return env.PARLEY_ROLE || null;
}

/** An agent that has ended still lends its number to the group and session it began. */
async function runOfGoneLeader({ goneLeaders }: Lineage, cwd: string): Promise<EnclosingRun | null> {
  if (goneLeaders.length === 0) return null;
  const project = await findProject(cwd);
  if (project === null) return null;
  const run = await liveRunOf(join(project.folder, "runs"), goneLeaders);
  return run === null ? null : { role: null, by: `its group or session, which the run ${run} began` };
}
