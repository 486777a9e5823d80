// How what a build owes is done: each effect through a port, its outcome as a command.
import type { BoardEvent } from "../core/board/board-event.ts";
import type { TaskId } from "../core/board/board-id.ts";
import { parseActor, type Who } from "../core/board/who.ts";
import type { BuildEffect } from "../core/build/build-effect.ts";
import type { BuildScope, BuildSettings, CheckCommand } from "../core/build/build-settings.ts";
import { findWork } from "../core/build/evolve-work.ts";
import { openWorktrees } from "../core/build/owed-to-build.ts";
import type { CheckRecord, TaskWork } from "../core/build/task-work.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import type { BoardEngine } from "./board-engine.ts";
import type { CheckRunner, CommitSha, RepositoryMark, TaskPlace, TaskRepository } from "./build-ports.ts";
import type { Blob, Cancel, Fence, ProjectReader, Seals } from "./ports.ts";
import { MEDIATOR } from "./step.ts";
import type { BoardCommandInput } from "./stored-board-command.ts";
import type { SubmissionOutcome } from "./stream-engine.ts";

/** What a build works with. */
export interface BuildContext {
  readonly board: BoardEngine;
  readonly repository: TaskRepository;
  readonly checks: CheckRunner;
  readonly seals: Pick<Seals, "make">;
  /** For the specifications that tasks come from. */
  readonly project: ProjectReader;
  /** From the top of a worktree to the project in it, with `/`; empty where they are the same. */
  readonly prefix: string;
  /** Folders whose set-up this process has seen to pass, with the incarnation it was for. */
  readonly setUp: Map<string, number>;
}

/** What a call about a task needs of it. */
export type BuildCallContext = Pick<BuildContext, "board" | "repository" | "seals" | "project">;

export type BoardOutcome = SubmissionOutcome<BoardEvent>;

/** What was found out, as a command. */
export interface NotedWork {
  readonly command: BoardCommandInput;
  readonly blobs: readonly Blob[];
}

/** An effect that starts no call. */
export type OwnEffect = Exclude<BuildEffect, { readonly do: "call" }>;

interface Watching {
  readonly cancel: Cancel;
  /** A line that a check has printed. */
  onLine(line: string): void;
}

export function whoIs(actor: string, role: Who["role"]): Who {
  const parsed = parseActor(actor);
  if (parsed === null) throw new Error(`${actor} is no actor`);
  return { actor: parsed, role };
}

const PARLEY = whoIs(MEDIATOR, "system");

/** The settings that everything after it is decided by. */
export async function beginBuild(
  { board }: BuildContext,
  build: { readonly settings: BuildSettings; readonly scope: BuildScope },
  fence: Fence,
): Promise<BoardOutcome> {
  const id = `${board.stream}/${board.version}/begin/${fence.epoch}`;
  return await board.submit(() => ({ type: "BeginBuild", ...build }), { by: PARLEY, id, fence });
}

/** Does what is owed; `null` where it was called off, and nothing is known. */
export async function doWork(
  context: BuildContext,
  effect: OwnEffect,
  watching: Watching,
): Promise<NotedWork | null> {
  const { repository } = context;
  const { task } = effect;
  if (effect.do === "take-task") return noted({ type: "TakeTask", task });
  const place = { task, incarnation: effect.incarnation };
  switch (effect.do) {
    case "open-worktree": {
      const opened = await repository.openWorktree(place, effect.target);
      if (isCalledOff(opened, watching)) return null;
      if ("at" in opened) return noted({ type: "NoteWorktree", ...place, opened });
      const { branch, base } = opened;
      return noted({ type: "NoteWorktree", ...place, opened: { at: "open", branch, base } });
    }
    case "inspect-work": {
      const { base, number, files, message, atMs } = effect;
      const before = await readMark(context, effect.mark);
      const found = await repository.inspect({ ...place, base, number, before, files, message, atMs });
      if (found.at === "refused")
        context.setUp.delete(inProject(repository.worktreePath(place), context.prefix));
      return noted({ type: "NoteInspection", ...place, number, found });
    }
    case "run-checks":
      return await runChecks(context, effect, watching);
    case "prepare-landing": {
      const { commit, base, target, message, atMs } = effect;
      const prepared = await repository.prepareLanding({ ...place, commit, base, target, message, atMs });
      if (isCalledOff(prepared, watching)) return null;
      return noted({ type: "NoteLanding", ...place, commit, prepared });
    }
    case "push-landing": {
      const { commit, target } = effect;
      const pushed = await repository.push({ commit, target });
      if (isCalledOff(pushed, watching)) return null;
      return noted({ type: "NotePush", ...place, commit, pushed });
    }
    case "push-branch": {
      const { commit, target } = effect;
      const pushed = await repository.pushBranch({ ...place, commit, target });
      if (isCalledOff(pushed, watching)) return null;
      return noted({ type: "NoteBranch", ...place, commit, pushed });
    }
    case "close-worktree":
      await repository.closeWorktree(place);
      return noted({ type: "NoteClosed", ...place });
    default:
      return assertNever(effect);
  }
}

/** Somebody stops the build: what a remote did not do by then is no trouble of its own, and is asked of it again. */
function isCalledOff(found: object, { cancel }: Watching): boolean {
  return cancel.cancelled && "at" in found && found.at === "trouble";
}

function noted(command: BoardCommandInput, blobs: readonly Blob[] = []): NotedWork {
  return { command, blobs };
}

/** The version tells the commands of one kind apart: nothing is owed twice on the same board. */
export async function noteWork(
  { board }: BuildContext,
  { task, ...effect }: OwnEffect,
  { command, blobs }: NotedWork,
  fence: Fence,
): Promise<BoardOutcome> {
  const id = `${board.stream}/${board.version}/${effect.do}/${task}`;
  return await board.submit(() => command, { by: PARLEY, id, fence, blobs });
}

async function readMark({ board }: BuildContext, mark: string | null): Promise<RepositoryMark | null> {
  return mark === null ? null : (JSON.parse(await board.texts.text(mark)) as RepositoryMark);
}

/** Nobody is sent into a worktree that is none any more. */
export async function mendWorktree(
  { board, repository }: Pick<BuildContext, "board" | "repository">,
  { task, incarnation }: { readonly task: TaskId; readonly incarnation: number },
): Promise<boolean> {
  const work = findWork(board.state, task);
  if (work === null || work.worktree === null || work.incarnation !== incarnation) return false;
  const { base } = work.worktree;
  return await repository.mendWorktree({ task, incarnation }, { base, commit: newestCommit(work) ?? base });
}

/** Also where what came after it could not be committed. */
function newestCommit({ commit, incarnation, rounds }: TaskWork): CommitSha | null {
  const ofRounds = rounds.filter((round) => round.incarnation === incarnation && round.commit !== null);
  return commit?.commit ?? ofRounds.at(-1)?.commit ?? null;
}

type RunChecks = Extract<OwnEffect, { readonly do: "run-checks" }>;

/** One after the other, up to the first that does not pass. */
async function runChecks(
  context: BuildContext,
  effect: RunChecks,
  { onLine, cancel }: Watching,
): Promise<NotedWork | null> {
  const { task, incarnation, on, commit } = effect;
  const place = { task, incarnation };
  const folder = checkFolder(context, effect);
  if (on === "work" && (await mendWorktree(context, place))) context.setUp.delete(folder);
  const before = await context.repository.mark(place);
  const results: CheckRecord[] = [];
  const blobs: Blob[] = [];
  for (const check of dueChecks(context, effect, folder)) {
    const { output, ...result } = await context.checks.run({ folder, ...check }, onLine, cancel);
    if (result.outcome === "cancelled") return null;
    const blob = output === "" ? null : context.board.texts.blobOf(output);
    if (blob !== null) blobs.push(blob);
    results.push({ ...result, output: blob?.sha256 ?? null });
    if (result.outcome !== "passed") break;
  }
  const green = results.every(({ outcome }) => outcome === "passed");
  if (green && on === "work") context.setUp.set(folder, incarnation);
  else context.setUp.delete(folder);
  const alarms = await context.repository.changesSince(place, before);
  return noted({ type: "NoteChecks", ...place, on, commit, results, alarms }, blobs);
}

function checkFolder({ repository, prefix }: BuildContext, { on, ...place }: RunChecks): string {
  return inProject(on === "work" ? repository.worktreePath(place) : repository.landingPath(), prefix);
}

function inProject(top: string, prefix: string): string {
  return prefix === "" ? top : `${top}/${prefix.replace(/\/$/, "")}`;
}

/** A folder is set up once, and anew after something was red in it: the coder may have added what is to be installed. */
function dueChecks(
  { setUp }: BuildContext,
  { checks, incarnation }: RunChecks,
  folder: string,
): readonly CheckCommand[] {
  return setUp.get(folder) === incarnation ? checks.filter(({ step }) => step !== "setup") : checks;
}

/** Whatever no task needs any more goes, also what an earlier process left. */
export async function tidyRepository({ board, repository }: BuildContext): Promise<void> {
  const needed: readonly TaskPlace[] = openWorktrees(board.state);
  await repository.tidyUp(needed);
}
