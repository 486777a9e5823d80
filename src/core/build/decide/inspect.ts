// What was found in a coder's worktree, and what build and tests say of it: only green work is shown to a reviewer.

import type { TaskId } from "../../board/board-id.ts";
import { raiseDispute } from "../../board/change-dispute.ts";
import type { Draft } from "../../board/draft.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { alarmLine, askAboutRepository, askAboutTampering, askAboutWeakening } from "../ask.ts";
import type { BuildCommandOf } from "../build-command.ts";
import type { CheckCommand } from "../build-settings.ts";
import { findWork } from "../evolve-work.ts";
import type { CheckRecord, TaskWork, WorkCommit } from "../task-work.ts";
import { testsIn } from "../tests-in.ts";
import type { Alarm, AlarmKind } from "../work-facts.ts";
import { noteTargetChecks } from "./land.ts";
import { beginRound, failAttempt, moveTo, placeOf, refuseUnowed, taskOf, workOn } from "./steps.ts";
import { coderDispute } from "./take-coder-output.ts";

/** Where an alarm leads: a person, back to the coder, or no further than the record. */
const LEADS_TO: Record<AlarmKind, "tampered" | "weakened" | "back" | "note"> = {
  "outside-worktree": "tampered",
  "worktree-lost": "back",
  "project-changed": "note",
  "own-history": "note",
  protected: "back",
  submodule: "back",
  "link-out": "back",
  huge: "back",
  secret: "back",
  "odd-path": "back",
  "out-of-scope": "back",
  "tests-weakened": "weakened",
};

/** A change over more files, and more alarms, are told by their first ones. */
const FILES_MAX = 1_000;
const ALARMS_MAX = 200;

export function noteInspection(draft: Draft, command: BuildCommandOf<"NoteInspection">): Refusal | null {
  const { task, incarnation, number, found } = command;
  const work = findWork(draft.board, task);
  if (work?.stage.at !== "inspect" || work.incarnation !== incarnation || number !== work.commits + 1)
    return refuseUnowed(`inspection ${number} of the task ${task}`);
  if (found.at === "failed") {
    const { message, fix, untouched } = found;
    const trouble = { ...placeOf(work), asked: "inspect", message, waitMs: null } as const;
    draft.emit("RepositoryTroubled", { ...trouble, ...(untouched === undefined ? {} : { untouched }) });
    askAboutRepository(draft, work, [message, fix]);
    return null;
  }
  const { round, worktree } = work;
  // Where nothing was changed, what is tested and reviewed is the base itself.
  const commit =
    found.at === "committed" ? found.commit : found.at === "unchanged" ? (worktree?.base ?? null) : null;
  draft.emit("WorkInspected", {
    ...placeOf(work),
    ...{ round, number, at: found.at, commit },
    tree: found.at === "committed" ? found.tree : null,
    files: found.at === "unchanged" ? [] : found.files.slice(0, FILES_MAX),
    alarms: found.alarms.slice(0, ALARMS_MAX),
  });
  const tampered = alarmsOf(found.alarms, "tampered");
  if (tampered.length > 0) askAboutTampering(draft, workOn(draft, task), tampered);
  else judgeInspected(draft, task);
  return null;
}

function alarmsOf(alarms: readonly Alarm[], to: (typeof LEADS_TO)[AlarmKind]): readonly Alarm[] {
  return alarms.filter(({ kind }) => LEADS_TO[kind] === to);
}

/** By what was found, the repository itself aside. */
export function judgeInspected(draft: Draft, task: TaskId): void {
  const work = workOn(draft, task);
  const { commit, refused } = work;
  const back = alarmsOf(commit?.alarms ?? refused, "back");
  if (commit === null || back.length > 0) {
    const messages =
      back.length > 0 ? back.map(alarmLine) : ["the work cannot be committed", ...refused.map(alarmLine)];
    failAttempt(draft, task, { because: "alarms", messages });
    return;
  }
  if (isUnchanged(commit) && !isExplained(work)) {
    sendBackUnchanged(draft, work, commit);
    return;
  }
  const weakened = alarmsOf(commit.alarms, "weakened").map(alarmLine);
  askUnlessAllowed(draft, task, weakened);
}

function isUnchanged({ files, repeats }: WorkCommit): boolean {
  return files.length === 0 || repeats;
}

/** The coder said why it leaves the work as it is. */
function isExplained({ said, round }: TaskWork): boolean {
  return said?.round === round && (said.outcome !== "done" || said.disagrees);
}

function sendBackUnchanged(draft: Draft, { id, said }: TaskWork, { repeats }: WorkCommit): void {
  // Somebody has put it into review, and there is nothing of the loop's to review.
  if (said === null) {
    moveTo(draft, id, "in_progress", "there is nothing to review in its worktree");
    beginRound(draft, id);
    return;
  }
  const what = repeats ? "The work is what it was before" : "The worktree is as it was at the start";
  const fix = "do the task, or say under `No change needed:` why none is.";
  failAttempt(draft, id, { because: "unchanged", messages: [`${what}: ${fix}`] });
}

/** True where a person is asked about it. */
function askUnlessAllowed(draft: Draft, task: TaskId, weakenings: readonly string[]): boolean {
  const work = workOn(draft, task);
  const fresh = weakenings.filter((one) => !work.allowed.includes(one));
  if (fresh.length > 0) askAboutWeakening(draft, work, fresh);
  return fresh.length > 0;
}

export function noteChecks(draft: Draft, command: BuildCommandOf<"NoteChecks">): Refusal | null {
  const { task, incarnation, on, commit, results, alarms = [] } = command;
  const work = findWork(draft.board, task);
  if (
    work === null ||
    work.incarnation !== incarnation ||
    results.some(({ outcome }) => outcome === "cancelled")
  )
    return refuseUnowed(`checks of the task ${task}`);
  const green = isGreen(results, draft.board.build.settings?.checks ?? []);
  const seen = alarms.slice(0, ALARMS_MAX);
  const run = {
    ...{ ...placeOf(work), on, commit, green, results },
    ...(seen.length === 0 ? {} : { alarms: seen }),
  };
  const tampered = alarmsOf(seen, "tampered");
  if (on === "target") {
    const refused = noteTargetChecks(draft, work, run);
    if (refused === null && tampered.length > 0)
      askAboutTampering(draft, workOn(draft, task), tampered, "build and tests on the target");
    return refused;
  }
  if (work.stage.at !== "test" || work.commit?.commit !== commit || work.commit.checks !== null)
    return refuseUnowed(`checks of the task ${task}`);
  draft.emit("ChecksRun", run);
  if (tampered.length > 0) askAboutTampering(draft, workOn(draft, task), tampered, "build and tests");
  else judgeChecks(draft, task);
  return null;
}

/** By what build and tests came to, whatever they did beside. */
export function judgeChecks(draft: Draft, task: TaskId): void {
  const work = workOn(draft, task);
  const checks = work.commit?.checks ?? null;
  if (checks === null) throw new Error(`nothing was checked of the task ${task}`);
  const { green, results } = checks;
  if (!green && work.raised === null) {
    failAttempt(draft, task, { because: "red", messages: results.filter(isFailed).map(checkLine) });
  } else if (!green || !askUnlessAllowed(draft, task, fewerTests(work))) showWork(draft, task);
}

/** Nothing failed, and build and tests ran where there are such; set-up ran when the worktree was new. */
function isGreen(results: readonly CheckRecord[], checks: readonly CheckCommand[]): boolean {
  if (results.some(isFailed)) return false;
  const ran = new Set(results.map(({ step }) => step));
  return checks.every(({ step }) => step === "setup" || ran.has(step));
}

function isFailed({ outcome }: CheckRecord): boolean {
  return outcome !== "passed";
}

function checkLine({ step, command, outcome, exitCode }: CheckRecord): string {
  return `${step} (${command}): ${outcome}${exitCode === null ? "" : `, exit code ${exitCode}`}`;
}

/** What says no number any more may have been told to run nothing. */
function fewerTests({ commit, testsBefore }: TaskWork): readonly string[] {
  const results = commit?.checks?.results ?? [];
  const now = testsIn(results);
  if (testsBefore === null || !results.some(({ step }) => step === "test")) return [];
  if (now === null) return [`${testsBefore} tests ran before, and now nothing says how many`];
  return now >= testsBefore ? [] : [`${testsBefore} tests ran before, and ${now} now`];
}

/** The coder's dispute is opened with its work; else the reviewer is shown what is green. */
export function showWork(draft: Draft, task: TaskId): void {
  const work = workOn(draft, task);
  const { commit, raised, round } = work;
  if (commit === null) throw new Error(`the task ${task} has nothing to show`);
  if (raised !== null) {
    const files = commit.files.map(({ path }) => path);
    const refused = raiseDispute(draft, coderDispute(task, raised, files), raised.by);
    if (refused === null) return;
    failAttempt(draft, task, { because: "form", messages: [refused.message] });
    return;
  }
  if (taskOf(draft, task).status !== "review") moveTo(draft, task, "review");
  draft.emit("ReviewBegun", { ...placeOf(work), round, commit: commit.commit });
}
