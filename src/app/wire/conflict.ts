// What is told of conflicts and decisions.
import type { ConflictOption, DecisionEntry } from "../../core/documents/decisions-document.ts";
import type { Heuristic } from "../../core/refinement/conflicts/flag.ts";
import type { Severity } from "../../core/shared/severity.ts";

export interface ConflictRow {
  readonly session: string;
  readonly issue: string;
  readonly title: string;
  readonly severity: Severity;
  readonly gaps: readonly string[];
  /** `Explicit DISAGREE`, `Implicit (converted)`. */
  readonly type: string;
  /** The round in which it opened. */
  readonly round: number;
  /** `pending`: stated, and the review that is to answer it is not in yet. */
  readonly state: "pending" | "open" | "decided" | "withdrawn";
  /** Its place in the queue; `null` once nobody is asked about it any more. */
  readonly number: number | null;
  /** How many are open. */
  readonly of: number;
  /** The decision, and whether it was by precedent; why it was withdrawn; or that the session ended without one. */
  readonly outcome: string | null;
  /** What is asked about it. */
  readonly question: string | null;
  /** The question about the rate of disagreement, which is to be answered before this one is asked. */
  readonly after: string | null;
}

export interface ConflictView extends ConflictRow {
  readonly reviewer: ReviewerSide;
  readonly engineer: EngineerSide;
  /** Where nobody stated it: how it was found. */
  readonly note: string | null;
  /** How the Reviewer took the disagreement; `null` where nobody stated one, or no review is in yet. */
  readonly answer: string | null;
  /** What the Reviewer says is criticised. */
  readonly location: string | null;
  readonly passages: readonly CriticisedPassage[];
  readonly options: readonly ConflictOptionView[];
  /** What may be answered to the question about it; empty while there is none. */
  readonly answers: readonly string[];
  /** How like cases were decided in this project, most alike first. */
  readonly precedents: readonly Precedent[];
}

interface PlacedWords {
  readonly text: string;
  /** In the session's folder; `null` where it stands nowhere. */
  readonly file: string | null;
  readonly line: number | null;
}

interface ReviewerSide extends PlacedWords {
  readonly impact: string | null;
}

export interface EngineerSide extends PlacedWords {
  readonly rationale: string | null;
  readonly alternative: string | null;
  /** A place with what it says, or `judgement`; `null` where nobody stated it. */
  readonly restsOn: string | null;
}

/** A passage of the spec and what the Engineer puts in its place. */
export interface CriticisedPassage {
  readonly gap: string;
  readonly before: string;
  readonly after: string;
  /** Of the Engineer's document. */
  readonly file: string;
  readonly line: number;
}

interface ConflictOptionView {
  readonly option: ConflictOption;
  /** Whose it is. */
  readonly position: string;
  readonly text: string;
  readonly tradeOff: string;
  readonly recommended: boolean;
  readonly draftedBy: string | null;
}

export interface Precedent {
  readonly session: string;
  readonly decision: string;
  readonly title: string;
  readonly option: string;
  readonly said: string;
  readonly likeness: number;
}

type DecisionWords =
  | "decision"
  | "rationale"
  | "constraints"
  | "actionForEngineer"
  | "actionForGap"
  | "decidedBy";

export interface DecisionView
  extends Pick<DecisionEntry, "round" | "title" | "gaps" | "severity" | DecisionWords> {
  readonly session: string;
  readonly id: string;
  /** The issue that it settles; `null` for a decision about something else. */
  readonly issue: string | null;
  readonly type: string | null;
  /** A letter for a conflict, else the word that was chosen. */
  readonly option: string;
  readonly positions: { readonly reviewer: string; readonly engineer: string } | null;
  readonly at: string;
  /** The undone round it was taken up again from; absent for every other one. */
  readonly reappliedFrom?: { readonly round: number; readonly archive: string };
  /** The decision that took its place. */
  readonly supersededBy: string | null;
  /** To what it was compared with; `null` where it was compared with nothing. */
  readonly likeness: number | null;
}

export interface DetectorView {
  readonly heuristic: Heuristic;
  readonly finds: string;
  readonly weight: number;
  /** Below half its weight it asks nobody any more. */
  readonly onlyLogs: boolean;
  readonly raised: number;
  readonly confirmed: number;
  readonly falsePositives: number;
  /** `null` while nobody has said anything. */
  readonly precision: number | null;
}
