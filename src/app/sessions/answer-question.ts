import { randomUUID } from "node:crypto";
import {
  parseQuestionId,
  type Question,
  type QuestionAnswer,
} from "../../core/refinement/questions/question.ts";
import type { OptionId } from "../../core/refinement/questions/question-kinds.ts";
import type { DocumentRef } from "../../core/refinement/session/session-event.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { nearestWord } from "../../core/shared/nearest.ts";
import type { Refusal } from "../../core/shared/refusal.ts";
import type { EventLog } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { readDocument } from "../read-document.ts";
import type { AnswerResult } from "../wire/question.ts";
import { validatedAgentName } from "./agents.ts";
import { gapsNamed } from "./answer-words.ts";
import { findSession } from "./find-session.ts";
import { layOutRenewed } from "./lay-out-renewed.ts";
import { leaveSpec } from "./leave-spec.ts";
import { engineOf, sessionFolder } from "./open-session.ts";
import { settleEnding } from "./settle-ending.ts";
import { asView } from "./unwritten-view.ts";
import { viaOf, whoami } from "./whoami.ts";
import { withProject } from "./with-project.ts";

export interface AnswerInput {
  readonly question: string;
  readonly option: string;
  readonly session: string | undefined;
  readonly text: string | undefined;
  /** Read in place of `text`. */
  readonly file: string | undefined;
  /** Per gap; under `*` the one for all of them. */
  readonly rationales: Readonly<Record<string, string>>;
  readonly gaps: readonly string[];
  readonly phrase: string | undefined;
}

export async function answerQuestion(
  context: CommandContext,
  input: AnswerInput,
): Promise<AnswerResult | Failure> {
  return await withQuestion(context, input, async ({ project, engine, question }) => {
    const given = await answerOf(context, question, { ...input, root: project.root });
    if (isFailure(given)) return given;
    return await submit({ project, engine, question }, given);
  });
}

/** An open question by its number; `session` where the number alone does not tell. */
export async function findQuestion(
  context: CommandContext,
  input: Pick<AnswerInput, "question" | "session">,
): Promise<Question | Failure> {
  return await withQuestion(context, input, async ({ question }) => question);
}

interface OpenedQuestion {
  readonly project: OpenProject;
  readonly engine: SessionEngine;
  readonly question: Question;
}

async function withQuestion<Result>(
  context: CommandContext,
  input: Pick<AnswerInput, "question" | "session">,
  use: (atHand: OpenedQuestion) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  return await withProject(context, "read-write", async (project) => {
    const session = input.session ?? (await findAskingSession(project.store, input.question));
    if (isFailure(session)) return session;
    const listed = await findSession(project.store, session);
    if (isFailure(listed)) return listed;
    const engine = await engineOf(project, listed.session);
    const question = openQuestion(engine, input.question);
    return isFailure(question) ? question : await use({ project, engine, question });
  });
}

/** The session a question belongs to: where several ask under the same number, it must be said. */
async function findAskingSession(log: EventLog, question: string): Promise<string | undefined | Failure> {
  const rows = await log.rows(QUESTIONS_TABLE, { where: { question: question.toUpperCase() } });
  if (rows.length <= 1) return rows[0] === undefined ? undefined : String(rows[0].session);
  return {
    failed: "usage",
    code: "several-sessions",
    message: `${question} is open in ${rows.map((row) => row.session).join(" and ")}`,
    fix: "say which with --session",
  };
}

function openQuestion(engine: SessionEngine, wanted: string): Question | Failure {
  const id = parseQuestionId(wanted.toUpperCase());
  const {
    work: { questions },
    ledger: { questionsAsked },
  } = engine.live;
  const found = questions.find((question) => question.id === id);
  if (found !== undefined) return found;
  const open = questions.map((question) => question.id).join(", ");
  const asked = id !== null && Number(id.slice(1)) <= questionsAsked;
  return {
    failed: asked ? "refused" : "not-found",
    code: asked ? "question-closed" : "no-question",
    message: asked
      ? `${id} has been answered or withdrawn already`
      : `the session ${engine.id} has no question ${wanted}`,
    fix: open === "" ? "no question is open; see `parley status`" : `open: ${open}`,
  };
}

interface GivenAnswer {
  readonly answer: QuestionAnswer;
  /** A document that a person supplies. */
  readonly document: string | null;
}

async function answerOf(
  context: CommandContext,
  question: Question,
  input: AnswerInput & { readonly root: string },
): Promise<GivenAnswer | Failure> {
  const option = question.options.find(({ id }) => id === input.option);
  if (option === undefined) return noOption(question, input.option);
  const gaps = gapsOf(input.gaps);
  if (isFailure(gaps)) return gaps;
  const text = await textOf(context, input);
  if (isFailure(text)) return text;
  if (option.id === "other-agent" && text !== null) {
    const agent = await agentForRole(text.trim(), context, input.root);
    return isFailure(agent)
      ? agent
      : {
          answer: answerWith(question, { ...input, ...viaOf(context), gaps, text: agent }),
          document: null,
        };
  }
  const supplies = option.id === "human";
  const given = answerWith(question, {
    ...input,
    ...viaOf(context),
    gaps,
    text: supplies ? null : text,
  });
  return { answer: given, document: supplies ? text : null };
}

async function agentForRole(name: string, context: CommandContext, root: string): Promise<string | Failure> {
  // With the schema of the settings, only where an agent is named.
  const { validConfig } = await import("../config/layers.ts");
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  return await validatedAgentName(name, { cwd: context.cwd, root, config, env: context.env });
}

function answerWith(
  question: Question,
  {
    option,
    rationales,
    gaps,
    phrase,
    text,
    via,
  }: Omit<AnswerInput, "gaps" | "text"> & Pick<QuestionAnswer, "via" | "gaps" | "text">,
): QuestionAnswer {
  return {
    question: question.id,
    option: option as OptionId,
    text,
    rationales,
    gaps,
    phrase: phrase ?? null,
    by: whoami(),
    ...(via === undefined ? {} : { via }),
  };
}

/** Nobody is there to be shown the options: they are named instead. */
export function optionMissing({ id, kind, options }: Question): Failure {
  const offered = options.map((option) => `${option.id} (${option.label})`).join(", ");
  return {
    failed: "usage",
    code: "no-option",
    message: `${id} (${kind}) needs an option: ${offered}`,
    fix: `parley answer ${id} OPTION; see \`parley inbox\``,
  };
}

function noOption(question: Question, option: string): Failure {
  const ids = question.options.map(({ id }) => id);
  const meant = nearestWord(option, ids);
  return {
    failed: "usage",
    code: "no-option",
    message: `${question.id} (${question.kind}) does not offer ${option}`,
    fix: meant === undefined ? `it offers ${ids.join(", ")}` : `did you mean ${meant}?`,
  };
}

function gapsOf(words: readonly string[]): readonly GapId[] | Failure {
  const parsed = words
    .flatMap((word) => word.split(","))
    .map((word) => ({ word, gap: parseGapId(word.trim()) }));
  const bad = parsed.find(({ gap }) => gap === null);
  if (bad !== undefined)
    return {
      failed: "usage",
      code: "gap",
      message: `${bad.word} is not a gap's id`,
      fix: "as in GAP-FLOW-001",
    };
  return parsed.flatMap(({ gap }) => gap ?? []);
}

/** `GAP-FLOW-001=because …`; anything else stands for every gap. */
export function rationalesOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const split = /^(GAP-[^=\s]+)=([\s\S]*)$/.exec(word);
      return split === null ? ["*", word] : [split[1] ?? "*", split[2] ?? ""];
    }),
  );
}

async function textOf(
  context: CommandContext,
  { text, file }: AnswerInput,
): Promise<string | null | Failure> {
  if (file === undefined) return text ?? null;
  const read = await readDocument(context, file);
  return isFailure(read) ? read : read.text;
}

async function submit(
  { project, engine, question }: OpenedQuestion,
  { answer: given, document }: GivenAnswer,
): Promise<AnswerResult | Failure> {
  const role = question.subject.of === "turn" ? question.subject.role : null;
  const blob = document === null ? null : engine.documents.blobOf(document);
  const ref: DocumentRef | null =
    blob === null ? null : { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" };
  const submitted = await engine.submit(
    { type: "AnswerQuestion", answer: given, document: ref, role },
    { id: randomUUID(), actor: given.by, blobs: blob === null ? [] : [blob] },
  );
  if (submitted.at === "refused") return refuseAnswer(submitted.refusal);
  const events = submitted.at === "done" ? submitted.events : [];
  const renewed = await asView({ project, engine }, () => layOutRenewed({ project, engine }, events), []);
  // Whoever has asked for an end hears at once what else stands before it.
  if (engine.live.at === "active" && engine.live.work.ending !== null)
    await settleEnding({ project, engine });
  const failed = await leaveSpec(project, engine);
  return failed ?? { ...answerResult({ project, engine, question }, given.option), renewed };
}

function answerResult(
  { project, engine, question }: OpenedQuestion,
  option: OptionId,
): Omit<AnswerResult, "renewed"> {
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

export function refuseAnswer({ refused, message, fix }: Refusal): Failure {
  return { failed: "refused", code: refused, message, ...(fix === undefined ? {} : { fix }) };
}
