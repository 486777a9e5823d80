import { harmless, type Line, painted } from "../text.ts";
import { durationWords } from "./amounts.ts";
import { joined } from "./fields.ts";
import type { HeldCall, LiveModel } from "./live-model.ts";

const MINUTE_MS = 60_000;

/** `waits for anthropic until 14:05`. */
export function heldWords({ provider, untilMs }: Pick<HeldCall, "provider" | "untilMs">): string {
  return `waits for ${harmless(provider)} until ${timeOfDay(untilMs)}`;
}

export function leftWords(untilMs: number, nowMs: number): string {
  return `${durationWords(untilMs - nowMs)} left`;
}

/** On the clock of whoever looks; a person counts in minutes, so a begun one is not over yet. */
function timeOfDay(ms: number): string {
  const at = new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
  return `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
}

/** A call that may not start yet. */
export function heldLine(held: HeldCall, { glyphs }: LiveModel, nowMs: number): Line {
  const fields = [
    painted("bold", held.role),
    painted("yellow", heldWords(held)),
    leftWords(held.untilMs, nowMs),
    painted("dim", harmless(held.agent)),
  ];
  return ["  ", ...joined(fields, glyphs)];
}
