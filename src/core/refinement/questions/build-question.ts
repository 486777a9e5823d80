import type { Gap } from "../gap.ts";
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
  /** Where an option is something else here than the table says. */
  readonly labels?: Partial<Record<OptionOf<Kind>, string>>;
  readonly recommended?: OptionOf<Kind> | null;
  readonly blocks: readonly string[];
  readonly continues: readonly string[];
}

export function buildQuestion<Kind extends QuestionKind>(about: QuestionFacts<Kind>): QuestionDraft {
  const { kind, subject, why, evidence, effects, labels = {}, recommended, blocks, continues } = about;
  const named: Readonly<Record<string, string | undefined>> = labels;
  const offered = Object.entries<string | undefined>(effects).flatMap(([id, effect]) => {
    if (effect === undefined) return [];
    const option = optionOf(kind, id as OptionId, effect);
    return [{ ...option, label: named[id] ?? option.label }];
  });
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

const TEXT_CHARS_MAX = 1_500;

/** As much of a text as somebody who has to decide reads in a question. */
export function excerptOf(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
}

/** A gap as a question shows it; at its place where the author's spec left it open. */
export function gapEvidence({ id, title, severity, origin }: Gap, spec: string): Evidence {
  const text = `${id} ${severity.level}: ${title}`;
  return origin.from === "source"
    ? { file: spec, line: origin.line, text, from: "project", gap: id }
    : { file: null, line: null, text, gap: id };
}
