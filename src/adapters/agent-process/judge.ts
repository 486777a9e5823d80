// The outcome of a launch, by what it left.

import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { assertNever } from "../../core/shared/assert-never.ts";

import type { Heard } from "./listener.ts";
import type { FoundDocument } from "./read-document.ts";
import type { ExitRecord, RunRequest } from "./run-records.ts";

/** How a watch came to its end. */
export type Ended =
  | { readonly at: "exit"; readonly exit: ExitRecord }
  /** Nobody is there any more who could write `exit`. */
  | { readonly at: "lost"; readonly why: string }
  /** Someone is there, but does not keep the bounds. */
  | { readonly at: "stuck"; readonly after: "cancelled" | "wall" };

export interface Left {
  readonly found: FoundDocument;
  readonly heard: Heard;
  readonly request: RunRequest;
}

export interface Judgement {
  readonly outcome: AgentOutcome;
  readonly because: string;
}

export function judge(ended: Ended, left: Left): Judgement {
  switch (ended.at) {
    case "exit":
      return judgeExit(ended.exit, left);
    case "lost":
      return { outcome: "crashed", because: ended.why };
    case "stuck": {
      const outcome = ended.after === "wall" ? "timeout-wall" : "cancelled";
      return { outcome, because: "its wrapper did not end it in time; both were killed" };
    }
    default:
      return assertNever(ended);
  }
}

function judgeExit(exit: ExitRecord, left: Left): Judgement {
  switch (exit.reason) {
    case "not-started":
      return { outcome: "not-installed", because: exit.error ?? "it could not be started" };
    case "wall":
      return { outcome: "timeout-wall", because: `stopped after ${left.request.wallMs} ms, its time limit` };
    case "cancelled":
      return { outcome: "cancelled", because: "cancelled" };
    case "output":
      return { outcome: "crashed", because: `stopped at ${left.request.outputBytesMax} bytes of output` };
    case "terminated":
      return { outcome: "crashed", because: "its wrapper was told to end, and not by parley" };
    case undefined:
      return judgeOwnEnd(exit, left);
    default:
      return assertNever(exit.reason);
  }
}

/** It ended by itself: what it left counts more than its exit code. */
function judgeOwnEnd({ code, signal }: ExitRecord, { found, heard }: Left): Judgement {
  if (signal !== null) return { outcome: "crashed", because: `ended by ${signal}` };
  const because = `exit code ${code}`;
  if (found.at === "read") return { outcome: "ok", because };
  if (heard.refused !== null) return { outcome: "refused", because };
  return { outcome: code === 0 || heard.text !== null ? "ok" : "crashed", because };
}
