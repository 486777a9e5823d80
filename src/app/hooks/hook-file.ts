// How far each hook has come in the log. It lies beside the logs: without it a hook begins anew with what happens next,
// and nothing is repeated.
import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { writeAtomically } from "../../adapters/files/write-atomically.ts";
import type { Project } from "../project.ts";

export interface HookState {
  /** The last event of the log that the hook has done with. */
  readonly position: number;
  /** Written down before the hook is set off for an event, so that whoever comes after a crash knows of it. */
  readonly attempt: { readonly position: number; readonly number: number } | null;
  readonly last: HookRun | null;
  /** When it last stood in the settings of somebody who looked after hooks. */
  readonly seenAt: string;
}

export interface HookRun {
  readonly at: string;
  readonly position: number;
  /** `null`: all went well. */
  readonly failure: string | null;
}

type HookStates = ReadonlyMap<string, HookState>;

const FILE_BYTES_MAX = 1024 * 1024;
const SHAPE = 1;

function stateFile({ folder }: Pick<Project, "folder">): string {
  return join(folder, "logs", "hooks.json");
}

export function hooksLog({ folder }: Pick<Project, "folder">): string {
  return join(folder, "logs", "hooks.log");
}

/** What cannot be read is as if it were not there. */
export async function readHookStates(project: Pick<Project, "folder">): Promise<HookStates> {
  const read = await readText(stateFile(project), FILE_BYTES_MAX);
  if (read.at !== "read") return new Map();
  try {
    return statesIn(JSON.parse(read.text));
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
}

export async function writeHookStates(project: Pick<Project, "folder">, states: HookStates): Promise<void> {
  const file = stateFile(project);
  await mkdir(dirname(file), { recursive: true });
  const text = JSON.stringify({ shape: SHAPE, hooks: Object.fromEntries(states) }, null, 2);
  await writeAtomically(file, `${text}\n`);
}

/** Why it cannot be kept how far hooks have come, so that none is set off; else `null`. */
export async function stateProblem(project: Pick<Project, "folder">): Promise<string | null> {
  const file = stateFile(project);
  const [logs, kind] = [await kindOf(dirname(file)), await kindOf(file)];
  if (logs !== "folder" && logs !== "nothing") return `${dirname(file)} is no folder that can be used`;
  if (kind !== "file" && kind !== "nothing") return `${file} is no file that can be used`;
  const isWritable = logs === "nothing" || (await access(dirname(file), constants.W_OK).then(always, never));
  return isWritable ? null : `${dirname(file)} cannot be written to`;
}

const always = (): boolean => true;
const never = (): boolean => false;

function statesIn(value: unknown): HookStates {
  if (!isRecord(value) || value.shape !== SHAPE || !isRecord(value.hooks)) return new Map();
  return new Map(
    Object.entries(value.hooks).flatMap(([id, entry]): [string, HookState][] => {
      const state = stateIn(entry);
      return state === null ? [] : [[id, state]];
    }),
  );
}

function stateIn(entry: unknown): HookState | null {
  if (!isRecord(entry) || !isCount(entry.position) || typeof entry.seenAt !== "string") return null;
  const { position, attempt, last, seenAt } = entry;
  return {
    position,
    seenAt,
    attempt:
      isRecord(attempt) && isCount(attempt.position) && isCount(attempt.number)
        ? { position: attempt.position, number: attempt.number }
        : null,
    last:
      isRecord(last) && isCount(last.position) && typeof last.at === "string"
        ? {
            at: last.at,
            position: last.position,
            failure: typeof last.failure === "string" ? last.failure : null,
          }
        : null,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
