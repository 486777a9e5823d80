import {
  parseQuestionId,
  type Question,
  type QuestionAnswer,
} from "../../core/refinement/questions/question.ts";
import type { OptionId } from "../../core/refinement/questions/question-kinds.ts";
import type { Rollback } from "../../core/refinement/rollback/rollback.ts";
import { amendmentRefusal } from "../../core/refinement/session/answers/amend-answer.ts";
import { questionOf } from "../../core/refinement/session/given-answers.ts";
import { owedToRollback } from "../../core/refinement/session/owed.ts";
import type { DocumentRef, SessionEvent } from "../../core/refinement/session/session-event.ts";
import { formatCount } from "../../core/shared/format-count.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { parseIssueId } from "../../core/shared/issue-id.ts";
import { parseSeverity, SEVERITIES, type Severity } from "../../core/shared/severity.ts";
import type { EventLog } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import {
  type Failure,
  isFailure,
  notFoundFailure,
  type Outcome,
  refusalFailure,
  usageFailure,
} from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { findSession } from "../sessions/find-session.ts";
import { layOutRenewed } from "../sessions/lay-out-renewed.ts";
import { asView, engineToChange, sessionFolder, submitAsPerson } from "../sessions/open-session.ts";
import { gapsNamed } from "../sessions/session-words.ts";
import { settleEnding } from "../sessions/settle-ending.ts";
import { leaveSpec } from "../sessions/spec-output.ts";
import { viaOf, whoami } from "../sessions/system-ports.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AskedQuestion, SessionAnswerResult } from "../wire/question.ts";
import {
  type AnswerInput,
  optionNamed,
  type QuestionWish,
  refuseMisplaced,
  type SaidAnswer,
  textSaid,
  wordsIn,
} from "./said-answer.ts";

export async function answerSessionQuestion(
  context: CommandContext,
  input: AnswerInput,
): Outcome<SessionAnswerResult> {
  return await withQuestion(context, input, async (opened) => {
    const given = await answerOf(context, opened.question, { ...input, root: opened.project.root });
    if (isFailure(given)) return given;
    return await submitAnswer(context, opened, given);
  });
}

/** A question by its number, to be answered; `session` where the number alone does not tell. */
export async function findSessionQuestion(
  context: CommandContext,
  input: QuestionWish,
): Outcome<AskedInSession> {
  return await withQuestion(context, input, async ({ question, former }) => ({ question, former }));
}

type AskedInSession = AskedQuestion<Question>;

interface OpenedQuestion extends AskedInSession {
  readonly project: OpenProject;
  readonly engine: SessionEngine;
}

async function withQuestion<Result>(
  context: CommandContext,
  input: QuestionWish,
  use: (atHand: OpenedQuestion) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-write", async (project) => {
    const session = input.session ?? (await findAskingSession(project.store, input.question));
    if (isFailure(session)) return session;
    const listed = await findSession(project.store, session);
    if (isFailure(listed)) return listed;
    const engine = await engineToChange(project, listed.session);
    if (isFailure(engine)) return engine;
    const find = input.amend === true ? answeredQuestion : openQuestion;
    const asked = find(engine, input.question);
    return isFailure(asked) ? asked : await use({ project, engine, ...asked });
  });
}

/** The session a question belongs to: where several ask under the same number, it must be said. */
async function findAskingSession(log: EventLog, question: string): Outcome<string | undefined> {
  const rows = await log.rows(QUESTIONS_TABLE, { where: { question: question.toUpperCase() } });
  if (rows.length <= 1) return rows[0] === undefined ? undefined : String(rows[0].session);
  return usageFailure(
    "several-sessions",
    `${question} is open in ${rows.map((row) => row.session).join(" and ")}`,
    "say which with --session",
  );
}

/** One whose answer can still be given otherwise. */
function answeredQuestion({ id: session, live }: SessionEngine, wanted: string): AskedInSession | Failure {
  const id = parseQuestionId(wanted.toUpperCase());
  if (id === null || Number(id.slice(1)) > live.ledger.questionsAsked)
    return notFoundFailure("no-question", `the session ${session} has no question ${wanted}`);
  const entry = live.amendable.find(({ answer }) => answer.question === id);
  if (entry === undefined) return refusalFailure(amendmentRefusal(live, id));
  return { question: questionOf(entry), former: entry.answer };
}

function openQuestion(engine: SessionEngine, wanted: string): AskedInSession | Failure {
  const id = parseQuestionId(wanted.toUpperCase());
  const {
    work: { questions },
    ledger: { questionsAsked },
    amendable,
  } = engine.live;
  const found = questions.find((question) => question.id === id);
  if (found !== undefined) return { question: found, former: null };
  const open = questions.map((question) => question.id).join(", ");
  const asked = id !== null && Number(id.slice(1)) <= questionsAsked;
  const fix = open === "" ? "no question is open; see `parley status`" : `open: ${open}`;
  return {
    failed: asked ? "refused" : "not-found",
    code: asked ? "question-closed" : "no-question",
    message: asked
      ? `${id} has been answered or withdrawn already`
      : `the session ${engine.id} has no question ${wanted}`,
    fix: amendable.some(({ answer }) => answer.question === id) ? `parley answer --amend ${id}` : fix,
  };
}

export interface GivenAnswer {
  readonly answer: QuestionAnswer;
  /** A document that a person supplies. */
  readonly document: string | null;
}

/** What is said to a question, as far as the command line tells. */
export async function answerOf(
  context: CommandContext,
  question: Question,
  input: SaidAnswer & { readonly root: string },
): Outcome<GivenAnswer> {
  const option = optionNamed(question, input.option);
  if (isFailure(option)) return option;
  const gaps = gapsOf(input.gaps);
  if (isFailure(gaps)) return gaps;
  const extras = conflictWords({ kind: question.kind, needs: option.needs }, input);
  if (isFailure(extras)) return extras;
  const said = await textSaid(context, option.id, input);
  if (isFailure(said)) return said;
  const answer: QuestionAnswer = {
    question: question.id,
    option: option.id,
    text: said.text,
    rationales: input.rationales,
    gaps,
    phrase: input.phrase ?? null,
    ...extras,
    by: whoami(),
    ...viaOf(context),
  };
  return { answer, document: said.document };
}

function gapsOf(words: readonly string[]): readonly GapId[] | Failure {
  const parsed = wordsIn(words).map((word) => ({ word, gap: parseGapId(word) }));
  const bad = parsed.find(({ gap }) => gap === null);
  if (bad !== undefined) return usageFailure("gap", `${bad.word} is not a gap's id`, "as in GAP-FLOW-001");
  return parsed.flatMap(({ gap }) => gap ?? []);
}

/** What only answers about disagreement take: elsewhere it would be lost without a word. */
function conflictWords(
  { kind, needs }: Pick<Question, "kind"> & Pick<Question["options"][number], "needs">,
  { severities: words = [], constraints, findings = [] }: SaidAnswer,
): Pick<QuestionAnswer, "severities" | "constraints"> | Failure {
  const severities = severitiesOf(words);
  if (isFailure(severities)) return severities;
  const misplaced = refuseMisplaced({
    "--severity": words.length > 0 && !needs.includes("severities"),
    "--constraints": constraints !== undefined && kind !== "conflict" && kind !== "conflict-batch",
    "--finding": findings.length > 0,
  });
  if (misplaced !== null) return misplaced;
  return {
    ...(words.length === 0 ? {} : { severities }),
    ...(constraints === undefined ? {} : { constraints }),
  };
}

/** `ISSUE-R1-001=LOW`. */
function severitiesOf(words: readonly string[]): Record<string, Severity> | Failure {
  const rated: Record<string, Severity> = {};
  for (const word of wordsIn(words)) {
    const [issue = "", rating = ""] = word.split("=").map((part) => part.trim().toUpperCase());
    const severity = parseSeverity(rating);
    if (parseIssueId(issue) === null || severity === null)
      return usageFailure(
        "severity",
        `${word} is no ISSUE=SEVERITY`,
        `as in ISSUE-R1-001=LOW; one of ${SEVERITIES.join(", ")}`,
      );
    rated[issue] = severity;
  }
  return rated;
}

/** Few answers undo a round: nothing is loaded for those that do not. */
const undoing = () => import("../sessions/roll-back.ts");

export async function submitAnswer(
  context: CommandContext,
  { project, engine, question, former }: OpenedQuestion,
  { answer: given, document }: GivenAnswer,
): Outcome<SessionAnswerResult> {
  const role = question.subject.of === "turn" ? question.subject.role : null;
  const blob = document === null ? null : engine.documents.blobOf(document);
  const ref: DocumentRef | null =
    blob === null ? null : { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" };
  const type = former === null ? "AnswerQuestion" : "AmendAnswer";
  const command = { type, answer: given, document: ref, role } as const;
  const events = await submitAsPerson(engine, command, blob === null ? [] : [blob]);
  if (isFailure(events)) return events;
  const renewed = await asView({ project, engine }, () => layOutRenewed({ project, engine }, events), []);
  // Whoever has asked for an end hears at once what else stands before it.
  if (engine.live.at === "active" && engine.live.work.ending !== null)
    await settleEnding({ project, engine });
  const { rollbacks } = engine.live.ledger;
  if (owedToRollback(engine.live).length > 0)
    await (await undoing()).settleRollback(context, { project, engine });
  const failed = await leaveSpec(project, engine);
  const amends = former === null ? null : amendmentOf(former, events);
  const result = answerResult({ project, engine, question }, given.option);
  const [made] = engine.live.ledger.rollbacks.slice(rollbacks.length);
  const effect = made === undefined ? result.effect : undoneWords(made);
  return failed ?? { ...result, effect, amends, renewed };
}

/** What was undone tells more than what was promised. */
function undoneWords({ to, rounds }: Rollback): string {
  const kept = rounds.map(({ archive }) => archive).join(", ");
  return `The session stands as at the end of round ${to}; ${formatCount(rounds.length, "round")} undone, kept in ${kept}.`;
}

function amendmentOf(
  { option, by }: QuestionAnswer,
  events: readonly SessionEvent[],
): NonNullable<SessionAnswerResult["amends"]> {
  return {
    option,
    by,
    decisions: events.flatMap((event) => (event.type === "AnswersTakenBack" ? event.data.decisions : [])),
    again: events.flatMap((event) =>
      event.type === "QuestionAnswered" && event.data.again === true ? [event.data.answer.question] : [],
    ),
  };
}

function answerResult(
  { project, engine, question }: Omit<OpenedQuestion, "former">,
  option: OptionId,
): Omit<SessionAnswerResult, "renewed" | "amends"> {
  const {
    at,
    work: { questions, ending },
    ledger: { ended, published },
  } = engine.live;
  return {
    session: engine.id,
    question: question.id,
    kind: question.kind,
    option,
    effect: effectOf(question, option),
    openQuestions: questions.map(({ id }) => id),
    next: questions.find(({ kind }) => kind === "gate") ?? questions[0] ?? null,
    endsAs: ended?.type ?? ending?.type ?? null,
    ended: at === "ended",
    output: published?.path ?? null,
    folder: sessionFolder(project, engine.id),
  };
}

/** What the option promised; a gate that was passed has nothing more to ask for. */
function effectOf(question: Question, option: OptionId): string {
  const promised = question.options.find(({ id }) => id === option)?.effect ?? "";
  if (question.subject.of !== "gate" || option !== "acknowledge") return promised;
  const gaps = gapsNamed(question);
  const left = gaps.length === 0 ? "what is left" : gaps.join(", ");
  const limitations =
    gaps.length > 1 ? "are recorded as known limitations" : "is recorded as a known limitation";
  return `The ${question.subject.class} gate is passed: ${left} ${limitations}.`;
}
