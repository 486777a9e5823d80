// How each question of the loop is put.
import { findTask } from "../board/board.ts";
import type { TaskId } from "../board/board-id.ts";
import type { Draft } from "../board/draft.ts";
import { taskName } from "../board/task.ts";
import { parseActor, type Who } from "../board/who.ts";
import { excerptOf } from "../refinement/questions/build-question.ts";
import type { Evidence } from "../refinement/questions/question.ts";
import {
  type BoardOptionId,
  type BoardOptionOf,
  type BoardQuestion,
  type BoardQuestionKind,
  type BoardSubject,
  boardOption,
  makeBoardQuestionId,
} from "./board-question.ts";
import type { WorkRole } from "./build-settings.ts";
import { questionAbout } from "./held.ts";
import type { Finding, TaskWork } from "./task-work.ts";
import type { PassedLimit } from "./who-plays.ts";
import type { Alarm } from "./work-facts.ts";

interface QuestionFacts<Kind extends BoardQuestionKind> {
  readonly kind: Kind;
  readonly task: TaskId | null;
  readonly subject: BoardSubject;
  readonly why: string;
  readonly evidence: readonly string[];
  /** What each option does here; those left out are not offered. */
  readonly effects: Partial<Record<BoardOptionOf<Kind>, string>>;
  readonly recommended?: BoardOptionOf<Kind>;
}

const EVIDENCE_MAX = 50;

/** Once: what is asked already stays as it was asked. */
function ask<Kind extends BoardQuestionKind>(draft: Draft, about: QuestionFacts<Kind>): void {
  const { kind, task, subject, why, evidence, effects, recommended } = about;
  if (questionAbout(draft.board, kind, task) !== null) return;
  const found = task === null ? null : findTask(draft.board, task);
  const options = Object.entries<string | undefined>(effects).flatMap(([id, effect]) =>
    effect === undefined ? [] : [{ id: id as BoardOptionId, ...boardOption(kind, id), effect }],
  );
  const question: BoardQuestion = {
    id: makeBoardQuestionId(draft.board.build.questionsAsked + 1),
    session: null,
    task,
    kind,
    subject,
    why: found === null ? why : `${taskName(found)}: ${why}`,
    evidence: evidence.slice(0, EVIDENCE_MAX).map(evidenceLine),
    options,
    recommended: (recommended ?? null) as BoardQuestion["recommended"],
    blocks: blockedBy(kind, task),
    continues: continuing(kind, task),
    askedAt: draft.at,
  };
  draft.emit("BoardQuestionAsked", { task, status: found?.status ?? null, question }, theLoop());
}

/** Whatever a question came of, it is not the agent that asks. */
function theLoop(): Who {
  const actor = parseActor("parley");
  if (actor === null) throw new Error("parley is no actor");
  return { actor, role: "system" };
}

function evidenceLine(text: string): Evidence {
  return { file: null, line: null, text: excerptOf(text) };
}

function blockedBy(kind: BoardQuestionKind, task: TaskId | null): readonly string[] {
  if (kind === "rejections") return [];
  return task === null || holdsBuild(kind, task) ? ["the build"] : [task];
}

function continuing(kind: BoardQuestionKind, task: TaskId | null): readonly string[] {
  if (holdsBuild(kind, task)) return [];
  return kind === "rejections" ? ["this task, and the others"] : ["the other tasks"];
}

function holdsBuild(kind: BoardQuestionKind, task: TaskId | null): boolean {
  return task === null || kind === "tampered";
}

/** The history so far; the work goes on. What was asked before tells less of it. */
export function askAboutRejections(draft: Draft, work: TaskWork, count: number): void {
  const earlier = questionAbout(draft.board, "rejections", work.id);
  if (earlier !== null) {
    const reason = `rejected ${count} times by now`;
    draft.emit("BoardQuestionWithdrawn", { task: work.id, question: earlier.id, reason });
  }
  ask(draft, {
    kind: "rejections",
    task: work.id,
    subject: { of: "rejections", count },
    why: `rejected ${count} times; the work goes on, and what you say counts from the next call on`,
    evidence: work.findings.flatMap(findingLines),
    effects: {
      guide: "What you write binds coder and reviewer from the next call on.",
      overrule:
        "The findings you name no longer count, whatever they are called next; the review still has to approve.",
      narrow: "Your text says what the task is from now on, and binds coder and reviewer.",
    },
  });
}

/** Of one that is open, all that both have said: a person decides between them. */
function findingLines(finding: Finding): readonly string[] {
  const { id, round, severity, title, place, state, why, settledBy, fate, answer } = finding;
  const head = `${id} ${severity} (round ${round}, ${state}) ${place}: ${title}`;
  if (state !== "open") return [head];
  return [
    head,
    `${id}, why: ${why}`,
    `${id}, what would settle it: ${settledBy}`,
    ...(answer === null ? [] : [`${id}, the coder: ${answer.status}: ${answer.where}`]),
    ...(fate === null ? [] : [`${id}, the reviewer after that: ${fate.status}: ${fate.why}`]),
  ];
}

/** Where a landing is tested, no work can go back any more. */
type Tampering = "the coder" | "build and tests" | "build and tests on the target";

export function askAboutTampering(
  draft: Draft,
  work: TaskWork,
  alarms: readonly Alarm[],
  by: Tampering = "the coder",
): void {
  const goesOn = by === "build and tests on the target";
  ask(draft, {
    kind: "tampered",
    task: work.id,
    subject: { of: "commit", number: work.commits },
    why: `while ${by} ran, something in the repository outside its worktree was changed; nothing else happens until you have looked at it`,
    evidence: alarms.map(alarmLine),
    effects: {
      continue: "The repository is accepted as it is now, and the work goes on.",
      ...(goesOn ? {} : { revise: "The work goes back to the coder, who is told what was changed." }),
      stop: goesOn
        ? "The build pauses; the next one accepts the repository as it finds it: first undo what was changed."
        : "The build pauses; the next one begins the task again in a fresh worktree, and accepts the repository as it finds it: first undo what was changed.",
    },
  });
}

export function askAboutWeakening(draft: Draft, work: TaskWork, weakenings: readonly string[]): void {
  ask(draft, {
    kind: "weakened",
    task: work.id,
    subject: { of: "commit", number: work.commits },
    why: "the work weakens the tests",
    evidence: weakenings,
    effects: {
      allow: "The work goes on, and the reviewer sees it.",
      revise: "The work goes back to the coder, who is told to leave the tests as strong as they were.",
    },
    recommended: "revise",
  });
}

export function alarmLine({ kind, path, what }: Alarm): string {
  return path === null ? `${kind}: ${what}` : `${kind}: ${path}: ${what}`;
}

interface StuckTurn {
  readonly role: WorkRole;
  readonly why: string;
  readonly messages: readonly string[];
}

export function askWhenStuck(draft: Draft, work: TaskWork, { role, why, messages }: StuckTurn): void {
  ask(draft, {
    kind: "stuck",
    task: work.id,
    subject: { of: "turn", role, round: work.round },
    why,
    evidence: messages,
    effects: {
      guide: `The ${role} is told what you write, and tries again.`,
      "other-agent": `The agent you name plays the ${role} from now on.`,
      skip: "The task is skipped until you take it up again.",
      fail: "The task is failed [F], and what comes after it waits.",
    },
  });
}

interface UnmadeCall {
  readonly role: WorkRole;
  readonly agent: string;
  readonly outcome: string;
  readonly evidence: readonly string[];
}

export function askAboutCall(
  draft: Draft,
  work: TaskWork,
  { role, agent, outcome, evidence }: UnmadeCall,
): void {
  ask(draft, {
    kind: "execution",
    task: work.id,
    subject: { of: "turn", role, round: work.round },
    why: `${agent} could not go on as the ${role}: ${outcome}`,
    evidence,
    effects: {
      retry: "It is launched again.",
      "other-agent": `The agent you name plays the ${role} from now on.`,
      human: "Your document takes the place of the agent's, and passes the same checks.",
      pause: "The build pauses; the next one launches it again.",
    },
  });
}

export function askAboutRepository(draft: Draft, work: TaskWork, messages: readonly string[]): void {
  ask(draft, {
    kind: "execution",
    task: work.id,
    subject: { of: "repository" },
    why: "something in the repository or its remote is in the way",
    evidence: messages,
    effects: { retry: "It is tried again.", pause: "The build pauses; the next one tries again." },
    recommended: "retry",
  });
}

export function askAboutMerge(draft: Draft, work: TaskWork, why: string, evidence: readonly string[]): void {
  ask(draft, {
    kind: "merge",
    task: work.id,
    subject: { of: "landing" },
    why,
    evidence,
    effects: {
      rebase:
        "The coder does the task again in a fresh worktree, with its earlier work to look at; the result is reviewed again.",
      hold: "Only the branch is pushed, and the next build tries to land it again.",
      human: "Only the branch is pushed, and nothing more happens until you change the task's status.",
    },
    recommended: "rebase",
  });
}

export function askAboutSpending(draft: Draft, { task, measure, spent, cap }: PassedLimit): void {
  ask(draft, {
    kind: "spend",
    task,
    subject: { of: "spend" },
    why: `the limit of ${task === null ? "the build" : "the task"} is reached: ${spent} of ${cap} ${measure}`,
    evidence: [],
    effects: {
      raise: "The limit is doubled until another call fits under it.",
      pause: "The build pauses; the next one begins with the limits that are set then.",
    },
  });
}
