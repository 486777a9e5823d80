import type { Brand } from "../../shared/brand.ts";
import type { DecidedVia } from "../../shared/decided-via.ts";
import type { GapId } from "../../shared/gap-id.ts";
import type { ConflictId, IssueId } from "../../shared/issue-id.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Timestamp } from "../../shared/timestamp.ts";
import type { Heuristic } from "../conflicts/flag.ts";
import type { GateClass } from "../gate.ts";
import type { Role, Side } from "../role.ts";
import type { Need, OptionId, QuestionKind } from "./question-kinds.ts";

/** `Q7`: the seventh question of its session. */
export type QuestionId = Brand<string, "QuestionId">;

export function parseQuestionId(text: string): QuestionId | null {
  return /^Q[1-9]\d{0,5}$/.test(text) ? (text as QuestionId) : null;
}

export function makeQuestionId(number: number): QuestionId {
  const id = parseQuestionId(`Q${number}`);
  if (id === null) throw new RangeError(`no question has the number ${number}`);
  return id;
}

export function questionNumber(id: QuestionId): number {
  return Number(id.slice(1));
}

/** What a person is asked, in their words; `subject` says the same to the program. */
export interface Question {
  readonly id: QuestionId;
  readonly session: string;
  readonly kind: QuestionKind;
  readonly subject: QuestionSubject;
  readonly why: string;
  readonly evidence: readonly Evidence[];
  readonly options: readonly QuestionOption[];
  readonly recommended: OptionId | null;
  readonly blocks: readonly string[];
  readonly continues: readonly string[];
  readonly askedAt: Timestamp;
}

export interface Evidence {
  /** Relative to the session's folder, unless `from` says otherwise; `null` where it stands in no file. */
  readonly file: string | null;
  readonly line: number | null;
  readonly text: string;
  /** The file is meant from the project's root. */
  readonly from?: "project";
  /** The gap that this is about, where the question is about several. */
  readonly gap?: GapId;
}

export interface QuestionOption {
  readonly id: OptionId;
  readonly label: string;
  readonly effect: string;
  readonly needs: readonly Need[];
}

/** What a question is about. */
export type QuestionSubject =
  | { readonly of: "turn"; readonly role: Role; readonly lane: string; readonly round: number }
  | { readonly of: "gap"; readonly gap: GapId; readonly round: number }
  | { readonly of: "round"; readonly round: number }
  | { readonly of: "conflict"; readonly conflict: ConflictId }
  | { readonly of: "conflicts"; readonly conflicts: readonly ConflictId[] }
  /** How much the round disagreed with. */
  | { readonly of: "rate"; readonly round: number }
  | {
      readonly of: "flag";
      readonly issue: IssueId;
      /** Of the flag it shows, with what raised that; left out in questions of an older parley. */
      readonly round: number;
      readonly heuristics?: readonly Heuristic[];
    }
  | { readonly of: "spend"; readonly role: Side | null }
  | { readonly of: "gate"; readonly class: GateClass }
  | { readonly of: "survey" }
  /** The round that is to be undone, and the one whose end it goes back to. */
  | { readonly of: "rollback"; readonly round: number; readonly to: number }
  /** What was decided in rounds that were undone, by the count of rollbacks. */
  | { readonly of: "set-aside"; readonly rollback: number }
  | { readonly of: "session" };

/** What a person, or a policy for them, said. */
export interface QuestionAnswer {
  readonly question: QuestionId;
  readonly option: OptionId;
  readonly text: string | null;
  /** Per gap; under `*` the one for all of them. */
  readonly rationales: Readonly<Record<string, string>>;
  readonly gaps: readonly GapId[];
  readonly phrase: string | null;
  /** What issues weigh, in the user's eyes. */
  readonly severities?: Readonly<Record<string, Severity>>;
  /** Conditions on how a decision is carried out. */
  readonly constraints?: string;
  /** `human:name` or `policy:file`. */
  readonly by: string;
  /** Absent for a policy, and in older logs. */
  readonly via?: DecidedVia;
}
