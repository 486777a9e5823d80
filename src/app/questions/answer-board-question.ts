// A question of the build is answered: by its number, whatever the task is about.
import { randomUUID } from "node:crypto";
import { type Board, findDispute, findTask } from "../../core/board/board.ts";
import { disputeIdFromHex, freshIds } from "../../core/board/board-id.ts";
import type { BoardAnswer, BoardQuestion, BoardQuestionId } from "../../core/build/board-question.ts";
import type { BuildCall } from "../../core/build/build-state.ts";
import type { DocumentRef } from "../../core/refinement/session/session-event.ts";
import { type FindingId, parseFindingId } from "../../core/shared/finding-id.ts";
import type { BoardEngine } from "../../engine/board-engine.ts";
import { boardActor } from "../board/board-actor.ts";
import { boardChange, openBoardToChange, randomHex } from "../board/change-board.ts";
import type { CommandContext } from "../command-context.ts";
import {
  type Failure,
  isFailure,
  notFoundFailure,
  type Outcome,
  refusedFailure,
  usageFailure,
} from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { viaOf, whoami } from "../sessions/system-ports.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AwaitedWork } from "../wire/awaited.ts";
import type { AskedQuestion, BoardAnswerResult, OpenBoardQuestion } from "../wire/question.ts";
import { fateOfBoardQuestion, namedQuestion } from "./board-questions.ts";
import { optionNamed, refuseMisplaced, type SaidAnswer, textSaid, wordsIn } from "./said-answer.ts";

export async function findBoardQuestion(
  context: CommandContext,
  id: BoardQuestionId,
): Outcome<AskedQuestion> {
  return await withProject(context, "read-write", async (project) => {
    const { engine } = await openBoardToChange(project);
    const question = await openQuestion(project, engine.state, id);
    return isFailure(question) ? question : { question: asShown(engine.state, question), former: null };
  });
}

export async function answerBoardQuestion(
  context: CommandContext,
  id: BoardQuestionId,
  said: SaidAnswer,
): Outcome<BoardAnswerResult> {
  const by = boardActor(context);
  if (isFailure(by)) return by;
  return await withProject(context, "read-write", async (project) => {
    const opened = await openBoardToChange(project);
    const { engine } = opened;
    const question = await openQuestion(project, engine.state, id);
    if (isFailure(question)) return question;
    const given = await answerOf(context, question, { ...said, root: project.root });
    if (isFailure(given)) return given;
    const { answer } = given;
    const before = engine.state.build.calls;
    const blob = given.document === null ? null : engine.texts.blobOf(given.document);
    const document: DocumentRef | null =
      blob === null ? null : { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" };
    const submitted = await engine.submit(
      (board) => ({ type: "AnswerBoardQuestion", answer, document, dispute: freshDispute(board) }),
      { by, id: randomUUID(), blobs: blob === null ? [] : [blob] },
    );
    const changed = await boardChange(opened, submitted);
    if (isFailure(changed))
      return changed.code === "question-closed" ? await closedFailure(project, engine.state, id) : changed;
    for (const notice of changed.notices) project.warn?.(notice);
    const renewed = await layOutRenewed(context, project, { engine, before });
    return { ...resultOf(project, engine, { question, answer }), renewed };
  });
}

/** A word of the user's has changed what people are to write: it is laid out anew at once, with what was written so far. */
async function layOutRenewed(
  context: CommandContext,
  project: OpenProject,
  { engine, before }: { readonly engine: BoardEngine; readonly before: readonly BuildCall[] },
): Promise<readonly AwaitedWork[]> {
  const isStill = ({ key }: BuildCall): boolean => engine.state.build.calls.some((call) => call.key === key);
  if (before.every(isStill)) return [];
  // With all that a call needs, which an answer otherwise does without.
  const { layOutOwedWork } = await import("../build/lay-out-owed-work.ts");
  const { awaitedWork } = await import("../build/awaited-work.ts");
  await layOutOwedWork(context, project, engine);
  const known = new Set(before.map(({ key }) => key));
  return awaitedWork(project, engine.state).filter(({ key }) => !known.has(key));
}

/** What a dispute is called that a supplied document may raise. */
function freshDispute(board: Board) {
  const draw = () => disputeIdFromHex(randomHex());
  const [id] = freshIds(1, draw, (one) => findDispute(board, one) !== null);
  if (id === undefined) throw new Error("no id was drawn");
  return id;
}

function asShown(board: Board, question: BoardQuestion): OpenBoardQuestion {
  return namedQuestion(question, (task) => findTask(board, task)?.title);
}

async function openQuestion(project: OpenProject, board: Board, id: BoardQuestionId): Outcome<BoardQuestion> {
  return board.questions.find((question) => question.id === id) ?? (await closedFailure(project, board, id));
}

async function closedFailure(
  { store }: OpenProject,
  { questions, build }: Board,
  id: BoardQuestionId,
): Promise<Failure> {
  const open = questions.map((question) => question.id).join(", ");
  const fix = open === "" ? "no question of the build is open; go on with `parley build`" : `open: ${open}`;
  if (Number(id.slice(1)) > build.questionsAsked)
    return notFoundFailure("no-question", `the build has asked no question ${id}`, fix);
  const fate = await fateOfBoardQuestion(store, id);
  const words =
    fate.at === "answered"
      ? `has been answered already: ${fate.option}, by ${fate.by}`
      : `is no longer asked: ${fate.at === "withdrawn" ? fate.reason : "it was withdrawn"}`;
  return refusedFailure("question-closed", `${id} ${words}`, fix);
}

interface GivenAnswer {
  readonly answer: BoardAnswer;
  readonly document: string | null;
}

async function answerOf(
  context: CommandContext,
  question: BoardQuestion,
  said: SaidAnswer & { readonly root: string },
): Outcome<GivenAnswer> {
  const option = optionNamed(question, said.option);
  if (isFailure(option)) return option;
  const { gaps, rationales, phrase, severities = [], constraints, findings: words = [] } = said;
  const misplaced = refuseMisplaced({
    "--gap": gaps.length > 0,
    "--rationale": Object.keys(rationales).length > 0,
    "--phrase": phrase !== undefined,
    "--severity": severities.length > 0,
    "--constraints": constraints !== undefined,
    // Where no review is spoken of, nothing would become of them.
    "--finding": words.length > 0 && question.kind !== "rejections",
  });
  if (misplaced !== null) return misplaced;
  const findings = findingsIn(words);
  if (isFailure(findings)) return findings;
  const { subject } = question;
  const codes = subject.of === "turn" && subject.role === "coder";
  const spoken = await textSaid(context, option.id, { ...said, codes });
  if (isFailure(spoken)) return spoken;
  const { text, document } = spoken;
  const answer = {
    question: question.id,
    option: option.id,
    text,
    findings,
    by: whoami(),
    ...viaOf(context),
  };
  return { answer, document };
}

function findingsIn(words: readonly string[]): readonly FindingId[] | Failure {
  const parsed = wordsIn(words).map((word) => ({ word, finding: parseFindingId(word.toUpperCase()) }));
  const bad = parsed.find(({ finding }) => finding === null);
  if (bad !== undefined) return usageFailure("finding", `${bad.word} is not a finding's id`, "as in F2");
  return [...new Set(parsed.flatMap(({ finding }) => finding ?? []))];
}

function resultOf(
  { root }: OpenProject,
  { state }: BoardEngine,
  { question, answer }: { readonly question: BoardQuestion; readonly answer: BoardAnswer },
): Omit<BoardAnswerResult, "renewed"> {
  const { id, kind, options } = question;
  const [next] = state.questions;
  return {
    session: null,
    task: asShown(state, question).task,
    question: id,
    kind,
    option: answer.option,
    effect: options.find((option) => option.id === answer.option)?.effect ?? "",
    amends: null,
    openQuestions: state.questions.map((open) => open.id),
    next: next === undefined ? null : asShown(state, next),
    endsAs: null,
    ended: false,
    output: null,
    folder: root,
  };
}
