// `parley init --agents`: what hosts of coding agents read of parley, written into a project and taken out again. All is
// planned before anything is written, so that one file that cannot be changed leaves every other as it is.

import { readFile, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFolder, kindOf } from "../../adapters/files/create-file.ts";
import { finalTargetOf, writeAtomically } from "../../adapters/files/write-atomically.ts";
import { sha256Of } from "../../adapters/shared/sha256.ts";
import { errnoOf, isSystemError } from "../../adapters/shared/system-error.ts";
import type { CommandContext } from "../command-context.ts";
import { failureOfFile, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import { pathInProject } from "../path-in-project.ts";
import { findProject } from "../project.ts";
import type { HostSetup } from "../wire/project.ts";
import { AGENTS_SECTION, HOST_COMMANDS, hostFiles } from "./host-texts.ts";
import { putSection, readMarks, takeSection } from "./marked-section.ts";

interface HostsInput {
  readonly remove: boolean;
  /** Only tells what would be done. */
  readonly dryRun: boolean;
  /** What parley calls itself. */
  readonly version: string;
}

const AGENTS_FILE = "AGENTS.md";
/** What was written whole, and the folders that were made for it, so that both are known again. */
const RECORD_FILE = ".parley/hosts.json";
const FILE_BYTES_MAX = 4 * 1024 * 1024;

export async function setUpHosts(context: CommandContext, input: HostsInput): Outcome<HostSetup> {
  const root = (await findProject(context.cwd))?.root ?? context.cwd;
  const place = { root, context };
  try {
    const plan = await planAll(place, input);
    if (isFailure(plan)) return plan;
    if (!input.dryRun) await (input.remove ? takeOut(place, plan) : putIn(place, plan));
    const files = plan.changes.map(({ path, before, after }) => ({ path, change: wordFor(before, after) }));
    return { root, dryRun: input.dryRun, files, commands: input.remove ? [] : HOST_COMMANDS };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failureOfFile(error, { doing: "set up what hosts read", place: root });
  }
}

interface HostsPlace {
  readonly root: string;
  readonly context: CommandContext;
}

interface HostsPlan {
  readonly changes: readonly PlannedChange[];
  readonly record: HostsRecord;
}

interface PlannedChange {
  readonly path: string;
  /** `null`: there is no such file. */
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

function wordFor(before: Buffer | null, after: Buffer | null): HostSetup["files"][number]["change"] {
  if (isSame(before, after)) return "none";
  if (before === null) return "created";
  return after === null ? "removed" : "changed";
}

function isSame(before: Buffer | null, after: Buffer | null): boolean {
  return before === null || after === null ? before === after : before.equals(after);
}

async function planAll(place: HostsPlace, { remove, version }: HostsInput): Outcome<HostsPlan> {
  const record = await readRecord(place);
  if (isFailure(record)) return record;
  const section = await planSection(place, remove);
  if (isFailure(section)) return section;
  const changes = [section];
  const wanted = new Map(hostFiles(version).map(({ path, text }) => [path, Buffer.from(text)]));
  // A file that an older version wrote and this one does not goes, too.
  for (const path of new Set([...wanted.keys(), ...Object.keys(record.files)])) {
    const text = wanted.get(path) ?? null;
    const change = await planFile(place, { path, wanted: text, known: record.files[path] ?? [], remove });
    if (isFailure(change)) return change;
    changes.push(change);
  }
  return { changes, record };
}

async function planSection(place: HostsPlace, remove: boolean): Outcome<PlannedChange> {
  const before = await readInside(place, AGENTS_FILE);
  if (isFailure(before)) return before;
  if (before === null && remove) return { path: AGENTS_FILE, before, after: null };
  const at = join(place.root, AGENTS_FILE);
  if (before?.includes(0)) {
    const why = "this file is not a text of plain letters: nothing can be put between its lines";
    return refusedFailure("not-text", why, "save it as UTF-8", at);
  }
  // A character for each byte, whatever they mean.
  const text = before?.toString("latin1") ?? null;
  const marks = readMarks(text ?? "");
  if (marks.at === "broken") {
    const fix =
      "the section begins with the line `<!-- parley:begin … -->` as it was written, and ends with `<!-- parley:end -->`: put them right, or remove both and what is between them";
    return refusedFailure(
      "broken-marks",
      "the marks of parley's section are broken",
      fix,
      `${at}:${marks.line}`,
    );
  }
  if (!remove) {
    const section = Buffer.from(AGENTS_SECTION).toString("latin1");
    return { path: AGENTS_FILE, before, after: Buffer.from(putSection(text, section), "latin1") };
  }
  if (text === null || marks.at === "unmarked") return { path: AGENTS_FILE, before, after: before };
  const rest = takeSection(text, marks.section);
  return { path: AGENTS_FILE, before, after: rest === null ? null : Buffer.from(rest, "latin1") };
}

async function planFile(
  place: HostsPlace,
  file: {
    readonly path: string;
    readonly wanted: Buffer | null;
    /** Hashes of what was written there. */
    readonly known: readonly string[];
    readonly remove: boolean;
  },
): Outcome<PlannedChange> {
  const { path, wanted, known, remove } = file;
  const before = await readInside(place, path);
  if (isFailure(before)) return before;
  const after = remove ? null : wanted;
  const ours = before === null || isSame(before, wanted) || known.includes(sha256Of(before));
  if (ours) return { path, before, after };
  const why =
    known.length === 0 ? "this file is not parley's" : "somebody has changed this file since parley wrote it";
  return refusedFailure(
    "not-parleys",
    why,
    "move it away, then run the same command again",
    join(place.root, path),
  );
}

/** `null` where there is none; what a link out of the project leads to is not looked at. */
async function readInside({ root, context }: HostsPlace, path: string): Outcome<Buffer | null> {
  const target = await finalTargetOf(join(root, path));
  const inside = await pathInProject(context, target);
  if (isFailure(inside)) return { ...inside, place: join(root, path) };
  const about = await stat(target).catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  });
  if (about === null) return null;
  if (!about.isFile() || about.size > FILE_BYTES_MAX) {
    const why = about.isFile() ? "this file is larger than any that a host reads" : "this is not a file";
    return refusedFailure("not-a-file", why, "move it away, then run the same command again", target);
  }
  return await readFile(target);
}

interface HostsRecord {
  /** Hashes by path; two while a file is being changed. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** That were made, from the root. */
  readonly folders: readonly string[];
}

async function readRecord(place: HostsPlace): Outcome<HostsRecord> {
  const bytes = await readInside(place, RECORD_FILE);
  if (isFailure(bytes)) return bytes;
  if (bytes === null) return { files: {}, folders: [] };
  const record = parseRecord(bytes.toString("utf8"));
  if (record !== null) return record;
  const fix =
    "put it back as it was, or remove it: then only what parley would write today is known as its own";
  return refusedFailure(
    "broken-record",
    "this file is not as parley wrote it",
    fix,
    join(place.root, RECORD_FILE),
  );
}

/** Nothing else is ever taken for a file of ours, whatever a record says. */
const OWN_PLACES = [".parley/hosts/", ".claude/skills/parley/", ".agents/skills/parley/"];

function parseRecord(text: string): HostsRecord | null {
  try {
    const { files, folders } = JSON.parse(text) as Partial<HostsRecord>;
    const isText = (value: unknown): boolean => typeof value === "string";
    const isPath = (path: unknown): boolean => isText(path) && !String(path).split("/").includes("..");
    if (!Array.isArray(folders) || !folders.every(isPath)) return null;
    if (typeof files !== "object" || files === null) return null;
    const sound = Object.entries(files).every(
      ([path, hashes]) =>
        isPath(path) &&
        OWN_PLACES.some((own) => path.startsWith(own)) &&
        Array.isArray(hashes) &&
        hashes.every(isText),
    );
    return sound ? { files, folders } : null;
  } catch {
    return null;
  }
}

async function putIn({ root }: HostsPlace, { changes, record }: HostsPlan): Promise<void> {
  const whole = changes.filter(({ path }) => path !== AGENTS_FILE);
  const hashes = (during: boolean): HostsRecord["files"] =>
    Object.fromEntries(
      whole.flatMap(({ path, before, after }) => {
        const known = [...(during && before !== null ? [before] : []), ...(after === null ? [] : [after])];
        return known.length === 0 ? [] : [[path, [...new Set(known.map(sha256Of))]]];
      }),
    );
  const missing = await missingFolders(root, changes);
  const folders = [...new Set([...record.folders, ...missing])].sort();
  // Known before it is there: whoever is killed in between finds it again.
  await writeRecord(root, { files: hashes(true), folders });
  for (const folder of missing) await createFolder(join(root, folder));
  for (const change of changes) await carryOut(root, change);
  await writeRecord(root, { files: hashes(false), folders });
}

async function writeRecord(root: string, record: HostsRecord): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(record, null, 2)}\n`);
  const file = join(root, RECORD_FILE);
  const before = await readFile(file).catch(() => null);
  if (before?.equals(text) !== true) await writeAtomically(file, text);
}

/** From the outside in. */
async function missingFolders(root: string, changes: readonly PlannedChange[]): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const { path, after } of changes) {
    if (after === null) continue;
    const above: string[] = [];
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) above.unshift(folder);
    for (const folder of above) if ((await kindOf(join(root, folder))) === "nothing") folders.add(folder);
  }
  return [...folders];
}

async function carryOut(root: string, { path, before, after }: PlannedChange): Promise<void> {
  if (isSame(before, after)) return;
  const target = await finalTargetOf(join(root, path));
  if (after === null) await rm(target, { force: true });
  else await writeAtomically(target, after);
}

async function takeOut({ root, context }: HostsPlace, { changes, record }: HostsPlan): Promise<void> {
  for (const change of changes) await carryOut(root, change);
  await rm(join(root, RECORD_FILE), { force: true });
  // From the inside out, and only what holds nothing of anybody's.
  for (const folder of [...record.folders].sort().reverse()) {
    const place = join(root, folder);
    if (!isFailure(await pathInProject(context, place))) await rmdir(place).catch(ignoreKeptFolder);
  }
}

function ignoreKeptFolder(error: unknown): void {
  if (!["ENOTEMPTY", "ENOENT", "ENOTDIR", "EEXIST"].includes(errnoOf(error) ?? "")) throw error;
}
