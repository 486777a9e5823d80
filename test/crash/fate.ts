// What is to happen to a runner, and at which of its port calls.

export const MOMENTS = ["before", "inside", "after"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Fate {
  /** Counted from 1; or the label of a call, of which the first counts. */
  readonly call: number | string;
  /** `before`: nothing has happened. `inside`: it is under way. `after`: it is done, and the answer never arrives. */
  readonly moment: Moment;
  /** How far inside; without it, as soon as the call has let go of the thread. */
  readonly delayMs?: number;
  /** Instead: when the agent that the call started says that it runs, however long that took. */
  readonly onceRunning?: true;
  readonly signal: "SIGKILL" | "SIGSTOP";
}

/** The one argument of the crashing runner, as JSON. */
export interface RunnerOrder {
  readonly project: string;
  readonly leaseMs: number;
  readonly fate: Fate | null;
  /** Nobody answers questions. */
  readonly alone?: boolean;
  /** Appends without proof that the lease is still held. */
  readonly unfenced?: boolean;
  /** Says again and again that it lives, and stops when its lease is lost. */
  readonly holds?: boolean;
}

/** How the runner ends when nobody kills it. */
export const EXIT = { ended: 0, failed: 1, held: 6, fenced: 9, stopped: 10, lost: 11 } as const;
