// `for_review.md`: a session written down for somebody who is to help with it and has no parley.
import { bindingDecisions } from "../core/refinement/binding-decisions.ts";
import type { Gap } from "../core/refinement/gap.ts";
import { isOpen } from "../core/refinement/gap-state.ts";
import { stateWord } from "../core/refinement/records/status-of.ts";
import { reasonWords } from "../core/refinement/rollback/reason-words.ts";
import type { Rollback } from "../core/refinement/rollback/rollback.ts";
import { gapsOf, type IssueEntry, type LiveSession } from "../core/refinement/session/session.ts";
import { formatCount } from "../core/shared/format-count.ts";
import {
  blockOrNone,
  field,
  heading,
  joinBlocks,
  namedHeading,
  renderItems,
  renderParagraphs,
  textField,
} from "../document/record/record-blocks.ts";
import { escapeText } from "../document/render/free-text.ts";
import type { Documents } from "./documents.ts";
import { draftText } from "./draft-text.ts";

export async function forReviewText(session: LiveSession, documents: Documents): Promise<string> {
  const { text: draft } = await draftText(session, documents);
  const open = gapsOf(session).filter(({ state }) => isOpen(state.at));
  const gaps = await Promise.all(open.map((gap) => openGap(session, gap, documents)));
  const { completedRounds, questions } = session.work;
  const { rollbacks } = session.ledger;
  const blocks = joinBlocks(
    heading(1, "For a Reviewer"),
    [
      `Two agents refine the specification ${escapeText(session.spec.name)}: an Engineer proposes texts for its gaps, a Reviewer criticises them, in rounds. ${formatCount(rollbacks.length, "rollback")} did not help. This page tells where it stands; nothing else is needed to read it.`,
    ],
    renderItems(
      textField("Session", session.id),
      field("Rounds completed", completedRounds),
      field("State", stateWord(session)),
      field("Gaps open", `${open.length} of ${gapsOf(session).length}`),
    ),
    heading(2, "What Was Undone"),
    blockOrNone(joinBlocks(...rollbacks.map(undone))),
    heading(2, "Open Gaps"),
    blockOrNone(joinBlocks(...gaps)),
    heading(2, "Decisions That Bind"),
    blockOrNone(
      renderItems(
        ...bindingDecisions(session.work).map(({ id, title, decision }) =>
          textField(id, `${title}: ${decision}`),
        ),
      ),
    ),
    heading(2, "Questions That Wait for an Answer"),
    blockOrNone(renderItems(...questions.map(({ id, why }) => textField(id, why)))),
    heading(2, "The Specification as It Stands"),
    ["Everything below this line is the draft, as it is.", "", "---"],
  );
  return `${blocks.join("\n")}\n\n${draft.trimEnd()}\n`;
}

function undone({ rounds, to, reason, rootCause, analysis, outcome }: Rollback): readonly string[] {
  const patterns = [...new Set((analysis?.patterns ?? []).map(({ pattern }) => pattern))];
  const which = rounds.map(({ round }) => round).join(", ");
  return joinBlocks(
    heading(3, `${rounds.length === 1 ? "Round" : "Rounds"} ${which}, back to the end of round ${to}`),
    renderItems(
      textField("Reason", reasonWords(reason)),
      textField("What the documents showed", patterns.length === 0 ? null : patterns.join(", ")),
      textField("Likely cause", rootCause?.detected ?? null),
      textField("Outcome", outcome),
    ),
  );
}

async function openGap(session: LiveSession, gap: Gap, documents: Documents): Promise<readonly string[]> {
  const proposal = session.work.proposals[gap.id];
  const texts = await Promise.all((proposal?.edits ?? []).map(({ text }) => documents.text(text)));
  const issues = Object.values(session.work.issues).filter(
    ({ issue }) => issue.state.at === "OPEN" && issue.gaps.includes(gap.id),
  );
  return joinBlocks(
    namedHeading(3, gap.id, escapeText(gap.title)),
    renderItems(field("Severity", gap.severity.level), field("State", gap.state.at)),
    renderParagraphs(
      textField("What is missing", gap.description === "" ? null : gap.description),
      textField("The last text proposed for it", texts.length === 0 ? null : texts.join("\n\n")),
    ),
    ...issues.map(openIssue),
  );
}

function openIssue({ issue, title, text, suggestion }: IssueEntry): readonly string[] {
  return joinBlocks(
    namedHeading(4, issue.id, escapeText(title)),
    renderItems(
      field("Severity", issue.severity),
      textField("Criticism", text ?? null),
      textField("Suggestion", suggestion),
    ),
  );
}
