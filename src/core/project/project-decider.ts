import { confirmsFlag, type FlagOutcome, type Heuristic, lowerWeight } from "../refinement/conflicts/flag.ts";
import { assertNever } from "../shared/assert-never.ts";
import type { Decider } from "../shared/decider.ts";
import type { Refusal } from "../shared/refusal.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import { flagName, type JudgedFlag, PROJECT_START, type Project } from "./project.ts";
import { makeProjectEvent, type ProjectEvent, upcast } from "./project-event.ts";

export type ProjectCommand = { readonly at: Timestamp } & (JudgedFlag & {
  readonly type: "RecordFlagOutcome";
  readonly outcome: FlagOutcome;
  readonly heuristics: readonly Heuristic[];
});

export const projectDecider: Decider<ProjectCommand, Project, ProjectEvent> = {
  initial: PROJECT_START,
  decide,
  evolve,
  upcast,
};

/** Snapshots of another shape are left alone. */
export const PROJECT_SHAPE = "project 1";

/** A flag is learned from once, and only where its outcome says whether it was right. */
function decide(command: ProjectCommand, { weights, learned }: Project): readonly ProjectEvent[] | Refusal {
  const { at, session, issue, round, outcome, heuristics } = command;
  const confirmed = confirmsFlag(outcome);
  if (confirmed === null || learned[flagName(command)]) return [];
  const changes = heuristics.map((heuristic) => {
    const before = weights[heuristic];
    return { heuristic, before, after: confirmed ? before : lowerWeight(before) };
  });
  const recorded = { session, issue, round, outcome, confirmed, weights: changes };
  return [makeProjectEvent("DetectorOutcomeRecorded", at, recorded)];
}

function evolve(project: Project, event: ProjectEvent): Project {
  switch (event.type) {
    case "DetectorOutcomeRecorded": {
      const { confirmed, weights: changes } = event.data;
      const [weights, counts] = [{ ...project.weights }, { ...project.counts }];
      for (const { heuristic, after } of changes) {
        weights[heuristic] = after;
        counts[heuristic] = countOutcome(counts[heuristic], confirmed);
      }
      return { weights, counts, learned: { ...project.learned, [flagName(event.data)]: true } };
    }
    default:
      return assertNever(event.type);
  }
}

function countOutcome(
  { confirmed, falsePositives }: Project["counts"][Heuristic],
  wasRight: boolean,
): Project["counts"][Heuristic] {
  return wasRight
    ? { confirmed: confirmed + 1, falsePositives }
    : { confirmed, falsePositives: falsePositives + 1 };
}
