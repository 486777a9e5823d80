// An issue that both roles hold on to, until the user has decided it. It carries the issue's first id.
import type { ConflictType } from "../../documents/decisions-document.ts";
import type { DecisionId } from "../../shared/decision-id.ts";
import { type ConflictId, compareIssueIds, issueIdParts } from "../../shared/issue-id.ts";
import { compareSeverities, type Severity } from "../../shared/severity.ts";
import type { Side } from "../role.ts";
import type { ReviewerAnswer, StatedDisagreement } from "./disagreement.ts";
import type { Flag } from "./flag.ts";

export interface Conflict {
  readonly id: ConflictId;
  /** The round in which it opened. */
  readonly round: number;
  readonly source: ConflictSource;
  /** A synthesis that an agent has drafted. */
  readonly draft: DraftedSynthesis | null;
  /** Why there is none, where an agent was asked for it. */
  readonly undrafted?: string;
  readonly state: ConflictState;
}

/** Said by the Engineer, or made by the user of what the Engineer did not answer. */
type ConflictSource =
  | {
      readonly type: Extract<ConflictType, "EXPLICIT">;
      readonly disagreement: StatedDisagreement;
      readonly reviewer: ReviewerAnswer;
    }
  | { readonly type: Extract<ConflictType, "IMPLICIT_CONVERTED">; readonly flag: Flag };

export interface DraftedSynthesis {
  /** The agent. */
  readonly by: string;
  readonly text: string;
  readonly tradeOff: string;
  readonly addressesBoth: boolean;
  /** The sides whose agents are of the same family as the one who drafted it. */
  readonly relatedTo: readonly Side[];
}

export type ConflictState =
  | { readonly at: "open" }
  | { readonly at: "decided"; readonly decision: DecisionId }
  | { readonly at: "withdrawn"; readonly reason: string };

/** Nobody stated it. */
export function isSilent({ source }: Conflict): boolean {
  return source.type === "IMPLICIT_CONVERTED";
}

export function isOpenConflict({ state }: Conflict): boolean {
  return state.at === "open";
}

interface QueuedConflict {
  readonly id: ConflictId;
  readonly severity: Severity;
}

/** In which they are put to the user: the gravest first, then the oldest. */
export function compareQueued(a: QueuedConflict, b: QueuedConflict): number {
  return (
    compareSeverities(a.severity, b.severity) ||
    issueIdParts(a.id).round - issueIdParts(b.id).round ||
    compareIssueIds(a.id, b.id)
  );
}

/** How many LOW conflicts in a row the user has to leave to the Engineer before the next goes the same way. */
export const LOW_PRECEDENTS = 3;

/** Both sides of it, as decisions and questions name them. */
export interface Positions {
  readonly reviewer: string;
  readonly engineer: string;
}

const UNSTATED_POSITION = "Not explicitly stated: the Engineer did not address this issue";

export function positionsOf(
  { source }: Conflict,
  issue: { readonly title: string; readonly suggestion: string | null },
): Positions {
  return {
    reviewer: issue.suggestion ?? issue.title,
    engineer: source.type === "EXPLICIT" ? source.disagreement.position : UNSTATED_POSITION,
  };
}
