import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { SeverityRating } from "../shared/severity-rating.ts";
import { rateSeverity } from "../shared/severity-rating.ts";
import type { GapState } from "./gap-state.ts";

export interface Gap {
  readonly id: GapId;
  readonly title: string;
  readonly description: string;
  readonly severity: SeverityRating;
  readonly origin: GapOrigin;
  readonly blockedBy: readonly GapId[];
  readonly roundEntered: number;
  readonly roundUpdated: number;
  readonly state: GapState;
}

export type GapOrigin =
  | { readonly from: "source"; readonly line: number; readonly heading: string | null }
  /** An engineer's document introduced it while treating another gap. */
  | { readonly from: "gap"; readonly parent: GapId }
  /** A review found it: by an issue on a gap that was already closed, or in its list of new gaps. */
  | { readonly from: "review"; readonly issue: IssueId | null; readonly about: GapId | null }
  | { readonly from: "final-review" }
  | { readonly from: "split"; readonly parent: GapId };

export interface NewGap {
  readonly id: GapId;
  readonly title: string;
  readonly description: string;
  readonly stated: Severity | null;
  readonly origin: GapOrigin;
  readonly blockedBy: readonly GapId[];
  readonly round: number;
}

export function enterGap({ stated, round, ...gap }: NewGap): Gap {
  return {
    ...gap,
    severity: rateSeverity(stated),
    roundEntered: round,
    roundUpdated: round,
    state: { at: "OPEN" },
  };
}

/** The parts of a split carry on an old gap: they are not new. */
export function newGapsOfRound(gaps: readonly Gap[], round: number): readonly Gap[] {
  return gaps.filter((gap) => gap.roundEntered === round && gap.origin.from !== "split");
}
