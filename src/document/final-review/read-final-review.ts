// `final_review.md`: what a Reviewer says of the assembled spec, whatever it looks like.
import type { FinalReviewDocument } from "../../core/documents/final-review-document.ts";
import type { Note } from "../../core/documents/note.ts";
import type { VerdictDoubt } from "../../core/documents/reviewer-document.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { outlineOf } from "../reading/outline.ts";
import { type Section, sectionsOf } from "../record/section.ts";
import { FINAL_OUTLINE } from "./blocker-titles.ts";
import { findBlockers } from "./blockers.ts";
import { remarkAnswers } from "./remark-answers.ts";
import { sectionAnswers } from "./section-answers.ts";
import { findVerdicts, type VerdictStatement } from "./verdict-statements.ts";

interface ReadFinalReview {
  readonly document: FinalReviewDocument;
  readonly notes: readonly Note[];
}

export function readFinalReview(text: string): ReadFinalReview {
  const markdown = parseMarkdown(text);
  const root = outlineOf(markdown.blocks, FINAL_OUTLINE);
  const sections = sectionsOf(markdown);
  const found = findBlockers(root, markdown.lines, byLine(sections));
  const { statements, unclear, notes } = findVerdicts(root, found.nodes);
  const settled = settle(statements, unclear[0] ?? null);
  const ready = settled.verdict === "READY_FOR_TERMINATION";
  const counted = found.blockers.filter(({ binding }) => binding || !ready);
  const contradicted = ready && counted.length > 0;
  const document: FinalReviewDocument = {
    verdict: contradicted ? "NOT_READY" : settled.verdict,
    line: settled.line,
    ...(settled.doubt === null ? {} : { doubt: settled.doubt }),
    blockers: counted.map(({ blocker }) => blocker),
    ...sectionAnswers(sections),
    ...remarkAnswers(sections),
  };
  const forms = found.blockers.map(({ note }) => note).filter((note) => note !== null);
  const all = [...markdown.notes, ...forms, ...notes, ...settled.notes];
  if (contradicted) all.push(contradiction(counted[0]?.blocker.line ?? 1));
  return { document, notes: all.sort((a, b) => a.line - b.line) };
}

function contradiction(line: number): Note {
  return { code: "ready-with-blockers", line, message: "called ready, but this blocks: taken as NOT_READY" };
}

interface Settled {
  readonly verdict: FinalReviewDocument["verdict"];
  readonly line: number | null;
  readonly doubt: VerdictDoubt | null;
  readonly notes: readonly Note[];
}

function settle(statements: readonly VerdictStatement[], unclear: VerdictDoubt | null): Settled {
  const [first] = statements;
  const none = { verdict: null, line: null } as const;
  if (unclear !== null) return { ...none, doubt: unclear, notes: first === undefined ? [NO_VERDICT] : [] };
  if (first === undefined) return { ...none, doubt: null, notes: [NO_VERDICT] };
  const other = statements.find(({ verdict }) => verdict !== first.verdict);
  if (other === undefined) return { ...first, doubt: null, notes: [] };
  const message = `${other.verdict} is stated here, ${first.verdict} in line ${first.line}`;
  const doubt: VerdictDoubt = { why: "differs", line: other.line, text: other.verdict };
  return { ...none, doubt, notes: [{ code: "both-verdicts", line: other.line, message }] };
}

const NO_VERDICT: Note = {
  code: "no-verdict",
  line: 1,
  message: "neither READY_FOR_TERMINATION nor NOT_READY is stated",
};

function byLine(root: Section): ReadonlyMap<number, Section> {
  const sections = new Map<number, Section>();
  const add = (section: Section): void => {
    sections.set(section.line, section);
    for (const inner of section.sections) add(inner);
  };
  for (const section of root.sections) add(section);
  return sections;
}
