// The agents that need no entry in the settings, by name.
import { AGENT_CLIS, CLI_KINDS, type CliKind } from "../../adapters/agent-process/cli/agent-clis.ts";
import type { ModelProtocol } from "../../adapters/shared/model-protocol.ts";
import type { PERSON } from "../../core/refinement/role.ts";

/** A role that somebody plays themselves; the core has the same word, which nothing here should load it for. */
export const HUMAN: typeof PERSON = "human";

/** How an agent is driven. */
export type AgentKind = CliKind | "acp" | "api";
export const AGENT_KINDS: readonly AgentKind[] = [...CLI_KINDS, "acp", "api"];

export function isCliKind(kind: AgentKind): kind is CliKind {
  return Object.hasOwn(AGENT_CLIS, kind);
}

/** Model servers that are known by the variables their own tools read. */
interface KnownApi {
  readonly protocol: ModelProtocol;
  readonly keyEnv: string;
  /** The variable that holds another address. */
  readonly baseUrlEnv: string;
}

export const KNOWN_APIS = {
  anthropic: {
    protocol: "anthropic-messages",
    keyEnv: "ANTHROPIC_API_KEY",
    baseUrlEnv: "ANTHROPIC_BASE_URL",
  },
  openai: { protocol: "openai-responses", keyEnv: "OPENAI_API_KEY", baseUrlEnv: "OPENAI_BASE_URL" },
} as const satisfies Readonly<Record<string, KnownApi>>;

export function knownApi(name: string): KnownApi | null {
  const known: Readonly<Record<string, KnownApi>> = KNOWN_APIS;
  return Object.hasOwn(known, name) ? (known[name] ?? null) : null;
}

/** The names of what parley can drive, in the order in which it prefers them. */
export const DRIVEN_AGENTS: readonly string[] = [...CLI_KINDS, ...Object.keys(KNOWN_APIS)];

/** Every name that means an agent by itself, with its kind. */
export const KNOWN_AGENTS: Readonly<Record<string, AgentKind>> = Object.fromEntries<AgentKind>([
  ...CLI_KINDS.map((kind) => [kind, kind] as const),
  ...Object.keys(KNOWN_APIS).map((name) => [name, "api"] as const),
]);

/** The kind of an agent; `null` for a name that says nothing by itself and has no entry that does. */
export function kindOfAgent(
  name: string,
  entry: { readonly kind?: AgentKind | undefined },
): AgentKind | null {
  return entry.kind ?? (Object.hasOwn(KNOWN_AGENTS, name) ? (KNOWN_AGENTS[name] ?? null) : null);
}
