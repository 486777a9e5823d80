// What is remembered for a whole project.
import type { FlagOutcome, Heuristic } from "../refinement/conflicts/flag.ts";
import { asWritten, type FactToRead } from "../shared/newer-parley.ts";
import type { Plain } from "../shared/plain.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { JudgedFlag } from "./project.ts";

interface EventData {
  /** The user has said of a flag whether it was right. */
  DetectorOutcomeRecorded: JudgedFlag & {
    readonly outcome: FlagOutcome;
    readonly confirmed: boolean;
    /** Of every heuristic that raised it. */
    readonly weights: readonly WeightChange[];
  };
}

interface WeightChange {
  readonly heuristic: Heuristic;
  readonly before: number;
  readonly after: number;
}

type ProjectEventType = keyof EventData;

type EventShape<Type extends ProjectEventType> = {
  readonly type: Type;
  readonly v: number;
  readonly data: Plain<{ readonly at: Timestamp } & EventData[Type]>;
};

export type ProjectEvent = { [Type in ProjectEventType]: EventShape<Type> }[ProjectEventType];

/** Of the shape in which each is written today. */
const VERSIONS: Record<ProjectEventType, number> = { DetectorOutcomeRecorded: 1 };

export function makeProjectEvent<Type extends ProjectEventType>(
  type: Type,
  at: Timestamp,
  data: Plain<EventData[Type]>,
): ProjectEvent {
  return { type, v: VERSIONS[type], data: { at, ...(data as object) } } as unknown as ProjectEvent;
}

export function upcast(fact: FactToRead): ProjectEvent {
  return asWritten(fact, VERSIONS);
}
