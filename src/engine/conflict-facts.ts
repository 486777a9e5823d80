// What option C of a conflict is drafted from: the issue, both positions, the passage; nothing of what else goes on.
import { type Conflict, isSilent, positionsOf } from "../core/refinement/conflicts/conflict.ts";
import { groundWords } from "../core/refinement/conflicts/disagreement.ts";
import { roleTitle } from "../core/refinement/role.ts";
import type { IssueEntry } from "../core/refinement/session/session.ts";
import type { ArguedPosition, DraftFacts, EditShown } from "../prompts/prompt-facts.ts";
import type { Documents } from "./documents.ts";
import { gapTarget, showEdits } from "./draft-facts.ts";
import type { OnDraft } from "./draft-text.ts";

type ConflictFacts = Pick<DraftFacts, "issue" | "positions" | "edits" | "passages" | "gaps">;

/** The second draft of a conflict reads the positions the other way round. */
export async function draftedFacts(on: OnDraft, lane: string, documents: Documents): Promise<ConflictFacts> {
  const { work } = on.session;
  const conflict = Object.values(work.conflicts).find(({ id }) => lane.startsWith(`${id}.`));
  const entry = conflict === undefined ? undefined : work.issues[conflict.id];
  if (conflict === undefined || entry === undefined) throw new Error(`${lane} is about no conflict`);
  const positions = [reviewerPosition(conflict, entry), engineerPosition(conflict, entry)];
  const gaps = entry.issue.gaps.flatMap((id) => work.gaps[id] ?? []);
  const edits: EditShown[] = [];
  const passages: string[] = [];
  for (const gap of gaps) {
    const proposal = work.amendments[gap.id] ?? work.proposals[gap.id];
    const target = proposal === undefined ? gapTarget(on, [gap]) : null;
    if (proposal !== undefined) edits.push(...(await showEdits(on, proposal, documents)));
    if (target?.kind === "mark") passages.push(target.text);
  }
  return {
    issue: issueFacts(entry),
    positions: lane.endsWith(".2") ? positions.toReversed() : positions,
    edits,
    passages,
    gaps,
  };
}

function issueFacts({ issue, title, location, impact, text }: IssueEntry): ConflictFacts["issue"] {
  const said = labelledText([
    ["Location", location],
    ["Impact", impact],
  ]);
  return { issue: issue.id, severity: issue.severity, title, text: text ?? said };
}

function reviewerPosition(conflict: Conflict, entry: IssueEntry): ArguedPosition {
  const { source } = conflict;
  const why = source.type === "EXPLICIT" && "why" in source.reviewer ? source.reviewer.why : null;
  const { reviewer } = positionsOf(conflict, entry);
  const text = labelledText([
    ["Position", reviewer],
    ["Impact if ignored", entry.impact],
    ["Answer to the disagreement", why],
  ]);
  return { side: roleTitle("reviewer"), text, unstated: false };
}

function engineerPosition(conflict: Conflict, entry: IssueEntry): ArguedPosition {
  const { source } = conflict;
  const { engineer } = positionsOf(conflict, entry);
  const argued =
    source.type === "EXPLICIT"
      ? ([
          ["Rationale", source.disagreement.rationale],
          ["Alternative", source.disagreement.alternative],
          ["Rests on", groundWords(source.disagreement.restsOn)],
        ] as const)
      : [];
  const text = labelledText([["Position", engineer], ...argued]);
  return { side: roleTitle("engineer"), text, unstated: isSilent(conflict) };
}

function labelledText(said: readonly (readonly [string, string | null])[]): string {
  return said.flatMap(([label, text]) => (text?.trim() ? [`${label}: ${text.trim()}`] : [])).join("\n");
}
