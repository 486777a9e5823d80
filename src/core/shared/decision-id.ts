import type { Brand } from "./brand.ts";
import { roundNumberedIds } from "./round-numbered-id.ts";

/** `DECISION-R3-001`: the round is that in which the user decided. */
export type DecisionId = Brand<string, "DecisionId">;

const ids = roundNumberedIds<DecisionId>("DECISION");

export const compareDecisionIds = ids.compare;
export const nextDecisionId = ids.next;
export const parseDecisionId = ids.parse;
