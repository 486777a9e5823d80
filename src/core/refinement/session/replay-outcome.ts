// What became of it when every decision of a session was made again.
import type { Json } from "../../shared/json.ts";

export type ReplayOutcome =
  | {
      readonly at: "identical";
      readonly commands: number;
      readonly events: number;
      /** Commands decided under older rules, whose events are taken as they are. */
      readonly older: number;
    }
  | { readonly at: "differs"; readonly difference: ReplayDifference };

/** The first event that comes out otherwise. */
export interface ReplayDifference {
  readonly command: {
    readonly id: string;
    readonly type: string;
    readonly at: string;
    readonly number: number;
  };
  readonly version: number;
  /** `null` where the log has no event at this place, or the decision makes none. */
  readonly stored: ReplayedEvent | null;
  readonly decided: ReplayedEvent | null;
  /** Where in the event, as `data.net.weighted`; `null` where the events are of different types. */
  readonly path: string | null;
  /** The refusal, where the command is refused today. */
  readonly refused: string | null;
}

interface ReplayedEvent {
  readonly type: string;
  readonly data: Json;
}
