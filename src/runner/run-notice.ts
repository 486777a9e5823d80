import type { Question, QuestionAnswer } from "../core/refinement/questions/question.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import type { AgentEvent, AgentResult } from "../engine/ports.ts";

/** What somebody who watches a run is told. */
export type RunNotice =
  | { readonly at: "call-started" | "call-recovered"; readonly key: CallKey; readonly agent: string }
  | { readonly at: "call-event"; readonly key: CallKey; readonly event: AgentEvent }
  /** It is back with a document that is long enough for somebody to wonder. */
  | { readonly at: "reading"; readonly key: CallKey; readonly bytes: number }
  | { readonly at: "call-finished"; readonly key: CallKey; readonly result: AgentResult }
  /** A call may not start before its provider may be asked again; once more where that time changes. */
  | ({ readonly at: "held"; readonly untilMs: number } & HeldCall)
  /** It is held no longer: it starts, or is not owed any more. */
  | ({ readonly at: "released" } & HeldCall)
  /** What was decided, by whichever step. */
  | { readonly at: "happened"; readonly events: readonly SessionEvent[] }
  | { readonly at: "answered"; readonly question: Question; readonly answer: QuestionAnswer }
  | { readonly at: "set-aside"; readonly path: string; readonly keptAs: string };

export interface HeldCall {
  readonly key: CallKey;
  readonly agent: string;
  /** The agent's own name where nothing more is known. */
  readonly provider: string;
}
