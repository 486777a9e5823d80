// Whoever watches a run: what is shown while it goes on.
import type { RunWishes } from "../app/sessions/run-refinement.ts";
import type { SessionView } from "../app/sessions/session-state.ts";
import type { Request } from "./command.ts";
import { noticeLines } from "./notice-line.ts";

type Notice = Parameters<RunWishes["notice"]>[0];

export interface RunWatch {
  /** `look` tells how the session stands now. */
  notice(notice: Notice, look: () => SessionView): void;
  /** Leaves the terminal as it was. */
  stop(): void;
}

export function watchRun({ report }: Request): RunWatch {
  return {
    notice: (notice) => {
      for (const line of noticeLines(notice)) report(line);
    },
    stop: () => undefined,
  };
}
