// What a command-line agent is started with, before anything of this machine is known. Addresses and keys are names of
// environment variables until the very start, so that no argument, record or file of ours holds a secret by accident.

import type { Access } from "../../../core/shared/access.ts";

export interface ApiNames {
  /** The variable of ours that holds the address of the model server. */
  readonly baseUrl?: string;
  /** The variable of ours that holds the key. */
  readonly key: string;
}

export interface AgentWish {
  /** What to start, if not the program of that name on the path. */
  readonly program?: readonly string[];
  readonly model?: string;
  readonly access: Access;
  readonly session?: { readonly id: string; readonly resume: boolean };
  readonly systemPrompt?: string;
  /** Come before ours, so that where the last one counts it is ours. */
  readonly extraArgs: readonly string[];
  /** A folder of this role's own, for the agent's settings and sessions. */
  readonly homeFolder: string;
  /** Without it the agent uses a login of its own. */
  readonly api?: ApiNames;
}

export interface CommandFile {
  readonly path: string;
  /** May hold places for values of the environment, see `valueLater`. */
  readonly text: string;
}

export interface AgentCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Name in the agent's environment → name in ours. */
  readonly envFrom: Readonly<Record<string, string>>;
  readonly files: readonly CommandFile[];
}

/** Arguments have a bound in every system; only a bug asks for more. */
const ARGUMENT_CHARS_MAX = 30_000;

export function assertArgument(text: string): string {
  if (text.length > ARGUMENT_CHARS_MAX || text.includes("\0")) {
    throw new TypeError(`${text.length} characters cannot be an argument`);
  }
  return text;
}
