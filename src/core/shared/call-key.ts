import type { Brand } from "./brand.ts";

/**
 * The name of one launch of an agent: `subject/round.incarnation/purpose/lane/attempt/launch`. The subject is a session
 * by its id alone, as every log and every run folder has it, or a task as `task/ID`: the number of parts tells which. The
 * incarnation grows when a round is rolled back, so that a rejected document is never picked up again; a crash costs a
 * launch, a document that fails the gate an attempt.
 */
export type CallKey = Brand<string, "CallKey">;

export const PURPOSES = [
  "engineer",
  "reviewer",
  "final",
  "survey",
  "second-survey",
  "answer-issue",
  "draft",
  "coder",
  "position",
  "guide",
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The lane of a call that shares its role's turn with no other. */
export const ONLY_LANE = "-";

/** What a call is about. */
interface CallSubject {
  readonly of: "session" | "task";
  readonly id: string;
}

export interface CallKeyParts {
  readonly subject: CallSubject;
  readonly round: number;
  readonly incarnation: number;
  readonly purpose: Purpose;
  /** The gap of a parallel run, the task, else `-`. */
  readonly lane: string;
  /** 1, 2, 3 … within the round, purpose and lane. */
  readonly attempt: number;
  /** 1, 2, 3 … within the attempt. */
  readonly launch: number;
}

const SHAPE = /^(task\/)?([^/\s]+)\/(\d+)\.(\d+)\/([a-z-]+)\/([^/\s]+)\/(\d+)\/(\d+)$/;

export function parseCallKey(text: string): CallKey | null {
  return partsOf(text) === null ? null : (text as CallKey);
}

/** Parts that make no key are a bug of whoever put them together. */
export function makeCallKey(parts: CallKeyParts): CallKey {
  const { subject, round, incarnation, purpose, lane, attempt, launch } = parts;
  const of = subject.of === "task" ? `task/${subject.id}` : subject.id;
  const key = parseCallKey(`${of}/${round}.${incarnation}/${purpose}/${lane}/${attempt}/${launch}`);
  if (key === null) throw new RangeError(`no call key of ${JSON.stringify(parts)}`);
  return key;
}

export function callKeyParts(key: CallKey): CallKeyParts {
  const parts = partsOf(key);
  if (parts === null) throw new RangeError(`${key} is no call key`);
  return parts;
}

/** `null` also for a purpose that is not known: it is never read as another. */
function partsOf(text: string): CallKeyParts | null {
  const match = SHAPE.exec(text);
  const purpose = PURPOSES.find((one) => one === match?.[5]);
  if (match === null || purpose === undefined) return null;
  const [, task, id = "", round, incarnation, , lane = "", attempt, launch] = match;
  return {
    subject: { of: task === undefined ? "session" : "task", id },
    round: Number(round),
    incarnation: Number(incarnation),
    purpose,
    lane,
    attempt: Number(attempt),
    launch: Number(launch),
  };
}
