// What programs are told of the archives of undone rounds.

export interface ArchiveRow {
  /** `round_005_rolled_back_1`. */
  readonly archive: string;
  readonly session: string;
  /** The root of the project that the session belongs to. */
  readonly project: string;
  readonly round: number;
  readonly attempt: number;
  readonly undoneAt: string;
  /** `null` where the archive does not say. */
  readonly reason: string | null;
  readonly bytes: number;
  readonly stored: "session" | "cold";
  /** The file. */
  readonly place: string;
  readonly kept: boolean;
  /** When it will be removed; `null` for one that stays. */
  readonly removedAfter: string | null;
  /** Why it cannot be read; `null` for one that can. */
  readonly damage: string | null;
}

export interface ArchiveView extends ArchiveRow {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

export interface RestoredArchive {
  readonly archive: string;
  readonly session: string;
  readonly folder: string;
  readonly files: readonly string[];
}

export interface PurgedArchives {
  /** Whether nothing was removed, and this only says what would be. */
  readonly dryRun: boolean;
  readonly archives: readonly PurgedArchive[];
  readonly bytes: number;
}

interface PurgedArchive {
  readonly archive: string;
  readonly session: string;
  readonly place: string;
  readonly bytes: number;
  readonly storedAt: string;
}
