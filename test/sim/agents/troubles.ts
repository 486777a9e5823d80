// What goes wrong with agents and their providers, whoever they are.
import type { AgentOutcome } from "../../../src/core/shared/agent-outcome.ts";
import type { Random } from "../random.ts";
import type { Saying, Temper } from "./saying.ts";

const TROUBLES: readonly AgentOutcome[] = [
  "empty",
  "refused",
  "denied",
  "rate-limited",
  "rate-limited",
  "overloaded",
  "overloaded",
  "unauthorised",
  "context-too-long",
  "budget",
  "timeout-wall",
  "timeout-idle",
  "timeout-after-result",
  "trespassed",
  "crashed",
  "not-installed",
];

const HOUR_MS = 60 * 60_000;
/** At once, in a while, and later than anybody would wait. */
const WAITS_MS = [0, 500, 20_000, HOUR_MS, 6 * HOUR_MS, 6 * HOUR_MS + 1, 240 * HOUR_MS] as const;

/** Some outcome that is not what was hoped for, though it may leave a document that looks sound. */
export function trouble(said: Saying, random: Random): Saying {
  const outcome = random.pick(TROUBLES);
  const waitMs = random.chance(0.5) ? { waitMs: random.pick(WAITS_MS) } : {};
  return { ...(random.chance(0.5) ? said : {}), ...waitMs, outcome };
}

/** Meets trouble more often than not, and does its work in between. */
export function troubled(sound: Temper): Temper {
  return (asked, random) => {
    const said = sound(asked, random.fork("said"));
    return random.chance(0.55) ? trouble(said, random) : said;
  };
}

/** Its provider takes no more, again and again; at times it breaks off by itself. */
export function limited(sound: Temper): Temper {
  return (asked, random) => {
    const outcome = random.pick(["rate-limited", "overloaded", "overloaded", "crashed"] as const);
    return random.chance(0.85) ? { outcome } : sound(asked, random.fork("said"));
  };
}

/** Most agents can be resumed, and say with what. */
export function withSessionRef(said: Saying, ref: string, random: Random): Saying {
  return random.chance(0.6) ? { ...said, sessionRef: ref } : said;
}
