// What a project has learned over all of its sessions: how far each heuristic of the detector is to be trusted.
import { FULL_WEIGHTS, HEURISTICS, type Heuristic, type Weights } from "../refinement/conflicts/flag.ts";

export const PROJECT_STREAM = "project";

export interface Project {
  readonly weights: Weights;
  readonly counts: Readonly<Record<Heuristic, OutcomeCount>>;
  /** The flags that were learned from, by name. */
  readonly learned: Readonly<Record<FlagName, true>>;
}

interface OutcomeCount {
  readonly confirmed: number;
  readonly falsePositives: number;
}

/** `session/issue/round`: an issue may be flagged again in a later round. */
type FlagName = string;

/** A flag that somebody has said something about. */
export interface JudgedFlag {
  readonly session: string;
  readonly issue: string;
  readonly round: number;
}

export function flagName({ session, issue, round }: JudgedFlag): FlagName {
  return `${session}/${issue}/${round}`;
}

const NOTHING_COUNTED: OutcomeCount = { confirmed: 0, falsePositives: 0 };

export const PROJECT_START: Project = {
  weights: FULL_WEIGHTS,
  counts: Object.fromEntries(
    HEURISTICS.map((heuristic) => [heuristic, NOTHING_COUNTED]),
  ) as Project["counts"],
  learned: {},
};
