import { randomUUID } from "node:crypto";
import {
  parseQuestionId,
  type Question,
  type QuestionAnswer,
} from "../../core/refinement/questions/question.ts";
import type { OptionId } from "../../core/refinement/questions/question-kinds.ts";
import type { DocumentRef } from "../../core/refinement/session/session-event.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { nearest } from "../../core/shared/nearest.ts";
import type { Refusal } from "../../core/shared/refusal.ts";
import type { EventLog } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { readDocument } from "../read-document.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Answered } from "../wire/question.ts";
import { settledName } from "./agents.ts";
import { gapsNamed } from "./answer-words.ts";
import { findSession } from "./find-session.ts";
import { layOutRenewed } from "./lay-out-renewed.ts";
import { leaveSpec } from "./leave-spec.ts";
import { engineOf, sessionFolder } from "./open-session.ts";
import { settleEnding } from "./settle-ending.ts";
import { asView } from "./unwritten-view.ts";
import { viaOf, whoami } from "./whoami.ts";
import { withProject } from "./with-project.ts";

export interface AnswerWishes {
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

export async function answer(surroundings: Surroundings, wishes: AnswerWishes): Promise<Answered | Failure> {
  return await withQuestion(surroundings, wishes, async ({ project, engine, question }) => {
    const given = await answerOf(surroundings, question, { ...wishes, root: project.root });
    if (isFailure(given)) return given;
    return await submit({ project, engine, question }, given);
  });
}

/** An open question by its number; `session` where the number alone does not tell. */
export async function findQuestion(
  surroundings: Surroundings,
  wishes: Pick<AnswerWishes, "question" | "session">,
): Promise<Question | Failure> {
  return await withQuestion(surroundings, wishes, async ({ question }) => question);
}

interface AtHand {
  readonly project: OpenProject;
  readonly engine: SessionEngine;
  readonly question: Question;
}

async function withQuestion<Result>(
  surroundings: Surroundings,
  wishes: Pick<AnswerWishes, "question" | "session">,
  use: (atHand: AtHand) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  return await withProject(surroundings, "read-write", async (project) => {
    const session = wishes.session ?? (await sessionAsking(project.store, wishes.question));
    if (isFailure(session)) return session;
    const listed = await findSession(project.store, session);
    if (isFailure(listed)) return listed;
    const engine = await engineOf(project, listed.session);
    const question = openQuestion(engine, wishes.question);
    return isFailure(question) ? question : await use({ project, engine, question });
  });
}

/** The session a question belongs to: where several ask under the same number, it must be said. */
async function sessionAsking(log: EventLog, question: string): Promise<string | undefined | Failure> {
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

interface Given {
  readonly answer: QuestionAnswer;
  /** A document that a person supplies. */
  readonly document: string | null;
}

async function answerOf(
  surroundings: Surroundings,
  question: Question,
  wishes: AnswerWishes & { readonly root: string },
): Promise<Given | Failure> {
  const option = question.options.find(({ id }) => id === wishes.option);
  if (option === undefined) return noOption(question, wishes.option);
  const gaps = gapsOf(wishes.gaps);
  if (isFailure(gaps)) return gaps;
  const text = await textOf(surroundings, wishes);
  if (isFailure(text)) return text;
  if (option.id === "other-agent" && text !== null) {
    const agent = await agentForRole(text.trim(), surroundings, wishes.root);
    return isFailure(agent)
      ? agent
      : {
          answer: answerWith(question, { ...wishes, ...viaOf(surroundings), gaps, text: agent }),
          document: null,
        };
  }
  const supplies = option.id === "human";
  const given = answerWith(question, {
    ...wishes,
    ...viaOf(surroundings),
    gaps,
    text: supplies ? null : text,
  });
  return { answer: given, document: supplies ? text : null };
}

async function agentForRole(
  name: string,
  surroundings: Surroundings,
  root: string,
): Promise<string | Failure> {
  // With the schema of the settings, only where an agent is named.
  const { validConfig } = await import("../config/layers.ts");
  const config = await validConfig(surroundings);
  if (isFailure(config)) return config;
  return await settledName(name, { cwd: surroundings.cwd, root, config, env: surroundings.env });
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
  }: Omit<AnswerWishes, "gaps" | "text"> & Pick<QuestionAnswer, "via" | "gaps" | "text">,
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
  const meant = nearest(option, ids);
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
  surroundings: Surroundings,
  { text, file }: AnswerWishes,
): Promise<string | null | Failure> {
  if (file === undefined) return text ?? null;
  const read = await readDocument(surroundings, file);
  return isFailure(read) ? read : read.text;
}

async function submit(
  { project, engine, question }: AtHand,
  { answer: given, document }: Given,
): Promise<Answered | Failure> {
  const role = question.subject.of === "turn" ? question.subject.role : null;
  const blob = document === null ? null : engine.documents.blobOf(document);
  const ref: DocumentRef | null =
    blob === null ? null : { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" };
  const submitted = await engine.submit(
    { type: "AnswerQuestion", answer: given, document: ref, role },
    { id: randomUUID(), actor: given.by, blobs: blob === null ? [] : [blob] },
  );
  if (submitted.at === "refused") return refusedAnswer(submitted.refusal);
  const events = submitted.at === "done" ? submitted.events : [];
  const renewed = await asView({ project, engine }, () => layOutRenewed({ project, engine }, events), []);
  // Whoever has asked for an end hears at once what else stands before it.
  if (engine.live.at === "active" && engine.live.work.ending !== null)
    await settleEnding({ project, engine });
  const failed = await leaveSpec(project, engine);
  return failed ?? { ...answeredNow({ project, engine, question }, given.option), renewed };
}

function answeredNow({ project, engine, question }: AtHand, option: OptionId): Omit<Answered, "renewed"> {
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

export function refusedAnswer({ refused, message, fix }: Refusal): Failure {
  return { failed: "refused", code: refused, message, ...(fix === undefined ? {} : { fix }) };
}
