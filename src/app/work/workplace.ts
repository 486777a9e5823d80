import { ThreadWorkplace } from "../../adapters/work-thread/thread-workplace.ts";
import type { Workplace } from "../../engine/ports.ts";

/** Where the build puts what the thread runs, seen from this file; there is none where nothing was built. */
declare const PARLEY_WORK_THREAD: string | undefined;

/** The one of this process. It ends with the process. */
export const workplace: Workplace | undefined =
  typeof PARLEY_WORK_THREAD === "undefined"
    ? undefined
    : new ThreadWorkplace({ file: new URL(PARLEY_WORK_THREAD, import.meta.url) });
