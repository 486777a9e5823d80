// `final_review.md`: what a Reviewer says of the assembled spec, whatever it looks like.
import type {
  FinalReviewDocument,
  RemarkAnswer,
  ReportedHole,
} from "../../core/documents/final-review-document.ts";
import type { Note, ReadDocument } from "../../core/documents/note.ts";
import type { VerdictDoubt } from "../../core/documents/reviewer-document.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { plainText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import { outlineOf } from "../reading/outline.ts";
import { findSection, type Section, sectionsBelow, sectionsOf } from "../reading/sections.ts";
import { FINAL_OUTLINE } from "./blocker-titles.ts";
import { findBlockers } from "./blockers.ts";
import { findVerdicts, type VerdictStatement } from "./verdict-statements.ts";

export function readFinalReview(text: string): ReadDocument<FinalReviewDocument> {
  const markdown = parseMarkdown(text);
  const root = outlineOf(markdown.blocks, FINAL_OUTLINE);
  const sections = sectionsOf(markdown);
  const found = findBlockers(
    root,
    markdown.lines,
    new Map(sectionsBelow(sections).map((one) => [one.line, one])),
  );
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

interface SettledVerdict {
  readonly verdict: FinalReviewDocument["verdict"];
  readonly line: number | null;
  readonly doubt: VerdictDoubt | null;
  readonly notes: readonly Note[];
}

function settle(statements: readonly VerdictStatement[], unclear: VerdictDoubt | null): SettledVerdict {
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

const REMARKS_TITLE = "Open Remarks";
const ANSWERS_MAX = 500;
const COLUMNS = ["remark", "status", "what is left"] as const;

/** A table with other columns, and a status that is neither of the two, say nothing: the remark stays as it was. */
function remarkAnswers(root: Section): Pick<FinalReviewDocument, "remarks"> {
  const remarks: RemarkAnswer[] = [];
  for (const [head, ...entries] of tablesBelow(root, REMARKS_TITLE)) {
    const at = COLUMNS.map(
      (name) => head?.findIndex((title) => stripMarkup(title).toLowerCase() === name) ?? -1,
    );
    if (at.includes(-1)) continue;
    for (const cells of entries.slice(0, ANSWERS_MAX)) {
      const [issue = "", status = "", left = ""] = at.map((column) => cells[column] ?? "");
      const said = status.toUpperCase();
      if (said !== "SETTLED" && said !== "OPEN") continue;
      remarks.push({ issue: stripMarkup(issue), settled: said === "SETTLED", left: stripMarkup(left) });
    }
  }
  return remarks.length === 0 ? {} : { remarks };
}

const SECTIONS_TITLE = "Sections";
const COMPLETE = "complete";

function sectionAnswers(root: Section): Pick<FinalReviewDocument, "holes" | "complete"> {
  const holes: ReportedHole[] = [];
  const complete: string[] = [];
  const rows = tablesBelow(root, SECTIONS_TITLE).flatMap(([, ...entries]) => entries);
  for (const [section = "", text = ""] of rows.slice(0, ANSWERS_MAX)) {
    if (section === "" || stripMarkup(text) === "") continue;
    if (stripMarkup(text).toLowerCase() === COMPLETE) complete.push(section);
    else holes.push({ section, text });
  }
  return {
    ...(holes.length === 0 ? {} : { holes }),
    ...(complete.length === 0 ? {} : { complete }),
  };
}

/** Each table in the section of that title: its rows, the head first, as a reader sees their cells. */
function tablesBelow(root: Section, title: string): readonly (readonly (readonly string[])[])[] {
  const tables = findSection(root, title)?.blocks.filter((block) => block.kind === "table") ?? [];
  return tables.map(({ rows }) => rows.map(({ cells }) => cells.map((cell) => plainText(cell).trim())));
}
