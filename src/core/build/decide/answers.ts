// What a person's answer changes. Only what they say binds; a draft of an agent never does.

import { findTask } from "../../board/board.ts";
import type { TaskId } from "../../board/board-id.ts";
import { refuse } from "../../board/board-refusal.ts";
import { readWords, refuseLongTexts } from "../../board/board-text.ts";
import type { Draft } from "../../board/draft.ts";
import { PERSON } from "../../refinement/role.ts";
import { isByHand } from "../../refinement/session/session.ts";
import { raisedLimit } from "../../refinement/session/spend.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { USAGE_UNKNOWN } from "../../shared/usage.ts";
import type {
  BoardAnswer,
  BoardNeed,
  BoardQuestion,
  BoardQuestionKind,
  BoardQuestionOption,
} from "../board-question.ts";
import type { BuildCommandOf } from "../build-command.ts";
import { findWork, turnOf } from "../evolve-work.ts";
import { questionAbout } from "../held.ts";
import type { Finding, Guidance, TaskWork } from "../task-work.ts";
import { passedBuildLimit, passedTaskLimit } from "../who-plays.ts";
import { turnKey } from "../work-turn.ts";
import { takeOutput } from "./calls.ts";
import { judgeChecks, judgeInspected, showWork } from "./inspect.ts";
import { doAnew, wantBranch } from "./land.ts";
import { endWork, failAttempt, placeOf, retryWords, taskOf, turnPlace, workOn } from "./steps.ts";

type AnswerCommand = BuildCommandOf<"AnswerBoardQuestion">;

interface Answering {
  readonly question: BoardQuestion;
  readonly answer: BoardAnswer;
  readonly command: AnswerCommand;
}

type Handler = (draft: Draft, task: TaskId, answering: Answering) => Refusal | null;

const HANDLERS: Record<Exclude<BoardQuestionKind, "spend">, Handler> = {
  rejections: answerRejections,
  merge: answerMerge,
  weakened: answerWeakened,
  tampered: answerTampered,
  stuck: answerStuck,
  execution: answerExecution,
};

/** The first answer wins; a second finds the question closed. */
export function answerBoardQuestion(draft: Draft, command: AnswerCommand): Refusal | null {
  const { answer } = command;
  const question = draft.board.questions.find(({ id }) => id === answer.question);
  if (question === undefined) return refuseNotOpen(draft, answer);
  const option = question.options.find(({ id }) => id === answer.option);
  if (option === undefined) return refuseOption(question, answer);
  const open = openFindings(draft, question);
  const unfit =
    refuseMissing(option, command, open) ?? refuseFindings(answer, open) ?? refuseLongTexts(answer.text);
  if (unfit !== null) return unfit;
  const { task, kind } = question;
  const status = (task === null ? null : findTask(draft.board, task))?.status ?? null;
  draft.emit("BoardQuestionAnswered", { task, status, answer });
  if (kind === "spend") return answerSpend(draft, question, answer);
  if (task === null) throw new Error(`${question.id} is about no task`);
  return HANDLERS[kind](draft, task, { question, answer, command });
}

function refuseNotOpen({ board }: Draft, { question }: BoardAnswer): Refusal {
  const open = board.questions.map(({ id }) => id);
  const message = `${question} is not open: it was answered or withdrawn, or was never asked`;
  return refuse(
    "question-closed",
    message,
    open.length === 0 ? "No question is open." : `Open: ${open.join(", ")}.`,
  );
}

function refuseOption(question: BoardQuestion, { option }: BoardAnswer): Refusal {
  const message = `${question.id} (${question.kind}) does not offer ${option}`;
  return refuse("option", message, `It offers ${question.options.map(({ id }) => id).join(", ")}.`);
}

const NEED_OPTIONS: Record<BoardNeed, string> = { text: "--text …", findings: "--finding F…" };

function openFindings({ board }: Draft, { task }: BoardQuestion): readonly Finding[] {
  const work = task === null ? null : findWork(board, task);
  return (work?.findings ?? []).filter(({ state }) => state === "open");
}

function refuseMissing(
  { id, needs }: BoardQuestionOption,
  { answer, output }: AnswerCommand,
  open: readonly Finding[],
): Refusal | null {
  const given = {
    text: readWords(answer.text) !== null || output !== null,
    findings: answer.findings.length > 0,
  };
  const lacking = needs.filter((need) => !given[need]);
  if (lacking.length === 0) return null;
  const flags = lacking.map((need) => NEED_OPTIONS[need]).join(" ");
  const fix = lacking.includes("findings") ? `${flags} ${namesOf(open)}` : flags;
  return refuse("answer-incomplete", `${id} needs ${lacking.join(" and ")}`, fix);
}

/** What is settled need not be settled again. */
function refuseFindings({ findings }: BoardAnswer, open: readonly Finding[]): Refusal | null {
  const unknown = findings.find((finding) => !open.some(({ id }) => id === finding));
  if (unknown === undefined) return null;
  return refuse("answer-incomplete", `${unknown} is no open finding of this task`, namesOf(open));
}

function namesOf(open: readonly Finding[]): string {
  if (open.length === 0) return "No finding is open.";
  return `Open: ${open.map(({ id, severity, title }) => `${id} (${severity}: ${title})`).join(", ")}.`;
}

function answerRejections(draft: Draft, task: TaskId, answering: Answering): null {
  const { question, answer } = answering;
  const { option, findings } = answer;
  const status = taskOf(draft, task).status;
  if (option !== "overrule") guide(draft, task, option === "narrow" ? "narrow" : "guide", answering);
  if (findings.length > 0) {
    const as = option === "overrule" ? "overruled" : "answered";
    draft.emit("FindingsSettled", { task, status, findings, as, question: question.id });
    releaseStuck(draft, task, answer);
  }
  if (option === "overrule" && hasNothingToDo(workOn(draft, task))) showWork(draft, task);
  else renewByHand(draft, task);
  return null;
}

/** A form that fell short by findings that count no more is asked for anew, and by fewer rows. */
function releaseStuck(draft: Draft, task: TaskId, { question, findings }: BoardAnswer): void {
  const stuck = questionAbout(draft.board, "stuck", task);
  if (stuck === null || turnOf(workOn(draft, task))?.retry?.because !== "form") return;
  const reason = `${question} was answered: less is asked for now`;
  draft.emit("BoardQuestionWithdrawn", { task, question: stuck.id, reason });
  renewWith(draft, task, [`The user has settled ${findings.join(", ")}: no row is needed any more.`]);
}

/** A person has the task before them for as long as it takes: what was said changes it, and it is laid out anew. */
function renewByHand(draft: Draft, task: TaskId): void {
  const work = workOn(draft, task);
  const turn = turnOf(work);
  const call = draft.board.build.calls.find(
    ({ key }) => turn?.state.at === "running" && turn.state.key === key,
  );
  if (turn === null || call === undefined || !isByHand(call)) return;
  draft.emit("AgentCallFinished", {
    ...turnPlace(work, turn),
    ...{ key: call.key, outcome: "cancelled", document: null, usage: USAGE_UNKNOWN, elapsedMs: 0 },
    evidence: ["the user has changed its task, which is laid out anew"],
  });
}

/** All that the coder was to mend counts no more, and it has not begun. */
function hasNothingToDo({ stage, findings, commit }: TaskWork): boolean {
  if (stage.at !== "coder" || commit?.checks?.green !== true) return false;
  const { attempt, launch, state } = stage.turn;
  const hasBegun = attempt > 1 || launch > 1 || state.at === "running";
  return !hasBegun && findings.every((finding) => finding.state !== "open");
}

function guide(draft: Draft, task: TaskId, kind: Guidance["kind"], { question, answer }: Answering): void {
  const text = readWords(answer.text);
  if (text === null) return;
  const { status } = taskOf(draft, task);
  const said = { kind, text, question: question.id, dispute: null, from: answer.by };
  draft.emit("GuidanceGiven", { task, status, ...said });
}

function answerMerge(draft: Draft, task: TaskId, { question, answer }: Answering): null {
  const text = question.evidence.map((evidence) => evidence.text).join("\n");
  if (answer.option === "rebase") doAnew(draft, task, { why: "conflict", text });
  else if (answer.option === "hold") wantBranch(draft, task, "held", "held until the next build");
  else wantBranch(draft, task, "by-hand", "a person lands it");
  return null;
}

function answerWeakened(draft: Draft, task: TaskId, { question, answer }: Answering): null {
  const weakenings = question.evidence.map(({ text }) => text);
  if (answer.option === "revise") {
    const messages = ["Leave the tests as strong as they were.", ...weakenings, ...wordsOf(answer)];
    failAttempt(draft, task, { because: "alarms", messages });
    return null;
  }
  draft.emit("WeakeningAllowed", { task, status: taskOf(draft, task).status, weakenings });
  // Before the checks they are owed now; after them the work is shown.
  if (workOn(draft, task).commit?.checks?.green === true) showWork(draft, task);
  return null;
}

function wordsOf({ text }: BoardAnswer): readonly string[] {
  const words = readWords(text);
  return words === null ? [] : [words];
}

function answerTampered(draft: Draft, task: TaskId, { question, answer }: Answering): null {
  const tampered = question.evidence.map(({ text }) => text);
  const isOwed = waitsAtCommit(draft, question);
  if (answer.option === "stop") {
    draft.emit("BuildPaused", { because: `${question.id} answered stop` });
    if (isOwed) endWork(draft, task, "something outside of the worktree was changed");
  } else if (isOwed && answer.option === "continue") {
    if ((workOn(draft, task).commit?.checks ?? null) === null) judgeInspected(draft, task);
    else judgeChecks(draft, task);
  } else if (isOwed) {
    failAttempt(draft, task, {
      because: "alarms",
      messages: ["Change nothing outside of your worktree.", ...tampered, ...wordsOf(answer)],
    });
  }
  return null;
}

/** The task may have been removed or put back since; the repository is judged all the same. */
function waitsAtCommit({ board }: Draft, { task, subject }: BoardQuestion): boolean {
  const work = task === null || findTask(board, task) === null ? null : findWork(board, task);
  return work?.stage.at === "test" && subject.of === "commit" && work.commits === subject.number;
}

function answerStuck(draft: Draft, task: TaskId, answering: Answering): null {
  const { question, answer } = answering;
  switch (answer.option) {
    case "guide":
      guide(draft, task, "guide", answering);
      renewWith(draft, task, wordsOf(answer));
      return null;
    case "other-agent":
      chooseAgent(draft, task, answering);
      return null;
    case "skip": {
      const { status } = taskOf(draft, task);
      draft.emit("TaskSkipSet", { task, status, skipped: true, notes: `${question.id} answered skip` });
      endWork(draft, task, "skipped");
      return null;
    }
    default: {
      const { status: from, rejectionCount: rejections } = taskOf(draft, task);
      const notes = `${question.id} answered fail`;
      draft.emit("StatusChanged", {
        task,
        from,
        to: "failed",
        because: "said",
        rejections,
        notes,
        commit: null,
      });
      endWork(draft, task, "failed");
      return null;
    }
  }
}

function renewWith(draft: Draft, task: TaskId, messages: readonly string[]): void {
  const work = workOn(draft, task);
  const turn = turnOf(work);
  if (turn === null) return;
  const retry = messages.length === 0 ? null : ({ because: "guided", messages } as const);
  draft.emit("TurnRenewed", { ...turnPlace(work, turn), retry });
}

function chooseAgent(draft: Draft, task: TaskId, { question, answer }: Answering): void {
  if (question.subject.of !== "turn") throw new Error(`${question.id} is about no turn`);
  const { role } = question.subject;
  const [agent = ""] = wordsOf(answer);
  draft.emit("AgentChosen", { role, agent, insteadOf: null, because: `${question.id} answered other-agent` });
  renewWith(draft, task, []);
}

function answerExecution(draft: Draft, task: TaskId, answering: Answering): Refusal | null {
  const { question, answer } = answering;
  switch (answer.option) {
    case "retry":
      tryAgain(draft, task, question);
      return null;
    case "other-agent":
      chooseAgent(draft, task, answering);
      return null;
    case "human":
      return supplyDocument(draft, task, answering);
    default:
      tryAgain(draft, task, question);
      draft.emit("BuildPaused", { because: `${question.id} answered pause` });
      return null;
  }
}

function tryAgain(draft: Draft, task: TaskId, { subject }: BoardQuestion): void {
  if (subject.of === "repository") draft.emit("TroubleForgiven", placeOf(workOn(draft, task)));
  else renewWith(draft, task, []);
}

/** It passes the same checks; a person whose document fails is told so, and may mend it. */
function supplyDocument(draft: Draft, task: TaskId, { command }: Answering): Refusal | null {
  const work = workOn(draft, task);
  const turn = turnOf(work);
  const { output, dispute } = command;
  if (turn === null || output === null)
    return refuse("answer-incomplete", "the document is missing", "--text …");
  const key = turnKey(task, turn);
  const place = turnPlace(work, turn);
  const { attempt, launch, retry } = turn;
  const called = { key, attempt, launch, agent: PERSON, about: null, prompt: null, retry, mark: null };
  draft.emit("AgentCallStarted", { ...place, ...called });
  const brought = {
    key,
    outcome: "ok",
    document: output.ref,
    usage: USAGE_UNKNOWN,
    elapsedMs: 0,
    evidence: [],
  } as const;
  draft.emit("AgentCallFinished", { ...place, ...brought });
  const run = { task, agent: PERSON, outcome: "ok", evidence: [], dispute, output, waitMs: null } as const;
  takeOutput(draft, run, turn);
  const failed = draft.events.find((event) => event.type === "AttemptFailed");
  if (failed?.type !== "AttemptFailed") return null;
  return refuse("document", `the document cannot be taken: ${retryWords(failed.data.retry).join(" ")}`);
}

function answerSpend(draft: Draft, { id, task }: BoardQuestion, { option }: BoardAnswer): null {
  if (option === "pause") {
    draft.emit("BuildPaused", { because: `${id} answered pause` });
    return null;
  }
  const passed = task === null ? passedBuildLimit(draft.board) : passedTaskLimit(draft.board, task);
  if (passed !== null) {
    const { measure } = passed;
    draft.emit("LimitRaised", { task: passed.task, measure, to: raisedLimit(passed) });
  }
  return null;
}
