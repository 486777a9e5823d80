import type { Decider, Fact } from "../core/shared/decider.ts";
import { isRefusal, type Refusal } from "../core/shared/refusal.ts";
import { type Blob, commandPayload, type EventLog, type Fence, type StoredCommand } from "./ports.ts";

/** Every conflict means that somebody else got on, so many of them are contention, not a failure. */
const DECISIONS_MAX = 1_000;

interface Execution<State, Event extends Fact> {
  readonly log: EventLog;
  readonly fold: Pick<Decider<never, State, Event>, "initial" | "evolve" | "upcast">;
  readonly stream: string;
  /** What is stored of the command, made for the state it is decided on; a refusal where that leaves nothing to ask. */
  readonly stored: (state: State) => StoredCommand | Refusal;
  /** What follows from it; the same whenever it is decided again on that state. */
  readonly decide: (
    stored: StoredCommand,
    state: State,
  ) => Promise<DecisionOutcome<Event>> | DecisionOutcome<Event>;
  /** The documents it brings. */
  readonly blobs?: readonly Blob[];
  readonly fence?: Fence;
  /** What is known of the stream already, so that only what came after is read. */
  readonly from?: FoldedState<State>;
}

export interface DecisionOutcome<Event> {
  readonly decided: readonly Event[] | Refusal;
  /** What its events refer to, and the store may not hold yet. */
  readonly blobs: readonly Blob[];
}

export interface FoldedState<State> {
  readonly state: State;
  readonly version: number;
}

/** How the stream stands now. */
interface CaughtUp<State, Event> extends FoldedState<State> {
  /** What others had appended since it was last looked at. */
  readonly before: readonly Event[];
}

type ExecutionOutcome<State, Event> =
  | (CaughtUp<State, Event> & { readonly at: "done"; readonly events: readonly Event[] })
  | (CaughtUp<State, Event> & { readonly at: "repeated" | "unchanged" })
  | { readonly at: "refused"; readonly refusal: Refusal }
  | { readonly at: "fenced"; readonly fence: Fence; readonly currentEpoch: number }
  | { readonly at: "command-reused"; readonly commandId: string };

/** Loads the stream, decides, appends; when another was quicker, reads what it did and decides again. */
export async function execute<State, Event extends Fact>(
  execution: Execution<State, Event>,
): Promise<ExecutionOutcome<State, Event>> {
  const { log, fold, stream, fence } = execution;
  let { state, version } = execution.from ?? { state: fold.initial, version: 0 };
  const before: Event[] = [];

  for (let decision = 0; decision < DECISIONS_MAX; decision++) {
    for (const recorded of await log.load(stream, version)) {
      const event = fold.upcast(recorded);
      state = fold.evolve(state, event);
      version = recorded.version;
      before.push(event);
    }
    const stored = execution.stored(state);
    if (isRefusal(stored)) return { at: "refused", refusal: stored };
    const known = await log.findCommand(stored.id);
    if (known !== null) {
      if (commandPayload(known.stream, known) !== commandPayload(stream, stored))
        return { at: "command-reused", commandId: stored.id };
      if (known.lastVersion > version) continue;
      return { at: "repeated", state, version, before };
    }
    const { decided, blobs } = await execution.decide(stored, state);
    if (isRefusal(decided)) return { at: "refused", refusal: decided };
    const [first, ...rest] = decided;
    if (first === undefined) return { at: "unchanged", state, version, before };

    const outcome = await log.append({
      stream,
      expectedVersion: version,
      command: stored,
      events: [first, ...rest],
      blobs: [...(execution.blobs ?? []), ...blobs],
      state,
      ...(fence === undefined ? {} : { fence }),
    });
    switch (outcome.at) {
      case "appended":
        return {
          at: "done",
          state: decided.reduce(fold.evolve, state),
          version: outcome.lastVersion,
          before,
          events: decided,
        };
      case "version-conflict":
      case "repeated":
        continue;
      case "fenced":
      case "command-reused":
        return outcome;
    }
  }
  throw new Error(`stream ${stream} changed ${DECISIONS_MAX} times while one command was decided`);
}
