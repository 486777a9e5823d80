import type { Config } from "../config/schema.ts";
import { type Hook, hookName, hooksOf } from "../hooks/hook.ts";
import { type HookRun, hooksLog, readHookStates, stateProblem } from "../hooks/hook-file.ts";
import type { Project } from "../project.ts";
import type { DoctorRow } from "../wire/project.ts";

/** How each hook fared when it was last set off; nothing where there is none. */
export async function checkHooks(project: Project | null, config: Config): Promise<readonly DoctorRow[]> {
  const hooks = hooksOf(config);
  if (project === null || hooks.length === 0) return [];
  const why = await stateProblem(project);
  if (why !== null) return [unkeptRow(why)];
  const states = await readHookStates(project);
  const failed = hooks.flatMap((hook): DoctorRow[] => {
    const last = states.get(hook.id)?.last ?? null;
    return last === null || last.failure === null ? [] : [failedRow(hook, last, project)];
  });
  if (failed.length > 0) return failed;
  const ran = hooks.filter(({ id }) => (states.get(id)?.last ?? null) !== null).length;
  const detail = `${hooks.length} in the settings, ${ran} of them set off so far, none failed the last time`;
  return [{ check: "hooks", status: "ok", detail }];
}

function unkeptRow(why: string): DoctorRow {
  const fix = "move it away or make it writable: until then no hook is set off";
  return { check: "hooks", status: "warn", detail: `hooks are not looked after: ${why}`, fix };
}

function failedRow(hook: Hook, { at, failure }: HookRun, project: Project): DoctorRow {
  return {
    check: "hooks",
    status: "warn",
    detail: `${hookName(hook)} failed at ${at}: ${failure}`,
    fix: `see ${hooksLog(project)}; it is tried again the next time something sets it off`,
  };
}
