import type { FinalReviewDocument } from "../../documents/final-review-document.ts";
import type { Note } from "../../documents/note.ts";
import type { Failed } from "./failed.ts";
import { failed } from "./failed.ts";
import { hiddenText } from "./hidden-text.ts";
import { counted } from "./in-words.ts";
import type { Judgement, Written } from "./judgement.ts";
import { boundedWarnings, deviations } from "./warnings.ts";
import { unreadFailure, writtenFailure } from "./written-failure.ts";

export interface FinalReviewOutput {
  readonly written: Written;
  /** `null` where nobody read it: it is missing or too large. */
  readonly document: FinalReviewDocument | null;
  readonly notes: readonly Note[];
}

/** A verdict is all that is asked for: the spec may be unready for a reason that is no single blocker. */
export function judgeFinalReview({ written, document, notes }: FinalReviewOutput): Judgement {
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null) {
    return { verdict: unwritten ?? unreadFailure(), warnings: [], gapsAddressed: [] };
  }
  const { verdict, blockers } = document;
  const message = blockers.length === 0 ? `${verdict}` : `${verdict}: ${counted(blockers.length, "blocker")}`;
  return {
    verdict: verdict === null ? noVerdict(notes) : { ok: true, message },
    warnings: boundedWarnings(deviations(notes)),
    gapsAddressed: [],
  };
}

function noVerdict(notes: readonly Note[]): Failed {
  const both = notes.find(({ code }) => code === "both-verdicts");
  if (both !== undefined) {
    return failed("WRONG_FORMAT", {
      message: `The verdict is not clear: ${both.message} (line ${both.line}).`,
      line: both.line,
    });
  }
  const hidden = hiddenText(notes);
  return failed("WRONG_FORMAT", {
    message: `Missing a verdict: READY_FOR_TERMINATION or NOT_READY.${hidden?.hint ?? ""}`,
    line: hidden?.line ?? null,
  });
}
