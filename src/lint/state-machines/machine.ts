import type { Section } from "../../document/spec/outline.ts";
import type { Place } from "../../document/spec/place.ts";

/** States are compared by letters and digits: `in_progress`, `InProgress` and "in progress" are one. */
export type StateKey = string;

export interface State {
  readonly key: StateKey;
  readonly name: string;
  /** Where it is first named. */
  readonly place: Place;
  /** Said to be an end. */
  isFinal: boolean;
  /** The composite state around it. */
  readonly parent: StateKey | null;
  /** A choice, fork or join: passed through, never stayed in. */
  isPassing: boolean;
  isComposite: boolean;
  /** Other names it is known by. */
  readonly aliases: Set<StateKey>;
}

export interface Transition {
  readonly from: StateKey;
  readonly to: StateKey;
  readonly trigger: string | null;
  readonly guarded: boolean;
  /** Of the words that name the trigger. */
  readonly place: Place | null;
}

export interface Machine {
  readonly section: Section;
  readonly states: ReadonlyMap<StateKey, State>;
  readonly transitions: readonly Transition[];
  readonly starts: ReadonlySet<StateKey>;
  /** Whether it marks its ends, so that an unmarked one is a dead end whatever its name. */
  readonly marksEnds: boolean;
  /** Whether some transition leads away from every state. */
  readonly leavesAny: boolean;
  /** Whether it shows where it begins or ends; a drawing that does neither may be of anything, such as the way of data. */
  readonly hasEdges: boolean;
}

export function stateKey(name: string): StateKey {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Gathers the states of a machine as they are met. */
export class MachineDraft {
  readonly states = new Map<StateKey, State>();
  readonly transitions: Transition[] = [];
  readonly starts = new Set<StateKey>();
  marksEnds = false;
  leavesAny = false;
  hasEdges = false;

  state(name: string, place: Place, parent: StateKey | null = null): State | null {
    const key = stateKey(name);
    if (key === "") return null;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    const state: State = {
      key,
      name,
      place,
      isFinal: false,
      parent,
      isPassing: false,
      isComposite: false,
      aliases: new Set(),
    };
    this.states.set(key, state);
    return state;
  }

  machine(section: Section): Machine {
    const { states, transitions, starts, marksEnds, leavesAny, hasEdges } = this;
    return { section, states, transitions, starts, marksEnds, leavesAny, hasEdges };
  }
}
