import type { GapId } from "../../shared/gap-id.ts";
import type { FailureType } from "./failure-type.ts";

/** What an agent left behind, before anyone reads what it says. */
export type Written =
  | { readonly at: "missing" }
  | {
      readonly at: "text";
      readonly bytes: number;
      readonly blank: boolean;
      /** Why nobody has read it, where that is so. */
      readonly unread?: string;
    };

export const WARNING_TYPES = ["THIN_CONTENT", "INCOMPLETE_STRUCTURE", "SCOPE_DRIFT", "DEVIATION"] as const;
type WarningType = (typeof WARNING_TYPES)[number];

/** Never a reason for a retry; `DEVIATION` names how the form differs from the one asked for. */
export interface Warning {
  readonly type: WarningType;
  readonly message: string;
  readonly line: number | null;
}

/** What the gate makes of a document. */
export type Verdict =
  | { readonly ok: true; readonly message: string }
  | {
      readonly ok: false;
      readonly failureType: FailureType;
      readonly retriable: boolean;
      readonly message: string;
      /** Where in the document it goes wrong; `null` where there is no such place. */
      readonly line: number | null;
      /** Ids the message is about: unknown gaps, issues of a DISAGREE block. */
      readonly subjects: readonly string[];
    };

export interface Judgement {
  readonly verdict: Verdict;
  readonly warnings: readonly Warning[];
  /** Assigned gaps the Engineer addressed; proposals the Reviewer's document concerns. */
  readonly gapsAddressed: readonly GapId[];
}

export interface EngineerJudgement extends Judgement {
  /** Assigned gaps the document says it cannot go on with; they stand also where the document fails. */
  readonly blocked: readonly { readonly gap: GapId; readonly need: string }[];
  /** Assigned, unaddressed gaps it is not sure about. */
  readonly uncertain: readonly { readonly gap: GapId; readonly text: string }[];
}
