import type { CallKey } from "../core/shared/call-key.ts";
import type { AgentEvent } from "../engine/ports.ts";

/** What somebody who watches a run is told beside what the log says: it passes, and is kept nowhere. */
export type RunProgress<Key = CallKey> =
  /** What an earlier process started goes on under this one. */
  | { readonly at: "call-recovered"; readonly key: CallKey; readonly agent: string }
  | { readonly at: "call-event"; readonly key: CallKey; readonly event: AgentEvent }
  /** It is back with a document that is long enough for somebody to wonder. */
  | { readonly at: "reading"; readonly key: CallKey; readonly bytes: number }
  /** A call may not start before its provider may be asked again; once more where that time changes. */
  | ({ readonly at: "held"; readonly untilMs: number } & HeldCall<Key>)
  /** It is held no longer: it starts, or is not owed any more. */
  | ({ readonly at: "released" } & HeldCall<Key>)
  | { readonly at: "set-aside"; readonly path: string; readonly keptAs: string };

export interface HeldCall<Key = CallKey> {
  readonly key: Key;
  readonly agent: string;
  /** The agent's own name where nothing more is known. */
  readonly provider: string;
}
