// A candidate made of a node that opens an issue.
import { plainText, type Span } from "../markdown/spans.ts";
import { markedText, withCodeMarks } from "../reading/cut-spans.ts";
import type { ItemNode, SectionNode } from "../reading/outline.ts";
import type { Candidate, Standing, Within } from "./candidates.ts";
import type { IssueBody } from "./issue-body.ts";
import { partedText, readOpening } from "./issue-opening.ts";
import type { IssueProse } from "./issue-prose.ts";
import { type IssueTitle, readIssueTitle } from "./issue-title.ts";

export interface OpenedIssue {
  readonly opening: IssueTitle;
  readonly body: IssueBody;
  readonly node: Pick<SectionNode | ItemNode, "line" | "spans">;
  readonly form: Candidate["form"];
  readonly standing: Standing;
}

export function candidateOf({ opening, body, node, form, standing }: OpenedIssue, within: Within): Candidate {
  const seen = titleSeen(node, opening);
  return {
    form,
    line: node.line,
    id: opening.id,
    title: seen === "" ? body.lead : seen,
    rating: opening.rating ?? body.rating,
    body: { ...body, stated: `${plainText(node.spans)}\n${body.stated}` },
    prose: proseOf(node.spans, body),
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
function titleSeen(node: OpenedIssue["node"], opening: IssueTitle): string {
  const holdsCode = node.spans.some(({ code }) => code);
  const shown = holdsCode ? node.spans.map((span) => ({ ...span, code: false })) : node.spans;
  const { title } = readOpening(shown, { codeIds: false }).opening;
  const seen = opening.id === null && opening.rating === null && title === "" ? opening.title : title;
  const stop = seen.indexOf(". ");
  return withCodeMarks(seen.length > TITLE_LENGTH_MAX && stop > 0 ? seen.slice(0, stop) : seen, node.spans);
}
