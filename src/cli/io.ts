// What a command has of the world around it. The program hands in its own; whoever calls `main` from elsewhere, a test
// for one, hands in another.
import type { Readable, Writable } from "node:stream";
import type { CommandContext, Environment, PlayScript, StartApart } from "../app/command-context.ts";

export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** Throws where the folder is gone. */
  cwd(): string;
  readonly clock: { nowMs(): number };
  /** What parley calls itself. */
  readonly version: string;
  /** The file that node runs as parley. */
  readonly programFile: string;
  /** Of the real program alone: nobody else hears its signals or may end it. */
  readonly process?: OwnProcess;
  /** Plays the script of a file here; where it is absent, a player is started as a program. */
  readonly playScript?: PlayScript;
  /** Starts parley apart from this process; where it is absent, as a program. */
  readonly startApart?: StartApart;
  /** What tasks are built in; where it is absent, the project's git repository. */
  readonly tasks?: NonNullable<CommandContext["tasks"]>;
}

export type InputStream = Readable & { readonly isTTY?: boolean };
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface OwnProcess {
  readonly pid: number;
  on(event: string, listener: () => void): unknown;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
  exit(code: number): unknown;
}
