import type { CommandContext } from "../../app/command-context.ts";
import { type Failure, isFailure, type Outcome } from "../../app/failure.ts";
import { answerQuestion } from "../../app/questions/answer.ts";
import { endsSession } from "../../app/questions/answer-needs.ts";
import { type Inbox, withInbox } from "../../app/questions/inbox.ts";
import type { AnswerResult, AskedQuestion, OpenQuestion, QuestionFate } from "../../app/wire/question.ts";
import { nearPath } from "../printer.ts";
import { questionLines } from "../question-lines.ts";
import { paintText, wrapText } from "../text.ts";
import type { AskTerminal } from "./ask-terminal.ts";
import { type AnswerContext, type GivenAnswer, gatherAnswer, NOTHING_GIVEN } from "./gather-answer.ts";
import { openPrompts, type Prompts, type Reply } from "./prompts.ts";

/** Where one sits to answer. */
export interface AskSession {
  readonly context: CommandContext;
  readonly inbox: Inbox;
  readonly prompts: Prompts;
  /** How often to look whether somebody else was quicker. */
  readonly pollMs?: number;
}

export type AskOutcome =
  | { readonly at: "answered"; readonly answered: AnswerResult }
  /** Somebody else was quicker, or there is nothing to be asked any more. */
  | { readonly at: "overtaken" }
  | { readonly at: "later" }
  | { readonly at: "interrupted" };

export interface AskOptions {
  readonly given?: GivenAnswer;
  /** Whether it has just been read. */
  readonly shown?: boolean;
  /** An earlier answer, which is to be given otherwise. */
  readonly former?: AskedQuestion["former"];
}

/** Asks one question until it is answered, put off, or settled elsewhere. */
export async function askQuestion(
  askSession: AskSession,
  question: OpenQuestion,
  { given = NOTHING_GIVEN, shown = false, former = null }: AskOptions = {},
): Outcome<AskOutcome> {
  if (!shown) await showQuestion(askSession, question);
  if (former !== null) showFormer(askSession, former);
  const watch = former === null ? watchQuestion(askSession.inbox, question, askSession.pollMs) : NO_WATCH;
  try {
    const gathering = { ...askSession, question, former, overtaken: watch.overtaken };
    for (let first = true; ; first = false) {
      const tried = await tryOnce(askSession, gathering, first ? given : NOTHING_GIVEN);
      if (tried !== "again") return tried;
    }
  } finally {
    watch.stop();
  }
}

async function showQuestion({ context, inbox, prompts }: AskSession, question: OpenQuestion): Promise<void> {
  const precedents = await inbox.precedents(question);
  const background = await inbox.background(question);
  const folder = nearPath(inbox.folderOf(question), context.cwd);
  const style = { folder, asking: true, precedents, background };
  prompts.show(["", ...questionLines(question, prompts.width, style)]);
}

function showFormer({ prompts }: AskSession, { option, text, rationales, by }: FormerAnswer): void {
  const said = [text, ...Object.values(rationales)].filter((one) => one !== null && one.trim() !== "");
  const words = said.length === 0 ? "" : `: ${said.join(" ")}`;
  prompts.show(wrapText(`Answered ${option} by ${by}${words}`, prompts.width));
}

type FormerAnswer = NonNullable<AskedQuestion["former"]>;

async function tryOnce(
  askSession: AskSession,
  gathering: AnswerContext,
  given: GivenAnswer,
): Outcome<AskOutcome | "again"> {
  const { question } = gathering;
  const chosen = await chooseOption(gathering);
  if (chosen.at === "back" || (chosen.at === "given" && chosen.value === NOT_NOW)) return { at: "later" };
  if (chosen.at !== "given") return await leaveUnanswered(askSession, question, chosen);
  const option = optionsOf(question).find(({ id }) => id === chosen.value);
  if (option === undefined) throw new Error(`${question.id} does not offer ${chosen.value}`);
  const gathered = await gatherAnswer(gathering, option, given);
  if (isFailure(gathered)) return gathered;
  if (gathered.at === "back") return "again";
  if (gathered.at !== "given") return await leaveUnanswered(askSession, question, gathered);
  const confirmed = await confirmEnd(gathering, option);
  if (confirmed.at === "back") return "again";
  if (confirmed.at !== "given") return await leaveUnanswered(askSession, question, confirmed);
  const { id, session } = question;
  const answered = await answerQuestion(askSession.context, {
    question: id,
    session: session ?? undefined,
    option: option.id,
    ...gathered.value,
    amend: gathering.former !== null,
  });
  return isFailure(answered)
    ? await retryOrFail(askSession, question, answered)
    : showAnswered(askSession, answered);
}

function optionsOf({ options }: OpenQuestion): readonly OpenQuestion["options"][number][] {
  return options;
}

/** No option of any question has this name: options are words of letters and dashes. */
const NOT_NOW = "(not now)";

async function chooseOption({ prompts, question, former, overtaken }: AnswerContext): Promise<Reply<string>> {
  const { id, recommended } = question;
  return await prompts.one({
    message: `${id}: your decision?`,
    choices: [
      ...optionsOf(question).map((option) => ({
        value: option.id,
        label: option.id === recommended ? `${option.label} (recommended)` : option.label,
        hint: option.effect.replaceAll(/\s+/g, " "),
      })),
      {
        value: NOT_NOW,
        label: "Not now",
        hint: former === null ? "the question stays open" : "the answer stays",
      },
    ],
    // Enter pressed too early must decide nothing: only what is recommended may be a key away.
    first: former === null && recommended !== null ? recommended : NOT_NOW,
    overtaken,
  });
}

/** What ends a session is asked once more: it cannot be taken back. */
async function confirmEnd(
  { prompts, question, overtaken }: AnswerContext,
  { id, effect }: OpenQuestion["options"][number],
): Promise<Reply<null>> {
  if (!endsSession(question, id)) return { at: "given", value: null };
  const reply = await prompts.one({
    message: `End ${question.session}? ${effect}`,
    choices: [
      { value: "no", label: "No, go back" },
      { value: "yes", label: "Yes, end it" },
    ],
    first: "no",
    overtaken,
  });
  if (reply.at !== "given") return reply;
  return reply.value === "yes" ? { at: "given", value: null } : { at: "back" };
}

async function leaveUnanswered(
  askSession: AskSession,
  question: OpenQuestion,
  { at }: { readonly at: "back" | "interrupted" | "overtaken" },
): Promise<AskOutcome> {
  if (at === "back") return { at: "later" };
  if (at === "overtaken")
    askSession.prompts.note("yellow", describeFate(question.id, await askSession.inbox.fateOf(question)));
  return { at };
}

function showAnswered({ prompts }: AskSession, answered: AnswerResult): AskOutcome {
  prompts.show([[paintText("green", `${answered.question} answered ${answered.option}`)]]);
  // Its choice only said what to type, or has come to more than it said.
  if (TOLD_KINDS.includes(answered.kind)) prompts.show(wrapText(answered.effect, prompts.width));
  return { at: "answered", answered };
}

const TOLD_KINDS: readonly string[] = ["gate", "rollback", "root-cause"];

/** What the person can mend is asked again; what they cannot is a failure like any other. */
async function retryOrFail(
  askSession: AskSession,
  question: OpenQuestion,
  failure: Failure,
): Outcome<AskOutcome | "again"> {
  if (failure.code === "question-closed")
    return await leaveUnanswered(askSession, question, { at: "overtaken" });
  if (failure.failed === "failed" || failure.failed === "locked" || failure.code === "answer-stands")
    return failure;
  const { prompts } = askSession;
  const advice = failure.fix === undefined ? "" : ` (${failure.fix})`;
  prompts.note("yellow", `${failure.message}${advice}`);
  return "again";
}

function describeFate(id: string, fate: QuestionFate): string {
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

/** An answer that was given is nobody else's to give. */
const NO_WATCH: QuestionWatch = { overtaken: new AbortController().signal, stop: () => undefined };

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
export async function withAskSession<Result>(
  context: CommandContext,
  terminal: AskTerminal,
  use: (askSession: AskSession) => Outcome<Result>,
): Outcome<Result> {
  const prompts = await openPrompts(terminal, context.cancel);
  return await withInbox(context, async (inbox) => await use({ context, inbox, prompts }));
}

export function askingInterrupted(): Failure {
  return {
    failed: "interrupted",
    code: "interrupted",
    message: "stopped; answers so far are saved",
    fix: "answer later: parley inbox",
  };
}
