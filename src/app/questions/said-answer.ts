// What a person says to a question, whoever asks it.

import { validatedAgentName } from "../agents/named-agents.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import { readDocument } from "../read-document.ts";
import type { OpenQuestion } from "../wire/question.ts";

/** The option, and all that goes with it. */
export interface SaidAnswer {
  readonly option: string;
  readonly text: string | undefined;
  /** Read in place of `text`. */
  readonly file: string | undefined;
  /** Per gap; under `*` the one for all of them. */
  readonly rationales: Readonly<Record<string, string>>;
  readonly gaps: readonly string[];
  readonly phrase: string | undefined;
  /** `ISSUE=SEVERITY` each. */
  readonly severities?: readonly string[];
  /** Conditions on how a decision is carried out. */
  readonly constraints?: string | undefined;
  /** Of a task: those that are overruled, or that the text answers. */
  readonly findings?: readonly string[];
}

export interface AnswerInput extends SaidAnswer {
  readonly question: string;
  readonly session: string | undefined;
  /** It takes the place of an answer that was given before. */
  readonly amend?: boolean;
}

export type QuestionWish = Pick<AnswerInput, "question" | "session" | "amend">;

type Options = Pick<OpenQuestion, "id" | "kind"> & {
  readonly options: readonly { readonly id: string; readonly label: string }[];
};

/** The option of a question that a word names. */
export function optionNamed<Asked extends Options>(
  question: Asked,
  word: string,
): Asked["options"][number] | Failure {
  const { id, kind, options } = question;
  const option = options.find((one) => one.id === word.toLowerCase());
  if (option !== undefined) return option;
  const ids = options.map((one) => one.id);
  return usageFailure(
    "no-option",
    `${id} (${kind}) does not offer ${word}`,
    suggestOr(word, ids, `it offers ${ids.join(", ")}`),
  );
}

/** Nobody is there to be shown the options: they are named instead. */
export function optionMissing({ id, kind, options }: Options): Failure {
  const offered = options.map((option) => `${option.id} (${option.label})`).join(", ");
  return usageFailure(
    "no-option",
    `${id} (${kind}) needs an option: ${offered}`,
    `parley answer ${id} OPTION; see \`parley inbox\``,
  );
}

/** What an answer may bring, but does not take here: it would be lost without a word. */
export function refuseMisplaced(flags: Readonly<Record<string, boolean>>): Failure | null {
  const misplaced = Object.entries(flags).find(([, given]) => given)?.[0];
  if (misplaced === undefined) return null;
  return usageFailure(
    "misplaced",
    `this answer takes no ${misplaced}`,
    misplaced === "--rationale"
      ? "say why in --text"
      : "leave it out; `parley inbox` shows what each option needs",
  );
}

/** Words separated by commas, too. */
export function wordsIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(",")).map((word) => word.trim());
}

/** `GAP-FLOW-001=because …` or `ISSUE-R1-001=because …`; anything else stands for all of them. */
export function rationalesOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const split = /^((?:GAP|ISSUE)-[^=\s]+)=([\s\S]*)$/.exec(word);
      return split === null ? ["*", word] : [split[1] ?? "*", split[2] ?? ""];
    }),
  );
}

/** What was said, and the document that somebody supplies in an agent's place. */
interface SaidText {
  readonly text: string | null;
  readonly document: string | null;
}

interface SaidWords extends Pick<SaidAnswer, "text" | "file"> {
  readonly root: string;
  /** Whether an agent that is named is to be a coder. */
  readonly codes?: boolean;
}

/** The words that go with an option: the name of an agent is one that can be used. */
export async function textSaid(context: CommandContext, option: string, said: SaidWords): Outcome<SaidText> {
  const text = await readSaid(context, said);
  if (isFailure(text)) return text;
  if (option === "human") return { text: null, document: text };
  if (option !== "other-agent" || text === null) return { text, document: null };
  const name = await agentForRole(text.trim(), context, said);
  return isFailure(name) ? name : { text: name, document: null };
}

async function readSaid(
  context: CommandContext,
  { text, file }: Pick<SaidAnswer, "text" | "file">,
): Outcome<string | null> {
  if (file === undefined) return text ?? null;
  const read = await readDocument(context, file);
  return isFailure(read) ? read : read.text;
}

async function agentForRole(
  wanted: string,
  context: CommandContext,
  { root, codes = false }: SaidWords,
): Outcome<string> {
  // With the schema of the settings, only where an agent is named.
  const { validConfig } = await import("../config/layers.ts");
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  const place = { root, config, env: context.env };
  const name = await validatedAgentName(wanted, { ...place, cwd: context.cwd });
  if (isFailure(name) || !codes) return name;
  const { refuseHandless } = await import("../agents/coder-fitness.ts");
  return (await refuseHandless(name, place)) ?? name;
}
