// When two findings are the same, whatever they are called.
import type { WrittenFinding } from "../documents/code-review.ts";
import type { FormFault } from "../documents/form-reading.ts";
import { wordOverlap } from "../shared/word-overlap.ts";
import { isVoid } from "./evolve-work.ts";
import type { KnownFindings } from "./forms/known-findings.ts";
import type { Finding } from "./task-work.ts";

const SAME_OVERLAP_MIN = 0.5;

type Told = Pick<Finding, "place" | "title" | "why">;

/** A finding that a person has answered or overruled, and that comes back under another name; `null`: it is new. */
export function findReturned(findings: readonly Finding[], told: Told): Finding | null {
  return findings.find((earlier) => isVoid(earlier) && isSame(earlier, told)) ?? null;
}

/** New findings in a file where a person has settled one, which do not say why they are another matter. */
export function undistinguished(
  findings: readonly Finding[],
  written: readonly WrittenFinding[],
): readonly FormFault[] {
  return written.flatMap((told): readonly FormFault[] => {
    if (told.finding !== null || findReturned(findings, told) !== null) return [];
    const settled = findings.filter((one) => isVoid(one) && fileOf(one.place) === fileOf(told.place));
    const unnamed = settled.flatMap(({ id }) => (told.differs?.from.includes(id) ? [] : [id]));
    if (unnamed.length === 0) return [];
    const ids = unnamed.join(", ");
    const message = `The user has settled ${ids} in this file. Say why this is another matter, as in \`- **Differs from:** ${ids}: why\`, or leave it out.`;
    return [{ code: "missing-field", line: told.line, message }];
  });
}

function isSame(a: Told, b: Told): boolean {
  return fileOf(a.place) === fileOf(b.place) && wordOverlap(wordsOf(a), wordsOf(b)) >= SAME_OVERLAP_MIN;
}

function wordsOf({ title, why }: Told): string {
  return `${title} ${why}`;
}

/** Lines move with every change; the file is where it is. */
function fileOf(place: string): string {
  const [file = ""] = place
    .replaceAll("`", "")
    .trim()
    .split(/[\s:#(]/, 1);
  return file.replace(/^\.\//, "").toLowerCase();
}

export function knownFindings(findings: readonly Finding[]): KnownFindings {
  return new Map(
    findings.map((finding) => [
      finding.id,
      isVoid(finding) ? "void" : finding.state === "open" ? "open" : "closed",
    ]),
  );
}
