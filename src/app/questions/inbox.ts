// The questions that wait for a person, of all sessions and of the build. Read from the tables alone, so that looking is
// quick.

import { join } from "node:path";
import type { Question } from "../../core/refinement/questions/question.ts";
import { PERSON } from "../../core/refinement/role.ts";
import { upcast } from "../../core/refinement/session/session-event.ts";
import { DISPUTES_TABLE, TASKS_TABLE } from "../../engine/board-tables.ts";
import type { EventLog, Row } from "../../engine/ports.ts";
import { sessionStream } from "../../engine/session-stream.ts";
import { QUESTIONS_TABLE } from "../../engine/session-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { findSession, listSessionRows } from "../sessions/find-session.ts";
import { findAwaited } from "../sessions/look-at-session.ts";
import { standingEvents } from "../sessions/standing-events.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AwaitedDocument, AwaitedWork } from "../wire/awaited.ts";
import type { Precedent } from "../wire/conflict.ts";
import type {
  GapBackground,
  OpenBoardQuestion,
  OpenQuestion,
  QuestionDocument,
  QuestionFate,
} from "../wire/question.ts";
import { fateOfBoardQuestion, openBoardQuestions } from "./board-questions.ts";

export type QuestionsOf = "all" | "board" | { readonly session: string };

/** The inbox for as long as somebody sits in front of it. */
export interface Inbox {
  /** Oldest first. */
  questions(of: QuestionsOf): Outcome<readonly OpenQuestion[]>;
  fateOf(question: OpenQuestion): Promise<QuestionFate>;
  /** Where the files of its evidence are. */
  folderOf(question: OpenQuestion): string;
  /** How like cases were decided in this project; looked up when a question is shown. */
  precedents(question: OpenQuestion): Promise<readonly Precedent[]>;
  /** The gaps that it is about; looked up like those. */
  background(question: OpenQuestion): Promise<readonly GapBackground[]>;
  /** What people are to write. */
  awaited(of: QuestionsOf): Outcome<readonly AwaitedDocument[]>;
  /** How many are open. */
  disputes(): Promise<number>;
  /** The ids of tasks that failed and that nobody has skipped. */
  failedTasks(): Promise<readonly string[]>;
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
    questions: async (of) => await questionsOf(store, of),
    fateOf: async (question) =>
      question.session === null
        ? await fateOfBoardQuestion(store, question.id)
        : await fateOf(store, question),
    // Joined here, because the module that opens sessions brings the engine with it, and a list can do without.
    folderOf: ({ session }) => (session === null ? project.root : join(project.folder, "sessions", session)),
    precedents: async (question) => {
      if (question.kind !== "conflict" && question.kind !== "implicit") return [];
      // What compares cases is loaded where there is one.
      return await (await import("../sessions/decisions.ts")).precedentsFor(project, question);
    },
    background: async (question) =>
      question.session === null
        ? []
        : await (await import("./gap-background.ts")).gapBackground(project, question),
    awaited: async (of) => await awaitedOf(project, of),
    disputes: async () => (await store.rows(DISPUTES_TABLE, { where: { status: "open" } })).length,
    failedTasks: async () => {
      const rows = await store.rows(TASKS_TABLE, { where: { status: "failed", skipped: 0 } });
      return rows.map(({ id }) => String(id));
    },
  };
}

async function questionsOf(log: EventLog, of: QuestionsOf): Outcome<readonly OpenQuestion[]> {
  if (of === "board") return await openBoardQuestions(log);
  if (of === "all") return mergeByTime(await openSessionQuestions(log), await openBoardQuestions(log));
  const listed = await findSession(log, of.session);
  return isFailure(listed) ? listed : await openSessionQuestions(log, { session: listed.session });
}

/** Those of sessions stay in their order, which a fork's are in whatever their times. */
function mergeByTime(
  session: readonly Question[],
  board: readonly OpenBoardQuestion[],
): readonly OpenQuestion[] {
  const merged: OpenQuestion[] = [...session];
  for (const question of board) {
    const younger = merged.findIndex(({ askedAt }) => askedAt > question.askedAt);
    merged.splice(younger < 0 ? merged.length : younger, 0, question);
  }
  return merged;
}

async function awaitedOf(project: OpenProject, of: QuestionsOf): Outcome<readonly AwaitedDocument[]> {
  if (of === "board") return await awaitedInBuild(project);
  if (of !== "all") {
    const listed = await findSession(project.store, of.session);
    return isFailure(listed) ? listed : await findAwaited(project, listed);
  }
  const sessions = await listSessionRows(project.store);
  const awaited = await Promise.all(sessions.map((listed) => findAwaited(project, listed)));
  return [...awaited.flat(), ...(await awaitedInBuild(project))];
}

/** Only a board with tasks is folded. */
async function awaitedInBuild(project: OpenProject): Promise<readonly AwaitedWork[]> {
  const [task] = await project.store.rows(TASKS_TABLE, { limit: 1 });
  if (task === undefined) return [];
  const { readBoard } = await import("../board/change-board.ts");
  const board = await readBoard(project);
  if (!board.build.calls.some(({ agent }) => agent === PERSON)) return [];
  const { awaitedWork } = await import("../build/awaited-work.ts");
  return awaitedWork(project, board);
}

interface WaitingItems {
  readonly questions: readonly PlacedQuestion[];
  /** What people are to write. */
  readonly awaited: readonly AwaitedDocument[];
  /** How many are open: they hold nothing up. */
  readonly disputes: number;
  readonly failedTasks: readonly string[];
}

interface PlacedQuestion {
  readonly question: OpenQuestion;
  /** Where the files of its evidence are. */
  readonly folder: string;
  readonly precedents: readonly Precedent[];
  readonly background: readonly GapBackground[];
}

/** Everything that waits for a person. */
export async function listWaiting(context: CommandContext, of: QuestionsOf): Outcome<WaitingItems> {
  return await withInbox(context, async (inbox) => {
    const questions = await inbox.questions(of);
    if (isFailure(questions)) return questions;
    const awaited = await inbox.awaited(of);
    if (isFailure(awaited)) return awaited;
    const placed = await Promise.all(
      questions.map(async (question) => ({
        question,
        folder: inbox.folderOf(question),
        precedents: await inbox.precedents(question),
        background: await inbox.background(question),
      })),
    );
    const ofBoard = of === "board" || of === "all";
    const disputes = ofBoard ? await inbox.disputes() : 0;
    const failedTasks = ofBoard ? await inbox.failedTasks() : [];
    return { questions: placed, awaited, disputes, failedTasks };
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

async function openSessionQuestions(log: EventLog, where: Row = {}): Promise<readonly Question[]> {
  const rows = await log.rows(QUESTIONS_TABLE, { where, order: ["position"] });
  return rows.map(({ data }) => JSON.parse(String(data)) as Question);
}

async function fateOf(log: EventLog, { id, session }: Question): Promise<QuestionFate> {
  const open = await openSessionQuestions(log, { session, question: id });
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

/** A question as programs get it: what a person is told, as data. */
export function questionDocument(question: Question): Omit<Question, "subject">;
export function questionDocument(question: OpenQuestion): QuestionDocument;
export function questionDocument(question: OpenQuestion) {
  const { id, session, kind, why, evidence, options, recommended, blocks, continues, askedAt } = question;
  const task = question.session === null ? { task: question.task } : {};
  return { id, session, ...task, kind, why, evidence, options, recommended, blocks, continues, askedAt };
}
