// For tests: ids and gaps without the words around them.

import type { ProposedGap } from "../../src/core/documents/engineer-document.ts";
import { enterGap, type Gap } from "../../src/core/refinement/gap.ts";
import type { GapState, GapStateName } from "../../src/core/refinement/gap-state.ts";
import type { DecisionId } from "../../src/core/shared/decision-id.ts";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import { parseGapId } from "../../src/core/shared/gap-id.ts";
import type { IssueId } from "../../src/core/shared/issue-id.ts";
import { parseIssueId } from "../../src/core/shared/issue-id.ts";
import { roundNumberedIds } from "../../src/core/shared/round-numbered-id.ts";
import type { Severity } from "../../src/core/shared/severity.ts";

export function gapId(text: string): GapId {
  return found(parseGapId(text), text);
}

export function issueId(text: string): IssueId {
  return found(parseIssueId(text), text);
}

export function decisionId(text: string): DecisionId {
  return found(decisionIds.parse(text), text);
}

const decisionIds = roundNumberedIds<DecisionId>("DECISION");
export const makeDecisionId = decisionIds.make;

function found<Id>(id: Id | null, text: string): Id {
  if (id === null) throw new Error(`not an id: ${text}`);
  return id;
}

interface ExampleGap {
  readonly severity?: Severity;
  readonly state?: GapStateName;
  readonly blockedBy?: readonly string[];
  readonly round?: number;
}

/** A gap at a line of the source, as it enters. */
export function gapOfSource({
  round = 0,
  heading = null,
  ...written
}: Omit<ProposedGap, "id" | "line"> & {
  readonly id: GapId;
  readonly line?: number;
  readonly heading?: string | null;
  readonly round?: number;
}): Gap {
  const { id, line = 1 } = written;
  return enterGap({ ...written, line }, { id, origin: { from: "source", line, heading }, round });
}

export function exampleGap(id: string, about: ExampleGap = {}): Gap {
  const gap = gapOfSource({
    id: gapId(id),
    title: `Title of ${id}`,
    severity: about.severity ?? "MEDIUM",
    blockedBy: (about.blockedBy ?? []).map(gapId),
    round: about.round ?? 0,
  });
  return { ...gap, state: exampleState(about.state ?? "OPEN") };
}

/** An IN_PROGRESS gap was OPEN before, and an ACCEPTED one was accepted in round 1. */
export function exampleState(at: GapStateName): GapState {
  switch (at) {
    case "IN_PROGRESS":
      return { at, before: "OPEN" };
    case "USER_DEFERRED":
    case "WONT_FIX":
      return { at, reason: "not now" };
    case "BLOCKED_EXTERNAL":
      return { at, need: "the price list" };
    case "ACCEPTED":
      return { at, round: 1 };
    case "SUPERSEDED":
      return { at, by: [] };
    default:
      return { at };
  }
}
