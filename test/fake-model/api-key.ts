import type { IncomingHttpHeaders } from "node:http";

const SCENARIO_KEY = /^fake-([a-z0-9-]+)$/;
const SHOWN_CHARS = 5;

/** The key of any kind of header; empty where there is none. */
export function keyOf(headers: IncomingHttpHeaders): string {
  const own = headers["x-api-key"] ?? headers["x-goog-api-key"];
  if (typeof own === "string" && own !== "") return own;
  return (headers.authorization ?? "").replace(/^Bearer\s+/i, "");
}

export function scenarioOfKey(key: string): string | null {
  return SCENARIO_KEY.exec(key)?.[1] ?? null;
}

/** A short key would be told by its beginning, so nothing of it is shown. */
export function maskedKey(key: string): string {
  if (key === "") return "";
  return `${key.length > 2 * SHOWN_CHARS ? key.slice(0, SHOWN_CHARS) : ""}…(${key.length})`;
}
