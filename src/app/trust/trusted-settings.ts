// What a project's settings name that would be started, or told something: programs, servers, hooks. Whoever works in a
// stranger's project has not chosen these.

import { sha256Of } from "../../adapters/shared/sha256.ts";
import { canonicalJson, type Json } from "../../core/shared/json.ts";
import { isPlainMap, valueAt } from "../config/raw-config.ts";
import type { TrustedSetting } from "../wire/project.ts";

/** What of an agent decides which program runs, how, and what of the environment it sees. */
const AGENT_SETTINGS = ["command", "args", "env"] as const;
/** The rest by their places; the task loop runs the first two. */
const OTHER_SETTINGS = [
  ["build", "command"],
  ["build", "testCommand"],
  ["disputes", "webhookUrl"],
] as const;

/** In the order of the names, so that equal settings have equal lists. */
export function trustedSettings(config: unknown): readonly TrustedSetting[] {
  const agents = entriesAt(config, "agents").flatMap(([name, entry]) =>
    AGENT_SETTINGS.flatMap((what) => trustedSetting(`agents.${name}.${what}`, valueAt(entry, [what]))),
  );
  const servers = entriesAt(config, "api").flatMap(([name, entry]) => trustedSetting(`api.${name}`, entry));
  const rest = OTHER_SETTINGS.flatMap((path) => trustedSetting(path.join("."), valueAt(config, path)));
  const hooks = valueAt(config, ["hooks"]);
  const listed = Array.isArray(hooks) ? hooks : [];
  return [
    ...agents,
    ...servers,
    ...rest,
    ...listed.flatMap((hook, index) => trustedSetting(`hooks[${index}]`, hook)),
  ];
}

function entriesAt(config: unknown, key: string): readonly [string, unknown][] {
  const value = valueAt(config, [key]);
  return isPlainMap(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : [];
}

function trustedSetting(key: string, value: unknown): readonly TrustedSetting[] {
  return value === undefined ? [] : [{ key, value: value as Json }];
}

export function fingerprintOf(things: readonly TrustedSetting[]): string {
  const text = canonicalJson(things.map(({ key, value }) => [key, value]));
  return sha256Of(text);
}
