// When two findings are the same, whatever they are called.
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
