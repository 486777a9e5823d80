// What must not change while a coder works, and what did.
import { dirname, extname, join } from "node:path";
import type { Alarm, MarkedPart, RepositoryMark } from "../../engine/build-ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { shownText } from "./name-alarms.ts";
import { LANDED_BRANCH, PARLEY_BRANCHES, PARLEY_REFS, targetRef } from "./refs.ts";
import type { RepositoryGit } from "./repository.ts";
import {
  boundedSigns,
  filesIn,
  hashOfSigns,
  isSameMark,
  type RepositorySettings,
  type SettingsMark,
  type Signs,
  signsOf,
} from "./settings.ts";

/** Refs that only note what others have, and change with every fetch, are nobody's work. */
const NOT_MARKED = ["refs/remotes/", PARLEY_REFS, PARLEY_BRANCHES];
/** What a person takes over from where there is no remote. */
const LANDED = `refs/heads/${LANDED_BRANCH}`;

const PROJECT_FILES_MAX = 20_000;

/** In place of a hash: the project's files were not looked at. */
const NOT_READ = "not read";

/** `known`: as whom the settings must be, since they say how git reads the project's files; else those are left alone. */
export async function markRepository(
  git: RepositoryGit,
  settings: RepositorySettings,
  known: readonly SettingsMark[],
): Promise<RepositoryMark> {
  const isKnown = known.every((mark) => isSameMark(mark, settings));
  const all = await git.listRefs();
  const refs = [...all].filter(
    ([name]) => name === LANDED || !NOT_MARKED.some((beginning) => name.startsWith(beginning)),
  );
  const parley = await signParley(git);
  const project = isKnown ? await readProject(git) : null;
  return {
    config: settings.config,
    hooks: settings.hooks,
    refs: Object.fromEntries(refs),
    head: await headOf(git),
    parley: hashOfSigns(parley),
    project: project === null ? NOT_READ : project.hash,
    names: {
      config: settings.names.config,
      hooks: boundedSigns(settings.names.hooks),
      parley: boundedSigns(parley),
      project: boundedSigns(project?.signs ?? {}),
    },
  };
}

/** What parley writes itself while it builds, and nobody plays by. */
const OWN_FOLDERS = new Set(["runs", "sessions", "logs", "worktrees", "backups", "plans"]);

function isWrittenByParley(name: string): boolean {
  const [first = "", ...inside] = name.split("/");
  if (inside.length > 0) return OWN_FOLDERS.has(first);
  const isUnfinished = first.startsWith(".") && first.endsWith(".unfinished");
  return (
    first.startsWith("parley.db") || isUnfinished || extname(first) === ".lock" || first.includes(".lock.")
  );
}

async function signParley({ place }: RepositoryGit): Promise<Signs> {
  const folder = dirname(place.worktrees);
  const skipped = (name: string): boolean => isWrittenByParley(name);
  const files = await filesIn(folder, (path) => skipped(`${path.slice(folder.length + 1)}/`));
  return signsOf(files.filter((file) => !skipped(file.slice(folder.length + 1))));
}

async function headOf(git: RepositoryGit): Promise<string> {
  const branch = await git.ask(["symbolic-ref", "-q", "HEAD"]);
  const name = branch.stdout.toString("utf8").trim();
  if (branch.exitCode === 0 && name !== "") return name;
  return (await git.readRef("HEAD")) ?? "";
}

/** Of what is in the index, and of the files that differ from it or are in no commit. parley's own are left out. */
async function readProject(git: RepositoryGit): Promise<{ readonly hash: string; readonly signs: Signs }> {
  const { top, prefix } = git.place;
  const inTree = { options: [`--work-tree=${top}`] };
  const index = await git.run(["ls-files", "-z", "--stage"], inTree);
  const changed = await git.run(["diff-files", "-z", "--name-only", "--ignore-submodules=dirty"], inTree);
  const others = await git.run(["ls-files", "-z", "--others", "--exclude-standard"], inTree);
  const names = [...namesOf(changed), ...namesOf(others)].filter(
    (name) => !name.startsWith(`${prefix}.parley/`) && name !== `${prefix}dispute.md`,
  );
  const signs = await signsOf(names.slice(0, PROJECT_FILES_MAX).map((name) => join(top, name)));
  const more = sha256Of(names.slice(PROJECT_FILES_MAX).join("\0"));
  const hash = sha256Of(`${sha256Of(index)} ${hashOfSigns(signs)} ${more}`);
  const staged = await git.ask(["diff-index", "--cached", "-z", "--raw", "--no-renames", "HEAD"], inTree);
  return { hash, signs: { ...signs, ...stagedIn(staged.exitCode === 0 ? staged.stdout : Buffer.of(), top) } };
}

/** `:100644 100644 OLD NEW M`, NUL, name, NUL: told apart from what lies in the tree. */
function stagedIn(listed: Buffer, top: string): Signs {
  const parts = listed.toString("utf8").split("\0");
  return Object.fromEntries(
    parts.flatMap((part, at) =>
      at % 2 === 0 && part !== "" ? [[`${join(top, parts[at + 1] ?? "")} (staged)`, sha256Of(part)]] : [],
    ),
  );
}

function namesOf(listed: Buffer): readonly string[] {
  return listed
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "");
}

const NAMES_TOLD_MAX = 8;

export async function alarmsOfMarks(
  git: RepositoryGit,
  before: RepositoryMark,
  after: RepositoryMark,
): Promise<readonly Alarm[]> {
  const outside = (what: string): Alarm => ({ kind: "outside-worktree", path: null, what });
  const alarms: Alarm[] = [];
  const tell = (what: string, part: MarkedPart): string =>
    withNames(what, changedNames(before.names[part], after.names[part], git.place.top));
  if (before.config !== after.config) {
    alarms.push(outside(tell("the repository's settings were changed", "config")));
  }
  if (before.hooks !== after.hooks) {
    alarms.push(
      outside(
        tell("the repository's hooks, or its lists of attributes and ignored files, were changed", "hooks"),
      ),
    );
  }
  if (before.parley !== after.parley) {
    alarms.push(outside(tell("parley's own settings of the project were changed", "parley")));
  }
  const names = new Set([...Object.keys(before.refs), ...Object.keys(after.refs)]);
  const changed: string[] = [];
  for (const name of [...names].sort()) {
    const [was, is] = [before.refs[name] ?? null, after.refs[name] ?? null];
    if (was !== is && !(await followsTarget(git, name, was, is))) changed.push(name);
  }
  if (changed.length > 0) alarms.push(outside(withNames("refs were changed", changed)));
  if (before.head !== after.head)
    alarms.push(outside("another branch was checked out in the project's folder"));
  const areRead = before.project !== NOT_READ && after.project !== NOT_READ;
  if (areRead && before.project !== after.project) {
    const what = tell("files of the project's folder were changed", "project");
    alarms.push({ kind: "project-changed", path: null, what });
  }
  return alarms;
}

function changedNames(before: Signs, after: Signs, top: string): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => (name.startsWith(`${top}/`) ? name.slice(top.length + 1) : name));
}

const NAME_CHARS_MAX = 120;

/** A setting's name may hold an address, and that a password. */
function withNames(what: string, names: readonly string[]): string {
  if (names.length === 0) return what;
  const told = names
    .slice(0, NAMES_TOLD_MAX)
    .map((name) => shownText(name.replaceAll(/\/\/[^/@]*@/g, "//…@")).slice(0, NAME_CHARS_MAX));
  const more = names.length > NAMES_TOLD_MAX ? ` and ${names.length - NAMES_TOLD_MAX} more` : "";
  return `${what}: ${told.join(", ")}${more}`;
}

/** A branch that only went on to what its target is known to hold was moved by parley, or by a pull. */
async function followsTarget(
  git: RepositoryGit,
  name: string,
  was: string | null,
  is: string | null,
): Promise<boolean> {
  if (is === null || !name.startsWith("refs/heads/")) return false;
  const target = await git.readRef(targetRef(name.slice("refs/heads/".length)));
  if (target === null || !(await git.isAncestor(is, target))) return false;
  return was === null ? name === LANDED : await git.isAncestor(was, is);
}
