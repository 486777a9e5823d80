// How two sessions differ.
import type { UsageTotal } from "../../core/refinement/records/usage.ts";
import type { SpentAmounts } from "../../core/refinement/session/spend.ts";
import type { GapRow } from "./gap.ts";

export interface SessionDiff {
  /** Whether gaps, decisions and texts are the same; rounds and spend may differ all the same. */
  readonly same: boolean;
  readonly a: DiffSide;
  readonly b: DiffSide;
  readonly gaps: Difference<GapRow>;
  /** Those that bind. */
  readonly decisions: Difference<ComparedDecision>;
  readonly text: TextDiff;
}

export interface DiffSide {
  readonly session: string;
  readonly state: string;
  readonly completedRounds: number;
  readonly open: number;
  readonly spent: SpentAmounts;
  /** Finished calls of which nobody knows what they cost. */
  readonly unpricedCalls: number;
  readonly inherited: UsageTotal | null;
}

export interface Difference<Item> {
  readonly onlyInA: readonly Item[];
  readonly onlyInB: readonly Item[];
  readonly different: readonly { readonly a: Item; readonly b: Item }[];
}

export interface ComparedDecision {
  readonly id: string;
  readonly title: string;
  readonly gaps: readonly string[];
  readonly option: string;
  readonly decision: string;
  readonly rationale: string | null;
  readonly constraints: string | null;
}

export interface TextDiff {
  /** The finished specs where both have one, else both drafts as they stand. */
  readonly of: "finished-specs" | "drafts";
  readonly added: number;
  readonly removed: number;
  /** Unified, by lines; empty where the texts are the same, `null` where they have too little in common to be compared. */
  readonly patch: string | null;
}
