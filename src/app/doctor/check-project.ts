import { stat } from "node:fs/promises";
import { kindOf } from "../../adapters/files/create-file.ts";
import { recoveryAdvice } from "../../adapters/store-sqlite/file-guard.ts";
import { noteFile } from "../../adapters/store-sqlite/head-note.ts";
import type { DurableStore, Finding } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import type { LoadedConfig } from "../config/layers.ts";
import type { Config } from "../config/schema.ts";
import { failureOfThrown, isFailure } from "../failure.ts";
import { type Hook, hookName, hooksOf } from "../hooks/hook.ts";
import { type HookRun, hooksLog, readHookStates, stateProblem } from "../hooks/hook-file.ts";
import { openProject, type Project } from "../project.ts";
import { rescuedCopies } from "../rescued-copies.ts";
import { projectTrust } from "../trust/project-trust.ts";
import type { ConfigFiles } from "../wire/config.ts";
import type { DoctorRow } from "../wire/project.ts";
import { sizeText } from "./check-machine.ts";

/** Enough of a hash to tell two logs apart by eye. */
const HASH_SHOWN = 12;

export function checkProject(project: Project | null): DoctorRow {
  if (project !== null) return { check: "project", status: "ok", detail: project.root };
  const detail = "none in this folder or above it";
  return { check: "project", status: "warn", detail, fix: "run `parley init` in the folder of your spec" };
}

/** One row for settings that hold, else one for each thing that is wrong with them. */
export function checkConfig(files: ConfigFiles, loaded: LoadedConfig): readonly DoctorRow[] {
  const check = "config";
  if ("problems" in loaded) {
    return loaded.problems.map(({ message, place, fix }) => ({
      check,
      status: "fail" as const,
      detail: `${place}: ${message}`,
      ...(fix !== undefined && { fix }),
    }));
  }
  const present = [files.user, files.project].flatMap((file) => (file?.exists ? [file.path] : []));
  return [
    { check, status: "ok", detail: present.length === 0 ? "no files, all defaults" : present.join(", ") },
  ];
}

/** Tables follow from the log and are made anew by whoever opens it to write; all else is lost data. */
function findingRow({ check: what, message }: Finding): Omit<DoctorRow, "check"> {
  if (what === "projections") {
    const fix = "run any parley command that writes in this project, or a list of what the table holds";
    return { status: "warn", detail: `not brought up to date yet: ${message}`, fix };
  }
  if (what === "tables") {
    const fix =
      "back it up, then empty the table `projections` with any SQLite tool: tables are made again at the next change";
    return { status: "fail", detail: `${what}: ${message}`, fix };
  }
  const fix = "put a copy made by `parley backup` in its place; keep the damaged file";
  return { status: "fail", detail: `${what}: ${message}`, fix };
}

export async function checkRescued(project: Project | null): Promise<readonly DoctorRow[]> {
  if (project === null) return [];
  return (await rescuedCopies(project)).map((saved) => ({
    check: "saved copy",
    status: "warn",
    detail: `${saved} was saved when the database was removed or replaced under a run`,
    fix: `${recoveryAdvice(saved, project.database)}; or remove it if you do not need it`,
  }));
}

/** The chain of hashes does not see a cut end; the note beside the database does. */
async function lastAppendRow({ database }: Project, store: DurableStore): Promise<readonly DoctorRow[]> {
  const check = "last append";
  const doubt = await store.doubt();
  if (doubt !== null) return [{ check, status: "fail", detail: doubt.message, fix: doubt.fix }];
  const { position, hash } = await store.head();
  if (position === 0) return [];
  const last = `event ${position}, ${hash.slice(0, HASH_SHOWN)}`;
  const noted = (await kindOf(noteFile({ actualFile: database }))) === "file";
  const unseen = noted
    ? "an older copy put back together with its own note would not be seen"
    : "there is no note of it beside the database yet, so that a cut end would not be seen";
  return [{ check, status: "ok", detail: `${last}; ${unseen}` }];
}

/** Opens the database for reading only. */
export async function checkDatabase(project: Project | null): Promise<readonly DoctorRow[]> {
  const check = "database";
  if (project === null) return [{ check, status: "skip", detail: "no project" }];
  try {
    const { store } = await openProject(project, "inspect");
    try {
      const findings = await store.integrity();
      if (findings.length > 0) return findings.map((finding) => ({ check, ...findingRow(finding) }));
      const size = sizeText((await stat(project.database)).size);
      const sound = {
        check,
        status: "ok" as const,
        detail: `format ${store.format}, ${size}, no damage found`,
      };
      return [sound, ...(await lastAppendRow(project, store))];
    } finally {
      store.close();
    }
  } catch (error) {
    const { failed, code, message, place, fix } = failureOfThrown(error);
    // The database is not under version control: a fresh clone of a project has none yet. An older one is not damaged.
    const status = failed === "not-found" || code === "store-older" ? "warn" : "fail";
    return [
      {
        check,
        status,
        detail: `${place ?? project.database}: ${message}`,
        ...(fix !== undefined && { fix }),
      },
    ];
  }
}

/** Nothing where the project names nothing, or its settings are wrong, which is told elsewhere. */
export async function checkTrust(context: CommandContext): Promise<readonly DoctorRow[]> {
  const trust = await projectTrust(context);
  if (isFailure(trust) || trust.names.length === 0) return [];
  const check = "trust";
  const keys = trust.names.map(({ key }) => key).join(", ");
  if (trust.trusted)
    return [{ check, status: "ok", detail: `you have agreed to what its settings name: ${keys}` }];
  const detail = `its settings name what would be run or contacted, and you have not agreed to it: ${keys}`;
  return [{ check, status: "warn", detail, fix: "parley trust" }];
}

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
