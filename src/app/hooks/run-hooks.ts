// Hooks, after something was written. Nothing of them is loaded where the settings do not speak of any.
import { readText } from "../../adapters/files/read-text.ts";
import { configFiles } from "../config/config-files.ts";
import type { OpenProject } from "../project.ts";
import type { Surroundings } from "../surroundings.ts";

/** Never fails: what a hook does, or what keeps hooks from running, is no matter of whoever wrote something. */
export async function runHooks(surroundings: Surroundings, project: OpenProject): Promise<void> {
  // An agent may be shut in, and hooks are not its own: whoever started it sees to them.
  if (surroundings.env.PARLEY_RUN !== undefined) return;
  if (!(await speaksOfHooks(surroundings))) return;
  const { runDueHooks, logHookTrouble } = await import("./due-hooks.ts");
  try {
    await runDueHooks(surroundings, project);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await logHookTrouble(project, why).catch(() => undefined);
  }
}

/** More than any settings are. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

async function speaksOfHooks(surroundings: Surroundings): Promise<boolean> {
  const { user, project } = await configFiles(surroundings);
  for (const file of [user, project]) {
    if (file === null || !file.exists) continue;
    const read = await readText(file.path, FILE_BYTES_MAX, "leniently");
    if (read.at === "read" && /^[^#\n]*\bhooks\b/m.test(read.text)) return true;
  }
  return false;
}
