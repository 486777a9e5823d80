// What the gate is told about the edits of a document: the draft and the linter were consulted where they can be read.
import type { Loss } from "../../documents/loss.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { SpecEdit } from "../spec-draft.ts";
import { type FailedVerdict, failVerdict, listNames } from "./judgement.ts";

/** What a document proposes for gaps that it settles together: one section, or several on the same gaps. */
export interface ExaminedResolution {
  readonly gaps: readonly GapId[];
  readonly line: number;
  /** Ready to be applied; empty where one of them does not apply. */
  readonly edits: readonly SpecEdit[];
  /** Why they do not apply. */
  readonly unplaced: readonly string[];
  /** What is still wrong with the specification once they are applied. */
  readonly incomplete: readonly string[];
  readonly losses: readonly Loss[];
  /** Settled gaps whose marks they take away, which they may as long as nobody reopens these. */
  readonly unmarks: readonly GapId[];
  /** What the edits replace and by what, where a person has to look at it. */
  readonly passages: readonly ReplacedPassage[];
  /** Where the plain rule would put the text; empty where it has no place. */
  readonly plain: readonly SpecEdit[];
}

interface ReplacedPassage {
  readonly before: string;
  readonly after: string;
  /** Of the document. */
  readonly line: number;
}

/** Losses aside: those have a rule of their own. */
export function editFailure({ gaps, line, unplaced, incomplete }: ExaminedResolution): FailedVerdict | null {
  const about = { line, subjects: gaps };
  if (unplaced.length > 0)
    return failVerdict("EDIT_DOES_NOT_APPLY", {
      ...about,
      message: `${listNames(gaps)}: ${unplaced.join("; ")}.`,
    });
  if (incomplete.length > 0)
    return failVerdict("EDIT_INCOMPLETE", {
      ...about,
      message: `${listNames(gaps)}: ${incomplete.join("; ")}.`,
    });
  return null;
}
