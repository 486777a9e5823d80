// What must not change while a coder works, and what did.
import { join } from "node:path";
import type { Alarm, RepositoryMark } from "../../engine/build-ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { LANDED_BRANCH, PARLEY_BRANCHES, PARLEY_REFS, targetRef } from "./refs.ts";
import type { RepositoryGit } from "./repository.ts";
import { hashOf, isSameMark, type RepositorySettings, type SettingsMark } from "./settings.ts";

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
  return {
    config: settings.config,
    hooks: settings.hooks,
    refs: Object.fromEntries(refs),
    head: await headOf(git),
    project: isKnown ? await projectHash(git) : NOT_READ,
  };
}

async function headOf(git: RepositoryGit): Promise<string> {
  const branch = await git.ask(["symbolic-ref", "-q", "HEAD"]);
  const name = branch.stdout.toString("utf8").trim();
  if (branch.exitCode === 0 && name !== "") return name;
  return (await git.readRef("HEAD")) ?? "";
}

/** Of what is in the index, and of the files that differ from it or are in no commit. parley's own are left out. */
async function projectHash(git: RepositoryGit): Promise<string> {
  const { top, prefix } = git.place;
  const inTree = { options: [`--work-tree=${top}`] };
  const index = await git.run(["ls-files", "-z", "--stage"], inTree);
  const changed = await git.run(["diff-files", "-z", "--name-only", "--ignore-submodules=dirty"], inTree);
  const others = await git.run(["ls-files", "-z", "--others", "--exclude-standard"], inTree);
  const names = [...namesOf(changed), ...namesOf(others)].filter(
    (name) => !name.startsWith(`${prefix}.parley/`) && name !== `${prefix}dispute.md`,
  );
  const contents = await hashOf(names.slice(0, PROJECT_FILES_MAX).map((name) => join(top, name)));
  return sha256Of(`${sha256Of(index)} ${contents} ${sha256Of(names.slice(PROJECT_FILES_MAX).join("\0"))}`);
}

function namesOf(listed: Buffer): readonly string[] {
  return listed
    .toString("utf8")
    .split("\0")
    .filter((name) => name !== "");
}

const REFS_TOLD_MAX = 5;

export async function alarmsOfMarks(
  git: RepositoryGit,
  before: RepositoryMark,
  after: RepositoryMark,
): Promise<readonly Alarm[]> {
  const outside = (what: string): Alarm => ({ kind: "outside-worktree", path: null, what });
  const alarms: Alarm[] = [];
  if (before.config !== after.config) alarms.push(outside("the repository's settings were changed"));
  if (before.hooks !== after.hooks) {
    alarms.push(
      outside("the repository's hooks, or its lists of attributes and ignored files, were changed"),
    );
  }
  const names = new Set([...Object.keys(before.refs), ...Object.keys(after.refs)]);
  const changed: string[] = [];
  for (const name of [...names].sort()) {
    const [was, is] = [before.refs[name] ?? null, after.refs[name] ?? null];
    if (was !== is && !(await followsTarget(git, name, was, is))) changed.push(name);
  }
  const more = changed.length > REFS_TOLD_MAX ? ` and ${changed.length - REFS_TOLD_MAX} more` : "";
  if (changed.length > 0) {
    alarms.push(outside(`refs were changed: ${changed.slice(0, REFS_TOLD_MAX).join(", ")}${more}`));
  }
  if (before.head !== after.head)
    alarms.push(outside("another branch was checked out in the project's folder"));
  const areRead = before.project !== NOT_READ && after.project !== NOT_READ;
  if (areRead && before.project !== after.project) {
    alarms.push({ kind: "project-changed", path: null, what: "files of the project's folder were changed" });
  }
  return alarms;
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
