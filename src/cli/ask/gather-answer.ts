// What a chosen option needs, asked for one by one.

import type { CommandContext } from "../../app/command-context.ts";
import { isFailure, type Outcome } from "../../app/failure.ts";
import { type AnswerNeeds, answerNeeds } from "../../app/questions/answer-needs.ts";
import type { AnswerInput } from "../../app/questions/said-answer.ts";
import { writeAnswer } from "../../app/questions/write-answer.ts";
import { chosenEditor } from "../../app/sessions/write-by-hand.ts";
import type { AskedQuestion, OpenQuestion } from "../../app/wire/question.ts";
import { formatCount } from "../text.ts";
import type { Prompts, Reply } from "./prompts.ts";

/** What was said already, on the command line. */
export type GivenAnswer = Pick<
  AnswerInput,
  "text" | "file" | "rationales" | "gaps" | "phrase" | "severities" | "constraints" | "findings"
>;

export const NOTHING_GIVEN: GivenAnswer = {
  text: undefined,
  file: undefined,
  rationales: {},
  gaps: [],
  phrase: undefined,
  severities: [],
  constraints: undefined,
  findings: [],
};

type Option = OpenQuestion["options"][number];
type Need = Option["needs"][number];

export interface AnswerContext {
  readonly context: CommandContext;
  readonly prompts: Prompts;
  readonly question: OpenQuestion;
  readonly overtaken: AbortSignal;
  /** An earlier answer, which is to be given otherwise. */
  readonly former: AskedQuestion["former"];
}

export async function gatherAnswer(
  about: AnswerContext,
  option: Option,
  given: GivenAnswer,
): Outcome<Reply<GivenAnswer>> {
  const isConflict = DECIDES_CONFLICT.has(`${about.question.kind} ${option.id}`);
  if (option.needs.length === 0 && !isConflict) return { at: "given", value: given };
  const needs = await answerNeeds(about.context, about.question, option.id);
  if (isFailure(needs)) return needs;
  const needed = await gatherNeeds(about, { option, needs, given });
  return needed.at !== "given" || !isConflict
    ? needed
    : await askReasons(about, { option, needs, given: needed.value });
}

async function gatherNeeds(
  about: AnswerContext,
  { option, needs, given }: AnswerRequest,
): Promise<Reply<GivenAnswer>> {
  let gathered = given;
  for (const need of ASKING_ORDER.filter((one) => option.needs.some((wanted) => wanted === one))) {
    const reply = await ASK[need](about, { option, needs, given: gathered });
    if (reply.at !== "given") return reply;
    gathered = { ...gathered, ...reply.value };
  }
  return { at: "given", value: gathered };
}

interface AnswerRequest {
  readonly option: Option;
  readonly needs: AnswerNeeds;
  readonly given: GivenAnswer;
}

type AskForNeed = (about: AnswerContext, wanted: AnswerRequest) => Promise<Reply<Partial<GivenAnswer>>>;

/** The sentence comes last: whoever types it has said everything else. */
const ASKING_ORDER: readonly Need[] = ["gaps", "findings", "severities", "text", "rationale", "phrase"];

const EMPTY_REPLY: Reply<Partial<GivenAnswer>> = { at: "given", value: {} };

const ASK: Record<Need, AskForNeed> = {
  gaps: askGaps,
  findings: askFindings,
  text: askText,
  rationale: askRationales,
  phrase: askPhrase,
  severities: askSeverities,
};

const AS_IT_IS = "as it is";

async function askSeverities(
  { prompts, overtaken }: AnswerContext,
  { needs, given }: AnswerRequest,
): Promise<Reply<Partial<GivenAnswer>>> {
  if (given.severities !== undefined && given.severities.length > 0) return EMPTY_REPLY;
  const severities: string[] = [];
  for (const { id, title, severity, others } of needs.issues) {
    const reply = await prompts.one({
      message: `${id} (${severity}): ${title}. What does it weigh?`,
      choices: [
        { value: AS_IT_IS, label: `${severity}, as the Reviewer says` },
        ...others.map((one) => ({ value: one, label: one })),
      ],
      overtaken,
    });
    if (reply.at !== "given") return reply;
    if (reply.value !== AS_IT_IS) severities.push(`${id}=${reply.value}`);
  }
  if (severities.length > 0) return { at: "given", value: { severities } };
  prompts.note("yellow", "no severity is changed, so there is nothing to record");
  return { at: "back" };
}

/** The answers that are recorded with a rationale and with constraints, where there are any. */
const DECIDES_CONFLICT: ReadonlySet<string> = new Set(
  "conflict a,conflict b,conflict c,conflict d,conflict-batch a,conflict-batch b".split(","),
);

async function askReasons(
  { prompts, former, overtaken }: AnswerContext,
  { needs, given }: AnswerRequest,
): Promise<Reply<GivenAnswer>> {
  let said = given;
  const askLine = (message: string, first: string | undefined) =>
    prompts.line({ message, first, fault: () => null, overtaken });
  if (Object.keys(given.rationales).length === 0) {
    const why = await askLine(
      "Why? For the record; may be left empty",
      former?.rationales["*"] ?? needs.earlier.rationales["*"],
    );
    if (why.at !== "given") return why;
    if (why.value.trim() !== "") said = { ...said, rationales: { "*": why.value.trim() } };
  }
  if (given.constraints === undefined) {
    const how = await askLine("On what conditions? May be left empty", former?.constraints);
    if (how.at !== "given") return how;
    if (how.value.trim() !== "") said = { ...said, constraints: how.value.trim() };
  }
  return { at: "given", value: said };
}

async function askGaps({ prompts, overtaken }: AnswerContext, { needs, given }: AnswerRequest) {
  if (given.gaps.length > 0) return EMPTY_REPLY;
  if (needs.gaps.length === 0) {
    prompts.note("yellow", "there is no gap that could be named here");
    return { at: "back" } as const;
  }
  const reply = await prompts.some({
    message: "Which gaps?",
    choices: needs.gaps.map(({ id, title, severity, state, suggested }) => ({
      value: id,
      label: `${id}  ${severity}  ${state}  ${title}${suggested ? " (suggested)" : ""}`,
    })),
    chosen: needs.gaps.filter(({ suggested }) => suggested).map(({ id }) => id),
    overtaken,
  });
  return asGiven(reply, (gaps) => ({ gaps }));
}

async function askFindings({ prompts, overtaken }: AnswerContext, { needs, given }: AnswerRequest) {
  if (given.findings !== undefined && given.findings.length > 0) return EMPTY_REPLY;
  if (needs.findings.length === 0) {
    prompts.note("yellow", "no finding of this task is open");
    return { at: "back" } as const;
  }
  const reply = await prompts.some({
    message: "Which findings?",
    choices: needs.findings.map(({ id, severity, title }) => ({
      value: id,
      label: `${id}  ${severity}  ${title}`,
    })),
    chosen: [],
    overtaken,
  });
  return asGiven(reply, (findings) => ({ findings }));
}

async function askText(
  { context, question, prompts, former, overtaken }: AnswerContext,
  { option, needs, given }: AnswerRequest,
): Promise<Reply<Partial<GivenAnswer>>> {
  if (given.text !== undefined || given.file !== undefined) return EMPTY_REPLY;
  if (option.id === "human") {
    const fault = requireText("name the file, or press Esc to go back");
    const reply = await prompts.line({ message: "The file with your document", fault, overtaken });
    return asGiven(reply, (file) => ({ file: file.trim() }));
  }
  if (option.id === "other-agent") {
    const fault = requireText("name the agent, or press Esc to go back");
    const reply = await prompts.line({ message: "The agent's name, as in player:FILE", fault, overtaken });
    return asGiven(reply, (text) => ({ text: text.trim() }));
  }
  const first = (former?.option === option.id ? former.text : null) ?? needs.earlier.text ?? undefined;
  const editor = chosenEditor(context.env);
  if (editor === null) {
    const fault = requireText("write something, or press Esc to go back");
    const reply = await prompts.text({
      message: "Your text. Enter twice when done",
      first,
      fault,
      overtaken,
    });
    return asGiven(reply, (text) => ({ text }));
  }
  const message = `Your text. Enter twice when done; with nothing written, that opens ${editor}`;
  for (;;) {
    const reply = await prompts.text({ message, first, fault: () => null, overtaken });
    if (reply.at !== "given" || reply.value.trim() !== "") return asGiven(reply, (text) => ({ text }));
    const text = await writeAnswer(context, { editor, question: question.why, text: first ?? "" });
    if (text !== null) {
      prompts.note("dim", `${formatCount(text.split("\n").length, "line")} from ${editor}`);
      return { at: "given", value: { text } };
    }
    prompts.note("yellow", `nothing was written in ${editor}`);
  }
}

async function askRationales(
  about: AnswerContext,
  { needs, given }: AnswerRequest,
): Promise<Reply<Partial<GivenAnswer>>> {
  if (Object.keys(given.rationales).length > 0) return EMPTY_REPLY;
  const earlier = (gap: string): string | undefined =>
    about.former?.rationales[gap] ?? needs.earlier.rationales[gap];
  if (needs.rationaleFor.length === 0) {
    const reply = await askRationale(about, "Why? One reason for the record", earlier("*"));
    return asGiven(reply, (text) => ({ rationales: { "*": text } }));
  }
  const rationales: Record<string, string> = {};
  for (const { id, severity, title } of needs.rationaleFor) {
    about.prompts.note("dim", `${id} (${severity}): ${title}`);
    const reply = await askRationale(about, `Why is it acceptable to leave ${id} open?`, earlier(id));
    if (reply.at !== "given") return reply;
    rationales[id] = reply.value;
  }
  return { at: "given", value: { rationales } };
}

async function askRationale(
  { prompts, overtaken }: AnswerContext,
  message: string,
  first: string | undefined,
): Promise<Reply<string>> {
  return await prompts.line({
    message,
    first,
    fault: requireText("give a reason, or press Esc to go back"),
    overtaken,
  });
}

async function askPhrase({ prompts, overtaken }: AnswerContext, { needs, given }: AnswerRequest) {
  // Gaps are listed gravest first: the sentence for the first of those chosen is for all of them.
  const chosen = needs.gaps.find(({ id, phrase }) => phrase !== null && given.gaps.includes(id));
  const phrase = needs.phrase ?? chosen?.phrase ?? null;
  if (given.phrase !== undefined || phrase === null) return EMPTY_REPLY;
  return asGiven(await askSentence(prompts, phrase, overtaken), (typed) => ({ phrase: typed }));
}

export async function askSentence(
  prompts: Prompts,
  phrase: string,
  overtaken?: AbortSignal,
): Promise<Reply<string>> {
  prompts.note("dim", "To go on, type this sentence, exactly:");
  prompts.note("dim", phrase);
  return await prompts.line({
    message: "The sentence",
    fault: (typed) => phraseDifference(typed, phrase),
    ...(overtaken === undefined ? {} : { overtaken }),
  });
}

function requireText(fault: string): (text: string) => string | null {
  return (text) => (text.trim() === "" ? fault : null);
}

function asGiven<Value>(
  reply: Reply<Value>,
  as: (value: Value) => Partial<GivenAnswer>,
): Reply<Partial<GivenAnswer>> {
  return reply.at === "given" ? { at: "given", value: as(reply.value) } : reply;
}

/** Where a typed sentence is not the wanted one, in words; `null` where it is. */
export function phraseDifference(typed: string, wanted: string): string | null {
  if (typed === wanted) return null;
  if (typed.trim() === "") return "type the sentence, or press Esc to go back";
  if (typed.trim() === wanted) return "there is a blank before it or after it";
  if (typed.replaceAll(/\s+/g, " ") === wanted) return "there is a blank too many between two words";
  const at = firstDifference(typed, wanted);
  if (typed.toLowerCase() === wanted.toLowerCase())
    return `upper and lower case count: ${quoteFrom(typed, at)} should be ${quoteFrom(wanted, at)}`;
  if (at === wanted.length) return `${quoteShort(typed.slice(at))} is too much at its end`;
  if (at === typed.length) return `${quoteShort(wanted.slice(at))} is missing at its end`;
  return `it is not the sentence from ${quoteFrom(typed, at)} on: there should be ${quoteFrom(wanted, at)}`;
}

function firstDifference(typed: string, wanted: string): number {
  let at = 0;
  while (at < typed.length && at < wanted.length && typed[at] === wanted[at]) at += 1;
  return at;
}

/** From the beginning of the word that a place is in. */
function quoteFrom(text: string, at: number): string {
  return quoteShort(text.slice(text.lastIndexOf(" ", Math.max(0, at - 1)) + 1));
}

const QUOTED_MAX = 16;

function quoteShort(text: string): string {
  return text.length <= QUOTED_MAX ? `"${text}"` : `"${text.slice(0, QUOTED_MAX)}…"`;
}
