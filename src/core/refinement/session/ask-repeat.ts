// A proposal that was rejected and comes back unchanged is not launched again and again: a person decides.
import type { Resolution } from "../../documents/engineer-document.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { roundFolder } from "../../shared/round-folder.ts";
import { excerptOf } from "../questions/build-question.ts";
import { repeatQuestion } from "../questions/gap-questions.ts";
import type { Evidence } from "../questions/question.ts";
import { documentName } from "../role.ts";
import type { Draft } from "./draft.ts";
import type { LiveSession, ProposalReview } from "./session.ts";
import type { Turn } from "./turn.ts";

/** So often in a row the same text may come back before somebody is asked. */
const REPEATS_MAX = 2;

export function askIfRepeated(
  draft: Draft,
  turn: Turn,
  about: {
    readonly gaps: readonly GapId[];
    readonly sections: readonly Resolution[];
    /** What the document they stand in is called. */
    readonly file: string;
  },
): void {
  const { gaps, sections } = about;
  const file = `${roundFolder(turn.round)}/${about.file}`;
  const [gap] = gaps;
  if (gap === undefined) return;
  const proposal = draft.session.work.proposals[gap];
  if (proposal === undefined || proposal.review === null || proposal.repeats < REPEATS_MAX) return;
  if (draft.gap(gap).state.at !== "NEEDS_REVISION") return;
  const evidence = [
    ...sections.map((section) => proposalEvidence(file, section)),
    ...objections(draft.session, gap, proposal.review),
  ];
  draft.ask(repeatQuestion(draft.gap(gap), { round: turn.round, repeats: proposal.repeats, evidence }));
}

function proposalEvidence(file: string, { line, edits, body }: Resolution): Evidence {
  const texts = edits.map((edit) => edit.text.trim()).filter((one) => one !== "");
  const text = texts.length === 0 ? body.trim() : texts.join("\n\n");
  return { file, line: edits[0]?.line ?? line, text: `The proposal: ${excerptOf(text)}` };
}

function objections(
  { work: { issues } }: LiveSession,
  gap: GapId,
  { round }: ProposalReview,
): readonly Evidence[] {
  const file = `${roundFolder(round)}/${documentName("reviewer", "-")}`;
  const open = Object.values(issues).filter(
    ({ issue }) => issue.state.at === "OPEN" && issue.gaps.includes(gap),
  );
  if (open.length === 0)
    return [{ file, line: null, text: "The review: NEEDS_REVISION, without an open issue" }];
  return open.map(({ issue, title, impact, suggestion }) => {
    const said = [title, impact, suggestion].filter((part) => part !== null && part.trim() !== "");
    return { file, line: null, text: `The review: ${issue.id} (${issue.severity}): ${said.join(". ")}` };
  });
}
