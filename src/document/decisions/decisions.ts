// `decisions.md`.
import {
  CONFLICT_TYPE_WORDS,
  type DecisionEntry,
  OPTION_WORDS,
  type TakenBackDecision,
} from "../../core/documents/decisions-document.ts";
import type { RollbackEntry } from "../../core/documents/rollback-history.ts";
import { supersededDecisions } from "../../core/refinement/binding-decisions.ts";
import { DECIDED_VIA_WORDS } from "../../core/shared/decided-via.ts";
import { compareDecisionIds, type DecisionId } from "../../core/shared/decision-id.ts";
import { words } from "../record/formats.ts";
import {
  field,
  heading,
  joinBlocks,
  NONE_SAID,
  namedHeading,
  renderItems,
  renderParagraphs,
  textField,
  textOrNoneField,
} from "../record/record-blocks.ts";
import { withHistory } from "../record/rollback.ts";
import { escapeText } from "../render/free-text.ts";

interface DecisionHistory {
  /** Stood once, and bind nobody any more. */
  readonly takenBack?: readonly TakenBackDecision[];
  readonly rollbacks?: readonly RollbackEntry[];
}

export function renderDecisions(decisions: readonly DecisionEntry[], history: DecisionHistory = {}): string {
  const body = renderDecisionsBody(decisions, history);
  const { rollbacks = [] } = history;
  return rollbacks.length === 0 ? body : withHistory(body, rollbacks, null);
}

/** All but the history of rollbacks, which closes it. */
export function renderDecisionsBody(
  decisions: readonly DecisionEntry[],
  { takenBack = [] }: Pick<DecisionHistory, "takenBack"> = {},
): string {
  const superseded = new Map<DecisionId, string>(supersededDecisions(decisions));
  for (const { decision, question, replacedBy } of takenBack)
    superseded.set(decision.id, replacedBy ?? `the amended answer to ${question}`);
  const all = withTakenBack(decisions, takenBack);
  const entries = all.map((entry, index) =>
    joinBlocks(
      groupTitle(entry) === groupTitle(all[index - 1]) ? [] : heading(2, groupTitle(entry)),
      renderEntry(entry, {
        supersededBy: superseded.get(entry.id) ?? null,
        replaces: takenBack
          .filter(({ replacedBy }) => replacedBy === entry.id)
          .map(({ decision }) => decision.id),
      }),
    ),
  );
  const blocks = joinBlocks(
    heading(1, "Decisions"),
    ["What the user decided, oldest first. What is not superseded binds every later round."],
    ...(entries.length === 0 ? [NONE_SAID] : entries),
  );
  return `${blocks.join("\n")}\n`;
}

/** What an archive says of the decisions of its round. */
export function renderUndoneDecisions(round: number, decisions: readonly DecisionEntry[]): string {
  const none = { supersededBy: null, replaces: [] };
  const blocks = joinBlocks(
    heading(1, `Decisions Made During Round ${round} (Rolled Back)`),
    [
      `These decisions were made during round ${round}, which was rolled back. They are kept here for reference and bind nobody; \`parley decisions recover\` takes them up again.`,
    ],
    ...(decisions.length === 0 ? [NONE_SAID] : decisions.map((entry) => renderEntry(entry, none))),
  );
  return `${blocks.join("\n")}\n`;
}

/** In the order of their numbers, as they were decided. */
function withTakenBack(
  decisions: readonly DecisionEntry[],
  takenBack: readonly TakenBackDecision[],
): readonly DecisionEntry[] {
  if (takenBack.length === 0) return decisions;
  return [...decisions, ...takenBack.map(({ decision }) => decision)].sort((a, b) =>
    compareDecisionIds(a.id, b.id),
  );
}

function groupTitle(entry: DecisionEntry | undefined): string {
  if (entry === undefined) return "";
  const kind = entry.about.of === "conflict" ? "Conflict Resolutions" : "Other Decisions";
  return `Round ${entry.round} ${kind}`;
}

interface EntryPlace {
  readonly supersededBy: string | null;
  readonly replaces: readonly DecisionId[];
}

function renderEntry(entry: DecisionEntry, { supersededBy, replaces }: EntryPlace): readonly string[] {
  const { about, via, reappliedFrom } = entry;
  const conflict = about.of === "conflict" ? about : null;
  return joinBlocks(
    namedHeading(3, conflict?.issue ?? entry.id, escapeText(entry.title)),
    renderItems(
      field("Decision ID", entry.id),
      field("Superseded By", supersededBy),
      field("Replaces", replaces.length === 0 ? null : words.write(replaces)),
      field("Conflict Type", conflict && CONFLICT_TYPE_WORDS[conflict.type]),
      field("Gap Affected", words.write(entry.gaps)),
      field("Severity", entry.severity),
    ),
    ...(conflict === null
      ? []
      : [
          ["**Positions:**"],
          renderItems(textField("Reviewer", conflict.reviewer), textField("Engineer", conflict.engineer)),
        ]),
    ["**Resolution:**"],
    renderItems(
      textField(
        "Chosen Option",
        about.of === "conflict" ? `${about.option} (${OPTION_WORDS[about.option]})` : about.option,
      ),
      ...(conflict?.draftedBy === undefined ? [] : [textField("Drafted By", conflict.draftedBy)]),
      textField("Decision", entry.decision),
      textOrNoneField("Rationale", entry.rationale),
      textOrNoneField("Constraints", entry.constraints),
    ),
    ["**Action Required:**"],
    renderItems(
      textOrNoneField("For Engineer", entry.actionForEngineer),
      textOrNoneField("For Gap", entry.actionForGap),
    ),
    renderParagraphs(
      textField("Decided By", entry.decidedBy),
      field("Decided Where", via === undefined ? null : DECIDED_VIA_WORDS[via]),
      field("Timestamp", entry.timestamp),
      field(
        "Re-applied From",
        reappliedFrom && `Rolled-back round ${reappliedFrom.round}, ${escapeText(reappliedFrom.archive)}`,
      ),
    ),
  );
}
