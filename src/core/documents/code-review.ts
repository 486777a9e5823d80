import type { FindingId } from "../shared/finding-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { StatedDispute } from "./stated-dispute.ts";

export const REVIEW_WORDS = ["APPROVE", "REJECT", "DISPUTE"] as const;
export type ReviewWord = (typeof REVIEW_WORDS)[number];

/** What a reviewer says of the work on a task. */
export interface CodeReview {
  readonly verdict: ReviewVerdict;
  readonly findings: readonly WrittenFinding[];
  /** A row for each earlier finding. */
  readonly fates: readonly FindingFate[];
  /** What is no finding and is said all the same; empty where there is nothing. */
  readonly remarks: string;
}

export type ReviewVerdict =
  | { readonly word: Exclude<ReviewWord, "DISPUTE"> }
  | { readonly word: "DISPUTE"; readonly dispute: StatedDispute };

export interface WrittenFinding {
  /** `null`: a new one, which gets its number when it is taken in. */
  readonly finding: FindingId | null;
  /** 1-based. */
  readonly line: number;
  readonly title: string;
  readonly severity: Severity;
  /** A file with a line or a name in it, as written. */
  readonly place: string;
  readonly why: string;
  readonly settledBy: string;
  /** Why it is another matter than findings that a person has settled; absent where it says nothing of them. */
  readonly differs?: { readonly from: readonly FindingId[]; readonly why: string };
}

export const FATE_WORDS = ["FIXED", "OPEN", "WITHDRAWN"] as const;
export type FateWord = (typeof FATE_WORDS)[number];

export interface FindingFate {
  readonly finding: FindingId;
  readonly line: number;
  readonly status: FateWord;
  /** Never empty where it is open; may be elsewhere. */
  readonly why: string;
}
