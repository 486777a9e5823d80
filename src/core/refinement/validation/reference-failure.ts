import type { PlacedGap, ProposedGap } from "../../documents/engineer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { atLine, type FailedVerdict, failVerdict, listNames } from "./judgement.ts";

interface References {
  readonly gapsNamed: readonly PlacedGap[];
  readonly newGaps: readonly ProposedGap[];
}

/** Gaps a document may name: those of the session, and those it introduces itself. */
export function referableGaps({ newGaps }: References, knownGaps: readonly GapId[]): ReadonlySet<GapId> {
  const introduced = newGaps.map(({ id }) => id).filter((id) => id !== null);
  return new Set([...knownGaps, ...introduced]);
}

export function referenceFailure(document: References, valid: ReadonlySet<GapId>): FailedVerdict | null {
  const strangers = document.gapsNamed.filter(({ gap }) => !valid.has(gap));
  const [first] = strangers;
  if (first === undefined) return null;
  const gaps = [...new Set(strangers.map(({ gap }) => gap))];
  const which = gaps.length === 1 ? "It is" : "They are";
  return failVerdict("INCONSISTENT_REFS", {
    message: `Invalid refs: ${listNames(gaps)}${gaps.length === 1 ? atLine(first.line) : `; the first in line ${first.line}`}. ${which} neither in this session nor listed here as new.`,
    line: first.line,
    subjects: gaps,
  });
}
