import { type CallKeyParts, callKeyParts } from "../../../src/core/shared/call-key.ts";
import type { AgentRequest } from "../../../src/engine/ports.ts";

/** What an agent can know of its task: it sees its prompt and the name of its call, and nothing else. */
export interface Asked {
  readonly call: CallKeyParts;
  /** The gaps it is to resolve, or the proposals it is to review. */
  readonly gaps: readonly string[];
  /** Every other gap that the prompt speaks of. */
  readonly otherGaps: readonly string[];
  readonly issues: readonly string[];
}

const GAP = /GAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g;
const ISSUE = /ISSUE-R\d{1,2}-\d{3}/g;
const TASK_ITEM = /^- (GAP-[A-Z]{2,10}-\d{3}[a-z]?):/gm;
const TASK = /^# Your task$/m;
const FORMAT = /^# Required format$/m;

export function askedOf({ key, prompt }: AgentRequest): Asked {
  const from = prompt.search(TASK);
  const format = prompt.search(FORMAT);
  const body = format < 0 ? prompt : prompt.slice(0, format);
  const task = (from < 0 ? body : body.slice(from)).split(/^# (?!Your task)/m)[0] ?? "";
  const gaps = unique([...task.matchAll(TASK_ITEM)].map(([, gap]) => gap ?? ""));
  return {
    call: callKeyParts(key),
    gaps,
    otherGaps: unique(body.match(GAP) ?? []).filter((gap) => !gaps.includes(gap)),
    issues: unique(body.match(ISSUE) ?? []),
  };
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
