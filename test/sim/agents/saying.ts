import type { AgentOutcome } from "../../../src/core/shared/agent-outcome.ts";

import type { Random } from "../random.ts";
import type { Asked } from "./asked.ts";

/** What a run leaves behind: a file, final words, or an outcome without either. */
export interface Saying {
  readonly document?: string;
  readonly text?: string;
  readonly outcome?: AgentOutcome;
  readonly waitMs?: number;
  /** What it could be resumed with. */
  readonly sessionRef?: string;
}

/** How an agent is: what it says depends on what it is asked and on chance alone. */
export type Temper = (asked: Asked, random: Random) => Saying;
