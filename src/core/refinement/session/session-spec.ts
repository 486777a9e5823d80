/** The spec a session works on. */
export interface SessionSpec {
  readonly name: string;
  /** From the project's root. */
  readonly path: string;
  readonly sha256: string;
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
}
