import type { Decider, Fact } from "../core/shared/decider.ts";
import { isRefusal, type Refusal } from "../core/shared/refusal.ts";
import { type Blob, commandPayload, type EventLog, type Fence, type StoredCommand } from "./ports.ts";

/** Every conflict means that somebody else got on, so many of them are contention, not a failure. */
const DECISIONS_MAX = 1_000;

interface Execution<Command, State, Event extends Fact> {
  readonly log: EventLog;
  readonly decider: Decider<Command, State, Event>;
  readonly stream: string;
  /** What is decided on, read against the state it is decided on … */
  readonly commandFor: (state: State) => Promise<ReadCommand<Command>> | ReadCommand<Command>;
  /** … and what is stored of it, from which the same command can be made again. */
  readonly stored: StoredCommand;
  readonly fence?: Fence;
  /** What is known of the stream already, so that only what came after is read. */
  readonly from?: Folded<State>;
}

export interface ReadCommand<Command> {
  readonly command: Command;
  /** What it refers to and the store may not hold yet. */
  readonly blobs?: readonly Blob[];
}

export interface Folded<State> {
  readonly state: State;
  readonly version: number;
}

type Executed<State, Event> =
  | {
      readonly at: "done";
      readonly state: State;
      readonly version: number;
      readonly events: readonly Event[];
    }
  | { readonly at: "repeated" | "unchanged"; readonly state: State; readonly version: number }
  | { readonly at: "refused"; readonly refusal: Refusal }
  | { readonly at: "fenced"; readonly fence: Fence; readonly currentEpoch: number }
  | { readonly at: "command-reused"; readonly commandId: string };

/** Loads the stream, decides, appends; when another was quicker, reads what it did and decides again. */
export async function execute<Command, State, Event extends Fact>(
  execution: Execution<Command, State, Event>,
): Promise<Executed<State, Event>> {
  const { log, decider, stream, stored, fence } = execution;
  let { state, version } = execution.from ?? { state: decider.initial, version: 0 };

  for (let decision = 0; decision < DECISIONS_MAX; decision++) {
    for (const event of await log.load(stream, version)) {
      state = decider.evolve(state, decider.upcast(event));
      version = event.version;
    }
    const known = await log.findCommand(stored.id);
    if (known !== null) {
      if (commandPayload(known.stream, known) !== commandPayload(stream, stored))
        return { at: "command-reused", commandId: stored.id };
      if (known.lastVersion > version) continue;
      return { at: "repeated", state, version };
    }
    const { command, blobs } = await execution.commandFor(state);
    const decided = decider.decide(command, state);
    if (isRefusal(decided)) return { at: "refused", refusal: decided };
    const [first, ...rest] = decided;
    if (first === undefined) return { at: "unchanged", state, version };

    const outcome = await log.append({
      stream,
      expectedVersion: version,
      command: stored,
      events: [first, ...rest],
      ...(fence === undefined ? {} : { fence }),
      ...(blobs === undefined ? {} : { blobs }),
    });
    switch (outcome.at) {
      case "appended":
        return {
          at: "done",
          state: decided.reduce(decider.evolve, state),
          version: outcome.lastVersion,
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
