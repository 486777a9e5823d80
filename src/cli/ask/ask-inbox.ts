// Several questions, one after the other.
import { type Failure, isFailure } from "../../app/failure.ts";
import type { OpenQuestion } from "../../app/sessions/inbox.ts";
import { type Asked, askQuestion, type Desk } from "./ask-question.ts";
import type { Reply } from "./prompts.ts";

export interface InboxWishes {
  readonly session: string | undefined;
  /** Whether one says first which question to take up; else the oldest comes first. */
  readonly choose: boolean;
  /** The questions that have just been read. */
  readonly shown?: readonly OpenQuestion[];
}

export interface AskedInbox {
  /** How many are open no more, whoever answered them. */
  readonly closed: number;
  /** Sessions that may go on, by the answers given here. */
  readonly answered: ReadonlySet<string>;
  readonly interrupted: boolean;
}

/** Asks until nothing is open but what was put off. */
export async function askInbox(desk: Desk, wishes: InboxWishes): Promise<AskedInbox | Failure> {
  const putOff = new Set<string>();
  const answered = new Set<string>();
  let closed = 0;
  for (;;) {
    const open = await desk.inbox.questions(wishes.session);
    if (isFailure(open)) return open;
    const waiting = open.filter((question) => !putOff.has(keyOf(question)));
    const next = await nextQuestion(desk, waiting, wishes.choose);
    if (next.at !== "given") return { closed, answered, interrupted: next.at === "interrupted" };
    const asked = await askQuestion(desk, next.value, { shown: isShown(wishes, next.value) });
    if (isFailure(asked)) return asked;
    if (asked.at === "interrupted") return { closed, answered, interrupted: true };
    if (asked.at === "later") putOff.add(keyOf(next.value));
    else closed += 1;
    if (asked.at === "answered") answered.add(sessionOf(asked));
  }
}

function keyOf({ session, id }: OpenQuestion): string {
  return `${session}/${id}`;
}

function sessionOf({ answered }: Extract<Asked, { at: "answered" }>): string {
  return answered.session;
}

/** The only one on the screen need not be shown twice. */
function isShown({ shown = [] }: InboxWishes, question: OpenQuestion): boolean {
  return shown.length === 1 && shown.some((one) => keyOf(one) === keyOf(question));
}

async function nextQuestion(
  { prompts }: Desk,
  waiting: readonly OpenQuestion[],
  choose: boolean,
): Promise<Reply<OpenQuestion>> {
  const [oldest] = waiting;
  if (oldest === undefined) return { at: "back" };
  if (!choose || waiting.length === 1) return { at: "given", value: oldest };
  const reply = await prompts.one({
    message: "Which question?",
    choices: [
      ...waiting.map((question) => ({
        value: keyOf(question),
        label: `${question.session} ${question.id}  ${question.kind}`,
        hint: question.why,
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
