// Which of all possible crashes are tried, where there is no time for all: calls of one kind stand for each other.
import type { CrashPoint } from "./crash-point.ts";
import { MOMENTS, type Moment } from "./fate.ts";

/** How far inside calls that take their time: an agent's start, from nothing at all to an agent at work; a write; an archive. */
const DELAYS_MS: Readonly<Record<string, readonly number[]>> = {
  "agent.start": [2, 5, 10, 20, 40, 80, 160],
  "folder.write": [1, 2, 3],
  "archives.write": [1, 2, 3, 4, 6, 8, 12],
  "archives.removeArchived": [1, 2, 3],
};

/** Every call at every moment. */
export function everyPoint(calls: readonly string[]): readonly CrashPoint[] {
  const numbered = numberedCalls(calls);
  return [
    ...numbered.flatMap((call) => MOMENTS.map((moment): CrashPoint => ({ ...call, moment }))),
    ...numbered.flatMap((call) => delaysOf(call.label).map((delayMs) => inside(call, delayMs))),
  ];
}

/** All files are written in one way, whatever is in them. */
const FILE_WRITES = "folder.write";

/**
 * Each kind of call once, by turns at another moment and another of its calls; a file at each moment, and an agent also
 * once it runs.
 */
export function onePointOfEachKind(calls: readonly string[]): readonly CrashPoint[] {
  const numbered = numberedCalls(calls);
  const kinds = [...new Set(calls.map(kindOf))].filter((kind) => !kind.startsWith(FILE_WRITES));
  const points = kinds.map((kind, turn): CrashPoint => {
    const alike = numbered.filter(({ label }) => kindOf(label) === kind);
    const moment = MOMENTS[turn % MOMENTS.length] ?? "before";
    return { ...picked(alike, turn % alike.length), moment };
  });
  const writes = numbered.filter(({ label }) => methodOf(label) === FILE_WRITES);
  const files = MOMENTS.map((moment, turn): CrashPoint => {
    const share = turn / (MOMENTS.length - 1);
    return { ...picked(writes, Math.round(share * (writes.length - 1))), moment };
  });
  const starts = numbered.filter(({ label }) => methodOf(label) === "agent.start");
  return [...points, ...files, { ...picked(starts, 1), moment: "inside", onceRunning: true }];
}

/** As many kills in fewer sessions: each but the first meets the runner that recovers from the one before. */
export function killedInARow(points: readonly CrashPoint[], length: number): readonly CrashPoint[] {
  const inOrder = points.toSorted((one, other) => one.call - other.call);
  const sessions = Math.ceil(inOrder.length / length);
  return inOrder.slice(0, sessions).map((first, session) => ({
    ...first,
    later: inOrder.slice(sessions).filter((_, index) => index % sessions === session),
  }));
}

/** Each kind of call at each moment, by turns the first, the last or one in between; a read or a file at one of them. */
export function somePoints(calls: readonly string[]): readonly CrashPoint[] {
  const numbered = numberedCalls(calls);
  const kinds = [...new Set(calls.map(kindOf))];
  const chosen = kinds.flatMap((kind, turn) => {
    const alike = numbered.filter(({ label }) => kindOf(label) === kind);
    const points = MOMENTS.map((moment, index): CrashPoint => {
      const share = ((turn + index) % MOMENTS.length) / (MOMENTS.length - 1);
      return { ...picked(alike, Math.round(share * (alike.length - 1))), moment };
    });
    const alikeAnyway = isRead(kind) || kind.startsWith(FILE_WRITES);
    return alikeAnyway ? points.slice(turn % points.length).slice(0, 1) : points;
  });
  const delayed = Object.entries(DELAYS_MS).flatMap(([method, delays]) => {
    const slow = numbered.filter(({ label }) => methodOf(label) === method);
    if (slow.length === 0) return [];
    return delays.map((delayMs, index) => inside(picked(slow, (index * 5) % slow.length), delayMs));
  });
  return [...chosen, ...delayed];
}

/** Anywhere, and then before any later call of the recovery: another choice for another seed. */
export function crashedTwice(
  calls: readonly string[],
  about: { readonly points: number; readonly seed: number },
): readonly CrashPoint[] {
  const numbered = numberedCalls(calls);
  const below = randomNumbers(about.seed);
  return Array.from({ length: about.points }, () => {
    const call = picked(numbered, below(numbered.length));
    const moment = MOMENTS[below(MOMENTS.length)] ?? "before";
    return { ...call, moment, again: 1 + below(numbered.length - call.call + OPENING_CALLS) };
  });
}

/** What a runner asks of its ports before it goes on where another left off, at least. */
const OPENING_CALLS = 5;

/** Numbers below a bound, the same for the same seed (a linear congruential generator of 31 bits). */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = Number((BigInt(state) * 1_103_515_245n + 12_345n) % 2_147_483_648n);
    return Math.floor((state / 2_147_483_648) * bound);
  };
}

interface Call {
  readonly call: number;
  readonly label: string;
}

function numberedCalls(calls: readonly string[]): readonly Call[] {
  return calls.map((label, index) => ({ call: index + 1, label }));
}

function picked(calls: readonly Call[], index: number): Call {
  const call = calls[index];
  if (call === undefined) throw new RangeError(`there is no call ${index} of ${calls.length}`);
  return call;
}

function inside(call: Call, delayMs: number): CrashPoint {
  return { ...call, moment: "inside", delayMs };
}

function delaysOf(label: string): readonly number[] {
  return DELAYS_MS[methodOf(label)] ?? [];
}

/** The method and what it is about, wherever in the session; a read is a read. */
function kindOf(label: string): string {
  const method = methodOf(label);
  return isRead(method) ? method : (label.split(",")[0] ?? label);
}

/** Reads leave the project as they found it, so that their moments come to the same. */
export function isRead(method: string): boolean {
  return READS.has(method);
}

const READS: ReadonlySet<string> = new Set([
  "folder.read",
  "store.fileCursors",
  "store.findCommand",
  "store.findSnapshot",
  "store.get",
  "store.load",
]);

/** A table: port method by moment, how many of its calls are crashed. */
export function coverageText(points: readonly CrashPoint[], calls: readonly string[]): string {
  const methods = [...new Set(calls.map(methodOf))].sort();
  const count = (method: string, moment: Moment): number =>
    points.filter((point) => point.moment === moment && methodOf(point.label) === method).length;
  const lines = methods.map((method) => {
    const made = calls.filter((label) => methodOf(label) === method).length;
    const cells = MOMENTS.map((moment) => `${moment} ${String(count(method, moment)).padStart(3)}`);
    return `${method.padEnd(22)} ${String(made).padStart(3)} calls   ${cells.join("   ")}`;
  });
  return [`${points.length} crashes over ${calls.length} port calls`, ...lines].join("\n");
}

function methodOf(label: string): string {
  return label.split(/[ ,]/)[0] ?? label;
}
