// The questions that wait for a person, over all sessions. Read from the tables alone, so that looking is quick.

import { join } from "node:path";
import type { Question } from "../../core/refinement/questions/question.ts";
import { upcast } from "../../core/refinement/session/session-event.ts";
import type { EventLog, Row } from "../../engine/ports.ts";
import { sessionStream } from "../../engine/session-stream.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { AwaitedInSession } from "../wire/awaited.ts";
import type { Precedent } from "../wire/conflict.ts";
import { findSession, listSessionRows } from "./find-session.ts";
import { findAwaited } from "./look-at-session.ts";
import { standingEvents } from "./standing-events.ts";
import { withProject } from "./with-project.ts";

export type OpenQuestion = Question;

/** What became of a question; only an open one can be answered. */
export type QuestionFate =
  | { readonly at: "open" }
  | { readonly at: "answered"; readonly option: string; readonly by: string }
  | { readonly at: "withdrawn"; readonly reason: string };

/** The inbox for as long as somebody sits in front of it. */
export interface Inbox {
  /** Those of one session, or of all, oldest first. */
  questions(session: string | undefined): Outcome<readonly OpenQuestion[]>;
  fateOf(question: OpenQuestion): Promise<QuestionFate>;
  /** Where the files of its evidence are. */
  folderOf(question: OpenQuestion): string;
  /** How like cases were decided in this project; looked up when a question is shown. */
  precedents(question: OpenQuestion): Promise<readonly Precedent[]>;
  /** What people are to write, in one session or in all. */
  awaited(session: string | undefined): Outcome<readonly AwaitedInSession[]>;
}

export async function withInbox<Result>(
  context: CommandContext,
  use: (inbox: Inbox) => Outcome<Result>,
): Outcome<Result> {
  return await withProject(context, "read-only", async (project) => await use(inboxOf(project)));
}

function inboxOf(project: OpenProject): Inbox {
  const { store } = project;
  return {
    questions: async (session) => {
      if (session === undefined) return await openQuestions(store);
      const listed = await findSession(store, session);
      if (isFailure(listed)) return listed;
      return await openQuestions(store, { session: listed.session });
    },
    fateOf: async (question) => await fateOf(store, question),
    // Joined here, because the module that opens sessions brings the engine with it, and a list can do without.
    folderOf: ({ session }) => join(project.folder, "sessions", session),
    precedents: async (question) => {
      if (question.kind !== "conflict" && question.kind !== "implicit") return [];
      // What compares cases is loaded where there is one.
      return await (await import("./decisions.ts")).precedentsFor(project, question);
    },
    awaited: async (session) => {
      const only = session === undefined ? null : await findSession(store, session);
      if (only !== null && isFailure(only)) return only;
      const sessions = only === null ? await listSessionRows(store) : [only];
      const awaited = await Promise.all(sessions.map((listed) => findAwaited(project, listed)));
      return awaited.flat();
    },
  };
}

interface WaitingItems {
  readonly questions: readonly PlacedQuestion[];
  /** What people are to write. */
  readonly awaited: readonly AwaitedInSession[];
}

interface PlacedQuestion {
  readonly question: OpenQuestion;
  /** Of its session. */
  readonly folder: string;
  readonly precedents: readonly Precedent[];
}

/** Everything that waits for a person, in one session or in all. */
export async function listWaiting(
  context: CommandContext,
  session: string | undefined,
): Outcome<WaitingItems> {
  return await withInbox(context, async (inbox) => {
    const questions = await inbox.questions(session);
    if (isFailure(questions)) return questions;
    const awaited = await inbox.awaited(session);
    if (isFailure(awaited)) return awaited;
    const placed = await Promise.all(
      questions.map(async (question) => ({
        question,
        folder: inbox.folderOf(question),
        precedents: await inbox.precedents(question),
      })),
    );
    return { questions: placed, awaited };
  });
}

/** The questions as programs get them. */
export function waitingQuestions({
  questions,
}: Pick<WaitingItems, "questions">): readonly QuestionDocument[] {
  return questions.map(({ question, precedents }) => ({
    ...questionDocument(question),
    ...(precedents.length === 0 ? {} : { precedents }),
  }));
}

async function openQuestions(log: EventLog, where: Row = {}): Promise<readonly OpenQuestion[]> {
  return (await log.rows(QUESTIONS_TABLE, { where, order: ["position"] })).map(questionOf);
}

function questionOf({ data }: Row): OpenQuestion {
  return JSON.parse(String(data)) as OpenQuestion;
}

async function fateOf(log: EventLog, { id, session }: OpenQuestion): Promise<QuestionFate> {
  const open = await openQuestions(log, { session, question: id });
  if (open.length > 0) return { at: "open" };
  const events = (await log.load(sessionStream(session))).map(upcast);
  for (const event of standingEvents(events)) {
    if (event.type === "QuestionAnswered" && event.data.answer.question === id) {
      const { option, by } = event.data.answer;
      return { at: "answered", option, by };
    }
    if (event.type === "QuestionWithdrawn" && event.data.question === id)
      return { at: "withdrawn", reason: event.data.reason };
  }
  return { at: "withdrawn", reason: "its session is gone" };
}

type QuestionDocument = Omit<OpenQuestion, "subject"> & {
  /** How like cases were decided; absent where there are none. */
  readonly precedents?: readonly Precedent[];
};

/** A question as programs get it: what a person is told, as data. */
export function questionDocument(question: OpenQuestion): QuestionDocument {
  const { id, session, kind, why, evidence, options, recommended, blocks, continues, askedAt } = question;
  return { id, session, kind, why, evidence, options, recommended, blocks, continues, askedAt };
}
