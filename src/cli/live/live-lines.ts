// The live view as lines: what is drawn follows from what is known, the width and the time, and from nothing else.
import { type Line, painted } from "../text.ts";
import { callLine } from "./call-line.ts";
import { cutLine } from "./columns.ts";
import { heldLine } from "./held-line.ts";
import type { LiveModel, Stopping } from "./live-model.ts";
import { sessionLines } from "./session-lines.ts";

const CALLS_SHOWN_MAX = 6;

/** No line is wider than `width`. */
export function liveLines(model: LiveModel, width: number, nowMs: number): readonly Line[] {
  const { calls, glyphs } = model;
  const shown = calls.slice(0, CALLS_SHOWN_MAX);
  const more = calls.length - shown.length;
  const lines: Line[] = [
    ...shown.map((call) => callLine(call, { model, width, nowMs })),
    ...(more > 0 ? [[painted("dim", `  and ${more} more`)]] : []),
    ...model.held.slice(0, CALLS_SHOWN_MAX).map((held) => heldLine(held, model, nowMs)),
    ...sessionLines(model, width, nowMs),
    ...STOPPING[model.stopping],
  ];
  return lines.map((line) => cutLine(line, Math.max(0, width), glyphs.ellipsis));
}

export const STOPPING: Record<Stopping, readonly Line[]> = {
  no: [],
  cleanly: [[painted("yellow", "finishing cleanly, Ctrl-C again to stop now")]],
  now: [[painted("yellow", "stopping")]],
};
