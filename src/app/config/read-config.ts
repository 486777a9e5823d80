// The use cases that only look: show, get, validate.

import { resolve } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { configFailure, type Failure, isFailure, notFoundFailure, type Outcome } from "../failure.ts";
import type { ConfigEntry, ConfigFiles, ConfigOrigins, ShownConfig, ValidConfig } from "../wire/config.ts";
import { unknownKey } from "./check-value.ts";
import { configFiles } from "./config-files.ts";
import { findKey, type KeyPath, keyPathOf, knownKeys } from "./key-tree.ts";
import { combineRead, invalidConfig, loadConfig, readLayer } from "./layers.ts";
import { valueAt } from "./raw-config.ts";

export async function showConfig(context: CommandContext): Outcome<ShownConfig> {
  const files = await configFiles(context);
  const loaded = await loadConfig(files);
  if ("problems" in loaded) return invalidConfig(loaded.problems);
  const derived = knownKeys().flatMap(({ key, node }) =>
    node.kind === "value" && node.derived !== null ? [{ key, from: node.derived }] : [],
  );
  return { ...loaded, files, derived: derived.filter(({ key }) => loaded.origins[key] === undefined) };
}

export function valueOfKey(values: unknown, key: string): unknown {
  return valueAt(values, keyPathOf(key));
}

/** The keys whose name is the same for everybody. */
export function settableKeys(): readonly { readonly key: string; readonly description: string }[] {
  return knownKeys()
    .filter(({ key }) => !/[<[]/.test(key))
    .map(({ key, node }) => ({ key, description: node.description }));
}

export async function getConfig(context: CommandContext, key: string): Outcome<ConfigEntry> {
  const path = requireKey(key);
  if (isFailure(path)) return path;
  const shown = await showConfig(context);
  if (isFailure(shown)) return shown;
  const value = valueOfKey(shown.values, key);
  if (value === undefined) return keyNotSet(key);
  const origin = shown.origins[key];
  if (origin !== undefined) return { key, value, origin };
  const within = originsWithin(shown.origins, key);
  return Object.keys(within).length === 0 ? keyNotSet(key) : { key, value, origin: within };
}

/** A key of the schema, or what is wrong with it. */
export function requireKey(key: string): KeyPath | Failure {
  const path = keyPathOf(key);
  if (findKey(path) !== undefined) return path;
  const { message, fix } = unknownKey(path);
  return configFailure("unknown-key", message, fix ?? "run `parley config show` for all keys");
}

function originsWithin(origins: ConfigOrigins, key: string): ConfigOrigins {
  return Object.fromEntries(Object.entries(origins).filter(([inner]) => inner.startsWith(`${key}.`)));
}

function keyNotSet(key: string): Failure {
  const node = findKey(keyPathOf(key));
  const derived = node?.kind === "value" ? node.derived : null;
  return notFoundFailure(
    "not-set",
    `${key} is not set${derived === null ? " and has no default" : `; parley derives it ${derived}`}`,
    `parley config set ${key} VALUE`,
  );
}

/** Checks one file as if it were the project's, or all that hold here. */
export async function validateConfig(
  context: CommandContext,
  file: string | undefined,
): Outcome<ValidConfig> {
  const files = await configFiles(context);
  if (file !== undefined) return validateFile(files, resolve(context.cwd, file));
  const loaded = await loadConfig(files);
  if ("problems" in loaded) return invalidConfig(loaded.problems);
  const present = [files.user, files.project].flatMap((known) => (known?.exists ? [known.path] : []));
  return { valid: true, files: present };
}

async function validateFile(files: ConfigFiles, file: string): Outcome<ValidConfig> {
  const read = await readLayer("project", file);
  if (read === "missing") {
    const fix = "check the path; without one, the settings that hold here are checked";
    return notFoundFailure("no-file", "there is no such file", fix, file);
  }
  const own = files.user?.path ?? file;
  const user = own === file ? "missing" : await readLayer("user", own);
  const below = user === "missing" || "problems" in user ? [] : [user];
  const combined = combineRead([...below, read]);
  return "problems" in combined ? invalidConfig(combined.problems) : { valid: true, files: [file] };
}
