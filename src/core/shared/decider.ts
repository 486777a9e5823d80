import type { Refusal } from "./refusal.ts";

/**
 * The pure heart of one kind of stream. `decide` is the only maker of its events; `evolve` folds them.
 * Both are functions of their arguments alone, so a stored command can be decided again at any time.
 */
export interface Decider<Command, State, Event> {
  readonly initial: State;
  decide(command: Command, state: State): readonly Event[] | Refusal;
  evolve(state: State, event: Event): State;
}
