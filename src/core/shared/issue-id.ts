import type { Brand } from "./brand.ts";
import { roundNumberedIds } from "./round-numbered-id.ts";

/** `ISSUE-R3-001`: the round is that of the review that raised it. */
export type IssueId = Brand<string, "IssueId">;

/** A conflict is named by the issue it is about. */
export type ConflictId = IssueId;

const ids = roundNumberedIds<IssueId>("ISSUE");

export const parseIssueId = ids.parse;
export const makeIssueId = ids.make;
export const issueIdParts = ids.parts;
export const findIssueIds = ids.find;
export const compareIssueIds = ids.compare;
export const nextIssueId = ids.next;
