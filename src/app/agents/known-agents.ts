// The agents that need no entry in the settings, by name.
import type { PERSON } from "../../core/refinement/person.ts";

/** A role that somebody plays themselves; the core has the same word, which nothing here should load it for. */
export const HUMAN: typeof PERSON = "human";

/** How an agent is driven. */
export const AGENT_KINDS = ["claude", "codex", "gemini", "opencode", "acp", "api"] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

export const PROTOCOLS = ["anthropic-messages", "openai-responses", "openai-chat"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Command lines that parley starts itself, in the order in which it prefers them. */
export const CLI_KINDS = ["claude", "codex"] as const;
export type CliKind = (typeof CLI_KINDS)[number];

export function isCliKind(kind: AgentKind): kind is CliKind {
  return CLI_KINDS.some((known) => known === kind);
}

/** The protocol of the model server that a command line may be pointed at. */
export const PROTOCOL_OF_CLI: Record<CliKind, Protocol> = {
  claude: "anthropic-messages",
  codex: "openai-responses",
};

/** Who serves a protocol where no other address is given; also the name under which its limits are shared. */
export const PROVIDER_OF: Record<Protocol, string> = {
  "anthropic-messages": "anthropic",
  "openai-responses": "openai",
  "openai-chat": "openai",
};

/** Model servers that are known by the variables their own tools read. */
interface KnownApi {
  readonly protocol: Protocol;
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

/** Every name that means an agent by itself, with its kind. */
export const KNOWN_AGENTS: Readonly<Record<string, AgentKind>> = {
  claude: "claude",
  codex: "codex",
  anthropic: "api",
  openai: "api",
  gemini: "gemini",
  opencode: "opencode",
};

/** The kind of an agent; `null` for a name that says nothing by itself and has no entry that does. */
export function kindOfAgent(
  name: string,
  entry: { readonly kind?: AgentKind | undefined },
): AgentKind | null {
  return entry.kind ?? (Object.hasOwn(KNOWN_AGENTS, name) ? (KNOWN_AGENTS[name] ?? null) : null);
}
