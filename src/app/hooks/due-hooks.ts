// Sets hooks off for what the log holds since they last looked. One process at a time; whoever finds another at it
// leaves the work to that one, which looks once more when it is done.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { appendLog } from "../../adapters/notify/append-log.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import type { EventLog, RecordedEvent } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { configFiles } from "../config/config-files.ts";
import { combineRead, readLayers } from "../config/layers.ts";
import { type OpenProject, openProject, type Project } from "../project.ts";
import { systemClock } from "../sessions/system-ports.ts";
import { trustOf } from "../trust/project-trust.ts";
import { whileLocked } from "../with-file-lock.ts";
import { type Hook, hookName, hooksOf } from "./hook.ts";
import { hookDocument } from "./hook-document.ts";
import { hookEvent } from "./hook-event.ts";
import { type HookState, hooksLog, readHookStates, writeHookStates } from "./hook-file.ts";
import { setOffHook } from "./set-off-hook.ts";

/** The first, and once more after a crash. */
const ATTEMPTS_MAX = 2;
/** A hook may cause what sets it off; what is left over is for the next command. */
const RUNS_MAX = 200;
/** How often others may add something while nobody holds the lock. */
const TURNS_MAX = 10;
/**
 * A new hook begins with what happened since its settings were written, as several commands may be under way by then;
 * yet where only its state was lost, or it was taken out of the settings and comes back, what happened long ago stays
 * quiet.
 */
const LOOK_BACK_MS_MAX = 60_000;
/** How far hooks have come that only others have in their settings is kept for them; some never come back. */
const KEPT_MS_MAX = 90 * 24 * 60 * 60_000;
const EVENTS_AT_ONCE = 500;

export async function runDueHooks(context: CommandContext, project: Project): Promise<void> {
  const known = await knownHooks(context, project);
  if (known.hooks.length === 0) return;
  // Whoever wrote something may have closed its own by now.
  const open = await openProject(project, "read-only");
  try {
    await takeTurns(new HookRunner(context, open, known), project);
  } finally {
    open.store.close();
  }
}

async function takeTurns(attendance: HookRunner, project: Project): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const hasAttended = await whileLocked(
      { path: join(project.folder, "hooks.lock"), waitMs: 0 },
      () => attendance.runAll().then(() => true),
      () => false,
    );
    if (!hasAttended || !(await attendance.hasMore())) return;
  }
}

interface KnownHooks {
  readonly hooks: readonly Hook[];
  readonly nowMs: number;
  /** When their settings were last written. */
  readonly changedMs: number;
}

/** Settings that are wrong have no hooks, and those of a project that nobody has agreed to are not set off. */
async function knownHooks(context: CommandContext, project: Project): Promise<KnownHooks> {
  const files = await configFiles(context);
  const layers = await readLayers(files);
  const loaded = combineRead(layers);
  const nowMs = systemClock.nowMs();
  if ("problems" in loaded) return { hooks: [], nowMs, changedMs: nowMs };
  const origin = loaded.origins.hooks;
  if (origin === "project" && !(await trustOf(project, layers, context)).trusted) {
    await logHookTrouble(
      project,
      "nobody has agreed to what the settings of this project name: parley trust",
    );
    return { hooks: [], nowMs, changedMs: nowMs };
  }
  const file = origin === "user" || origin === "project" ? files[origin] : null;
  const about = file === null ? null : await stat(file.path).catch(() => null);
  return { hooks: hooksOf(loaded.values), nowMs, changedMs: Math.min(nowMs, about?.mtimeMs ?? nowMs) };
}

/** Says in the log why hooks could not be looked after at all. */
export async function logHookTrouble(project: Project, why: string): Promise<void> {
  await logLines(project, [`${now()} hooks were not looked after: ${why}`]);
}

function now(): string {
  return timestampFromMs(systemClock.nowMs());
}

async function logLines(project: Project, lines: readonly string[]): Promise<void> {
  await appendLog({ file: hooksLog(project) }, lines);
}

class HookRunner {
  readonly #context: CommandContext;
  readonly #project: OpenProject;
  readonly #known: KnownHooks;
  readonly #states = new Map<string, HookState>();
  #runsLeft = RUNS_MAX;

  constructor(context: CommandContext, project: OpenProject, known: KnownHooks) {
    this.#context = context;
    this.#project = project;
    this.#known = known;
  }

  get #log(): EventLog {
    return this.#project.store;
  }

  /** While the lock is held. */
  async runAll(): Promise<void> {
    const { hooks, nowMs } = this.#known;
    this.#states.clear();
    const forgottenAt = timestampFromMs(nowMs - KEPT_MS_MAX);
    for (const [id, state] of await readHookStates(this.#project))
      if (state.seenAt > forgottenAt) this.#states.set(id, state);
    for (const { id } of hooks) this.#states.set(id, await this.#initialState(this.#states.get(id)));
    for (const hook of hooks) await this.#catchUp(hook);
    await writeHookStates(this.#project, this.#states);
  }

  async hasMore(): Promise<boolean> {
    if (this.#runsLeft === 0) return false;
    const position = Math.min(...this.#known.hooks.map((hook) => this.#stateOf(hook).position));
    return (await this.#log.tail(position, 1)).length > 0;
  }

  async #initialState(known: HookState | undefined): Promise<HookState> {
    const { nowMs, changedMs } = this.#known;
    const seenAt = timestampFromMs(nowMs);
    const lookBackMs = nowMs - LOOK_BACK_MS_MAX;
    if (known === undefined || !(await this.#isInLog(known))) {
      const position = await this.#positionBefore(Math.max(changedMs, lookBackMs));
      return { position, attempt: null, last: null, seenAt };
    }
    // Whoever was seen since its settings were written was there all along, however long nobody looked.
    if (known.seenAt >= timestampFromMs(changedMs)) return { ...known, seenAt };
    const position = Math.max(known.position, await this.#positionBefore(lookBackMs));
    return { ...known, position, seenAt };
  }

  /** One that is ahead of its log, since an older copy was put in its place, begins anew. */
  async #isInLog({ position }: HookState): Promise<boolean> {
    return position === 0 || (await this.#log.tail(position - 1, 1)).length > 0;
  }

  /** The position of the last event before a time. */
  async #positionBefore(timeMs: number): Promise<number> {
    return (await firstSince(this.#log, timestampFromMs(timeMs))) - 1;
  }

  #stateOf({ id }: Hook): HookState {
    const state = this.#states.get(id);
    if (state === undefined) throw new Error(`the hook ${id} has no state`);
    return state;
  }

  async #catchUp(hook: Hook): Promise<void> {
    for (;;) {
      const events = await this.#log.tail(this.#stateOf(hook).position, EVENTS_AT_ONCE);
      for (const event of events) {
        if (hookEvent(hook.on, event) !== null && !(await this.#isCopied(event))) {
          if (this.#runsLeft === 0 || this.#context.cancelNow.aborted) return;
          this.#runsLeft -= 1;
          await this.#setOff(hook, event);
        }
        this.#states.set(hook.id, { ...this.#stateOf(hook), position: event.position, attempt: null });
      }
      if (events.length < EVENTS_AT_ONCE) return;
    }
  }

  /** What a fork has from its origin happened there. */
  async #isCopied({ commandId }: RecordedEvent): Promise<boolean> {
    return (await this.#log.findCommand(commandId))?.type === "ForkSession";
  }

  /** The attempt is on disk before the hook starts, and its end before the next one does. */
  async #setOff(hook: Hook, recorded: RecordedEvent): Promise<void> {
    const state = this.#stateOf(hook);
    const { position } = recorded;
    const number = (state.attempt?.position === position ? state.attempt.number : 0) + 1;
    if (number > ATTEMPTS_MAX) {
      const failure = `given up: parley broke off ${ATTEMPTS_MAX} times while it ran`;
      return await this.#record(hook, position, { failure, output: "" });
    }
    await this.#save(hook, { ...state, attempt: { position, number } });
    const occurrence = hookEvent(hook.on, recorded);
    if (occurrence === null) return;
    const { root } = this.#project;
    const context = this.#context;
    const now = new Date(systemClock.nowMs());
    const place = { log: this.#log, root, now, cancel: context.cancelNow };
    const document = await hookDocument(occurrence, position, place);
    await this.#record(hook, position, await setOffHook(hook, document, { context, root }));
  }

  async #record(
    hook: Hook,
    position: number,
    { failure, output }: { readonly failure: string | null; readonly output: string },
  ): Promise<void> {
    const at = now();
    const last = { at, position, failure };
    await this.#save(hook, { ...this.#stateOf(hook), position, attempt: null, last });
    const said = output.trimEnd();
    await logLines(this.#project, [
      `${at} ${hookName(hook)} (event ${position}): ${failure ?? "done"}`,
      ...(said === "" ? [] : said.split("\n").map((line) => `  ${line}`)),
    ]);
  }

  async #save({ id }: Hook, state: HookState): Promise<void> {
    this.#states.set(id, state);
    await writeHookStates(this.#project, this.#states);
  }
}

/**
 * The position of the first event that is not older than a time, or that the next event will have. Times grow with
 * positions as long as nobody sets the clock back; then it is one of the places where they cross.
 */
export async function firstSince(log: EventLog, time: string): Promise<number> {
  const isBefore = async (position: number): Promise<boolean> => {
    const [event] = await log.tail(position - 1, 1);
    if (event === undefined) return false;
    // What a fork copies keeps the times it had.
    const command = await log.findCommand(event.commandId);
    return (command?.at ?? String(event.data.at)) < time;
  };
  let [low, high] = [1, 1];
  while (await isBefore(high)) [low, high] = [high + 1, high * 2];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
