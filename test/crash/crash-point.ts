// One crash: a fresh project is run until it is killed, perhaps killed again while it recovers, and run to the end.
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CALLS } from "./crash-session.ts";
import { EXIT, type Fate, type Moment } from "./fate.ts";
import {
  agentRunsOf,
  callsOf,
  copyProject,
  LEASE_MS,
  type Outcome,
  outcomeOf,
  removeProject,
  startRunner,
  untilNothingRuns,
  untilQuiet,
} from "./project.ts";

export interface CrashPoint {
  readonly call: number;
  /** What the call is, for whoever reads a failure. */
  readonly label: string;
  readonly moment: Moment;
  readonly delayMs?: number;
  /** Instead: when the agent that the call started says that it runs. */
  readonly onceRunning?: true;
  /** A call of the recovering runner before which that one is killed, too; it may be past its last. */
  readonly again?: number;
  /** Those who recover are killed in turn, each at its first call with that label. */
  readonly later?: readonly Pick<CrashPoint, "label" | "moment" | "onceRunning">[];
}

export interface Undisturbed {
  /** The project as it was before anything ran. */
  readonly prepared: string;
  readonly calls: readonly string[];
  readonly outcome: Outcome;
  /** How many calls of agents the session has. */
  readonly agentCalls: number;
  /** What is wrong with a project before anybody has gone on with it. */
  wrongAfterKill?(project: string, prepared: string): Promise<readonly string[]>;
}

/** Runs the prepared session without a crash; what every other run is compared with. */
export async function undisturbedRun(
  prepared: string,
  project: string,
  agentCalls = CALLS,
): Promise<Undisturbed> {
  copyProject(prepared, project);
  const ended = await startRunner({ project, leaseMs: LEASE_MS, fate: null }).ended;
  if (ended !== EXIT.ended) throw new Error(`the undisturbed run ended with ${ended}`);
  const [calls = []] = callsOf(project);
  return { prepared, calls, outcome: await outcomeOf(project), agentCalls };
}

/** What was wrong afterwards; nothing where all is as it should be. */
export async function crashAt(
  point: CrashPoint,
  undisturbed: Undisturbed,
  project: string,
): Promise<readonly string[]> {
  copyProject(undisturbed.prepared, project);
  try {
    const killed = await run(project, { ...howOf(point), call: point.call });
    if (killed !== "SIGKILL") return [`it was to be killed, and ended with ${killed}`];
    if (point.again !== undefined)
      await run(project, { call: point.again, moment: "before", signal: "SIGKILL" });
    const wrongAtRest = async (): Promise<readonly string[]> =>
      (await undisturbed.wrongAfterKill?.(project, undisturbed.prepared)) ?? [];
    const atRest = [...(await wrongAtRest())];
    for (const next of point.later ?? []) {
      const call = withoutPlace(next.label);
      const ended = await run(project, { ...howOf(next), call });
      if (ended !== "SIGKILL") return [`it was to be killed at ${call}, and ended with ${ended}`];
      atRest.push(...(await wrongAtRest()));
    }
    const ended = await run(project, null);
    if (ended !== EXIT.ended) return [`the recovery ended with ${ended}`];
    await untilQuiet(project);
    return [
      ...atRest,
      ...wrongCalls(point, undisturbed, project),
      ...(await differences(undisturbed, project)),
    ];
  } catch (error) {
    return [String(error)];
  } finally {
    removeProject(project);
  }
}

function howOf({
  moment,
  delayMs,
  onceRunning,
}: Pick<CrashPoint, "moment" | "delayMs" | "onceRunning">): Omit<Fate, "call"> {
  return {
    moment,
    signal: "SIGKILL",
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(onceRunning === undefined ? {} : { onceRunning }),
  };
}

/** What a call is, wherever in the session it is made. */
function withoutPlace(label: string): string {
  return label.split(",")[0] ?? label;
}

function run(project: string, fate: Fate | null): Promise<number | NodeJS.Signals | null> {
  return startRunner({ project, leaseMs: LEASE_MS, fate }).ended;
}

/** The run that was killed must have been the undisturbed one up to there, or the point means nothing. */
function wrongCalls({ call }: CrashPoint, { calls }: Undisturbed, project: string): string[] {
  const [made = []] = callsOf(project);
  const same = isDeepStrictEqual(made.slice(0, call), calls.slice(0, call));
  return same ? [] : [`its calls were others: ${made.slice(0, call).join(" | ")}`];
}

async function differences(
  { outcome: expected, agentCalls }: Undisturbed,
  project: string,
): Promise<string[]> {
  const outcome = await outcomeOf(project);
  return [...compareOutcomes(outcome, expected), ...wrongAgentRuns(project, agentCalls)];
}

export function compareOutcomes(outcome: Outcome, expected: Outcome): string[] {
  return [
    ...comparedDocuments(outcome.documents, expected.documents),
    ...compared("events", outcome.events, expected.events),
    ...compared("commands", outcome.commands, expected.commands),
  ];
}

function comparedDocuments(found: Outcome["documents"], expected: Outcome["documents"]): string[] {
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...names].flatMap((name) => {
    if (found[name] === expected[name]) return [];
    if (found[name] === undefined) return [`${name} is missing`];
    return expected[name] === undefined ? [`${name} is left over`] : [`${name} differs:\n${found[name]}`];
  });
}

function compared(what: string, found: readonly unknown[], expected: readonly unknown[]): string[] {
  const at = Array.from({ length: Math.max(found.length, expected.length) }).findIndex(
    (_, index) => !isDeepStrictEqual(found[index], expected[index]),
  );
  if (at === -1) return [];
  return [
    `${what} differ at ${at}: ${JSON.stringify(found[at])?.slice(0, 400)} for ${JSON.stringify(expected[at])?.slice(0, 400)}`,
  ];
}

/** Each call of the script was begun once and done once, whatever launch it took. */
function wrongAgentRuns(project: string, calls: number): string[] {
  return Object.entries(agentRunsOf(project)).flatMap(([what, keys]) =>
    keys.length === calls && new Set(keys).size === calls ? [] : [`agents ${what}: ${keys.join(", ")}`],
  );
}

/** Does so many points at a time, each in a project of its own. */
export async function crashAll(
  points: readonly CrashPoint[],
  undisturbed: Undisturbed,
  about: { readonly folder: string; readonly atOnce: number },
): Promise<readonly string[]> {
  const waiting = [...points.entries()];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, point] = next;
      const found = await crashAt(point, undisturbed, join(about.folder, `crash-${index}`));
      wrong.push(...found.map((what) => `${pointText(point)}: ${what}`));
    }
  };
  await Promise.all(Array.from({ length: about.atOnce }, work));
  await untilNothingRuns(about.folder);
  return wrong;
}

function pointText({ call, label, moment, delayMs, onceRunning, again, later = [] }: CrashPoint): string {
  const late = delayMs === undefined ? (onceRunning ? ", once it runs," : "") : ` by ${delayMs} ms`;
  const twice = again === undefined ? "" : `, then before call ${again} of the recovery`;
  const inARow = later.map((next) => `, then ${next.moment} ${withoutPlace(next.label)}`).join("");
  return `${moment}${late} call ${call} (${label})${twice}${inARow}`;
}
