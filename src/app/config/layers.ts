import { readText } from "../../adapters/files/read-text.ts";
import type { CommandContext } from "../command-context.ts";
import type { Failure, Outcome, PlacedProblem } from "../failure.ts";
import type { ConfigFiles, ConfigOrigin, ConfigOrigins } from "../wire/config.ts";
import { checkValue, mayComeFrom, validPart } from "./check-value.ts";
import { configFiles, LAYERS, type Layer } from "./config-files.ts";
import { CONFIG_BYTES_MAX, type ConfigText, parseConfigText } from "./config-text.ts";
import { crossProblems } from "./cross-checks.ts";
import { findKey, type KeyPath, keyText } from "./key-tree.ts";
import { boundProblems, isPlainMap, type Problem, type RawConfig, valueAt } from "./raw-config.ts";
import { type Config, configSchema } from "./schema.ts";

/** One settings file that has been read and found valid on its own. */
export interface ValidLayer {
  readonly layer: Layer;
  readonly text: ConfigText;
  readonly value: RawConfig;
}

export interface InvalidLayer {
  readonly problems: readonly PlacedProblem[];
  /** What holds of it without what is wrong; `null` where it cannot be understood at all. */
  readonly rest: (ValidLayer & { readonly without: readonly KeyPath[] }) | null;
}

export type ReadLayer = ValidLayer | InvalidLayer | "missing";

export async function readLayer(layer: Layer, file: string): Promise<ReadLayer> {
  const read = await readText(file, CONFIG_BYTES_MAX);
  switch (read.at) {
    case "missing":
      return "missing";
    case "too-large":
      return {
        problems: [{ message: `larger than ${read.bytesMax / 1024} KB, which no settings are`, place: file }],
        rest: null,
      };
    case "unreadable":
      return { problems: [{ message: `cannot be read: ${read.reason}`, place: file }], rest: null };
    case "read":
      return layerOf(layer, file, read.text);
  }
}

export function layerOf(layer: Layer, file: string, source: string): Exclude<ReadLayer, "missing"> {
  const text = parseConfigText(file, source);
  if ("problems" in text) return { problems: boundProblems(text.problems), rest: null };
  const checked = checkValue(text.value);
  if (checked.at === "invalid") {
    const part = validPart(text.value, checked.problems);
    const rest = part === null ? null : { layer, text, ...part };
    return { problems: boundProblems(placeProblems(checked.problems, text)), rest };
  }
  return { layer, text, value: checked.value };
}

function placeProblems(problems: readonly Problem[], text: ConfigText): PlacedProblem[] {
  return problems
    .map((problem) => ({ ...problem, offset: text.offset(problem.path, problem.on) }))
    .sort((left, right) => left.offset - right.offset)
    .map(({ offset, message, fix }) => ({
      message,
      place: text.place(offset),
      ...(fix !== undefined && { fix }),
    }));
}

export interface EffectiveConfig {
  readonly values: Config;
  /** Where the value of each key comes from; keys without a value are not here. */
  readonly origins: ConfigOrigins;
}

/** What holds when valid files lie over each other, later ones on top, and all over the defaults. */
export function combine(
  layers: readonly ValidLayer[],
): EffectiveConfig | { readonly problems: readonly PlacedProblem[] } {
  const merged = layers.reduce<RawConfig>((below, { value }) => mergeOver(below, value), {});
  const values = configSchema.parse(merged);
  const origins = Object.fromEntries(
    leafPaths(values, []).map((path): [string, ConfigOrigin] => [keyText(path), originOf(layers, path)]),
  );
  const problems = placeInLayers(layers, crossProblems(values));
  return problems.length > 0 ? { problems } : { values, origins };
}

/** Each where the file says it that has the last word. */
function placeInLayers(
  layers: readonly ValidLayer[],
  problems: readonly Problem[],
): readonly PlacedProblem[] {
  return problems.flatMap((problem) => {
    const source = layers.findLast(({ value }) => holdsValue(value, problem.path)) ?? layers.at(-1);
    if (source === undefined) throw new Error(`the defaults contradict each other: ${problem.message}`);
    return placeProblems([problem], source.text);
  });
}

/** As `combine`; where files are wrong in themselves, the rules that what is left of them breaks are told as well. */
export function combineRead(
  layers: readonly (ValidLayer | InvalidLayer)[],
): EffectiveConfig | { readonly problems: readonly PlacedProblem[] } {
  const valid = layers.filter((layer): layer is ValidLayer => !("problems" in layer));
  if (valid.length === layers.length) return combine(valid);
  const problems = layers.flatMap((layer) => ("problems" in layer ? layer.problems : []));
  const parts = layers.flatMap((layer) => ("problems" in layer ? (layer.rest ?? []) : layer));
  // A file that cannot be understood may hold whatever the others miss.
  if (parts.length < layers.length) return { problems };
  const merged = parts.reduce<RawConfig>((below, { value }) => mergeOver(below, value), {});
  const without = layers.flatMap((layer) => ("problems" in layer ? (layer.rest?.without ?? []) : []));
  const broken = crossProblems(configSchema.parse(merged)).filter(
    (problem) => !without.some((path) => mayComeFrom(path, problem, merged)),
  );
  return { problems: [...problems, ...placeInLayers(parts, broken)] };
}

function mergeOver(below: RawConfig, above: RawConfig): RawConfig {
  const result: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = result[key];
    result[key] = isPlainMap(under) && isPlainMap(value) ? mergeOver(under, value) : value;
  }
  return result;
}

/** Every key that has a value; a list is one value, and so is an empty map of names. */
function leafPaths(value: unknown, path: KeyPath): KeyPath[] {
  if (!isPlainMap(value)) return value === undefined ? [] : [path];
  const entries = Object.entries(value);
  if (entries.length === 0) return findKey(path)?.kind === "map" ? [path] : [];
  return entries.flatMap(([key, inner]) => leafPaths(inner, [...path, key]));
}

function originOf(layers: readonly ValidLayer[], path: KeyPath): ConfigOrigin {
  return layers.findLast(({ value }) => holdsValue(value, path))?.layer ?? "default";
}

function holdsValue(value: RawConfig, path: KeyPath): boolean {
  return valueAt(value, path) !== undefined;
}

export type LoadedConfig = EffectiveConfig | { readonly problems: readonly PlacedProblem[] };

/** Reads all settings; every problem of every file is named. */
export async function loadConfig(files: ConfigFiles): Promise<LoadedConfig> {
  return combineRead(await readLayers(files));
}

export async function readLayers(files: ConfigFiles): Promise<readonly (ValidLayer | InvalidLayer)[]> {
  const layers: (ValidLayer | InvalidLayer)[] = [];
  for (const layer of LAYERS) {
    const file = files[layer];
    if (file === null) continue;
    const read = await readLayer(layer, file.path);
    if (read !== "missing") layers.push(read);
  }
  return layers;
}

export function invalidConfig(problems: readonly PlacedProblem[]): Failure {
  const [first] = problems;
  const single = problems.length === 1 && first !== undefined;
  return {
    failed: "config",
    code: "config-invalid",
    message: single ? first.message : `${problems.length} problems in the settings`,
    ...(first !== undefined && { place: first.place }),
    ...(single && first.fix !== undefined
      ? { fix: first.fix }
      : { fix: "correct the file, then run `parley config validate`" }),
    problems,
  };
}

/** The settings as they hold here, or what is wrong with them. */
export async function validConfig(context: CommandContext): Outcome<Config> {
  const loaded = await loadConfig(await configFiles(context));
  return "problems" in loaded ? invalidConfig(loaded.problems) : loaded.values;
}
