import type { JsonObject } from "./json.ts";
import type { Refusal } from "./refusal.ts";

/** What an event or a command looks like in the log; `v` is the version of the shape of `data`. */
export interface Fact {
  readonly type: string;
  readonly v: number;
  readonly data: JsonObject;
}

/**
 * The pure heart of one kind of stream. `decide` is the only maker of its events; `evolve` folds them.
 * Both are functions of their arguments alone, so a stored command can be decided again at any time.
 */
export interface Decider<Command, State, Event extends Fact> {
  readonly initial: State;
  decide(command: Command, state: State): readonly Event[] | Refusal;
  evolve(state: State, event: Event): State;
  /** Reads an event of any age; one that this program does not know throws `NewerParley`. */
  upcast(fact: Fact): Event;
}
