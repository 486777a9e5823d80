// What an author says about a gap in passing: how grave it is, whether it is still open, what it waits for.
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { parseSeverity, type Severity } from "../../core/shared/severity.ts";

const LABELLED_SEVERITY = /\b(?:severity|priority|impact)\s{0,6}[:=—–-]\s{0,6}(critical|high|medium|low)\b/i;
const SUFFIXED_SEVERITY = /[([]\s{0,4}(critical|high|medium|low)\s{0,4}[)\],]/i;

export function saidSeverity(said: readonly string[]): Severity | null {
  for (const text of said) {
    const word = LABELLED_SEVERITY.exec(text)?.[1] ?? SUFFIXED_SEVERITY.exec(text)?.[1];
    if (word !== undefined) return parseSeverity(word.toUpperCase());
  }
  return null;
}

const STATES =
  "open|in[ _-]progress|proposed|needs[ _-]revision|user[ _-]deferred|deferred|blocked[ _-]external|blocked|accepted|approved|resolved|won'?t[ _-]?fix|superseded|closed|done|fixed|rejected|obsolete|duplicate|answered|decided";
const LABELLED_STATE = new RegExp(`\\b(?:status|state)\\s{0,6}[:=—–-]\\s{0,6}(${STATES})\\b`, "i");
const SUFFIXED_STATE = new RegExp(
  `[([]\\s{0,4}(${STATES})\\s{0,4}[)\\],]|\\s[—–-]\\s{1,4}(${STATES})(?=\\s{0,4}(?:$|[(.,;]|(?:in|on|by|round)\\b))`,
  "i",
);
const STRUCK = /^\s*~~/;
const TICKED = /^\s*\[[xX]\]|[✓✔✅]\s*$/u;

export function saidState(said: readonly string[]): string | null {
  const [own = ""] = said;
  if (TICKED.test(own)) return "done";
  if (STRUCK.test(own)) return "struck out";
  const suffix = SUFFIXED_STATE.exec(own.trimEnd());
  const state = suffix?.[1] ?? suffix?.[2];
  if (state !== undefined) return state;
  for (const text of said) {
    const labelled = LABELLED_STATE.exec(text)?.[1];
    if (labelled !== undefined) return labelled;
  }
  return null;
}

const CLOSED =
  /^(?:accepted|approved|resolved|won'?t[ _-]?fix|superseded|closed|done|fixed|rejected|obsolete|duplicate|answered|decided|struck out)\b/i;

export function isClosed(state: string): boolean {
  return CLOSED.test(state.trim());
}

const SETTLED_AS: readonly (readonly [RegExp, "ACCEPTED" | "WONT_FIX" | "SUPERSEDED"])[] = [
  [/^(?:accepted|approved)\b/i, "ACCEPTED"],
  [/^(?:won'?t[ _-]?fix|rejected|obsolete)\b/i, "WONT_FIX"],
  [/^(?:superseded|duplicate)\b/i, "SUPERSEDED"],
];

/** As what a closed state counts in a session. */
export function settledAs(state: string): "ACCEPTED" | "RESOLVED" | "WONT_FIX" | "SUPERSEDED" {
  return SETTLED_AS.find(([said]) => said.test(state.trim()))?.[1] ?? "RESOLVED";
}

export function isDeferred(state: string): boolean {
  return /^(?:user[ _-])?deferred\b/i.test(state.trim());
}

export function isBlocked(state: string): boolean {
  return /^blocked\b|^blocked_/i.test(state.trim());
}

const BLOCKERS = "blocked[ -]?by|depends[ -]?on";
export const BLOCKER_COLUMN = new RegExp(`^(?:${BLOCKERS})$`, "i");
/** A field of its own, or in brackets behind the title. */
const BLOCKER_FIELD = new RegExp(
  `(?:^|\\n)[^\\S\\n]*(?:${BLOCKERS})[^\\S\\n]*:([^\\n]*)|[([][^\\S\\n]*(?:${BLOCKERS})\\b:?([^()[\\]\\n]*)[)\\]]`,
  "gi",
);

export function saidBlockers(said: readonly string[]): readonly GapId[] {
  const fields = said.flatMap((text) =>
    [...text.matchAll(BLOCKER_FIELD)].map((match) => match[1] ?? match[2] ?? ""),
  );
  return fields.flatMap(gapsNamed);
}

export function gapsNamed(text: string): readonly GapId[] {
  return findGapIds(text).map(({ id }) => id);
}
