// What a command-line agent is started with. A key is never an argument: only its variable's name is.
import type { Access } from "../../../core/shared/access.ts";

export interface ModelServer {
  /** `null`: the provider's own. */
  readonly baseUrl: string | null;
  /** The variable of ours that holds the key. */
  readonly keyEnv: string;
}

export interface AgentWish {
  readonly program: readonly string[];
  readonly model: string | null;
  readonly access: Access;
  /** The session to go on with. */
  readonly resume: string | null;
  /** Come before ours, so that where the last one counts it is ours. */
  readonly extraArgs: readonly string[];
  /** A folder of this role's own, for the agent's settings and sessions; `null`: the user's. */
  readonly homeFolder: string | null;
  /** Without it the agent uses a login of its own. */
  readonly api: ModelServer | null;
}

export interface AgentCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Name in the agent's environment → name in ours. */
  readonly envFrom: Readonly<Record<string, string>>;
}

/** Arguments have a bound in every system; only a bug asks for more. */
const ARGUMENT_CHARS_MAX = 30_000;

export function assertArgument(text: string): string {
  if (text.length > ARGUMENT_CHARS_MAX || text.includes("\0")) {
    throw new TypeError(`${text.length} characters cannot be an argument`);
  }
  return text;
}

/** People write an address with the version of its API or without; one program wants it so, the other so. */
export function withoutVersion(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
}

/** An address with a path of its own is meant as it is. */
export function withVersion(baseUrl: string): string {
  const bare = baseUrl.replace(/(?<!\/)\/+$/, "");
  return /^[a-z]+:\/\/[^/]+$/i.test(bare) ? `${bare}/v1` : bare;
}
