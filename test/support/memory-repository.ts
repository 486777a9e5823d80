// A repository with its remote in memory, as a build sees it: it outlives every runner, and remembers each landing.
import { createHash } from "node:crypto";
import type {
  Alarm,
  BuildTarget,
  ChangedFile,
  CommitSha,
  InspectedWork,
  InspectRequest,
  LandingTrouble,
  LandRequest,
  OpenWorktree,
  PreparedLanding,
  PushedLanding,
  RepositoryLook,
  RepositoryMark,
  TaskPlace,
  TaskRepository,
} from "../../src/engine/build-ports.ts";

export type Tree = ReadonlyMap<string, string>;

interface Commit {
  readonly tree: Tree;
  readonly parent: CommitSha | null;
  readonly text: string;
}

interface Worktree {
  readonly incarnation: number;
  readonly base: CommitSha;
  readonly files: Map<string, string>;
}

export const ROOT = "/repository";
const LANDING = `${ROOT}/.parley/worktrees/landing`;
const HUGE_CHARS = 10_000;

interface MemoryRepositoryOptions {
  readonly files: Readonly<Record<string, string>>;
  /** `null`: there is none, and work lands in the repository itself. */
  readonly remote?: string | null;
}

export class MemoryRepository implements TaskRepository {
  readonly commits = new Map<CommitSha, Commit>();
  /** Of the repository itself, by their full names. */
  readonly refs = new Map<string, CommitSha>();
  /** Of the remote, by branch. */
  readonly remote = new Map<string, CommitSha>();
  readonly worktrees = new Map<string, Worktree>();
  landing: Map<string, string> | null = null;
  /** What the remote does instead of taking a push, once each. */
  readonly remoteTroubles: LandingTrouble[] = [];
  config = "";
  hooks = "";
  /** parley's settings in the project's folder. */
  parley = "";
  /** Files of the person's tree that differ from their index. */
  readonly project = new Map<string, string>();
  readonly #remoteName: string | null;
  readonly #branch: string;

  constructor({ files, remote = "origin" }: MemoryRepositoryOptions) {
    this.#remoteName = remote;
    this.#branch = remote === null ? "parley/landed" : "main";
    const first = this.#commit({ tree: new Map(Object.entries(files)), parent: null, text: "first" });
    this.refs.set("refs/heads/main", first);
    if (remote !== null) this.remote.set("main", first);
  }

  get target(): BuildTarget {
    return { branch: this.#branch, remote: this.#remoteName };
  }

  /** From the newest commit of the target to its first. */
  history(): readonly CommitSha[] {
    return this.#historyOf(this.#tip(this.target));
  }

  /** Of the remote, or of the repository itself where there is none. */
  branch(name: string): CommitSha | null {
    return (this.#remoteName === null ? this.refs.get(`refs/heads/${name}`) : this.remote.get(name)) ?? null;
  }

  targetFiles(): Tree {
    return this.#commitAt(this.#tip(this.target)).tree;
  }

  message(commit: CommitSha): string {
    return this.#commitAt(commit).text;
  }

  /** Somebody else changes a file on the target meanwhile. */
  moveTarget(path: string, text: string): CommitSha {
    const parent = this.#tip(this.target);
    const tree = new Map(this.#commitAt(parent).tree).set(path, text);
    const commit = this.#commit({ tree, parent, text: `somebody changes ${path}` });
    this.#setTip(commit);
    return commit;
  }

  /** What lies in a folder that checks are run in. */
  filesAt(folder: string): Tree | null {
    if (folder === LANDING) return this.landing;
    for (const [task, { files }] of this.worktrees) if (folder === pathOf(task)) return files;
    return null;
  }

  async look({ target }: { readonly target: string | null }): Promise<RepositoryLook> {
    if (target !== null && target !== this.#branch)
      return { at: "unfit", code: "no-target", message: `there is no ${target}`, fix: "set build.target" };
    const identity = { name: "Ada", email: "ada@example.org" };
    return { at: "ready", prefix: "", target: this.target, identity, notes: [] };
  }

  async openWorktree({ task, incarnation }: TaskPlace, target: BuildTarget): Promise<OpenWorktree> {
    const found = this.worktrees.get(task);
    const branch = branchOf(task);
    if (found?.incarnation === incarnation) return { path: pathOf(task), branch, base: found.base };
    const base = this.#tip(target);
    this.worktrees.set(task, { incarnation, base, files: new Map(this.#commitAt(base).tree) });
    this.refs.set(`refs/heads/${branch}`, base);
    return { path: pathOf(task), branch, base };
  }

  async mendWorktree(
    { task, incarnation }: TaskPlace,
    { base, commit }: { readonly base: CommitSha; readonly commit: CommitSha },
  ): Promise<boolean> {
    if (this.worktrees.has(task)) return false;
    this.worktrees.set(task, { incarnation, base, files: new Map(this.#commitAt(commit).tree) });
    return true;
  }

  worktreePath({ task }: TaskPlace): string {
    return pathOf(task);
  }

  async mark({ task }: TaskPlace): Promise<RepositoryMark> {
    const isTheirs = (ref: string): boolean =>
      !ref.startsWith("refs/parley/") && ref !== `refs/heads/${branchOf(task)}`;
    return {
      config: hashOf(this.config),
      hooks: hashOf(this.hooks),
      refs: Object.fromEntries([...this.refs].filter(([ref]) => isTheirs(ref) && !ref.includes("parley/"))),
      head: "refs/heads/main",
      parley: hashOf(this.parley),
      project: hashOf(treeText(this.project)),
      names: { config: {}, hooks: {}, parley: {}, project: {} },
    };
  }

  async changesSince(place: TaskPlace, before: RepositoryMark): Promise<readonly Alarm[]> {
    return changesSince(before, await this.mark(place));
  }

  async inspect(request: InspectRequest): Promise<InspectedWork> {
    const { task, base, before, number, message, atMs } = request;
    const worktree = this.worktrees.get(task);
    if (worktree === undefined) {
      const lost: Alarm = { kind: "worktree-lost", path: null, what: "the worktree was removed" };
      return { at: "refused", files: [], alarms: [lost] };
    }
    const files = changedFiles(this.#commitAt(base).tree, worktree.files);
    const alarms = [
      ...(before === null ? [] : changesSince(before, await this.mark(request))),
      ...files.flatMap((file) => alarmsOf(file, worktree.files.get(file.path), request.files)),
    ];
    if (files.length === 0) return { at: "unchanged", alarms };
    if (alarms.some(({ kind }) => kind === "odd-path" || kind === "submodule"))
      return { at: "refused", files, alarms };
    const text = `${message.title}\n${JSON.stringify(message)}\n${atMs}`;
    const commit = this.#commit({ tree: new Map(worktree.files), parent: base, text });
    this.refs.set(`refs/parley/work/${task}/${number}`, commit);
    return { at: "committed", commit, tree: hashOf(treeText(worktree.files)), files, alarms };
  }

  async diff(commit: CommitSha, maxChars: number): Promise<string> {
    const { tree, parent } = this.#commitAt(commit);
    const before = parent === null ? new Map<string, string>() : this.#commitAt(parent).tree;
    return diffText(before, tree, maxChars);
  }

  async diffBetween(from: CommitSha, to: CommitSha, maxChars: number): Promise<string> {
    return diffText(this.#commitAt(from).tree, this.#commitAt(to).tree, maxChars);
  }

  async fileAt(commit: CommitSha, path: string): Promise<string | null> {
    return this.#commitAt(commit).tree.get(path) ?? null;
  }

  async prepareLanding(request: LandRequest): Promise<PreparedLanding> {
    const { task, incarnation, commit, base, target, message, atMs } = request;
    const onto = this.#tip(target);
    const ref = `refs/parley/prepared/${task}/${incarnation}/${commit}`;
    const before = this.refs.get(ref);
    if (before !== undefined && this.#historyOf(onto).includes(before))
      return { at: "landed", commit: before };
    const from = this.#commitAt(base).tree;
    const mine = this.#commitAt(commit).tree;
    const theirs = this.#commitAt(onto).tree;
    const tree = new Map(theirs);
    const conflicts: string[] = [];
    for (const { path } of changedFiles(from, mine)) {
      const [was, wanted, there] = [from.get(path), mine.get(path), theirs.get(path)];
      if (there === wanted) continue;
      if (there !== was) conflicts.push(path);
      else if (wanted === undefined) tree.delete(path);
      else tree.set(path, wanted);
    }
    if (conflicts.length > 0)
      return { at: "conflict", onto, files: conflicts, text: `both changed ${conflicts.join(", ")}` };
    if (changedFiles(theirs, tree).length === 0) return { at: "landed", commit: onto };
    this.landing = tree;
    const text = `${message.title}\n${JSON.stringify(message)}\n${atMs}`;
    const landing = onto === base ? commit : this.#commit({ tree: new Map(tree), parent: onto, text });
    this.refs.set(ref, landing);
    return { at: "ready", commit: landing, onto, moved: onto !== base };
  }

  landingPath(): string {
    return LANDING;
  }

  async push({
    commit,
    target,
  }: {
    readonly commit: CommitSha;
    readonly target: BuildTarget;
  }): Promise<PushedLanding> {
    const trouble = this.remoteTroubles.shift();
    if (trouble !== undefined) return trouble;
    if (await this.holds(target, commit)) return { at: "landed" };
    if (this.#commitAt(commit).parent !== this.#tip(target)) return { at: "moved" };
    this.#setTip(commit);
    return { at: "landed" };
  }

  async pushBranch({
    task,
    commit,
  }: TaskPlace & { readonly commit: CommitSha; readonly target: BuildTarget }): ReturnType<
    TaskRepository["pushBranch"]
  > {
    const trouble = this.remoteTroubles.shift();
    if (trouble !== undefined) return trouble;
    const isRemote = this.#remoteName !== null;
    const usual = isRemote ? branchOf(task) : `parley/kept/${task}`;
    const was = this.branch(usual);
    const isFree = was === null || this.#historyOf(commit).includes(was);
    const branch = isFree ? usual : `${usual}-${commit.slice(0, 10)}`;
    if (isRemote) this.remote.set(branch, commit);
    else this.refs.set(`refs/heads/${branch}`, commit);
    return { at: "pushed", branch };
  }

  async holds(target: BuildTarget, commit: CommitSha): Promise<boolean> {
    return this.#historyOf(this.#tip(target)).includes(commit);
  }

  async closeWorktree({ task, incarnation }: TaskPlace): Promise<void> {
    const found = this.worktrees.get(task);
    if (found !== undefined && found.incarnation > incarnation) return;
    this.worktrees.delete(task);
    this.refs.delete(`refs/heads/${branchOf(task)}`);
  }

  async tidyUp(needed: readonly TaskPlace[]): Promise<void> {
    const isNeeded = (task: string, incarnation: number): boolean =>
      needed.some((place) => place.task === task && place.incarnation === incarnation);
    for (const [task, { incarnation }] of [...this.worktrees])
      if (!isNeeded(task, incarnation)) await this.closeWorktree({ task, incarnation });
    for (const ref of [...this.refs.keys()]) {
      const task = /^refs\/heads\/parley\/task\/(.+)$/.exec(ref)?.[1];
      if (task !== undefined && !this.worktrees.has(task)) this.refs.delete(ref);
    }
    this.landing = null;
  }

  #tip({ branch, remote }: BuildTarget): CommitSha {
    const tip =
      remote === null
        ? (this.refs.get(`refs/heads/${branch}`) ?? this.refs.get("refs/heads/main"))
        : this.remote.get(branch);
    if (tip === undefined) throw new Error(`there is no ${branch}`);
    return tip;
  }

  #setTip(commit: CommitSha): void {
    if (this.#remoteName === null) this.refs.set(`refs/heads/${this.#branch}`, commit);
    else this.remote.set(this.#branch, commit);
  }

  #historyOf(tip: CommitSha): readonly CommitSha[] {
    const history: CommitSha[] = [];
    for (let at: CommitSha | null = tip; at !== null; at = this.#commitAt(at).parent) history.push(at);
    return history;
  }

  #commitAt(sha: CommitSha): Commit {
    const commit = this.commits.get(sha);
    if (commit === undefined) throw new Error(`there is no commit ${sha}`);
    return commit;
  }

  #commit(commit: Commit): CommitSha {
    const sha = hashOf(`${commit.parent}\n${commit.text}\n${treeText(commit.tree)}`).slice(0, 40);
    this.commits.set(sha, commit);
    return sha;
  }
}

function pathOf(task: string): string {
  return `${ROOT}/.parley/worktrees/${task}`;
}

function branchOf(task: string): string {
  return `parley/task/${task}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function treeText(tree: Tree): string {
  return JSON.stringify([...tree].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function changedFiles(before: Tree, after: Tree): readonly ChangedFile[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path): ChangedFile[] => {
    const [was, is] = [before.get(path), after.get(path)];
    if (was === is) return [];
    const change = was === undefined ? "added" : is === undefined ? "removed" : "changed";
    return [{ path, change, added: is === undefined ? 0 : 1, removed: was === undefined ? 0 : 1 }];
  });
}

function changesSince(before: RepositoryMark, now: RepositoryMark): readonly Alarm[] {
  const outside = (["config", "hooks", "parley", "head"] as const).filter(
    (part) => before[part] !== now[part],
  );
  const refs = [...new Set([...Object.keys(before.refs), ...Object.keys(now.refs)])].filter(
    (ref) => before.refs[ref] !== now.refs[ref],
  );
  return [
    ...[...outside, ...refs].map(
      (what): Alarm => ({ kind: "outside-worktree", path: null, what: `${what} changed` }),
    ),
    ...(before.project === now.project
      ? []
      : [{ kind: "project-changed", path: null, what: "files of the project changed" } as const]),
  ];
}

/** As far as a build can tell the kinds apart: what it does about one follows from its name alone. */
function alarmsOf(
  { path, change }: ChangedFile,
  text: string | undefined,
  globs: readonly string[],
): readonly Alarm[] {
  const kinds: (readonly [Alarm["kind"], boolean])[] = [
    ["protected", /^(?:\.parley|\.github)\//.test(path)],
    ["odd-path", /\p{Cc}/u.test(path)],
    ["submodule", path === ".gitmodules"],
    ["link-out", text?.startsWith("-> /") === true],
    ["huge", (text?.length ?? 0) > HUGE_CHARS],
    ["secret", text?.includes("BEGIN PRIVATE KEY") === true],
    ["tests-weakened", /\.test\./.test(path) && (change === "removed" || text?.includes(".skip(") === true)],
    ["out-of-scope", globs.length > 0 && !globs.some((glob) => path.startsWith(glob.replace(/\*+$/, "")))],
  ];
  return kinds.flatMap(([kind, is]) => (is ? [{ kind, path, what: `${kind} at ${path}` }] : []));
}

function diffText(
  before: ReadonlyMap<string, string>,
  tree: ReadonlyMap<string, string>,
  maxChars: number,
): string {
  const parts = changedFiles(before, tree).map(
    ({ path }) => `--- a/${path}\n+++ b/${path}\n-${before.get(path) ?? ""}\n+${tree.get(path) ?? ""}\n`,
  );
  return parts.join("").slice(0, maxChars);
}
