// What a project's settings name that would be started, or told something: programs, servers, hooks. Whoever works in a
// stranger's project has not chosen these.

import { sha256Of } from "../../adapters/shared/sha256.ts";
import { canonicalJson, type Json } from "../../core/shared/json.ts";
import { isPlainMap, valueAt } from "../config/raw-config.ts";
import type { NamedThing } from "../wire/project.ts";

/** What of an agent decides which program runs, how, and what of the environment it sees. */
const OF_AN_AGENT = ["command", "args", "env"] as const;
/** The rest by their places; the task loop runs the first two. */
const ELSEWHERE = [
  ["build", "command"],
  ["build", "testCommand"],
  ["disputes", "webhookUrl"],
] as const;

/** In the order of the names, so that equal settings have equal lists. */
export function namedThings(config: unknown): readonly NamedThing[] {
  const agents = entriesAt(config, "agents").flatMap(([name, entry]) =>
    OF_AN_AGENT.flatMap((what) => thing(`agents.${name}.${what}`, valueAt(entry, [what]))),
  );
  const servers = entriesAt(config, "api").flatMap(([name, entry]) => thing(`api.${name}`, entry));
  const rest = ELSEWHERE.flatMap((path) => thing(path.join("."), valueAt(config, path)));
  const hooks = valueAt(config, ["hooks"]);
  const listed = Array.isArray(hooks) ? hooks : [];
  return [...agents, ...servers, ...rest, ...listed.flatMap((hook, index) => thing(`hooks[${index}]`, hook))];
}

function entriesAt(config: unknown, key: string): readonly [string, unknown][] {
  const value = valueAt(config, [key]);
  return isPlainMap(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : [];
}

function thing(key: string, value: unknown): readonly NamedThing[] {
  return value === undefined ? [] : [{ key, value: value as Json }];
}

export function fingerprintOf(things: readonly NamedThing[]): string {
  const text = canonicalJson(things.map(({ key, value }) => [key, value]));
  return sha256Of(text);
}
