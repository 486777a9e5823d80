// Hooks, after something was written. Nothing of them is loaded where the settings do not speak of any.
import { readText } from "../../adapters/files/read-text.ts";
import type { CommandContext } from "../command-context.ts";
import { configFiles } from "../config/config-files.ts";
import type { Project } from "../project.ts";

/** In the background where there is one: nobody's answer or next step need wait for hooks. */
export async function runOrScheduleHooks(context: CommandContext, project: Project): Promise<void> {
  if (context.background === undefined) await runHooks(context, project);
  else scheduleHooks(context, project);
}

/** For something that goes on after it has written: without a background, its end is soon enough. */
export function scheduleHooks(context: CommandContext, project: Project): void {
  context.background?.soon(`hooks of ${project.folder}`, () => runHooks(context, project));
}

/** Never fails: what a hook does, or what keeps hooks from running, is no matter of whoever wrote something. */
async function runHooks(context: CommandContext, project: Project): Promise<void> {
  // An agent may be shut in, and hooks are not its own: whoever started it sees to them.
  if (context.run !== undefined) return;
  try {
    if (!(await mentionsHooks(context))) return;
    const { runDueHooks } = await import("./due-hooks.ts");
    await runDueHooks(context, project);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await logTrouble(project, why).catch(() => undefined);
  }
}

async function logTrouble(project: Project, why: string): Promise<void> {
  const { logHookTrouble } = await import("./due-hooks.ts");
  await logHookTrouble(project, why);
}

/** More than any settings are. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

async function mentionsHooks(context: CommandContext): Promise<boolean> {
  const { user, project } = await configFiles(context);
  for (const file of [user, project]) {
    if (file === null || !file.exists) continue;
    const read = await readText(file.path, FILE_BYTES_MAX, "leniently");
    if (read.at === "read" && /^[^#\n\r\u2028\u2029]*\bhooks\b/m.test(read.text)) return true;
  }
  return false;
}
