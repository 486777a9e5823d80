// A synthesis as an agent drafts it, and what two drafts of the same conflict come to.

/** What becomes of a side's point in it. */
export const POINT_FATES = ["KEPT", "PARTLY", "DROPPED"] as const;
export type PointFate = (typeof POINT_FATES)[number];

export interface OptionDraft {
  readonly text: string;
  readonly tradeOff: string;
  /** The Reviewer's concern. */
  readonly concern: PointFate;
  /** The Engineer's constraint. */
  readonly constraint: PointFate;
  /** The numbers, limits and defaults that it sets; `null` where it sets none. */
  readonly values: string | null;
  /** The numbers and negations of text and values, in a form in which they can be compared. */
  readonly facts: readonly string[];
}

export function addressesBoth({ concern, constraint }: OptionDraft): boolean {
  return concern === "KEPT" && constraint === "KEPT";
}

/** Where two drafts contradict each other, in words; `null` where they do not. It is compared by form alone. */
export function contradictionOf(one: OptionDraft, other: OptionDraft): string | null {
  if (one.concern !== other.concern)
    return `the Reviewer's concern is ${one.concern} in one and ${other.concern} in the other`;
  if (one.constraint !== other.constraint)
    return `the Engineer's constraint is ${one.constraint} in one and ${other.constraint} in the other`;
  const differing = [...missingFrom(other, one), ...missingFrom(one, other)];
  return differing.length === 0 ? null : `only one of them says: ${differing.slice(0, NAMED_MAX).join(", ")}`;
}

const NAMED_MAX = 5;

function missingFrom(drafted: OptionDraft, { facts }: OptionDraft): readonly string[] {
  return facts.filter((fact) => !drafted.facts.includes(fact));
}
