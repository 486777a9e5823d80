import type { DecidedVia } from "../core/shared/decided-via.ts";
import type { TaskRepository } from "../engine/build-ports.ts";
import type { AgentPort } from "../engine/ports.ts";
import type { ProjectStores } from "./project-stores.ts";

/** What a use case may know about who calls it, and when and where. */
export interface CommandContext {
  /** Absolute; every relative path a person gives is meant from here. */
  readonly cwd: string;
  readonly env: Environment;
  readonly now: Date;
  /** The caller has asked to stop: finish cleanly. */
  readonly cancel: AbortSignal;
  /** And again: stop now. */
  readonly cancelNow: AbortSignal;
  /** Holds what one use case opened open for the next, until the caller closes it; where there is none, each opens its own. */
  readonly stores?: ProjectStores;
  /** Takes what nobody waits for; where there is none, it is waited for. */
  readonly background?: Background;
  /** Takes what the caller should hear beside the outcome, which stays what it is. */
  readonly warn?: (message: string) => void;
  /** The agent's run that the caller is part of; absent for a person. */
  readonly run?: EnclosingRun;
  /** Where a person's decisions come from; absent where nobody knows. */
  readonly via?: DecidedVia;
  /** What the caller hands in beside its words; absent where there is nothing to read. */
  readonly input?: AsyncIterable<Uint8Array>;
  /** Plays the script of a file here; where it is absent, a player is started as a program. */
  readonly playScript?: PlayScript;
  /** Starts parley apart from this process; where it is absent, as a program. */
  readonly startApart?: StartApart;
  /** What tasks are built in; where it is absent, the project's git repository. */
  readonly tasks?: TaskRepository;
}

/** A program that goes on whatever becomes of this one. */
export interface ProgramApart {
  readonly pid: number;
  /** Its exit code; `null` where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts parley apart from this process, with what it says in these files. */
export type StartApart = (request: {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly stdout: string;
  readonly stderr: string;
}) => Promise<ProgramApart>;

export type PlayScript = (file: string) => AgentPort;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Background {
  /** In a moment, beside whatever goes on; wanted again before it has begun, it is done once. It must never fail. */
  soon(name: string, work: () => Promise<void>): void;
}

/** The run of an agent that a process is part of. */
export interface EnclosingRun {
  /** What the run is for: engineer, reviewer, coder and so on; `null` where that cannot be told. */
  readonly role: string | null;
  /** How it was recognised. */
  readonly by: string;
}
