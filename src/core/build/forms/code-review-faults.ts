import type { CodeReview } from "../../documents/code-review.ts";
import type { FormFault } from "../../documents/form-reading.ts";
import { type KnownFindings, missingRows, unknownFindings } from "./known-findings.ts";

const ROW_FORM = "`| F1 | FIXED, OPEN or WITHDRAWN | why |`";

/** What keeps a review that was read from counting for its task. */
export function codeReviewFaults(review: CodeReview, known: KnownFindings): readonly FormFault[] {
  const { verdict, findings, fates } = review;
  const restated = findings.flatMap(({ finding, line }) => (finding === null ? [] : [{ finding, line }]));
  const rows = verdict.word === "DISPUTE" ? [] : missingRows(fates, known, ROW_FORM);
  return [...unknownFindings([...restated, ...fates], known), ...rows, ...groundFaults(review, known)];
}

function groundFaults({ verdict, findings, fates }: CodeReview, known: KnownFindings): readonly FormFault[] {
  if (verdict.word !== "REJECT" || findings.some(({ finding }) => finding === null)) return [];
  const named = [...findings, ...fates.filter(({ status }) => status === "OPEN")].flatMap(
    ({ finding }) => finding ?? [],
  );
  if (named.length === 0 || named.some((finding) => known.get(finding) !== "void")) return [];
  const message = `REJECT needs a finding that counts. Void by the user's decision: ${[...new Set(named)].join(", ")}. Write APPROVE, or what else is wrong as \`### New: title\`.`;
  return [{ code: "no-ground", line: null, message }];
}
