// What `why` tells of a line of a finished spec.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import type { NamedTask } from "./board.ts";
import type { DecisionRow, GapRow, IssueRow, ProposalRow, ReviewRow } from "./gap.ts";

export interface LineStory {
  /** `null`: no session wrote the file, and tasks are to fulfil what stands in it all the same. */
  readonly session: string | null;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** `edited`: no session wrote it, or somebody changed the file since. */
  readonly origin: LineOrigin["of"] | "edited";
  /** The place in the source, where the author wrote it. */
  readonly source: { readonly file: string; readonly line: number; readonly text: string } | null;
  readonly gaps: readonly LineGap[];
  readonly decisions: readonly DecisionRow[];
  /** What on the board is to fulfil it. */
  readonly tasks: readonly LineTask[];
}

export interface LineTask extends NamedTask {
  /** Planned from one of the line's gaps, or pointing at a heading above the line. */
  readonly because: "gap" | "heading";
  /** What was recorded as its work, oldest first. */
  readonly commits: readonly TaskCommit[];
}

export interface TaskCommit {
  readonly commit: string;
  readonly actor: string;
  readonly at: string;
}

/** What `why --commit` tells: from the code back to the spec. */
export interface CommitStory {
  readonly commit: string;
  /** Where it is known from: the board's audit, or the `Parley-Task` trailer of the commit itself. */
  readonly knownFrom: "audit" | "trailer";
  readonly actor: string | null;
  readonly at: string | null;
  readonly taskId: string;
  /** `null`: it is off the board. */
  readonly task: NamedTask | null;
  /** How often a review rejected the task's work. */
  readonly rejectionCount: number;
  /** All there were about the task, oldest first. */
  readonly disputes: readonly CommitDispute[];
  /** `FILE#heading` that the task is to fulfil. */
  readonly source: string | null;
  /** Whose finished spec that is. */
  readonly session: string | null;
  readonly gaps: readonly LineGap[];
  readonly decisions: readonly DecisionRow[];
}

interface CommitDispute {
  readonly id: string;
  readonly reason: string;
  readonly status: string;
  /** Whose position was taken, and what was said with it; `null` as long as it is not resolved. */
  readonly decision: string | null;
  readonly notes: string | null;
}

export interface LineGap extends GapRow {
  readonly origin: string;
  readonly proposal: ProposalRow | null;
  readonly review: ReviewRow | null;
  readonly issues: readonly IssueRow[];
}
