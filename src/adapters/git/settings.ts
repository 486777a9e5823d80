// What a repository's settings, hooks and notes say, and a hash by which a change of them is seen.
import type { Dirent } from "node:fs";
import { lstat, readdir, readFile, readlink, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import type { RepositoryMark } from "../../engine/build-ports.ts";
import { sha256Hash, sha256Of } from "../shared/sha256.ts";
import { errnoOf } from "../shared/system-error.ts";
import type { RepositoryGit } from "./repository.ts";

/** Hashes: equal as long as nothing was changed. */
export interface SettingsMark {
  readonly config: string;
  readonly hooks: string;
}

export function isSameMark(one: SettingsMark, other: SettingsMark): boolean {
  return one.config === other.config && one.hooks === other.hooks;
}

export interface RepositorySettings extends SettingsMark {
  /** By name, the section and the last part in small letters; of several values, the last one counts as a rule. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly hooksPath: string;
  /** What the repository's own list of ignored files says. */
  readonly exclude: string;
  readonly names: Pick<RepositoryMark["names"], "config" | "hooks">;
}

export async function readSettings(git: RepositoryGit): Promise<RepositorySettings> {
  const bytes = await git.readConfig();
  const entries = entriesIn(bytes.toString("utf8"));
  const values = valuesIn(entries);
  const { commonDir, top } = git.place;
  const named = lastOf(values, "core.hookspath") ?? join(commonDir, "hooks");
  const hooksPath = isAbsolute(named) ? named : resolve(top, named.replace(/^~(?=\/)/, git.env.HOME ?? "~"));
  const hooks = await signsOf([
    ...(await filesIn(hooksPath)).filter((file) => !file.endsWith(".sample")),
    ...(await filesIn(join(commonDir, "info"))).filter((file) => !file.endsWith("/refs")),
    ...["objects/info/alternates", "shallow"].map((name) => join(commonDir, name)),
  ]);
  return {
    values,
    hooksPath,
    exclude: await textOf(join(commonDir, "info", "exclude")),
    config: sha256Of(bytes),
    hooks: hashOfSigns(hooks),
    names: { config: hashesOf(entries), hooks },
  };
}

/** As many names as are kept of one kind. */
const NAMES_MAX = 1_000;

interface SettingsEntry {
  readonly origin: string;
  readonly name: string;
  readonly value: string;
}

/** Each entry is where it stands and what it says: `file:.git/config`, NUL, `name`, line end, value, NUL. */
function entriesIn(text: string): readonly SettingsEntry[] {
  const entries: SettingsEntry[] = [];
  const parts = text.split("\0");
  for (let at = 1; at < parts.length; at += 2) {
    const entry = parts[at] ?? "";
    const end = entry.indexOf("\n");
    const name = end < 0 ? entry : entry.slice(0, end);
    // A name without a value says yes.
    entries.push({ origin: parts[at - 1] ?? "", name, value: end < 0 ? "true" : entry.slice(end + 1) });
  }
  return entries;
}

function valuesIn(entries: readonly SettingsEntry[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const { name, value } of entries) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

function hashesOf(entries: readonly SettingsEntry[]): Signs {
  const said = new Map<string, string>();
  for (const { origin, name, value } of entries)
    said.set(name, `${said.get(name) ?? ""}${JSON.stringify([origin, value])}`);
  return Object.fromEntries([...said].slice(0, NAMES_MAX).map(([name, text]) => [name, sha256Of(text)]));
}

export function lastOf(values: RepositorySettings["values"], name: string): string | null {
  return values.get(name)?.at(-1) ?? null;
}

export function isTrue(value: string | null): boolean {
  return value !== null && /^(?:true|yes|on|1)$/i.test(value);
}

const HOOK_FOLDERS_MAX = 200;

export async function filesIn(
  folder: string,
  isSkipped: (folder: string) => boolean = () => false,
): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let at = 0; at < folders.length && at < HOOK_FOLDERS_MAX; at += 1) {
    const here = folders[at] ?? "";
    for (const entry of await entriesOf(here)) {
      const path = join(here, entry.name);
      if (entry.isDirectory()) {
        if (!isSkipped(path)) folders.push(path);
      } else files.push(path);
    }
  }
  return files.sort();
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return [];
    throw error;
  }
}

const CONTENT_BYTES_MAX = 5 * 1024 * 1024;

/** By name: a hash of mode and content. */
export type Signs = Readonly<Record<string, string>>;

/** Nothing is waited for that is no file. */
export async function signsOf(files: readonly string[]): Promise<Signs> {
  const signs: [string, string][] = [];
  for (const file of files) signs.push([file, sha256Of(await signOf(file))]);
  return Object.fromEntries(signs);
}

export function hashOfSigns(signs: Signs): string {
  const hash = sha256Hash();
  for (const [name, sign] of Object.entries(signs)) hash.update(`${JSON.stringify(name)} ${sign}\n`);
  return hash.digest("hex");
}

export function boundedSigns(signs: Signs): Signs {
  return Object.fromEntries(Object.entries(signs).slice(0, NAMES_MAX));
}

async function signOf(file: string): Promise<string> {
  try {
    const link = (await lstat(file)).isSymbolicLink() ? JSON.stringify(await readlink(file)) : "";
    return `${link} ${await contentOf(file)}`;
  } catch (error) {
    return errnoOf(error) ?? "unreadable";
  }
}

async function contentOf(file: string): Promise<string> {
  try {
    const about = await stat(file);
    if (!about.isFile()) return "no file";
    if (about.size > CONTENT_BYTES_MAX) return `${about.mode} ${about.size} ${about.mtimeMs}`;
    return `${about.mode} ${sha256Of(await readFile(file))}`;
  } catch (error) {
    return errnoOf(error) ?? "unreadable";
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file, "utf8") : "";
  } catch {
    return "";
  }
}
