// How a session speaks of what is left, and of what a person is to type.

import type { BoardNeed } from "../../core/build/board-question.ts";
import { GAP_STATES, isLeft } from "../../core/refinement/gap-state.ts";
import { gatePhrase } from "../../core/refinement/gate.ts";
import type { Need } from "../../core/refinement/questions/question-kinds.ts";
import { formatCount } from "../../core/shared/format-count.ts";
import type { AwaitedDocument } from "../wire/awaited.ts";
import type { OpenQuestion } from "../wire/question.ts";

/** The words after `parley` that hand the document in; without a file, what stands in the one laid out. */
export function submitWords(awaited: AwaitedDocument, file: string | null): string {
  const words = ["submit", awaited.role, ...(file === null ? [] : [file])];
  if (awaited.session === null) return [...words, "--task", awaited.task.id].join(" ");
  const { session, lane } = awaited;
  return [...words, "--session", session, ...(lane === null ? [] : ["--gap", lane])].join(" ");
}

interface GapsAndQuestions {
  readonly gaps: readonly { readonly id: string; readonly state: string }[];
  readonly questions: readonly { readonly blocks: readonly string[] }[];
}

/** How many gaps are neither settled nor closed, in words. */
export function gapsLeft(gaps: GapsAndQuestions["gaps"]): string {
  return `${formatCount(leftOf(gaps).length, "gap")} left`;
}

/** How many of them nobody goes on with before a person has said something: ` (1 waiting for you)`. */
export function waitingForYou({ gaps, questions }: GapsAndQuestions): string {
  const held = new Set(questions.flatMap(({ blocks }) => blocks));
  const waiting = leftOf(gaps).filter(({ id, state }) => state === "BLOCKED_EXTERNAL" || held.has(id));
  return waiting.length === 0 ? "" : ` (${waiting.length} waiting for you)`;
}

function leftOf(gaps: GapsAndQuestions["gaps"]): GapsAndQuestions["gaps"] {
  const left = new Set<string>(GAP_STATES.filter(isLeft));
  return gaps.filter(({ state }) => left.has(state));
}

/** How what an option needs is given on the command line. */
const WORDS: Record<Need | BoardNeed, (question: OpenQuestion) => readonly string[]> = {
  severities: () => ["--severity ISSUE=SEVERITY"],
  text: () => ["--text TEXT"],
  gaps: () => ["--gap GAP"],
  findings: () => ["--finding FINDING"],
  phrase: ({ subject }) => [
    `--phrase '${subject.of === "gate" ? (gatePhrase(subject.class) ?? "PHRASE") : "PHRASE"}'`,
  ],
  rationale: (question) => {
    const gaps = question.kind === "gate" ? gapsNamed(question) : [];
    return gaps.length === 0 ? ["--rationale TEXT"] : gaps.map((gap) => `--rationale ${gap}=TEXT`);
  },
};

/** The flags that go with an option, with words in capitals for what is to be put in. */
export function answerWords(
  question: OpenQuestion,
  { needs }: { readonly needs: readonly (Need | BoardNeed)[] },
): readonly string[] {
  return needs.flatMap((need) => WORDS[need](question));
}

/** The gaps that a question lists. */
export function gapsNamed({ evidence }: Pick<OpenQuestion, "evidence">): readonly string[] {
  return evidence.flatMap(({ gap }) => gap ?? []);
}

/** What a question is about: the first line of why it is asked. */
export function questionHeadline({ why }: { readonly why: string }): string {
  return why.split("\n", 1).join("");
}
