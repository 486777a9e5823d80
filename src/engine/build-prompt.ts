// What a call about a task is told: gathered from the board, the repository and the specification, rendered by `src/prompts`.
import { type Board, byPosition, findDispute, findTask, sectionRank } from "../core/board/board.ts";
import { parseSourceLink } from "../core/board/board-text.ts";
import type { Dispute, DisputeSide } from "../core/board/dispute.ts";
import { valuesOf } from "../core/board/id-map.ts";
import type { Task } from "../core/board/task.ts";
import type { BuildCallOrder } from "../core/build/build-effect.ts";
import { findWork, turnOf } from "../core/build/evolve-work.ts";
import { ATTEMPTS_MAX } from "../core/build/limits.ts";
import type { CheckRecord, Finding, Guidance, TaskWork, WorkTurn } from "../core/build/task-work.ts";
import { PERSON } from "../core/refinement/role.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { OUT_FOLDER } from "../core/shared/worktree-folders.ts";
import { anchorsOf } from "../document/spec/anchors.ts";
import { excerptAround } from "../document/spec/excerpt.ts";
import type { SpecSection } from "../document/spec/outline.ts";
import { type Spec, specOf } from "../document/spec/spec.ts";
import { BUDGETS } from "../prompts/budgets.ts";
import type {
  AlarmShown,
  BuildFacts,
  ChangeShown,
  CheckShown,
  CodeReviewFacts,
  CoderCause,
  DisputedCode,
  DisputeRules,
  FindingBrief,
  FormRetryFacts,
  SinceLastReview,
  SpecExcerpt,
} from "../prompts/build/build-facts.ts";
import { codeReviewPrompt } from "../prompts/build/code-review-prompt.ts";
import { coderPrompt } from "../prompts/build/coder-prompt.ts";
import { followUpPrompt, formRetryPrompt } from "../prompts/build/form-retry.ts";
import { guidePrompt } from "../prompts/build/guide-prompt.ts";
import { positionPrompt } from "../prompts/build/position-prompt.ts";
import type { Prompt } from "../prompts/prompt-facts.ts";
import type { CommitSha } from "./build-ports.ts";
import type { BuildCallContext } from "./build-step.ts";
import type { ProjectText } from "./ports.ts";
import { WORK_DOCUMENTS } from "./work-documents.ts";

export async function buildPrompt(context: BuildCallContext, order: BuildCallOrder): Promise<Prompt> {
  const original = await firstPrompt(context, order);
  const { texts } = context.board;
  const told = await Promise.all(order.told.map((sha256) => texts.text(sha256)));
  const retry = formRetry(turnOfOrder(context, order));
  return retry === null
    ? followUpPrompt(original, told)
    : formRetryPrompt(original, order.purpose, retry, told);
}

async function firstPrompt(context: BuildCallContext, order: BuildCallOrder): Promise<Prompt> {
  const board = context.board.state;
  const task = findTask(board, order.task);
  if (task === null) throw new Error(`there is no task ${order.task}`);
  const work = findWork(board, order.task);
  const base = await baseFacts(context, order, task);
  switch (order.purpose) {
    case "coder": {
      const because = await causeOf(context, order, work);
      const commands = board.build.settings?.checks.map(({ command }) => command) ?? [];
      return coderPrompt({ ...base, because, commands, dispute: disputeRules(board, task, "coder") });
    }
    case "reviewer":
      return codeReviewPrompt({
        ...base,
        dispute: disputeRules(board, task, "reviewer"),
        openDisputes: openDisputes(board, task),
        round: order.round,
        sinceLast: await sinceLastReview(context, work),
        change: await changeOf(context, work),
        summary: work?.said?.summary ?? "",
        notDone: work?.said?.notDone ?? "",
        noChangeNeeded: work?.said?.why ?? null,
        checks: await shownChecks(context, work?.commit?.checks?.results ?? []),
        alarms: shownAlarms(work),
        readsProject: work?.worktree != null,
      });
    case "position": {
      const { about } = order;
      const dispute = about?.of === "dispute" ? findDispute(board, about.dispute) : null;
      if (about?.of !== "dispute" || dispute === null) throw new Error(`${order.key} is about no dispute`);
      const stated = statedBy(dispute, about.side);
      return positionPrompt({
        ...base,
        side: about.side,
        dispute: stated,
        code: disputedCode(work),
        change: await changeOf(context, work),
      });
    }
    case "guide":
      return guidePrompt({ ...base, change: await changeOf(context, work) });
    default:
      return assertNever(order.purpose);
  }
}

async function baseFacts(
  { board: { state }, project, repository }: BuildCallContext,
  { purpose, agent }: BuildCallOrder,
  task: Task,
): Promise<BuildFacts> {
  const work = findWork(state, task.id);
  const byHand = agent === PERSON;
  const name = WORK_DOCUMENTS[purpose];
  return {
    documentName: purpose === "coder" && !byHand ? `${OUT_FOLDER}/${name}` : name,
    byHand,
    task: { id: task.id, title: task.title, notes: task.notes, files: task.files },
    folder: state.build.settings?.folder ?? "",
    spec: await specExcerpt({ project, repository, base: work?.worktree?.base ?? null }, task),
    resolutions: resolutionsOf(state, task),
    narrowings: saidAs(work, "narrow"),
    guidance: saidAs(work, "guide"),
    findings: (work?.findings ?? []).map(findingBrief),
    others: otherTasks(state, task),
    rounds: work?.rounds ?? [],
    rejections: task.rejectionCount,
  };
}

/** Those of its own section first. */
function otherTasks(board: Board, task: Task): BuildFacts["others"] {
  const rank = sectionRank(board);
  const isFar = ({ section }: Task): number => (section === task.section ? 0 : 1);
  return [...valuesOf(board.tasks)]
    .filter(({ id }) => id !== task.id)
    .sort((a, b) => isFar(a) - isFar(b) || rank(a.section) - rank(b.section) || byPosition(a, b))
    .map(({ id, title, status }) => ({ id, title, status }));
}

function openDisputes(board: Board, { id, section, after }: Task): CodeReviewFacts["openDisputes"] {
  return [...valuesOf(board.disputes)].flatMap(({ task: of, weight, state, reason }) => {
    const task = findTask(board, of);
    if (task === null || of === id || weight !== "major" || state.at !== "open") return [];
    if (!after.includes(of) && (section === null || task.section !== section)) return [];
    const isLanded = findWork(board, of)?.landed != null;
    return [{ task: { id: of, title: task.title }, reason, isLanded }];
  });
}

/** Against the commit of the last review in this worktree. */
async function sinceLastReview(
  { repository }: BuildCallContext,
  work: TaskWork | null,
): Promise<SinceLastReview | null> {
  if (work === null || work.commit === null) return null;
  const { rounds, incarnation, commit } = work;
  const at = rounds.findLastIndex(
    (one) => one.incarnation === incarnation && one.commit !== null && one.verdict !== null,
  );
  const last = rounds[at];
  if (last === undefined || last.commit === null) return null;
  const diff = await repository.diffBetween(last.commit, commit.commit, BUDGETS.sinceDiff);
  const reds = rounds.slice(at + 1).reduce((sum, round) => sum + round.reds, 0);
  return { round: last.round, diff, reds };
}

function disputeRules(board: Board, { id, rejectionCount }: Task, raisedBy: DisputeSide): DisputeRules {
  const decided = [...valuesOf(board.disputes)].filter(
    ({ task, weight, state }) => task === id && weight === "major" && state.at === "resolved",
  );
  return {
    mayRaise: raisedBy === "reviewer" || rejectionCount > 0,
    land: board.build.settings?.land ?? "branch",
    decided: [...new Set(decided.map(({ reason }) => reason))],
  };
}

function disputedCode(work: TaskWork | null): DisputedCode {
  if (work === null || work.commit === null || work.commit.files.length === 0) return "none";
  if (work.landed?.incarnation === work.incarnation) return "landed";
  return work.stage.at === "land" ? "landing" : "branch";
}

function saidAs(work: TaskWork | null, kind: Guidance["kind"]): readonly string[] {
  return (work?.guidance ?? []).filter((guidance) => guidance.kind === kind).map(({ text }) => text);
}

function resolutionsOf({ disputes }: Board, { id }: Task): BuildFacts["resolutions"] {
  return [...valuesOf(disputes)].flatMap(({ task, weight, state }) =>
    task === id && weight === "major" && state.at === "resolved"
      ? [{ decision: state.decision, notes: state.notes ?? "" }]
      : [],
  );
}

function findingBrief({ id, state, fate, ...finding }: Finding): FindingBrief {
  const { title, severity, place, why, settledBy, round, answer } = finding;
  return {
    ...{ finding: id, title, severity, place, why, settledBy, round, answer },
    standing: state,
    said: fate?.why ?? "",
  };
}

interface SpecPlaces extends Pick<BuildCallContext, "project" | "repository"> {
  /** Where the worktree began; `null` where there is none. */
  readonly base: CommitSha | null;
}

type SourceLink = NonNullable<ReturnType<typeof parseSourceLink>>;

/** As the worktree has it, since that is what the code stands beside; what is in no commit is read in the project. */
async function readSource({ project, repository, base }: SpecPlaces, link: SourceLink): Promise<ProjectText> {
  const committed = base === null ? null : await repository.fileAt(base, link.file);
  if (committed !== null && (link.heading === null || findSection(specOf(committed), link) !== undefined))
    return { at: "text", text: committed };
  return await project.read(link.file);
}

function findSection(spec: Spec, { heading }: SourceLink): SpecSection | undefined {
  const anchors = anchorsOf(spec.sections.map(({ title }) => title));
  return heading === null ? undefined : spec.sections[anchors.indexOf(heading)];
}

/** The section that a task names, with what stands around it as far as there is room. */
async function specExcerpt(places: SpecPlaces, { sourceFile }: Task): Promise<SpecExcerpt | null> {
  const link = sourceFile === null ? null : parseSourceLink(sourceFile);
  if (sourceFile === null || link === null) return null;
  const read = await readSource(places, link);
  if (read.at === "none")
    return { from: sourceFile, own: null, around: `(It cannot be shown: ${read.why}.)` };
  const spec = specOf(read.text);
  const section = findSection(spec, link);
  const excerpt = excerptAround(spec, section?.line ?? 1, BUDGETS.specExcerpt);
  if (section === undefined) return { from: sourceFile, own: null, around: excerpt.text };
  const end = Math.min(section.endLine, excerpt.endLine);
  const linesOf = (from: number, to: number): string => spec.lines.slice(from - 1, to).join("\n");
  const around = [linesOf(excerpt.line, section.line - 1), linesOf(end + 1, excerpt.endLine)];
  return {
    from: sourceFile,
    own: linesOf(section.line, end),
    around: around.filter((text) => text.trim() !== "").join("\n\n[… what the task is about …]\n\n"),
  };
}

async function causeOf(
  context: BuildCallContext,
  { retry, incarnation }: BuildCallOrder,
  work: TaskWork | null,
): Promise<CoderCause> {
  const commit = work?.commit ?? null;
  if (retry?.because === "unchanged") return { at: "unchanged" };
  if (retry?.because === "alarms")
    return { at: "alarms", alarms: retry.messages.map((what) => ({ kind: "found", path: null, what })) };
  if (commit?.checks?.green === false)
    return { at: "red", checks: await shownChecks(context, commit.checks.results) };
  if (commit?.verdict === "REJECT") return { at: "rejected" };
  const carried = work?.carried ?? null;
  if (carried !== null) {
    const { why, text, commit: former } = carried;
    return { at: "carried", why, text, diff: await context.repository.diff(former, BUDGETS.diff) };
  }
  return { at: incarnation > 1 ? "reopened" : "begin" };
}

function shownAlarms(work: TaskWork | null): readonly AlarmShown[] {
  return (work?.commit?.alarms ?? []).map(({ kind, path, what }) => ({
    kind: kind.replaceAll("-", " "),
    path,
    what,
  }));
}

async function changeOf({ repository }: BuildCallContext, work: TaskWork | null): Promise<ChangeShown> {
  const commit = work?.commit ?? null;
  if (commit === null || commit.files.length === 0) return { files: [], diff: "" };
  return { files: commit.files, diff: await repository.diff(commit.commit, BUDGETS.diff) };
}

async function shownChecks(
  { board }: BuildCallContext,
  results: readonly CheckRecord[],
): Promise<readonly CheckShown[]> {
  return await Promise.all(
    results.map(async ({ command, outcome, exitCode, output }) => ({
      command,
      outcome:
        outcome === "failed" && exitCode !== null ? `failed with exit code ${exitCode}` : OUTCOMES[outcome],
      output: output === null ? "" : await board.texts.text(output),
    })),
  );
}

const OUTCOMES: Readonly<Record<CheckRecord["outcome"], string>> = {
  passed: "passed",
  failed: "failed",
  timeout: "did not end within its time limit",
  "not-started": "could not be started",
  cancelled: "was called off",
};

/** What whoever raised it has said; a person's word is in the detail. */
function statedBy(dispute: Dispute, asked: "coder" | "reviewer") {
  const other = dispute.positions[asked === "coder" ? "reviewer" : "coder"];
  const { reason, detail } = dispute;
  return { reason, detail, position: other.at === "given" ? other.text : "" };
}

function turnOfOrder({ board }: BuildCallContext, { task, about }: BuildCallOrder): WorkTurn | null {
  const work = about === null ? findWork(board.state, task) : null;
  return work === null ? null : turnOf(work);
}

function formRetry(turn: WorkTurn | null): FormRetryFacts | null {
  if (turn?.retry?.because !== "form") return null;
  const { messages, lines = [] } = turn.retry;
  const faults = messages.map((message, at) => ({ line: lines[at] ?? null, message }));
  return { attempt: turn.failed.form + 1, of: ATTEMPTS_MAX, faults };
}
