import type { FinalReviewDocument } from "../../documents/final-review-document.ts";
import type { Note } from "../../documents/note.ts";
import { ACCEPTED_FINAL_VERDICTS } from "../../documents/verdict-phrases.ts";
import { formatCount } from "../../shared/format-count.ts";
import {
  boundedWarnings,
  deviations,
  type FailedVerdict,
  failVerdict,
  type HandedIn,
  hiddenText,
  type Judgement,
  quoteLine,
  unreadFailure,
  writtenFailure,
} from "./judgement.ts";

/** A verdict is all that is asked for: the spec may be unready for a reason that is no single blocker. */
export function judgeFinalReview({ written, document, notes }: HandedIn<FinalReviewDocument>): Judgement {
  const unwritten = writtenFailure(written);
  if (unwritten !== null || document === null) {
    return { verdict: unwritten ?? unreadFailure(), warnings: [], gapsAddressed: [] };
  }
  const { verdict, blockers } = document;
  const message =
    blockers.length === 0 ? `${verdict}` : `${verdict}: ${formatCount(blockers.length, "blocker")}`;
  return {
    verdict: verdict === null ? noVerdict(document, notes) : { ok: true, message },
    warnings: boundedWarnings(deviations(notes)),
    gapsAddressed: [],
  };
}

const FORM = `State one verdict under a heading "## Verdict", as a whole statement: ${ACCEPTED_FINAL_VERDICTS}.`;

function noVerdict({ doubt }: FinalReviewDocument, notes: readonly Note[]): FailedVerdict {
  if (doubt !== undefined) {
    const problem =
      doubt.why === "wording"
        ? `"${quoteLine(doubt.text)}" in line ${doubt.line} is not one of them`
        : `${doubt.text} in line ${doubt.line} differs from another statement`;
    return failVerdict("WRONG_FORMAT", {
      message: `The verdict is not clear: ${problem}. ${FORM}`,
      line: doubt.line,
    });
  }
  const hidden = hiddenText(notes);
  return failVerdict("WRONG_FORMAT", {
    message: `Missing a verdict: READY_FOR_TERMINATION or NOT_READY. ${FORM}${hidden?.hint ?? ""}`,
    line: hidden?.line ?? null,
  });
}
