// What a prompt is made of. The engine gathers it from the session; nothing here is rendered yet.
import type { DecisionEntry } from "../core/documents/decisions-document.ts";
import type { PlacedGap } from "../core/documents/engineer-document.ts";
import type { Loss } from "../core/documents/loss.ts";
import type { StatedDisagreement } from "../core/refinement/conflicts/disagreement.ts";
import type { Flag } from "../core/refinement/conflicts/flag.ts";
import type { Gap } from "../core/refinement/gap.ts";
import type { OpenRemark } from "../core/refinement/open-remarks.ts";
import type { Role } from "../core/refinement/role.ts";
import type { Suggestion } from "../core/refinement/rollback/rollback.ts";
import type { RetryReason } from "../core/refinement/session/session-event.ts";
import type { DecisionId } from "../core/shared/decision-id.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import type { IssueId } from "../core/shared/issue-id.ts";
import type { Severity } from "../core/shared/severity.ts";
import type { Spec } from "../document/spec/spec.ts";

/** What every task says beside its material. */
export interface TaskFacts {
  /** The file to write, such as `engineer.md`. */
  readonly documentName: string;
  /** A person writes: a form lies where the document goes. */
  readonly byHand: boolean;
  /** Whether a copy of the project, or tools to read it, are at hand. */
  readonly readsProject: boolean;
  /** What the user said for this turn. */
  readonly guidance: readonly string[];
}

/** What both roles of a round are told. */
interface RoundFacts extends TaskFacts {
  readonly spec: SpecFacts;
  readonly round: number;
  /** Those that bind. */
  readonly decisions: readonly DecisionEntry[];
  /** Every id that a gap has or had. */
  readonly takenGapIds: readonly GapId[];
  /** Open gaps that are not part of the task, the newest last. */
  readonly otherGaps: readonly Gap[];
  /** The gaps are accepted, and only the remarks still open on them are to be met. */
  readonly remarks?: boolean;
  /** Whether a round for remarks on accepted gaps is still to come. */
  readonly remarksComeBack: boolean;
  /** Where the round was undone before. */
  readonly redone?: RedoneRound;
}

export interface RedoneRound {
  /** How often it was undone. */
  readonly times: number;
  readonly reason: string;
  /** Whether the reason is the user's own. */
  readonly byUser: boolean;
  /** What the analysis of what was undone suggests to the Engineer. */
  readonly suggestions: readonly Suggestion[];
}

export interface EngineerFacts extends RoundFacts {
  /** Assigned, in the order of their priority. */
  readonly gaps: readonly GapBrief[];
  /** What was taken from earlier documents of this turn; only `gaps` are left. */
  readonly taken: readonly TakenText[];
  /** What became of other gaps since these were last worked on. */
  readonly changes: readonly Gap[];
}

/** A text that waits for its review, and would enter the specification as it is. */
export interface TakenText {
  readonly gaps: readonly GapId[];
  readonly edits: readonly EditShown[];
}

export interface SpecFacts {
  /** The file's name, without folders. */
  readonly name: string;
  /** The source with every accepted edit in its place. */
  readonly draft: Spec;
  /** Where gaps of the session are marked in the draft, or their accepted texts stand. */
  readonly places: readonly PlacedGap[];
}

export interface GapBrief {
  /** The first of those that stand in its passage. */
  readonly gap: Gap;
  /** The others of the same passage, which one edit resolves with it. */
  readonly together: readonly Gap[];
  readonly target: GapTarget | null;
  /** The gap in whose treatment it came up. */
  readonly parent: ParentGap | null;
  /** The Engineer's own last text on it. */
  readonly proposal: Passage | null;
  /** Why that one could not enter the draft, whatever its review said. */
  readonly sentBack?: string;
  /** What the last review said about it. */
  readonly review: Passage | null;
  readonly issues: readonly LedgerEntry[];
  /** What the Engineer said it has to know; the sections that it names are shown. */
  readonly doubt?: string;
  /** What the user supplied when it was blocked, as far as no binding decision says it. */
  readonly inputs: readonly string[];
}

/** What the text of a resolution replaces, unless it names something else. */
export type GapTarget =
  | {
      readonly kind: "mark";
      /** The whole block. */
      readonly text: string;
      /** Lines of the draft, 1-based, both included. */
      readonly line: number;
      readonly endLine: number;
      /** The headings it stands under. */
      readonly path: readonly string[];
      /** An entry of an inventory or a list of open questions, which an empty edit may remove. */
      readonly entry: boolean;
      /** Only this heading stands there: the text goes below it. */
      readonly emptySection?: boolean;
    }
  | {
      readonly kind: "named";
      /** A line to propose, such as `After: Orders > Cancelling an order`. */
      readonly proposal: string;
      /** Why there is no passage, as the rest of a sentence: `the section is missing`. */
      readonly why: string;
    };

export interface ParentGap {
  readonly gap: Gap;
  /** Its proposed text, where that is not in the draft yet. */
  readonly pending: string | null;
}

/** A piece of an earlier document. */
export interface Passage {
  readonly round: number;
  readonly text: string;
}

export interface LedgerEntry {
  readonly issue: IssueId;
  readonly severity: Severity;
  readonly title: string;
  /** Location, impact and suggestion in words; may be empty. */
  readonly text: string;
  readonly raisedIn: number;
  /** Open; or how it was settled, in a few words. */
  readonly fate: string;
  readonly open: boolean;
  /** What the user decided of it while it is open; then it is carried out, not argued. */
  readonly decision?: DecisionId;
}

export interface ReviewerFacts extends RoundFacts {
  readonly proposals: readonly ProposalBrief[];
  /** Open on accepted gaps that are not under review, the newest last. */
  readonly otherRemarks: readonly OpenRemark[];
  /** What this review has to answer, on whichever gap. */
  readonly disagreements: readonly PendingDisagreement[];
  /** Issues that the Engineer's document may have passed over. */
  readonly flags: readonly ShownFlag[];
}

/** An issue that the Engineer holds to be wrong, with the block that says why. */
export interface PendingDisagreement {
  readonly entry: LedgerEntry;
  readonly gaps: readonly GapId[];
  readonly stated: StatedDisagreement;
}

export interface ShownFlag {
  readonly entry: LedgerEntry;
  readonly gaps: readonly GapId[];
  readonly flag: Flag;
}

/** A run of the Engineer about single issues. */
export interface AnswerFacts extends TaskFacts {
  readonly spec: SpecFacts;
  readonly round: number;
  readonly decisions: readonly DecisionEntry[];
  /** A silence, or too many disagreements. */
  readonly because: "flag" | "rate";
  readonly issues: readonly AskedIssue[];
  /** The gaps of these issues, with the Engineer's last text on each. */
  readonly gaps: readonly AnswerBrief[];
}

export interface AskedIssue {
  readonly entry: LedgerEntry;
  readonly gaps: readonly GapId[];
  /** What raised the question. */
  readonly flag: Flag | null;
  /** What the Engineer held against it. */
  readonly stated: StatedDisagreement | null;
}

export type AnswerBrief = Pick<GapBrief, "gap" | "together" | "parent" | "proposal"> & {
  readonly edits: readonly EditShown[];
  readonly issues: readonly LedgerEntry[];
};

export interface ProposalBrief {
  readonly gap: Gap;
  /** The others that the same resolution is about. */
  readonly together: readonly Gap[];
  readonly parent: ParentGap | null;
  /** The Engineer's resolution without the texts of its edits, in the round it was written. */
  readonly proposal: Passage;
  readonly edits: readonly EditShown[];
  /** Facts of the replaced text that the new one does not have. */
  readonly losses: readonly Loss[];
  readonly issues: readonly LedgerEntry[];
  /** How the Engineer answered earlier issues, where it did; `addendum`: in a document of its own. */
  readonly answers: readonly { readonly issue: string; readonly text: string; readonly addendum?: true }[];
  /** Gaps the proposal introduces. */
  readonly newGaps: readonly Gap[];
}

export interface EditShown {
  /** Which passage, in words: a heading path, lines. */
  readonly where: string;
  /** The line of the draft where it begins, 1-based; `null` where it cannot be told. */
  readonly line: number | null;
  /** Empty where the text is added. */
  readonly before: string;
  /** Empty where the passage is removed. */
  readonly after: string;
  readonly surroundings: { readonly above: string; readonly below: string } | null;
}

/** What option C of a conflict is drafted from, and nothing else. */
export interface DraftFacts extends TaskFacts {
  readonly issue: Pick<LedgerEntry, "issue" | "severity" | "title" | "text">;
  /** Both, in the order in which they are to be read. */
  readonly positions: readonly ArguedPosition[];
  /** The edits that are criticised, as before and after; where there are none, the passage alone. */
  readonly edits: readonly EditShown[];
  readonly passages: readonly string[];
  readonly gaps: readonly Gap[];
  readonly decisions: readonly DecisionEntry[];
}

export interface ArguedPosition {
  /** Whose it is, as people read it. */
  readonly side: string;
  readonly text: string;
  /** Nobody has said it: it is what follows from silence. */
  readonly unstated: boolean;
}

export interface FinalReviewFacts extends TaskFacts {
  readonly specName: string;
  /** The assembled spec. */
  readonly draft: string;
  readonly decisions: readonly DecisionEntry[];
  readonly limitations: readonly Gap[];
  /** What the linter still finds in edited passages, a line each. */
  readonly findings?: readonly string[];
  /** Open on accepted gaps, with what was suggested. */
  readonly remarks?: readonly OpenRemark[];
}

export interface SurveyFacts extends TaskFacts {
  readonly specName: string;
  /** The whole source. */
  readonly source: string;
  /** More gaps than these are not taken up. */
  readonly gapsMax: number;
  /** The sections that need an answer, by heading path. */
  readonly sections: readonly string[];
  /** What the linter found already. */
  readonly marked: readonly Gap[];
}

/** Why the call is made again. */
export interface RetryFacts extends Omit<RetryReason, "losses"> {
  readonly role: Role;
  /** Numbers the issues in a form shown to the Reviewer; means nothing for the final review. */
  readonly round: number;
  readonly documentName: string;
  readonly byHand: boolean;
  readonly assigned: readonly Gap[];
  /** What was taken from earlier documents of the turn. */
  readonly taken: readonly GapId[];
  /** Every gap of the session, for INCONSISTENT_REFS; issues that may be disagreed with, for DISAGREE failures. */
  readonly knownGaps: readonly Pick<Gap, "id" | "title">[];
  readonly openIssues: readonly IssueId[];
  readonly decidedIssues: readonly IssueId[];
  /** What a review has to answer. */
  readonly disagreements?: readonly IssueId[];
  /** What the reviews say of the issues that a DISAGREE failure is about. */
  readonly issueTexts?: readonly { readonly issue: IssueId; readonly text: string }[];
  /** Documents of this session that passed the gate, for the second tier of examples. */
  readonly sessionExamples: readonly SessionExample[];
  /** Resolved gaps like the uncertain ones, for UNCERTAINTY. */
  readonly similar: readonly (Passage & { readonly gap: GapId })[];
}

export interface SessionExample {
  readonly round: number;
  readonly gap: GapId;
  /** Whether the gap it is about was accepted. */
  readonly accepted: boolean;
  /** Of a review: whether it raised issues. */
  readonly raisedIssues?: boolean;
  readonly text: string;
}

/** What was sent, and of what size each part is. */
export interface Prompt {
  readonly text: string;
  readonly parts: readonly PromptPart[];
  /** How much of it, from its beginning, is the same in every call of the role. */
  readonly standingChars: number;
}

interface PromptPart {
  readonly name: string;
  readonly chars: number;
}
