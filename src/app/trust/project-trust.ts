// Whether what a project's settings name may be started or told something. The user's own settings always may.
import { realpath } from "node:fs/promises";
import { readText } from "../../adapters/files/read-text.ts";
import { sha256Of } from "../../adapters/shared/sha256.ts";
import { canonicalJson, type Json } from "../../core/shared/json.ts";
import type { CommandContext } from "../command-context.ts";
import { configFiles } from "../config/config-files.ts";
import { CONFIG_BYTES_MAX } from "../config/config-text.ts";
import {
  combineRead,
  type EffectiveConfig,
  type InvalidLayer,
  invalidConfig,
  readLayers,
  type ValidLayer,
} from "../config/layers.ts";
import { isPlainMap, valueAt } from "../config/raw-config.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import { type Project, requireProject } from "../project.ts";
import type { ProjectTrust, TrustEntry, TrustedSetting } from "../wire/project.ts";
import { changeTrust, readTrust } from "./trust-file.ts";

type TrustContext = Pick<CommandContext, "cwd" | "env">;
type Layers = readonly (ValidLayer | InvalidLayer)[];

/** Settings that are wrong name nothing: nothing of them holds. */
export async function trustOf(
  project: Project,
  layers: Layers,
  { env }: TrustContext,
): Promise<ProjectTrust> {
  const own = layers.find((layer): layer is ValidLayer => "value" in layer && layer.layer === "project");
  const root = await realpath(project.root);
  const names = own === undefined ? [] : trustedSettings(own.value);
  const trusted = names.length === 0 || (await isKnown(root, names, env));
  return { root, file: project.config, names, trusted };
}

async function isKnown(
  root: string,
  names: readonly TrustedSetting[],
  env: TrustContext["env"],
): Promise<boolean> {
  const fingerprint = fingerprintOf(names);
  return (await readTrust(env)).some((entry) => entry.root === root && entry.fingerprint === fingerprint);
}

export async function projectTrust(context: CommandContext): Outcome<ProjectTrust> {
  const project = await requireProject(context);
  if (isFailure(project)) return project;
  const layers = await readLayers(await configFiles(context));
  const wrong = layers.flatMap((layer) => ("problems" in layer ? layer.problems : []));
  return wrong.length > 0 ? invalidConfig(wrong) : await trustOf(project, layers, context);
}

/** Words without which settings name nothing; whoever finds none need not understand the file. */
const TELLING_WORDS = [
  "command",
  "args",
  "env",
  "variables",
  "Mode:",
  "api",
  "testCommand",
  "setup",
  "shell",
  "webhookUrl",
  "hooks",
];

/** As above, for whoever asks often: `null` where a glance shows that nothing is named, or nothing can be told. */
export async function findUntrusted(context: CommandContext): Promise<ProjectTrust | null> {
  const { project } = await configFiles(context);
  if (project === null || !project.exists) return null;
  const read = await readText(project.path, CONFIG_BYTES_MAX);
  const said =
    read.at === "read" ? read.text.split("\n").filter((line) => !line.trimStart().startsWith("#")) : [];
  if (!said.some((line) => TELLING_WORDS.some((word) => line.includes(word)))) return null;
  const trust = await projectTrust(context);
  return isFailure(trust) || trust.trusted ? null : trust;
}

/** Tells of an agent whether its program is named by a project that nobody has agreed to. */
export async function strangeAgents(
  context: CommandContext,
  origins: EffectiveConfig["origins"],
): Promise<(agent: string) => boolean> {
  const trust = await projectTrust(context);
  const trusted = !isFailure(trust) && trust.trusted;
  return (agent) => !trusted && origins[`agents.${agent}.command`] === "project";
}

/** The settings as they hold here, for whoever is about to start or tell something that they name. */
export async function trustedConfig(context: CommandContext): Outcome<Config> {
  const layers = await readLayers(await configFiles(context));
  const combined = combineRead(layers);
  if ("problems" in combined) return invalidConfig(combined.problems);
  const project = await requireProject(context);
  if (isFailure(project)) return combined.values;
  const trust = await trustOf(project, layers, context);
  return trust.trusted ? combined.values : untrustedFailure(trust);
}

const SHOWN_MAX = 3;

function untrustedFailure({ names, file }: ProjectTrust): Failure {
  const keys = names.slice(0, SHOWN_MAX).map(({ key }) => key);
  const more = names.length > SHOWN_MAX ? ` and ${names.length - SHOWN_MAX} more` : "";
  return refusedFailure(
    "untrusted",
    `the settings of this project name what would be run or contacted, and you have not agreed to it yet: ${keys.join(", ")}${more}`,
    "see what it is with `parley trust`, and agree there or with `parley trust --yes`",
    file,
  );
}

export async function trustProject(
  { env, now }: Pick<CommandContext, "env" | "now">,
  { root, names }: Pick<ProjectTrust, "root" | "names">,
): Outcome<null> {
  const entry: TrustEntry = {
    root,
    fingerprint: fingerprintOf(names),
    at: `${now.toISOString().slice(0, 19)}Z`,
  };
  return await changeTrust(env, (entries) => [...entries.filter((one) => !isSame(one, entry)), entry]);
}

function isSame(one: TrustEntry, other: TrustEntry): boolean {
  return one.root === other.root && one.fingerprint === other.fingerprint;
}

/** Whatever was agreed to for this project; tells how many that were. */
export async function revokeTrust(context: CommandContext): Outcome<{ root: string; revoked: number }> {
  const project = await requireProject(context);
  if (isFailure(project)) return project;
  const root = await realpath(project.root);
  let revoked = 0;
  const failed = await changeTrust(context.env, (entries) => {
    const left = entries.filter((entry) => entry.root !== root);
    revoked = entries.length - left.length;
    return left;
  });
  return failed ?? { root, revoked };
}

/**
 * Somebody has changed the project's settings through parley: what they wrote is their own. Where something stood there
 * before that they had not agreed to, the whole is still a stranger's.
 */
export async function trustOwnChange(
  context: CommandContext,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): Promise<void> {
  const project = await requireProject(context);
  if (isFailure(project)) return;
  const root = await realpath(project.root);
  const old = trustedSettings(before);
  const names = trustedSettings(after);
  if (names.length === 0 || fingerprintOf(old) === fingerprintOf(names)) return;
  if (old.length > 0 && !(await isKnown(root, old, context.env))) return;
  // Where it cannot be kept, they are asked later.
  await trustProject(context, { root, names });
}

// What a project's settings name that would be started, or told something: programs, servers, hooks. Whoever works in a
// stranger's project has not chosen these.

/** What of an agent decides which program runs, how, and what of the environment it sees. */
const AGENT_SETTINGS = ["command", "args", "env", "variables", "sessionMode", "readOnlyMode"] as const;
/** The rest by their places; the task loop runs the first three. */
const OTHER_SETTINGS = [
  ["build", "setup"],
  ["build", "command"],
  ["build", "testCommand"],
  ["build", "shell"],
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
