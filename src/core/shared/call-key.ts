import type { Brand } from "./brand.ts";

/**
 * The name of one launch of an agent: `session/round.incarnation/purpose/lane/attempt/launch`. The incarnation
 * grows when a round is rolled back, so that a rejected document is never picked up again; a crash costs a
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
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The lane of a call that shares its role's turn with no other. */
export const ONLY_LANE = "-";

export interface CallKeyParts {
  readonly session: string;
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

const SHAPE = /^([^/\s]+)\/(\d+)\.(\d+)\/([a-z-]+)\/([^/\s]+)\/(\d+)\/(\d+)$/;

export function parseCallKey(text: string): CallKey | null {
  const match = SHAPE.exec(text);
  const known = match !== null && PURPOSES.some((purpose) => purpose === match[4]);
  return known ? (text as CallKey) : null;
}

/** Parts that make no key are a bug of whoever put them together. */
export function makeCallKey(parts: CallKeyParts): CallKey {
  const { session, round, incarnation, purpose, lane, attempt, launch } = parts;
  const key = parseCallKey(`${session}/${round}.${incarnation}/${purpose}/${lane}/${attempt}/${launch}`);
  if (key === null) throw new RangeError(`no call key of ${JSON.stringify(parts)}`);
  return key;
}

export function callKeyParts(key: CallKey): CallKeyParts {
  const [session = "", numbers = "", purpose = "", lane = "", attempt = "", launch = ""] = key.split("/");
  const [round = "", incarnation = ""] = numbers.split(".");
  return {
    session,
    round: Number(round),
    incarnation: Number(incarnation),
    purpose: purpose as Purpose,
    lane,
    attempt: Number(attempt),
    launch: Number(launch),
  };
}
