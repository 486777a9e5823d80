import { type Failure, isFailure } from "../../app/failure.ts";
import { answer } from "../../app/sessions/answer-question.ts";
import { type Inbox, type OpenQuestion, type QuestionFate, withInbox } from "../../app/sessions/inbox.ts";
import type { Surroundings } from "../../app/surroundings.ts";
import type { Answered } from "../../app/wire/question.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { painted, wrapped } from "../text.ts";
import type { AskTerminal } from "./ask-terminal.ts";
import { type Gathering, type Given, gatherAnswer, NOTHING_GIVEN } from "./gather-answer.ts";
import { openPrompts, type Prompts, type Reply } from "./prompts.ts";

/** Where one sits to answer. */
export interface Desk {
  readonly surroundings: Surroundings;
  readonly inbox: Inbox;
  readonly prompts: Prompts;
  /** How often to look whether somebody else was quicker. */
  readonly pollMs?: number;
}

export type Asked =
  | { readonly at: "answered"; readonly answered: Answered }
  /** Somebody else was quicker, or there is nothing to be asked any more. */
  | { readonly at: "overtaken" }
  | { readonly at: "later" }
  | { readonly at: "interrupted" };

export interface AskWishes {
  readonly given?: Given;
  /** Whether it has just been read. */
  readonly shown?: boolean;
}

/** Asks one question until it is answered, put off, or settled elsewhere. */
export async function askQuestion(
  desk: Desk,
  question: OpenQuestion,
  { given = NOTHING_GIVEN, shown = false }: AskWishes = {},
): Promise<Asked | Failure> {
  if (!shown) showQuestion(desk, question);
  const watch = watchQuestion(desk.inbox, question, desk.pollMs);
  try {
    const gathering = { ...desk, question, overtaken: watch.overtaken };
    for (let first = true; ; first = false) {
      const tried = await tryOnce(desk, gathering, first ? given : NOTHING_GIVEN);
      if (tried !== "again") return tried;
    }
  } finally {
    watch.stop();
  }
}

function showQuestion({ surroundings, inbox, prompts }: Desk, question: OpenQuestion): void {
  const folder = nearPath(inbox.folderOf(question), surroundings.cwd);
  prompts.show(["", ...questionLines(question, prompts.width, { folder, asking: true })]);
}

async function tryOnce(desk: Desk, gathering: Gathering, given: Given): Promise<Asked | Failure | "again"> {
  const { question } = gathering;
  const chosen = await chooseOption(gathering);
  if (chosen.at === "back" || (chosen.at === "given" && chosen.value === NOT_NOW)) return { at: "later" };
  if (chosen.at !== "given") return await unanswered(desk, question, chosen);
  const option = question.options.find(({ id }) => id === chosen.value);
  if (option === undefined) throw new Error(`${question.id} does not offer ${chosen.value}`);
  const gathered = await gatherAnswer(gathering, option, given);
  if (isFailure(gathered)) return gathered;
  if (gathered.at === "back") return "again";
  if (gathered.at !== "given") return await unanswered(desk, question, gathered);
  const { id, session } = question;
  const answered = await answer(desk.surroundings, {
    question: id,
    session,
    option: option.id,
    ...gathered.value,
  });
  return isFailure(answered) ? await notTaken(desk, question, answered) : taken(desk, answered);
}

/** No option of any question has this name: options are words of letters and dashes. */
const NOT_NOW = "(not now)";

async function chooseOption({ prompts, question, overtaken }: Gathering): Promise<Reply<string>> {
  const { id, options, recommended } = question;
  return await prompts.one({
    message: `${id}: your decision?`,
    choices: [
      ...options.map((option) => ({
        value: option.id,
        label: option.id === recommended ? `${option.label} (recommended)` : option.label,
        hint: option.effect,
      })),
      { value: NOT_NOW, label: "Not now", hint: "the question stays open" },
    ],
    ...(recommended === null ? {} : { first: recommended }),
    overtaken,
  });
}

async function unanswered(
  desk: Desk,
  question: OpenQuestion,
  { at }: { readonly at: "back" | "interrupted" | "overtaken" },
): Promise<Asked> {
  if (at === "back") return { at: "later" };
  if (at === "overtaken")
    desk.prompts.note("yellow", fateWords(question.id, await desk.inbox.fateOf(question)));
  return { at };
}

function taken({ prompts }: Desk, answered: Answered): Asked {
  prompts.show([[painted("green", `${answered.question} answered ${answered.option}`)]]);
  // Its choice only said what to type.
  if (answered.kind === "gate") prompts.show(wrapped(answered.effect, prompts.width));
  return { at: "answered", answered };
}

/** What the person can mend is asked again; what they cannot is a failure like any other. */
async function notTaken(
  desk: Desk,
  question: OpenQuestion,
  failure: Failure,
): Promise<Asked | Failure | "again"> {
  if (failure.code === "question-closed") return await unanswered(desk, question, { at: "overtaken" });
  if (failure.failed === "failed" || failure.failed === "locked") return failure;
  const { prompts } = desk;
  const advice = failure.fix === undefined ? "" : ` (${failure.fix})`;
  prompts.note("yellow", `${failure.message}${advice}`);
  return "again";
}

function fateWords(id: string, fate: QuestionFate): string {
  switch (fate.at) {
    case "open":
      return `${id} could not be answered just now`;
    case "answered":
      return `${id} has been answered meanwhile: ${fate.option}, by ${fate.by}`;
    case "withdrawn":
      return `${id} is no longer asked: ${fate.reason}`;
  }
}

const POLL_MS = 250;

interface QuestionWatch {
  /** Aborted when the question is no longer open. */
  readonly overtaken: AbortSignal;
  stop(): void;
}

/** Looks again and again whether a question is still open, while somebody thinks about it. */
export function watchQuestion(inbox: Inbox, question: OpenQuestion, pollMs = POLL_MS): QuestionWatch {
  const closed = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    // A look that fails is no reason to take the prompt away: answering will tell what is wrong.
    const fate: QuestionFate = await inbox.fateOf(question).catch(() => ({ at: "open" }));
    if (stopped) return;
    if (fate.at === "open") timer = setTimeout(() => void look(), pollMs);
    else closed.abort();
  };
  timer = setTimeout(() => void look(), pollMs);
  return {
    overtaken: closed.signal,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** The inbox and the terminal side by side, for as long as `use` takes. */
export async function sitDown<Result>(
  surroundings: Surroundings,
  terminal: AskTerminal,
  use: (desk: Desk) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const prompts = await openPrompts(terminal, surroundings.cancel);
  return await withInbox(surroundings, async (inbox) => await use({ surroundings, inbox, prompts }));
}

export function stoppedAsking(): Failure {
  return {
    failed: "interrupted",
    code: "interrupted",
    message: "stopped; answers so far are saved",
    fix: "answer later: parley inbox",
  };
}
