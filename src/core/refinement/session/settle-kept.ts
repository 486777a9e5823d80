import type { GapId } from "../../shared/gap-id.ts";
import type { Draft } from "./draft.ts";
import type { DocumentRef } from "./session-event.ts";
import { placeOf, type Turn } from "./turn.ts";

/** Several attempts count together. */
export function settleKept(
  draft: Draft,
  turn: Turn,
  last: { readonly gaps: readonly GapId[]; readonly document: DocumentRef | null } | null,
): void {
  const documents = [
    ...turn.kept.map(({ document }) => document),
    ...(last?.document ? [last.document] : []),
  ];
  const gaps = new Set([...turn.kept.flatMap((kept) => kept.gaps), ...(last?.gaps ?? [])]);
  draft.emit("TurnSettled", {
    ...placeOf(turn),
    outcome: "VALID",
    detail: [...gaps].join(", "),
    document: documents.at(-1) ?? null,
    documents,
  });
}
