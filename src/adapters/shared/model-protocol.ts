// The protocols in which models are spoken to over the network, and where each is spoken.

const MODEL_PROTOCOLS = ["anthropic-messages", "openai-responses", "openai-chat"] as const;
export type ModelProtocol = (typeof MODEL_PROTOCOLS)[number];

/** Those that an agent speaks to a server and parley itself does not, too. */
export const SERVER_PROTOCOLS = [...MODEL_PROTOCOLS, "gemini"] as const;
export type ServerProtocol = (typeof SERVER_PROTOCOLS)[number];

/** Whether parley can speak it without an agent. */
export function isModelProtocol(protocol: ServerProtocol): protocol is ModelProtocol {
  return MODEL_PROTOCOLS.some((known) => known === protocol);
}

interface ProtocolPlace {
  /** Who serves it where no other address is given; also the name under which its limits are shared. */
  readonly provider: string;
  readonly baseUrl: string;
  /** What comes after the base. */
  readonly lastStep: string;
}

export const PROTOCOL_PLACES: Record<ServerProtocol, ProtocolPlace> = {
  "anthropic-messages": {
    provider: "anthropic",
    baseUrl: "https://api.anthropic.com",
    lastStep: "messages",
  },
  "openai-responses": {
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    lastStep: "responses",
  },
  "openai-chat": {
    provider: "openai",
    baseUrl: "https://api.openai.com/v1",
    lastStep: "chat/completions",
  },
  gemini: {
    provider: "google",
    baseUrl: "https://generativelanguage.googleapis.com",
    lastStep: "models",
  },
};

/** Who answers at an address: its host, or the provider's own name where it is its own. */
export function providerAt(address: string | null, protocol: ServerProtocol): string {
  const host = hostOf(address);
  if (host === "") return PROTOCOL_PLACES[protocol].provider;
  const own = Object.values(PROTOCOL_PLACES).find(({ baseUrl }) => hostOf(baseUrl) === host);
  return own?.provider ?? host;
}

/** The address itself, however it is written: two paths of one host may lead to two providers. */
export function placeAt(address: string | null, protocol: ServerProtocol): string {
  const provider = providerAt(address, protocol);
  if (address === null || provider !== hostOf(address)) return provider;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/(?<!\/)\/+$/, "").replace(/\/v1$/, "");
}

function hostOf(address: string | null): string {
  return address !== null && URL.canParse(address) ? new URL(address).host : "";
}
