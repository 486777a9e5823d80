/** What a use case may know about who calls it, and when and where. */
export interface Surroundings {
  /** Absolute; every relative path a person gives is meant from here. */
  readonly cwd: string;
  readonly env: Environment;
  readonly now: Date;
  /** The caller has asked to stop: finish cleanly. */
  readonly cancel: AbortSignal;
  /** And again: stop now. */
  readonly cancelNow: AbortSignal;
}

export type Environment = Readonly<Record<string, string | undefined>>;
