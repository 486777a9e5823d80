// What the loop asks people about tasks. The record is a session's question but for what is asked about.
import type { DisputeId, TaskId } from "../board/board-id.ts";
import type { Evidence } from "../refinement/questions/question.ts";
import type { Brand } from "../shared/brand.ts";
import type { DecidedVia } from "../shared/decided-via.ts";
import type { FindingId } from "../shared/finding-id.ts";
import type { Timestamp } from "../shared/timestamp.ts";
import type { WorkRole } from "./build-settings.ts";

/** `B7`: the seventh question of the board. */
export type BoardQuestionId = Brand<string, "BoardQuestionId">;

export function parseBoardQuestionId(text: string): BoardQuestionId | null {
  return /^B[1-9]\d{0,5}$/.test(text) ? (text as BoardQuestionId) : null;
}

export function makeBoardQuestionId(number: number): BoardQuestionId {
  const id = parseBoardQuestionId(`B${number}`);
  if (id === null) throw new RangeError(`no question of the board has the number ${number}`);
  return id;
}

/** What an option asks for besides being chosen. */
const BOARD_NEEDS = ["text", "findings"] as const;
export type BoardNeed = (typeof BOARD_NEEDS)[number];

interface OptionFacts {
  readonly label: string;
  readonly needs: readonly BoardNeed[];
}

/** Every kind of question about tasks and what may be answered: the one table of both. */
export const BOARD_QUESTION_OPTIONS = {
  rejections: {
    guide: { label: "Tell coder and reviewer what to do", needs: ["text"] },
    overrule: { label: "Overrule findings: they no longer count", needs: ["findings"] },
    narrow: { label: "Narrow the task", needs: ["text"] },
  },
  merge: {
    rebase: { label: "Have the coder do it again on the target as it is now", needs: [] },
    hold: { label: "Push only its branch, and try to land it with the next build", needs: [] },
    human: { label: "Push only its branch: you land it yourself", needs: [] },
  },
  weakened: {
    allow: { label: "Let it pass", needs: [] },
    revise: { label: "Send it back to the coder", needs: [] },
  },
  tampered: {
    continue: { label: "Go on: the repository is fine as it is now", needs: [] },
    revise: { label: "You have put it right: send the work back to the coder", needs: [] },
    stop: { label: "Stop the build", needs: [] },
  },
  stuck: {
    guide: { label: "Say how to go on", needs: ["text"] },
    "other-agent": { label: "Let another agent go on", needs: ["text"] },
    skip: { label: "Skip the task", needs: [] },
    fail: { label: "Give the task up", needs: [] },
  },
  execution: {
    retry: { label: "Try again", needs: [] },
    "other-agent": { label: "Use another agent for this role", needs: ["text"] },
    human: { label: "Supply the document yourself", needs: ["text"] },
    pause: { label: "Pause the build", needs: [] },
  },
  spend: {
    raise: { label: "Double the limit", needs: [] },
    pause: { label: "Pause the build", needs: [] },
  },
} as const satisfies Record<string, Record<string, OptionFacts>>;

export type BoardQuestionKind = keyof typeof BOARD_QUESTION_OPTIONS;

export type BoardOptionOf<Kind extends BoardQuestionKind> = Extract<
  keyof (typeof BOARD_QUESTION_OPTIONS)[Kind],
  string
>;

export type BoardOptionId = { [Kind in BoardQuestionKind]: BoardOptionOf<Kind> }[BoardQuestionKind];

export function boardOption(kind: BoardQuestionKind, option: string): OptionFacts {
  const facts = (BOARD_QUESTION_OPTIONS[kind] as Readonly<Record<string, OptionFacts>>)[option];
  if (facts === undefined) throw new Error(`a ${kind} question has no option ${option}`);
  return facts;
}

export interface BoardQuestion {
  readonly id: BoardQuestionId;
  readonly session: null;
  /** `null`: about the whole build. */
  readonly task: TaskId | null;
  readonly kind: BoardQuestionKind;
  readonly subject: BoardSubject;
  readonly why: string;
  readonly evidence: readonly Evidence[];
  readonly options: readonly BoardQuestionOption[];
  readonly recommended: BoardOptionId | null;
  readonly blocks: readonly string[];
  readonly continues: readonly string[];
  readonly askedAt: Timestamp;
}

export interface BoardQuestionOption {
  readonly id: BoardOptionId;
  readonly label: string;
  readonly effect: string;
  readonly needs: readonly BoardNeed[];
}

/** What a question is about, for the program. */
export type BoardSubject =
  | { readonly of: "rejections"; readonly count: number }
  /** A turn that came to no end, or a call that cannot be made. */
  | { readonly of: "turn"; readonly role: WorkRole; readonly round: number }
  /** What the inspection or the checks of this commit found. */
  | { readonly of: "commit"; readonly number: number }
  | { readonly of: "landing" }
  /** The repository does not do what is asked of it. */
  | { readonly of: "repository" }
  | { readonly of: "spend" };

/** What a person, or a policy for them, said. */
export interface BoardAnswer {
  readonly question: BoardQuestionId;
  readonly option: BoardOptionId;
  readonly text: string | null;
  /** Those that are overruled, or that the text answers. */
  readonly findings: readonly FindingId[];
  /** `human:name` or `policy:file`. */
  readonly by: string;
  /** Absent for a policy. */
  readonly via?: DecidedVia;
}

/** Where an agent may speak beside the work: one side of a dispute, or a drafter on a question. */
export type AsideSubject =
  | { readonly of: "dispute"; readonly dispute: DisputeId; readonly side: WorkRole }
  | { readonly of: "question"; readonly question: BoardQuestionId };
