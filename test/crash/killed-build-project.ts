// The project of builds that are killed: six tasks on a real repository with a bare remote, players, and tests that run.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { tasksInOrder } from "../../src/core/board/board.ts";
import { BoardEngine } from "../../src/engine/board-engine.ts";
import { BOARD_PROJECTION } from "../../src/engine/projections.ts";
import {
  APPROVE,
  approveAfter,
  coderDocument,
  disputeDocument,
  NO_CHANGE,
  POSITION,
  rejectDocument,
} from "../support/build-documents.ts";
import { ADA, taskIdAt } from "../support/build-here.ts";
import { GitWorld } from "../support/git-world.ts";
import { HASH, UTF8 } from "../support/session-world.ts";

const TITLES = ["Approved", "Rejected", "Disputed", "Red at first", "Nothing to change", "Last"] as const;

export interface BuildProjectFiles {
  readonly folder: string;
  readonly root: string;
  readonly remote: string;
  readonly store: string;
  readonly runs: string;
  /** What the agents write, by the call. */
  readonly steps: string;
  /** A line for each beginning and each end of an agent's run. */
  readonly agentRuns: string;
  /** A line for each port call. */
  readonly calls: string;
}

export function buildFilesOf(folder: string): BuildProjectFiles {
  const root = join(folder, "project");
  return {
    ...{ folder, root, remote: join(folder, "remote.git") },
    store: join(root, ".parley", "parley.db"),
    runs: join(root, ".parley", "runs"),
    steps: join(folder, "steps"),
    agentRuns: join(folder, "agent-runs.log"),
    calls: join(folder, "calls.log"),
  };
}

interface Step {
  /** `purpose-task-round-attempt`, or as much of its beginning; the closest counts. */
  readonly on: string;
  /** What stands in the task's file then. */
  readonly work?: string;
  readonly write: string;
}

const greenSteps = [0, 1, 2, 3, 5].map(
  (number): Step => ({ on: `coder-${taskIdAt(number)}`, work: "green", write: coderDocument() }),
);

const STEPS: readonly Step[] = [
  ...greenSteps,
  { on: `coder-${taskIdAt(1)}-2`, work: "round 2", write: coderDocument({ F1: "FIXED | there" }) },
  { on: `coder-${taskIdAt(3)}-1-1`, work: "red", write: coderDocument() },
  { on: `coder-${taskIdAt(4)}`, write: NO_CHANGE },
  { on: "position", write: POSITION },
  { on: `reviewer-${taskIdAt(1)}-1`, write: rejectDocument({ place: "src/first.txt" }) },
  { on: `reviewer-${taskIdAt(1)}`, write: approveAfter("F1") },
  { on: `reviewer-${taskIdAt(2)}`, write: disputeDocument() },
  { on: "reviewer", write: APPROVE },
];

/** A line of shell: the scripted agent of the product does the same and more, but takes a start of Node for each call. */
const SCRIPT = `
note() { echo "$1 $PARLEY_KEY" >> "$PARLEY_TEST_RUNS"; }
note began
IFS=/ read -r subject task round purpose lane attempt launch <<KEY
$PARLEY_KEY
KEY
for step in "$purpose-$task-\${round%.*}-$attempt" "$purpose-$task-\${round%.*}" "$purpose-$task" "$purpose"; do
  [ -f "$1/$step.md" ] && break
done
[ -f "$1/$step.work" ] && cat "$1/$step.work" > "src/$task.txt"
cat "$1/$step.md" > "$PARLEY_OUT"
note done
`;

export function buildAgentArgv(steps: string): readonly string[] {
  return ["/bin/sh", "-c", SCRIPT, "agent", steps];
}

export const BUILD_CHECKS = [
  { step: "test", command: "! grep -rqx red src && echo 1..1 && echo ok 1", timeLimitMs: 60_000 },
] as const;

/** To be copied, since making it takes time. */
export async function prepareBuildProject(folder: string): Promise<GitWorld> {
  const world = new GitWorld({ folder, files: { "src/first.txt": "one\n", "untouched.txt": "mine\n" } });
  const files = buildFilesOf(folder);
  mkdirSync(files.steps);
  for (const { on, work, write } of STEPS) {
    writeFileSync(join(files.steps, `${on}.md`), write);
    if (work !== undefined) writeFileSync(join(files.steps, `${on}.work`), `${work}\n`);
  }
  for (const log of [files.calls, files.agentRuns]) writeFileSync(log, "");
  world.write({ "staged.txt": "staged\n", "untouched.txt": "mine, changed\n", "untracked.txt": "new\n" });
  world.git("add", "staged.txt");
  await withBoard(folder, async (board) => {
    for (const [number, title] of TITLES.entries()) {
      const about = { section: null, sourceFile: null, notes: "" } as const;
      const id = taskIdAt(number);
      await board.submit(() => ({ type: "AddTask", id, title, after: [], ...about }), {
        by: ADA,
        id: `add ${number}`,
      });
    }
  });
  return world;
}

export function copyBuildProject(from: GitWorld, to: string): BuildProjectFiles {
  cpSync(from.folder, to, { recursive: true });
  const files = buildFilesOf(to);
  from.gitIn(files.root, "remote", "set-url", "origin", files.remote);
  return files;
}

async function withBoard<Result>(
  folder: string,
  use: (board: BoardEngine) => Promise<Result>,
): Promise<Result> {
  const files = buildFilesOf(folder);
  const store = await openSqliteStore({
    file: files.store,
    mode: "read-write",
    projections: [BOARD_PROJECTION],
  });
  try {
    const clock = { nowMs: Date.now };
    return await use(
      await BoardEngine.open({ store, folder: diskFolder(files.root), clock, hash: HASH, utf8: UTF8 }),
    );
  } finally {
    store.close();
  }
}

/** What a build came to: what counts, without times, hashes and who ran it. */
export interface BuildOutcome {
  readonly tasks: readonly string[];
  /** Titles on the remote, the newest first. */
  readonly landed: readonly string[];
  readonly remoteFiles: string;
  readonly person: string;
  readonly left: readonly string[];
  /** Each beginning and end of an agent's run. */
  readonly calls: readonly string[];
}

const OWN_REFS = /^refs\/(?:parley|remotes)\//;

export async function buildOutcomeOf(world: GitWorld, folder: string): Promise<BuildOutcome> {
  const files = buildFilesOf(folder);
  const git = (...args: string[]): string => world.gitIn(files.root, ...args);
  const remote = (...args: string[]): string => world.gitIn(files.remote, ...args);
  const branches = git("for-each-ref", "--format=%(refname)").split("\n");
  const locks = git("ls-files", "--others", "--directory").includes(".lock") ? ["a lock file"] : [];
  return await withBoard(folder, async (board) => ({
    tasks: tasksInOrder(board.state).map(
      ({ title, status, rejectionCount }) => `${title}: ${status}, ${rejectionCount} rejections`,
    ),
    landed: remote("log", "--format=%s", "main").split("\n").sort(),
    remoteFiles: remote("ls-tree", "-r", "main"),
    person: [git("status", "--porcelain"), git("rev-parse", "HEAD"), git("write-tree")].join("\n"),
    left: [
      ...git("worktree", "list", "--porcelain").split("\n\n").slice(1),
      ...branches.filter((ref) => !OWN_REFS.test(ref) && ref !== "refs/heads/main"),
      ...(existsSync(join(files.root, ".git", "index.lock")) ? ["index.lock"] : locks),
      ...board.state.build.calls.map(({ key }) => `a call under way: ${key}`),
    ],
    calls: readFileSync(files.agentRuns, "utf8").trim().split("\n").sort(),
  }));
}
