import type { Evidence, Question, QuestionOption, QuestionSubject } from "./question.ts";
import { type OptionId, type OptionOf, optionFacts, type QuestionKind } from "./question-kinds.ts";

export type QuestionDraft = Omit<Question, "id" | "session" | "askedAt">;

interface QuestionFacts<Kind extends QuestionKind> {
  readonly kind: Kind;
  readonly subject: QuestionSubject;
  readonly why: string;
  readonly evidence?: readonly Evidence[];
  /** What each option does here, in words; those left out are not offered. */
  readonly effects: Partial<Record<OptionOf<Kind>, string>>;
  readonly recommended?: OptionOf<Kind> | null;
  readonly blocks: readonly string[];
  readonly continues: readonly string[];
}

export function buildQuestion<Kind extends QuestionKind>(about: QuestionFacts<Kind>): QuestionDraft {
  const { kind, subject, why, evidence, effects, recommended, blocks, continues } = about;
  const offered = Object.entries<string | undefined>(effects).flatMap(([id, effect]) =>
    effect === undefined ? [] : [optionOf(kind, id as OptionId, effect)],
  );
  return {
    kind,
    subject,
    why,
    evidence: evidence ?? [],
    options: offered,
    recommended: (recommended as OptionId | null | undefined) ?? null,
    blocks,
    continues,
  };
}

function optionOf(kind: QuestionKind, id: OptionId, effect: string): QuestionOption {
  const facts = optionFacts(kind, id);
  if (facts === null) throw new Error(`a ${kind} question has no option ${id}`);
  return { id, label: facts.label, effect, needs: facts.needs };
}

export function formatCount(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
