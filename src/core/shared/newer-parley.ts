import type { Fact } from "./decider.ts";
import type { Refusal } from "./refusal.ts";

export const UPDATE_PARLEY = "update parley: npm install --global parley-cli@latest";

/** Why a stream is left alone: what stands in it is not known here. */
export function refuseNewer(stream: string, unknown: string): Refusal {
  const [kind, id] = stream.split("/", 2);
  const subject = id === undefined ? `the ${kind}` : `the ${kind} ${id}`;
  const message = `${subject} was written by a newer parley; this one does not know ${unknown}`;
  return { refused: "newer-parley", message, fix: UPDATE_PARLEY };
}

/** What a newer parley wrote cannot be read: an expected answer, thrown because a fold has no other way out. */
export class NewerParley extends Error {
  readonly refusal: Refusal;

  constructor({ type, v, stream = "log" }: FactToRead, what: "event" | "command") {
    const refusal = refuseNewer(stream, `the ${what} ${type} v${v}`);
    super(refusal.message);
    this.name = "NewerParley";
    this.refusal = refusal;
  }
}

/** An event of a stream whose every shape so far is the first. */
export function asWritten<Event>(fact: FactToRead, versions: Readonly<Record<string, number>>): Event {
  if (!Object.hasOwn(versions, fact.type) || fact.v !== versions[fact.type])
    throw new NewerParley(fact, "event");
  return fact as unknown as Event;
}

/** With its stream, where it comes from a log. */
export interface FactToRead extends Fact {
  readonly stream?: string;
}
