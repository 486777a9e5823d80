// Why no answer came over the network.

export interface NetworkTrouble {
  /** `passes`: later it may go well. `silence`: nothing came for too long. `never`: it would fail again. */
  readonly kind: "passes" | "silence" | "never" | "broke";
  readonly why: string;
}

/** Node's own bounds on how long a connection may be silent. */
const SILENT = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
/** A line that is down or too busy. A name that does not exist and a closed door are for a person to look at. */
const PASSING = new Set([
  "EAI_AGAIN",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_SOCKET",
]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS|^ERR_SSL/;
const CAUSES_MAX = 4;

export function networkTrouble(error: unknown): NetworkTrouble {
  const codes = codesOf(error);
  const [code] = codes;
  const why = code === undefined ? messageOf(error) : `${messageOf(error)} (${code})`;
  if (codes.some((one) => SILENT.has(one))) return { kind: "silence", why };
  if (codes.some((one) => CERTIFICATE.test(one))) return { kind: "never", why };
  return { kind: codes.some((one) => PASSING.has(one)) ? "passes" : "broke", why };
}

/** `fetch` wraps what happened, and several addresses that failed come as a list. */
function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  let at: unknown = error;
  for (let causes = 0; causes < CAUSES_MAX && at instanceof Error; causes += 1) {
    if ("code" in at && typeof at.code === "string") codes.push(at.code);
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return codes;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
