// The walk over a review that finds what may be an issue, and what is said of earlier ones.
import type { PriorIssue } from "../../core/documents/reviewer-document.ts";
import { type Span, statedText } from "../markdown/spans.ts";
import { type ItemNode, nodesBelow, type OutlineNode, type SectionNode } from "../reading/outline.ts";
import { isDisagreementsTitle, readDisagreementAnswers } from "./disagreement-answers.ts";
import { type IssueFields, readBody, readFields } from "./issue-body.ts";
import {
  type CollectedIssues,
  candidateOf,
  type OpenedIssue,
  type SectionContext,
} from "./issue-candidate.ts";
import {
  isFieldParagraph,
  labelledIssue,
  numberedIssue,
  opensLabelled,
  paragraphIssue,
} from "./issue-paragraph.ts";
import {
  isFieldItem,
  itemStanding,
  NO_CONTEXT,
  type OpenSection,
  sectionStanding,
  statusOfTitle,
  withinSection,
} from "./issue-standing.ts";
import { collectTable, isAboutIssues } from "./issue-table.ts";
import { isCount, openingText, readIssueTitle, readOpening, saysNone } from "./issue-title.ts";
import { leadsWithId, priorInLine, statusList } from "./prior-issues.ts";
import { isDocumentTitle, sectionRole, severityTitle } from "./section-roles.ts";
import { isVerdictLine } from "./verdict-places.ts";

export function collectIssues(root: SectionNode, lines: readonly string[]): CollectedIssues {
  const into: CollectedIssues = {
    candidates: [],
    priorIssues: [],
    disagreements: [],
    consumed: new Set(),
    noneLines: [],
  };
  walk(root.children, NO_CONTEXT, { into, lines, root });
  return into;
}

interface Walk {
  readonly into: CollectedIssues;
  readonly lines: readonly string[];
  readonly root: SectionNode;
}

function walk(nodes: readonly OutlineNode[], within: SectionContext, at: Walk): void {
  let praised = false;
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index];
    praised = node?.kind === "item" ? praised : isTickedLeadIn(node);
    if (praised && node?.kind === "item") continue;
    if (node?.kind === "section") enterSection(node, within, at);
    else if (node?.kind === "leaf") index += enterLeaf(node, { nodes, index, within, at });
    else if (node?.kind === "item") {
      const following = nodes.slice(index + 1, continuationEnd(nodes, index));
      index += enterItem(node, following, { within, at });
    }
  }
}

/** `✓ All three doors are described:`: what is listed below it is praise. */
function isTickedLeadIn(node: OutlineNode | undefined): boolean {
  if (node?.kind !== "leaf" || node.block.kind !== "paragraph") return false;
  if (!node.spans.some(({ text }) => text.includes(":"))) return false;
  const text = statedText(node.spans).trim();
  return /^[✓✔✅☑]/u.test(text) && text.endsWith(":");
}

/** What follows and still belongs to an item: texts at the margin, and bullets after a numbered item. */
function continuationEnd(nodes: readonly OutlineNode[], index: number): number {
  const isNumbered = (node: OutlineNode | undefined) => node?.kind === "item" && node.number !== null;
  let end = index + 1;
  while (end < nodes.length) {
    const next = nodes[end];
    const bullet = next?.kind === "item" && next.number === null && isNumbered(nodes[index]);
    const text =
      next?.kind === "leaf" &&
      next.block.kind !== "break" &&
      !isVerdictLine(next) &&
      !(next.block.kind === "table" && isAboutIssues(next.block));
    if (!bullet && !text) break;
    end += 1;
  }
  return end;
}

function enterSection(section: SectionNode, within: SectionContext, at: Walk): void {
  const open = openSection(section, at);
  if (isDisagreementsTitle(open.title)) {
    for (const answer of readDisagreementAnswers(section)) at.into.disagreements.push(answer);
    at.into.consumed.add(section);
    consume(section.children, at);
    return;
  }
  const prior = priorOfSection(open, within);
  const standing = prior.length > 0 ? null : sectionStanding(open, within);
  if (prior.length === 0 && standing === null) {
    walkInto(open, within, at);
    return;
  }
  const { own, after } = cutAtBreak(section.children);
  for (const one of prior) at.into.priorIssues.push(one);
  if (standing !== null) {
    const body = readBody([], own, at.lines);
    add({ opening: open.opening, body, node: section, form: section.dress, standing }, within, at);
  }
  at.into.consumed.add(section);
  consume(own, at);
  walk(after, within, at);
}

function openSection(section: SectionNode, at: Walk): OpenSection {
  const { text: title, opening } = readOpening(section.spans, { codeIds: true, stated: section.title });
  const named = opening.id?.kind === "word";
  const role = isDocumentTitle(section, at.root) ? null : sectionRole(title);
  let fields: IssueFields | undefined;
  return {
    section,
    title,
    opening,
    role,
    get fields() {
      fields ??= readFields(ownNodes(section, named), at.lines);
      return fields;
    },
  };
}

/** What is said of a section itself; the lines below a named issue that serve as titles are of it. */
function ownNodes({ children }: SectionNode, named: boolean): readonly OutlineNode[] {
  return cutAtBreak(children).own.filter(
    (child) => child.kind !== "section" || (named && child.dress === "line"),
  );
}

function walkInto(open: OpenSection, within: SectionContext, at: Walk): void {
  const inside = withinSection(open, within);
  const before = at.into.candidates.length + at.into.noneLines.length;
  walk(open.section.children, inside, at);
  if (at.into.candidates.length + at.into.noneLines.length > before) return;
  const opened = paragraphIssue(open, inside, () =>
    readBody([], cutAtBreak(open.section.children).own, at.lines),
  );
  if (opened === null) return;
  add(opened, inside, at);
  consume(open.section.children, at);
}

/** A rule across the page ends an issue: what follows at the margin are closing words. */
function cutAtBreak(children: readonly OutlineNode[]): {
  own: readonly OutlineNode[];
  after: readonly OutlineNode[];
} {
  const cut = children.findIndex((child) => child.kind === "leaf" && child.block.kind === "break");
  return cut < 0 ? { own: children, after: [] } : { own: children.slice(0, cut), after: children.slice(cut) };
}

function priorOfSection(open: OpenSection, within: SectionContext): readonly PriorIssue[] {
  const { section, title, opening } = open;
  const isPrior = within.role?.role === "prior";
  if (opening.id?.kind !== "word") return [];
  const { fields } = open;
  const { id: issueId } = opening.id;
  const { line } = section;
  if (opening.status !== null && (isPrior || opening.rating === null))
    return [{ issueId, status: opening.status, line }];
  if (fields.status !== null && (isPrior || fields.status !== "UNRESOLVED"))
    return [{ issueId, status: fields.status, line }];
  return isPrior ? priorInLine(`${title}: ${fields.lead}`, line, statusOfTitle(within.statusTitle)) : [];
}

function add(opened: OpenedIssue, within: SectionContext, at: Walk): void {
  at.into.candidates.push(candidateOf(opened, within));
}

function consume(nodes: readonly OutlineNode[], at: Walk): void {
  for (const node of nodesBelow(nodes)) at.into.consumed.add(node);
}

interface Place {
  readonly within: SectionContext;
  readonly at: Walk;
}

/** Reads an item with what belongs to it; answers how many of the following nodes that took. */
function enterItem(item: ItemNode, following: readonly OutlineNode[], { within, at }: Place): number {
  const { text, opening } = readOpening(item.spans, { codeIds: false });
  const status = opening.id?.kind === "word" && opening.rating === null ? opening.status : null;
  const isPrior = within.role?.role === "prior" || status !== null;
  const boxed = item.box === null ? null : BOX_STATUS[item.box];
  const prior = isPrior
    ? priorInLine(text, item.line, statusOfTitle(within.statusTitle) ?? boxed)
    : settledList(text, item.line);
  if (isPrior || prior.length > 0) {
    takePrior(prior, at);
    consume([item], at);
    return 0;
  }
  const inside = withinItem(item, text, within);
  if (inside !== null) {
    walk(item.children, inside, at);
    return 0;
  }
  if (saysNone(text) || (opening.rating !== null && isCount(opening.title))) {
    if (within.role?.role === "issues") at.into.noneLines.push(item.line);
    return 0;
  }
  const nodes = [...item.children, ...following];
  const body = readBody(item.spans, nodes, at.lines);
  const standing = itemStanding({ item, opening, body }, within);
  if (standing === null) {
    if (within.role?.role !== "issues") walk(item.children, within, at);
    return 0;
  }
  add({ opening, body, node: item, form: "item", standing }, within, at);
  consume(standing === "strong" ? [item, ...nodes] : [item], at);
  return standing === "strong" ? following.length : 0;
}

/** An item that only groups: `Critical:` over a list, or a topic over items that are rated or named themselves. */
function withinItem(item: ItemNode, text: string, within: SectionContext): SectionContext | null {
  const items = item.children.filter((child) => child.kind === "item");
  if (items.length === 0) return null;
  const rating = severityTitle(text);
  if (rating !== null) return { ...within, role: { role: "issues", rating }, rating };
  const opening = readIssueTitle(text);
  if (within.role?.role !== "issues" || opening.rating !== null || opening.id?.kind === "word") return null;
  const openings = items.map(({ spans }) => readIssueTitle(openingText(spans, { codeIds: false })));
  const own = openings.filter(
    ({ id, ratedAt }) => id?.kind === "word" || ratedAt === "front" || ratedAt === "bracket",
  );
  return own.length * 2 > items.length && !items.some(isFieldItem) ? within : null;
}

const BOX_STATUS = { checked: "RESOLVED", empty: "UNRESOLVED" } as const;

function takePrior(found: readonly PriorIssue[], at: Walk): void {
  for (const one of found) at.into.priorIssues.push(one);
}

interface LeafPlace extends Place {
  readonly nodes: readonly OutlineNode[];
  readonly index: number;
}

function enterLeaf(
  node: Extract<OutlineNode, { kind: "leaf" }>,
  { nodes, index, within, at }: LeafPlace,
): number {
  const { block } = node;
  if (block.kind === "table") collectTable(block, within, at.into);
  if (block.kind !== "paragraph") return 0;
  const text = statedText(block.spans);
  const isPrior = within.role?.role === "prior";
  for (const part of isPrior ? priorLines(block.spans, node.line) : [{ text, line: node.line }])
    takePrior(
      isPrior
        ? priorInLine(part.text, part.line, statusOfTitle(within.statusTitle))
        : settledList(part.text, part.line),
      at,
    );
  if (within.role?.role === "issues" && saysNone(text)) at.into.noneLines.push(node.line);
  const paragraph = { line: node.line, spans: block.spans };
  const opened = numberedIssue(paragraph, { within, taken: [], lines: at.lines });
  if (opened !== null) {
    add(opened, within, at);
    consume([node], at);
    return 0;
  }
  if (!opensLabelled(block.spans, within)) return 0;
  const taken = nodes.slice(index + 1, fieldsEnd(nodes, index + 1));
  add(labelledIssue(paragraph, { within, taken, lines: at.lines }), within, at);
  consume([node, ...taken], at);
  return taken.length;
}

/** Outside of what is said of earlier issues a list of open ones may be of those raised here. */
function settledList(text: string, line: number): readonly PriorIssue[] {
  return statusList(text, line).filter(({ status }) => status !== "UNRESOLVED");
}

/** A paragraph line by line where each of its lines opens with an id; else as one. */
function priorLines(
  spans: readonly Span[],
  line: number,
): readonly { readonly text: string; readonly line: number }[] {
  const lines = statedText(spans).split("\n");
  return lines.every((text) => leadsWithId(text))
    ? lines.map((text, index) => ({ text, line: line + index }))
    : [{ text: lines.join("\n"), line }];
}

/** The labelled lines that follow an issue which is a paragraph. */
function fieldsEnd(nodes: readonly OutlineNode[], from: number): number {
  let end = from;
  while (end < nodes.length && isFieldParagraph(nodes[end])) end += 1;
  return end;
}
