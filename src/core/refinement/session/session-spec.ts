/** The spec a session works on. */
export interface SessionSpec {
  readonly name: string;
  /** From the project's root. */
  readonly path: string;
  readonly sha256: string;
  /** How long its text is; absent in sessions of an older parley. */
  readonly chars?: number;
  /** Where the finished one is wanted, from the project's root; beside the source where nothing is said. */
  readonly out?: string;
}

/** The spec it left behind. */
export interface PublishedSpec {
  /** From the project's root. */
  readonly path: string;
  readonly sha256: string;
  /** The blob that tells where each of its lines comes from. */
  readonly map: string;
  /** What the linter still finds in texts that were written for gaps. */
  readonly findings?: readonly LeftFinding[];
}

export interface LeftFinding {
  readonly rule: string;
  /** Of the finished spec. */
  readonly line: number;
  readonly text: string;
  /** The gap whose text it stands in, where it stands in one. */
  readonly gap: string | null;
}
