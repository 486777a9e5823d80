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
  const what = codes.includes(REFUSED) ? refusedWords(error) : messageOf(error);
  const why = code === undefined ? what : `${what} (${code})`;
  if (codes.some((one) => SILENT.has(one))) return { kind: "silence", why };
  if (codes.some((one) => CERTIFICATE.test(one))) return { kind: "never", why };
  return { kind: codes.some((one) => PASSING.has(one)) ? "passes" : "broke", why };
}

const REFUSED = "ECONNREFUSED";

/** A server that was not started says nothing itself: where it was looked for tells which. */
function refusedWords(error: unknown): string {
  const place = causesOf(error)
    .flatMap((cause) =>
      "address" in cause && "port" in cause ? [`${cause.address} port ${cause.port}`] : [],
    )
    .at(-1);
  return `the connection${place === undefined ? "" : ` to ${place}`} was refused: nothing listens there`;
}

/** `fetch` wraps what happened, and several addresses that failed come as a list. */
function codesOf(error: unknown): readonly string[] {
  return causesOf(error).flatMap((at) => ("code" in at && typeof at.code === "string" ? [at.code] : []));
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  let at: unknown = error;
  while (causes.length < CAUSES_MAX && at instanceof Error) {
    causes.push(at);
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return causes;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}
