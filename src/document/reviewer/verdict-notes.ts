// How the way a verdict is given departs from `Verdict: APPROVED`.
import type { Note } from "../../core/documents/note.ts";
import { type NoIssues, VERDICTS, type Verdict } from "../../core/documents/reviewer-document.ts";
import { saysNoIssues } from "./no-issues.ts";

interface Given {
  /** As the places give it, before a list of demands is looked for. */
  readonly written: Verdict;
  readonly verdict: Verdict;
  readonly noIssues: NoIssues | null;
  readonly lines: readonly string[];
}

export function verdictNotes({ written, verdict, noIssues, lines }: Given): readonly Note[] {
  const notes: Note[] = [];
  if (verdict.line === null)
    notes.push({ code: "verdict-missing", line: 1, message: "the review gives no verdict" });
  else if (verdict.norm === "UNCLEAR")
    notes.push({
      code: "verdict-unclear",
      line: verdict.line,
      message: "this is none of the accepted verdicts",
    });
  else if (!isPlain(lines[verdict.line - 1] ?? "")) {
    notes.push({ code: "verdict-reworded", line: verdict.line, message: `read as ${written.norm}` });
  }
  if (verdict.line !== null && verdict.norm !== written.norm) {
    const message = "an approval that asks for fixes: read as APPROVED_WITH_NOTES";
    notes.push({ code: "verdict-with-demands", line: verdict.line, message });
  }
  if (verdict.doubt?.why === "differs") {
    const { line, text } = verdict.doubt;
    notes.push({
      code: "verdict-differs",
      line,
      message: `"${text}" here, ${verdict.norm} in line ${verdict.line}`,
    });
  }
  if (noIssues !== null && !saysNoIssues(lines[noIssues.line - 1] ?? "")) {
    const message = "nothing is raised, but the review does not say so in so many words";
    notes.push({ code: "no-issues-implied", line: noIssues.line, message });
  }
  return notes;
}

function isPlain(line: string): boolean {
  const words = line
    .replace(/[^A-Za-z_]+/g, " ")
    .trim()
    .split(" ");
  const [label = "", value = "", ...more] = words;
  return /^verdict$/i.test(label) && more.length === 0 && VERDICTS.some((norm) => norm === value);
}
