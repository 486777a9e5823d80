import type { GapId } from "../core/shared/gap-id.ts";
import type { Severity } from "../core/shared/severity.ts";
import type { Section } from "../document/spec/outline.ts";
import type { Place } from "../document/spec/place.ts";
import type { FindingTarget, RuleId } from "./lint-rules.ts";

export interface LintFinding extends Place {
  readonly rule: RuleId;
  /** Of its gap; no other of the document has it. */
  readonly title: string;
  /** The id an existing entry has; else one that is free in the document. */
  readonly gap: GapId;
  readonly severity: Severity;
  /** What it is about: with the rule, this names the finding also after edits elsewhere in the document. */
  readonly subject: string;
  /** Of the first character in the text that was given, and of the first behind the last. */
  readonly offset: number;
  readonly endOffset: number;
  /** The source text at the place. */
  readonly quote: string;
  readonly headingPath: readonly string[];
  readonly why: string;
  readonly settle: string;
  /** Of an existing gap entry, as written. */
  readonly state: string | null;
  /** Other places that belong to the finding, in words. */
  readonly note: string | null;
  readonly target: FindingTarget;
  /** What the author says of an existing gap entry. */
  readonly entry?: EntryFacts;
}

export interface EntryFacts {
  /** In the author's own words. */
  readonly text: string;
  readonly blockedBy: readonly GapId[];
}

/** A finding that was ignored where it stands, and the reason given there. */
export interface IgnoredFinding extends LintFinding {
  readonly reason: string | null;
}

/** What a rule found; what it leaves out is taken from the table of rules. */
export interface Hit {
  readonly rule: RuleId;
  readonly place: Place;
  readonly section: Section;
  readonly title: string;
  readonly subject: string;
  readonly why?: string;
  readonly settle?: string;
  readonly severity?: Severity;
  readonly gap?: GapId;
  readonly state?: string;
  readonly note?: string;
  readonly target?: FindingTarget;
  readonly entry?: EntryFacts;
  /** A further place of a gap that is told of elsewhere: it hides what stands inside it, and is not told. */
  readonly again?: true;
}

/** What is missing is one gap, however many places lead to it. */
export function mergeBySubject(
  hits: readonly Hit[],
  leads: "Linked from" | "Referred to in" | "Cited in",
): readonly Hit[] {
  const times = new Map<string, number>();
  for (const { subject } of hits) times.set(subject, (times.get(subject) ?? 0) + 1);
  const told = new Set<string>();
  return hits.flatMap((hit) => {
    if (told.has(hit.subject)) return [];
    told.add(hit.subject);
    const others = (times.get(hit.subject) ?? 1) - 1;
    if (others === 0) return [hit];
    return [{ ...hit, note: `${leads} ${others} more ${others === 1 ? "place" : "places"}.` }];
  });
}
