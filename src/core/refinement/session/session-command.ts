// What can be asked of a session. Documents come parsed; what is stored of a command refers to their blobs.
import type { DraftDocument } from "../../documents/draft-document.ts";
import type { EngineerDocument } from "../../documents/engineer-document.ts";
import type { FinalReviewDocument } from "../../documents/final-review-document.ts";
import type { Note } from "../../documents/note.ts";
import type { ReviewerDocument } from "../../documents/reviewer-document.ts";
import type { SurveyDocument } from "../../documents/survey-document.ts";
import type { CallEnd } from "../../shared/call-end.ts";
import type { CallKey } from "../../shared/call-key.ts";
import type { DecidedVia } from "../../shared/decided-via.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { LaunchSeal } from "../../shared/launch-seal.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Finding, Weights } from "../conflicts/flag.ts";
import type { LookedUpPlace } from "../conflicts/looked-up-place.ts";
import type { Gap, SourceOrigin } from "../gap.ts";
import type { QuestionAnswer } from "../questions/question.ts";
import type {
  ArchivedFile,
  Backup,
  RecoveredDecision,
  RestoredFiles,
  RollbackMode,
  RollbackWish,
} from "../rollback/rollback.ts";
import type { RollbackAnalysis } from "../rollback/rollback-analysis.ts";
import type { SettledEntry } from "../settled-entry.ts";
import type { SpecEdit } from "../spec-draft.ts";
import type { SurveyPlaces } from "../survey/hole.ts";
import type { TerminationType } from "../termination-type.ts";
import type { ExaminedResolution } from "../validation/examined-edits.ts";
import type { WrittenOutput } from "../validation/judgement.ts";
import type { ForkOrigin } from "./fork.ts";
import type { GapChange } from "./gap-change.ts";
import type { Mediation } from "./owed.ts";
import type { DocumentRef, ExampleRecord, PromptRecord, SessionEvent } from "./session-event.ts";
import type { PublishedSpec, SessionSpec } from "./session-spec.ts";
import type { SessionSettings } from "./settings.ts";

export type SessionCommand = { readonly at: Timestamp } & (
  | {
      readonly type: "StartSession";
      readonly session: string;
      readonly spec: SessionSpec;
      readonly settings: SessionSettings;
      readonly gaps: readonly Gap[];
      readonly settled?: readonly SettledEntry[];
    }
  /** A session that begins with the past of another. */
  | (ForkOrigin & {
      readonly type: "ForkSession";
      readonly session: string;
      /** What is copied, append by append. */
      readonly appends: readonly (readonly SessionEvent[])[];
    })
  | { readonly type: "ChangeSettings"; readonly settings: SessionSettings; readonly because: string }
  | {
      readonly type: "Mediate";
      readonly step: Mediation["step"];
      /** Only for a round's start: the documents as they stand. */
      readonly backup: Omit<Backup, "round"> | null;
    }
  | {
      readonly type: "StartCall";
      readonly key: CallKey;
      readonly agent: string;
      readonly prompt: PromptRecord;
      readonly example: ExampleRecord | null;
      readonly seal?: LaunchSeal;
    }
  /** A started call that never began is to begin after all, under another seal: the key to the first is gone. */
  | { readonly type: "SealCall"; readonly key: CallKey; readonly seal: LaunchSeal }
  | (CallEnd & { readonly type: "FinishCall"; readonly output: Output })
  | {
      readonly type: "AnswerQuestion";
      readonly answer: QuestionAnswer;
      /** A document that a person supplies. */
      readonly output: Output | null;
    }
  /** The answer takes the place of an earlier one to the same question, on which nothing was built. */
  | {
      readonly type: "AmendAnswer";
      readonly answer: QuestionAnswer;
      readonly output: Output | null;
    }
  | {
      readonly type: "RequestEnding";
      readonly ending: Exclude<TerminationType, "COMPLETE">;
      readonly trigger: string;
    }
  /** Of the user's own accord, not asked for. */
  | {
      readonly type: "ChangeGap";
      readonly gap: GapId;
      readonly change: GapChange;
      /** May be blank where the change needs none. */
      readonly reason: string;
      readonly by: string;
      readonly via?: DecidedVia;
    }
  /** The finished spec is wanted elsewhere: a path from the project's root. */
  | { readonly type: "ChooseOutput"; readonly out: string }
  /** The finished spec stands where people look for it. */
  | ({ readonly type: "PublishSpec" } & PublishedSpec)
  /** The texts of a session that began under older rules are given their places. */
  | {
      readonly type: "PlaceEdits";
      readonly chars: number;
      readonly origins: readonly { readonly gap: GapId; readonly origin: SourceOrigin }[];
      readonly edits: readonly { readonly gap: GapId; readonly edits: readonly SpecEdit[] }[];
    }
  /** Rounds are to be undone, by the user's wish. */
  | {
      readonly type: "RequestRollback";
      /** `null`: to the end of the round before the newest. */
      readonly to: number | null;
      readonly reason: string;
      readonly by: string;
      readonly via?: DecidedVia;
      readonly mode?: RollbackMode;
      readonly wish: RollbackWish | null;
    }
  /** One that was asked for and has not been made is not to be made. */
  | { readonly type: "DropRollback"; readonly by: string }
  | { readonly type: "AnalyseRollback"; readonly analysis: RollbackAnalysis }
  /** With every file of the rounds, as blobs. */
  | {
      readonly type: "UndoRounds";
      readonly rounds: readonly { readonly round: number; readonly files: readonly ArchivedFile[] }[];
      readonly restored: RestoredFiles;
    }
  | { readonly type: "NoteArchive"; readonly name: string; readonly sha256: string; readonly bytes: number }
  | { readonly type: "ChangeRollbackMode"; readonly ask: boolean; readonly by: string }
  | {
      readonly type: "RecoverDecisions";
      readonly decisions: readonly RecoveredDecision[];
      readonly by: string;
      readonly via?: DecidedVia;
    }
  /** What was chosen for the archives after the end is carried out. */
  | { readonly type: "ClearArchives"; readonly detail: string }
  | { readonly type: "Pause"; readonly by: string; readonly because: string }
  | { readonly type: "Resume"; readonly by: string }
);

export type CommandOf<Type extends SessionCommand["type"]> = Extract<SessionCommand, { readonly type: Type }>;

/** What a call left behind, read as what its role was asked for. */
export interface Output {
  readonly ref: DocumentRef | null;
  readonly written: WrittenOutput;
  readonly content: OutputContent | null;
}

export type OutputContent =
  | {
      readonly of: "engineer";
      readonly document: EngineerDocument;
      readonly notes: readonly Note[];
      /** Of each resolution, in order: what it says, dress aside. */
      readonly substances: readonly string[];
      /** What stood where its disagreements say they rest. */
      readonly places?: readonly LookedUpPlace[];
      /** What its edits do to the draft of the session at hand. */
      readonly examined: readonly ExaminedResolution[];
      /** What it does with the issues that are open, as the detector sees it. */
      readonly findings?: readonly Finding[];
      /** What each heuristic was worth when it was read. */
      readonly weights?: Weights;
    }
  | { readonly of: "reviewer"; readonly document: ReviewerDocument; readonly notes: readonly Note[] }
  | { readonly of: "draft"; readonly document: DraftDocument; readonly notes: readonly Note[] }
  | { readonly of: "final"; readonly document: FinalReviewDocument; readonly notes: readonly Note[] }
  | {
      readonly of: "survey";
      readonly document: SurveyDocument;
      readonly notes: readonly Note[];
      /** Where its entries stand in the source; `null` until somebody has looked. */
      readonly places: SurveyPlaces | null;
    };
