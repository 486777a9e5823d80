import type { Saying, Temper } from "./saying.ts";

const SILENCES: readonly Saying[] = [
  {},
  { document: "" },
  { document: " \n\n\t\n" },
  { text: "   " },
  { text: "I have thought about it and will come back to you." },
  { outcome: "crashed" },
  { outcome: "timeout-wall", document: "## Gap Resolution: GAP-SI" },
  { outcome: "not-installed" },
];

/** Nothing, blanks, or an end before its time. */
export const silent: Temper = (_asked, random) => random.pick(SILENCES);

/** Hardly ever comes to an end by itself. */
export const failing: Temper = (asked, random) =>
  random.chance(0.9) ? { outcome: random.pick(["crashed", "timeout-wall"] as const) } : silent(asked, random);
