// What may be an issue, as the walk over a review finds it, before repetitions are sorted out.
import type { DisagreementAnswer, PriorIssue } from "../../core/documents/reviewer-document.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { markedText, plainText, type Span, withCodeMarks } from "../markdown/spans.ts";
import type { LeadingId } from "../reading/issue-ids.ts";
import type { ItemNode, OutlineNode, SectionNode } from "../reading/outline.ts";
import type { Rating } from "../reading/severity-words.ts";
import type { IssueBody, IssueProse } from "./issue-body.ts";
import { type IssueTitle, partedText, readIssueTitle, readOpening } from "./issue-title.ts";
import type { SectionRole } from "./section-roles.ts";

/**
 * A `strong` candidate is an issue. A `weak` one, among summaries and demands, is only where there is no strong one;
 * a `detail` only where an issue of its id is known from elsewhere.
 */
export type Standing = "strong" | "weak" | "detail";

export interface Candidate {
  readonly form: "heading" | "line" | "item" | "row" | "paragraph";
  readonly line: number;
  readonly id: LeadingId | null;
  readonly title: string;
  /** Said of this issue itself. */
  readonly rating: Rating | null;
  readonly body: IssueBody;
  /** What it says outside of labels; rows say everything under a column's title. */
  readonly readProse: (() => IssueProse) | null;
  readonly within: SectionContext;
  readonly standing: Standing;
}

/** What the sections around a place say about it. */
export interface SectionContext {
  readonly role: SectionRole | null;
  readonly rating: Rating | null;
  readonly gap: GapId | null;
  /** A title that says what became of the issues listed below it. */
  readonly statusTitle: string | null;
}

export interface CollectedIssues {
  readonly candidates: Candidate[];
  readonly priorIssues: PriorIssue[];
  readonly disagreements: DisagreementAnswer[];
  /** Nodes that belong to an issue, so that nothing in them speaks for the review as a whole. */
  readonly consumed: Set<OutlineNode>;
  /** Lines under a heading for issues which say that there are none. */
  readonly noneLines: number[];
}

export interface OpenedIssue {
  readonly opening: IssueTitle;
  readonly body: IssueBody;
  readonly node: Pick<SectionNode | ItemNode, "line" | "spans">;
  readonly form: Candidate["form"];
  readonly standing: Standing;
}

export function candidateOf(
  { opening, body, node, form, standing }: OpenedIssue,
  within: SectionContext,
): Candidate {
  const seen = visibleTitle(node, opening, form);
  return {
    form,
    line: node.line,
    id: opening.id,
    title: seen === "" ? body.lead : seen,
    rating: opening.rating ?? body.rating,
    body: { ...body, stated: `${plainText(node.spans)}\n${body.stated}` },
    readProse: () => proseOf(node.spans, body),
    within,
    standing,
  };
}

function proseOf(spans: readonly Span[], body: IssueBody): IssueProse {
  const { title, rest } = partedText(spans);
  const written = markedText(title);
  return { title: readIssueTitle(written).title || written, text: `${markedText(rest)}\n${body.unlabelled}` };
}

const TITLE_LENGTH_MAX = 160;

/** The title as a reader sees it, code included; of a long text its first sentence. */
function visibleTitle(node: OpenedIssue["node"], opening: IssueTitle, form: Candidate["form"]): string {
  const holdsCode = node.spans.some(({ code }) => code);
  const shown = holdsCode ? node.spans.map((span) => ({ ...span, code: false })) : node.spans;
  // A paragraph may have been opened by its label alone; anything else without code was read as it is seen.
  const isSeen = !holdsCode && form !== "paragraph";
  const { title } = isSeen ? opening : readOpening(shown, { codeIds: false }).opening;
  const seen = opening.id === null && opening.rating === null && title === "" ? opening.title : title;
  const stop = seen.indexOf(". ");
  return withCodeMarks(seen.length > TITLE_LENGTH_MAX && stop > 0 ? seen.slice(0, stop) : seen, node.spans);
}
