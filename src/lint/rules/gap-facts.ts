// What an author says about a gap in passing: how grave it is, and whether it is still open.
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
