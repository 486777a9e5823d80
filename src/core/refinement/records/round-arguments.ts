// What a round's log tells of disagreement: what was stated and how it was taken, what was flagged, what became a conflict.
import type { GapId } from "../../shared/gap-id.ts";
import type { IssueId } from "../../shared/issue-id.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Conflict } from "../conflicts/conflict.ts";
import type { Escalation, Flag, FlagOutcome, Weights } from "../conflicts/flag.ts";
import type { DisagreeCount, RateLimit } from "../conflicts/rate-limits.ts";

export interface RoundArguments {
  readonly stated: readonly LoggedDisagreement[];
  readonly flags: readonly LoggedFlag[];
  readonly conflicts: readonly LoggedConflict[];
  /** `null` until the round is counted. */
  readonly rate: { readonly count: DisagreeCount; readonly passed: readonly RateLimit[] } | null;
}

/** An issue as it was when it was argued about. */
export interface ArguedSubject {
  readonly issue: IssueId;
  readonly severity: Severity | null;
  readonly gaps: readonly GapId[];
  readonly title: string;
}

interface LoggedDisagreement extends ArguedSubject {
  readonly position: string;
  /** A place with what it says, or `judgement`. */
  readonly restsOn: string;
  /** How the Reviewer took it; `null` while nobody has. */
  readonly answer: string | null;
}

interface LoggedFlag {
  readonly flag: Flag;
  readonly gaps: readonly GapId[];
  readonly escalation: Escalation;
  /** `null` while it stands. */
  readonly outcome: FlagOutcome | null;
  /** What had become of it when the next round began: that is what the round's summary tells. */
  readonly atEnd: FlagOutcome | null;
  /** Absent where all heuristics were worth everything. */
  readonly weights?: Weights;
}

interface LoggedConflict extends ArguedSubject {
  readonly type: Conflict["source"]["type"];
  /** What decided it, or why it is none any more; `null` while it is open. */
  readonly fate: string | null;
  /** It was settled after the next round had begun: no part of what the round's summary tells. */
  readonly late: boolean;
}

export const NO_ARGUMENTS: RoundArguments = { stated: [], flags: [], conflicts: [], rate: null };

export function joinArguments(log: RoundArguments, after: RoundArguments): RoundArguments {
  return {
    stated: [...log.stated, ...after.stated],
    flags: [...log.flags, ...after.flags],
    conflicts: [...log.conflicts, ...after.conflicts],
    rate: after.rate ?? log.rate,
  };
}
