// From the code back to the spec: which task a commit was made for, and what was argued about what it is to fulfil.

import { resolve } from "node:path";
import { trailersOf } from "../../adapters/git/commit-trailers.ts";
import { findTask } from "../../core/board/board.ts";
import { parseTaskId, type TaskId } from "../../core/board/board-id.ts";
import type { Dispute } from "../../core/board/dispute.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { oldestFirst } from "../../core/board/stale.ts";
import type { Task } from "../../core/board/task.ts";
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, usageFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { listSessionRows } from "../sessions/find-session.ts";
import { gapsArgued, gapsOfOrigin, type PublishedSession, publishedSession } from "../sessions/why-line.ts";
import { withProject } from "../sessions/with-project.ts";
import type { CommitStory } from "../wire/line.ts";
import { readBoard } from "./change-board.ts";
import { anchoredSections } from "./tasks-of-line.ts";

/** What git takes as the beginning of a commit's name, and no less than it takes. */
const COMMIT = /^[0-9a-f]{4,64}$/;

/** The trailer that parley's commits name their task with. */
const TASK_TRAILER = "Parley-Task";

export async function whyCommit(context: CommandContext, word: string): Outcome<CommitStory> {
  const wanted = word.trim().toLowerCase();
  if (!COMMIT.test(wanted)) return noCommitName(word);
  return await withProject(context, "read-only", async (project) => {
    const found = (await findInAudit(project, wanted)) ?? (await findByTrailer(context, project, wanted));
    if (isFailure(found)) return found;
    const board = await readBoard(project);
    const task = findTask(board, found.taskId);
    return {
      ...found,
      task: task === null ? null : { id: task.id, title: task.title, status: task.status },
      rejectionCount: task?.rejectionCount ?? 0,
      disputes: [...valuesOf(board.disputes)]
        .filter((dispute) => dispute.task === found.taskId)
        .sort(oldestFirst)
        .map(({ id, reason, state }) => ({ id, reason, status: state.at, ...decisionOf(state) })),
      source: task?.sourceFile ?? null,
      ...(await specBehind(project, task)),
    };
  });
}

function decisionOf(state: Dispute["state"]): { decision: string | null; notes: string | null } {
  return state.at === "resolved"
    ? { decision: state.decision, notes: state.notes }
    : { decision: null, notes: null };
}

type FoundCommit = Pick<CommitStory, "commit" | "knownFrom" | "actor" | "at"> & { readonly taskId: TaskId };

/** `null`: it was never recorded. People may have recorded a shortened one. */
async function findInAudit({ store }: OpenProject, wanted: string): Promise<FoundCommit | Failure | null> {
  const rows = await store.rows(AUDIT_TABLE, { order: ["id"] });
  const found = rows.flatMap(({ commit_sha, task_id, actor, created_at }) => {
    const commit = String(commit_sha ?? "").toLowerCase();
    const taskId = parseTaskId(String(task_id ?? ""));
    const isIt = commit !== "" && (commit.startsWith(wanted) || wanted.startsWith(commit));
    return !isIt || taskId === null
      ? []
      : [{ commit, taskId, actor: String(actor), at: String(created_at), knownFrom: "audit" as const }];
  });
  const commits = new Set(
    found.filter(({ commit }) => !wanted.startsWith(commit)).map(({ commit }) => commit),
  );
  return commits.size > 1 ? severalCommits(wanted, [...commits]) : (found.at(-1) ?? null);
}

async function findByTrailer(
  { env, cancel }: CommandContext,
  { root }: OpenProject,
  wanted: string,
): Outcome<FoundCommit> {
  const known = await trailersOf({ root, env, cancel, commit: wanted });
  if (known === null) return noSuchCommit(wanted);
  const taskId = parseTaskId(known.trailers.find(([name]) => name === TASK_TRAILER)?.[1] ?? "");
  if (taskId === null) return noTask(known.commit);
  return { commit: known.commit, taskId, knownFrom: "trailer", actor: null, at: null };
}

type SpecBehind = Pick<CommitStory, "session" | "gaps" | "decisions">;

const NO_SPEC: SpecBehind = { session: null, gaps: [], decisions: [] };

async function specBehind(project: OpenProject, task: Task | null): Promise<SpecBehind> {
  const name = task?.planned?.session ?? (await sessionOfSource(project, task?.sourceFile ?? null));
  const session = name === null ? null : await publishedSession(project, name);
  if (task === null || session === null) return NO_SPEC;
  const gap = parseGapId(task.planned?.item ?? "");
  const gaps = gap === null ? await gapsUnder(session, anchorOf(task)) : [gap];
  return { session: session.engine.id, ...gapsArgued(session, gaps) };
}

async function sessionOfSource(
  { store, root }: OpenProject,
  sourceFile: string | null,
): Promise<string | null> {
  const [file] = sourceFile?.split("#") ?? [];
  if (file === undefined) return null;
  const sessions = await listSessionRows(store);
  const wrote = sessions.findLast(
    ({ output }) => output !== null && resolve(root, output) === resolve(root, file),
  );
  return wrote?.session ?? null;
}

function anchorOf({ planned, sourceFile }: Task): string | null {
  return planned?.item.startsWith("#") === true ? planned.item.slice(1) : (sourceFile?.split("#")[1] ?? null);
}

/** What was written for gaps under a heading of the finished spec. */
async function gapsUnder({ engine, published }: PublishedSession, wanted: string | null) {
  const text = await engine.documents.text(published.sha256);
  const found = anchoredSections(text).find(({ anchor }) => anchor === wanted);
  if (found === undefined) return [];
  const { line, endLine } = found.section;
  const map = JSON.parse(await engine.documents.text(published.map)) as SpecMap;
  const inside = map.filter(({ from, to }) => from <= endLine && line <= to);
  return [...new Set(inside.flatMap(({ origin }) => gapsOfOrigin(origin)))];
}

function noCommitName(word: string): Failure {
  return usageFailure("commit", `${word} does not name a commit`, "its hash, or at least four digits of it");
}

function severalCommits(wanted: string, commits: readonly string[]): Failure {
  const shown = commits.slice(0, 5).map((commit) => commit.slice(0, 12));
  return notFoundFailure(
    "several-commits",
    `${wanted} may be any of ${commits.length} commits`,
    shown.join(", "),
  );
}

function noSuchCommit(wanted: string): Failure {
  return notFoundFailure(
    "no-commit",
    `no task was recorded with the commit ${wanted}, and git knows no such commit here`,
    "see `parley tasks audit` for the commits of the board",
  );
}

function noTask(commit: string): Failure {
  return notFoundFailure(
    "no-task",
    `${commit.slice(0, 12)} was not made for a task: no task was recorded with it, and it has no ${TASK_TRAILER} trailer`,
    "see `parley tasks audit` for the commits of the board",
  );
}
