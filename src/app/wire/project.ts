// What is told of a project as a whole: `init`, `doctor`, `backup`, `trust`.
import type { Json } from "../../core/shared/json.ts";

export interface BackupResult {
  readonly file: string;
  readonly bytes: number;
}

export interface InitialisedProject {
  readonly root: string;
  /** Relative to the root, folders with a slash at the end. */
  readonly created: readonly string[];
  readonly existing: readonly string[];
  /** With `--agents`. */
  readonly hosts?: HostSetup;
}

/** What `init --agents` did, or would do, to a file. */
interface HostChange {
  /** From the root. */
  readonly path: string;
  readonly change: "created" | "changed" | "removed" | "none";
}

export interface HostSetup {
  readonly root: string;
  readonly dryRun: boolean;
  readonly files: readonly HostChange[];
  /** What is left to run for each host. */
  readonly commands: readonly { readonly host: string; readonly line: string }[];
}

/** One thing that was looked at. */
export interface DoctorRow {
  readonly check: string;
  readonly status: DoctorStatus;
  readonly detail: string;
  readonly fix?: string;
}

export type DoctorStatus = "ok" | "warn" | "fail" | "skip";

export interface TrustedSetting {
  /** As in `agents.careful.command`. */
  readonly key: string;
  readonly value: Json;
}

export interface ProjectTrust {
  /** The project's folder, links followed. */
  readonly root: string;
  /** Its settings file. */
  readonly file: string;
  readonly names: readonly TrustedSetting[];
  /** Also where nothing is named. */
  readonly trusted: boolean;
}

export interface TrustEntry {
  /** The project's folder, links followed. */
  readonly root: string;
  readonly fingerprint: string;
  readonly at: string;
}
