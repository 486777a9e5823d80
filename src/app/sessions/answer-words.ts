// How what an option needs is given on the command line.
import { gatePhrase } from "../../core/refinement/gate.ts";
import type { Need } from "../../core/refinement/questions/need.ts";
import type { Question, QuestionOption } from "../../core/refinement/questions/question.ts";

const WORDS: Record<Need, (question: Question) => readonly string[]> = {
  text: () => ["--text TEXT"],
  gaps: () => ["--gap GAP"],
  phrase: ({ subject }) => [
    `--phrase '${subject.of === "gate" ? (gatePhrase(subject.class) ?? "PHRASE") : "PHRASE"}'`,
  ],
  rationale: (question) => {
    const gaps = question.kind === "gate" ? gapsNamed(question) : [];
    return gaps.length === 0 ? ["--rationale TEXT"] : gaps.map((gap) => `--rationale ${gap}=TEXT`);
  },
};

/** The flags that go with an option, with words in capitals for what is to be put in. */
export function answerWords(question: Question, { needs }: Pick<QuestionOption, "needs">): readonly string[] {
  return needs.flatMap((need) => WORDS[need](question));
}

/** The gaps that a question lists. */
export function gapsNamed({ evidence }: Pick<Question, "evidence">): readonly string[] {
  return evidence.flatMap(({ gap }) => gap ?? []);
}
