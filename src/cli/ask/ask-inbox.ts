// Several questions, one after the other.

import { isFailure, type Outcome } from "../../app/failure.ts";
import type { QuestionsOf } from "../../app/questions/inbox.ts";
import { questionHeadline } from "../../app/sessions/session-words.ts";
import type { AnswerResult, OpenQuestion } from "../../app/wire/question.ts";
import { type AskSession, askQuestion } from "./ask-question.ts";
import type { Reply } from "./prompts.ts";

export interface InboxOptions {
  readonly of: QuestionsOf;
  /** Whether one says first which question to take up; else a gate comes first, then the oldest. */
  readonly choose: boolean;
  /** Only those of these kinds. */
  readonly kinds?: readonly OpenQuestion["kind"][];
  /** The numbers of those that were put off at an earlier stop: they come last. */
  readonly offered?: ReadonlySet<string>;
  /** The questions that have just been read. */
  readonly shown?: readonly OpenQuestion[];
}

export interface InboxResult {
  /** How many are open no more, whoever answered them. */
  readonly closed: number;
  /** The last answer given here to each session; to the build under `null`. */
  readonly answered: ReadonlyMap<string | null, AnswerResult>;
  readonly interrupted: boolean;
}

/** Asks until nothing is open but what was put off. */
export async function askInbox(askSession: AskSession, options: InboxOptions): Outcome<InboxResult> {
  const putOff = new Set<string>();
  const answered = new Map<string | null, AnswerResult>();
  let closed = 0;
  for (;;) {
    const open = await askSession.inbox.questions(options.of);
    if (isFailure(open)) return open;
    const waiting = open.filter(
      (question) => !putOff.has(keyOf(question)) && (options.kinds?.includes(question.kind) ?? true),
    );
    const next = await nextQuestion(askSession, waiting, options);
    if (next.at !== "given") return { closed, answered, interrupted: next.at === "interrupted" };
    const asked = await askQuestion(askSession, next.value, { shown: isShown(options, next.value) });
    if (isFailure(asked)) return asked;
    if (asked.at === "interrupted") return { closed, answered, interrupted: true };
    if (asked.at === "later") putOff.add(keyOf(next.value));
    else closed += 1;
    if (asked.at === "answered") answered.set(asked.answered.session, asked.answered);
  }
}

function keyOf({ session, id }: OpenQuestion): string {
  return `${session ?? ""}/${id}`;
}

/** The only one on the screen need not be shown twice. */
function isShown({ shown = [] }: InboxOptions, question: OpenQuestion): boolean {
  return shown.length === 1 && shown.some((one) => keyOf(one) === keyOf(question));
}

/** Who has asked for an end, or for a rollback, is asked about that first; within a rank, the oldest. */
function rank({ id, kind }: OpenQuestion, offered: ReadonlySet<string>): number {
  return (offered.has(id) ? 2 : 0) + (URGENT.includes(kind) ? 0 : 1);
}

/** Nothing else begins before these are answered. */
const URGENT: readonly OpenQuestion["kind"][] = ["gate", "rollback", "root-cause", "tampered"];

async function nextQuestion(
  { prompts }: AskSession,
  waiting: readonly OpenQuestion[],
  { choose, offered = new Set() }: InboxOptions,
): Promise<Reply<OpenQuestion>> {
  const [first] = [...waiting].sort((a, b) => rank(a, offered) - rank(b, offered));
  if (first === undefined) return { at: "back" };
  if (!choose || waiting.length === 1) return { at: "given", value: first };
  const reply = await prompts.one({
    message: "Which question?",
    choices: [
      ...waiting.map((question) => ({
        value: keyOf(question),
        label: `${question.session ?? "build"} ${question.id}  ${question.kind}`,
        hint: questionHeadline(question),
      })),
      { value: LATER, label: "Later", hint: "they all stay open" },
    ],
  });
  if (reply.at !== "given") return reply;
  const chosen = waiting.find((question) => keyOf(question) === reply.value);
  return chosen === undefined ? { at: "back" } : { at: "given", value: chosen };
}

/** No question has this key. */
const LATER = "(later)";
