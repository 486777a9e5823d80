// What a document says to each issue by its id, and the lines on which it only answers or repeats what the review says: they
// are no part of what it proposes.
import type { EngineerDocument } from "../../core/documents/engineer-document.ts";
import { findIssueIds, parseIssueId } from "../../core/shared/issue-id.ts";
import { outlineOf, type Part, sectionOf, type Title } from "../engineer/titles.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { plainText, statedText } from "../markdown/spans.ts";
import { sentencesOf } from "../spec/sentences.ts";
import { termsOf } from "./terms.ts";

/** A passage about one issue. */
export interface Passage {
  readonly line: number;
  readonly text: string;
}

export interface Answers {
  /** By the issue's id as a reader takes it. */
  readonly passages: ReadonlyMap<string, readonly Passage[]>;
  /** Passages that speak of the review without naming an issue. */
  readonly others: readonly Passage[];
  readonly lines: ReadonlySet<number>;
}

/** Case and dress aside. */
export function issueKey(id: string): string {
  return parseIssueId(id) ?? id.trim().toUpperCase();
}

export function readAnswers(text: string, { responses }: EngineerDocument): Answers {
  const outline = outlineOf(parseMarkdown(text));
  const passages = new Map<string, Passage[]>();
  const others: Passage[] = [];
  const lines = new Set<number>();
  const add = (id: string, passage: Passage): void => {
    const key = issueKey(id);
    const known = passages.get(key);
    if (known === undefined) passages.set(key, [passage]);
    else known.push(passage);
  };
  const takeLines = (from: number, to: number): void => {
    for (let line = from; line <= to; line++) lines.add(line);
  };
  const led = new Set(responses.map(({ line }) => line));
  for (const { issueId, line, text: said } of responses) {
    add(issueId, { line, text: said });
    lines.add(line);
  }
  for (const part of outline.parts) {
    const { block, title, under } = part;
    if (title !== null) {
      if (led.has(title.line) && (title.roles.inResponses || isBareId(title)) && isOneIssues(title))
        for (const { block: own } of sectionOf(outline, title)) takeLines(own.line, own.endLine);
      continue;
    }
    if (under?.roles.inDisagreement === true || under?.roles.inRestated === true)
      takeLines(block.line, block.endLine);
    if (led.has(block.line) && block.kind !== "table") takeLines(block.line, block.endLine);
    else if (isOwnWords(part)) {
      const cited = citedIn(part);
      for (const { id, text: said } of cited) add(id, { line: block.line, text: said });
      const other = cited.length > 0 ? null : spokenOfReview(part);
      if (other !== null) others.push(other);
      if (cited.length > 0 || (other !== null && under?.roles.inResponses === true))
        takeLines(block.line, block.endLine);
    }
  }
  return { passages, others, lines };
}

/** `#### ISSUE-R2-001`, not `Responses to ISSUE-R1-001 and the others`. */
function isOneIssues({ text }: Title): boolean {
  return findIssueIds(text).length <= 1;
}

/** `### ISSUE-R5-003` alone: what follows is said to the issue, not to the spec. */
function isBareId({ text }: Title): boolean {
  return termsOf(text).length === 0;
}

function isOwnWords({ under }: Part): boolean {
  if (under === null) return true;
  const { inExample, inRestated, inNewGaps, inDisagreement } = under.roles;
  return !inExample && !inRestated && !inNewGaps && !inDisagreement;
}

/** `The reviewer's worry about double bookings …`: it answers somebody, whoever is meant. */
function spokenOfReview({ block }: Part): Passage | null {
  if (block.kind !== "paragraph" && block.kind !== "item") return null;
  const text = plainText(block.spans);
  return /\b(?:reviewer|review|remark|concern|objection|criticism)\b/i.test(text)
    ? { line: block.line, text }
    : null;
}

/** `We do not agree with ISSUE-R2-002, since …`: from the sentence that names it to one that names another. */
function citedIn({ block }: Part): readonly { readonly id: string; readonly text: string }[] {
  if (block.kind !== "paragraph" && block.kind !== "item") return [];
  const stated = statedText(block.spans);
  if (findIssueIds(stated).length === 0) return [];
  const shown = plainText(block.spans);
  const cited: { id: string; from: number }[] = [];
  for (const { start, end } of sentencesOf(stated)) {
    const [first] = findIssueIds(stated.slice(start, end));
    if (first !== undefined && first.id !== cited.at(-1)?.id) cited.push({ id: first.id, from: start });
  }
  return cited.map(({ id, from }, index) => ({
    id,
    text: shown.slice(from, cited[index + 1]?.from ?? shown.length).trim(),
  }));
}
