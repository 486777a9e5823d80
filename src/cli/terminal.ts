import type { Environment } from "../app/command-context.ts";

const WIDTH_DEFAULT = 80;
const WIDTH_MIN = 40;
/** Longer lines are harder to read. */
const WIDTH_MAX = 140;

/** Whether a stream gets colours: NO_COLOR, then FORCE_COLOR, then whether a terminal listens. */
export function coloursOn(env: Environment, stream: { readonly isTTY?: boolean }): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY === true && env.TERM !== "dumb";
}

export function widthOf(stream: { readonly columns?: number }): number {
  // A terminal that was not told its size says 0.
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, stream.columns || WIDTH_DEFAULT));
}

/** Whether somebody is there to answer a question; the input is looked at only where they might be. */
export function mayAsk(
  io: { readonly env: Environment; readonly stdin: { readonly isTTY?: boolean } },
  flags: { readonly noInput: boolean; readonly json: boolean },
): boolean {
  return !io.env.CI && !flags.noInput && !flags.json && io.stdin.isTTY === true;
}
