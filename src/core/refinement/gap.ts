import type { ProposedGap } from "../documents/engineer-document.ts";
import { assertNever } from "../shared/assert-never.ts";
import type { GapId } from "../shared/gap-id.ts";
import type { IssueId } from "../shared/issue-id.ts";
import { rateSeverity, type SeverityRating } from "../shared/severity.ts";
import type { GapState } from "./gap-state.ts";

export interface Gap {
  readonly id: GapId;
  readonly title: string;
  readonly description: string;
  readonly severity: SeverityRating;
  readonly origin: GapOrigin;
  /** Where it belongs, in the words of who raised it. */
  readonly place?: string;
  /** Who found it before the first round; absent where it came up later, and for the linter's own. */
  readonly foundBy?: readonly Finder[];
  /** The id it was written under, where that one was taken. */
  readonly alias?: string;
  readonly blockedBy: readonly GapId[];
  readonly roundEntered: number;
  readonly roundUpdated: number;
  readonly state: GapState;
}

/** Who found a gap before the first round. */
export const FINDERS = ["linter", "survey", "second-survey", "user"] as const;
export type Finder = (typeof FINDERS)[number];

export type GapOrigin =
  | SourceOrigin
  /** An engineer's document introduced it while treating another gap. */
  | { readonly from: "gap"; readonly parent: GapId }
  /** A review found it: by an issue on a gap that was already closed, or in its list of new gaps. */
  | { readonly from: "review"; readonly issue: IssueId | null; readonly about: GapId | null }
  | { readonly from: "final-review" }
  /** A survey of the source found it; the section it is about. */
  | {
      readonly from: "survey";
      readonly line: number;
      readonly path: readonly string[];
      /** Where the words stand that it quotes. */
      readonly passage?: Span;
    }
  | { readonly from: "split"; readonly parent: GapId };

/** Offsets count the characters of the text, `to` is the first after it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface SourceOrigin {
  readonly from: "source";
  readonly line: number;
  /** The title of the section it stands in. */
  readonly heading: string | null;
  /** The titles from the outermost heading down to that section. Absent in sessions of an older parley, as is the rest. */
  readonly path?: readonly string[];
  /** What the linter found: which rule, about what, and exactly where. */
  readonly rule?: string;
  readonly subject?: string;
  /** Whether its text replaces the block of the mark, needs a named place, or settles an entry that then goes. */
  readonly answer?: "block" | "named" | "entry";
  readonly mark?: Span;
  /** The block around the mark, which a resolution replaces unless it names another target. */
  readonly block?: Span;
}

interface GapEntry {
  /** The one it is given, whichever it was written with. */
  readonly id: GapId;
  readonly origin: GapOrigin;
  readonly round: number;
}

export function enterGap(proposed: ProposedGap, { id, origin, round }: GapEntry): Gap {
  const { title, description = "", severity, place, blockedBy = [] } = proposed;
  return {
    id,
    title,
    description,
    origin,
    ...(place === undefined ? {} : { place }),
    blockedBy,
    severity: rateSeverity(severity),
    roundEntered: round,
    roundUpdated: round,
    state: { at: "OPEN" },
  };
}

/** The parts of a split carry on an old gap: they are not new. */
export function newGapsOfRound(gaps: readonly Gap[], round: number): readonly Gap[] {
  return gaps.filter((gap) => gap.roundEntered === round && gap.origin.from !== "split");
}

/** The gap that another came from; `null` where it came from none. */
export function parentOf({ origin }: Pick<Gap, "origin">): GapId | null {
  switch (origin.from) {
    case "gap":
    case "split":
      return origin.parent;
    case "review":
      return origin.about;
    case "source":
    case "survey":
    case "final-review":
      return null;
    default:
      return assertNever(origin);
  }
}
