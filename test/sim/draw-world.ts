// What chance decides about a world before it begins.

import { FULL_WEIGHTS, HEURISTICS, type Weights } from "../../src/core/refinement/conflicts/flag.ts";
import type { Gap } from "../../src/core/refinement/gap.ts";
import type { QuestionKind } from "../../src/core/refinement/questions/question-kinds.ts";
import type { SessionSettings, SpendCap } from "../../src/core/refinement/session/settings.ts";
import type { SettledEntry } from "../../src/core/refinement/settled-entry.ts";
import { rateSeverity } from "../../src/core/shared/severity.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { MANNERS } from "./agents/answers.ts";
import { ENGINEER_TEMPERS, type EngineerTemper } from "./agents/engineers.ts";
import { ARGUING_REVIEWERS, REVIEWER_TEMPERS, type ReviewerTemper } from "./agents/reviewers.ts";
import type { Random } from "./random.ts";
import { drawSource } from "./sources.ts";
import { USER_TEMPERS, type UserTemper } from "./users.ts";

export interface DrawnWorld {
  readonly source: string;
  readonly gaps: readonly Gap[];
  readonly settled: readonly SettledEntry[];
  readonly settings: SessionSettings;
  readonly engineer: EngineerTemper;
  readonly reviewer: ReviewerTemper;
  readonly user: UserTemper;
  /** What a policy answers for the user, by the kind of question. */
  readonly policy: ReadonlyMap<QuestionKind, string>;
  /** What the project has learned of its detectors; `null`: nobody looks. */
  readonly weights: Weights | null;
}

export const SPEC = "spec.md";
const GAPS_MAX = 12;
const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export function drawWorld(random: Random): DrawnWorld {
  const engineer = random.chance(0.3)
    ? "sound"
    : random.pick([...ENGINEER_TEMPERS, "terse", "terse"] as const);
  const insisting = engineer === "stubborn" && random.chance(0.5);
  const drawn: DrawnWorld = {
    ...drawSession(random),
    settings: {
      ...drawSettings(random),
      ...drawSurvey(random.fork("survey")),
      ...drawRollback(random.fork("rollback")),
    },
    engineer,
    // Whoever says the same again and again is best heard by somebody who always objects.
    reviewer: insisting ? "nagging" : random.chance(0.3) ? "sound" : random.pick(REVIEWER_TEMPERS),
    user: random.pick([...USER_TEMPERS, "prompt", "odd"] as const),
    policy: new Map([...drawPolicy(random), ...drawSurveyPolicy(random.fork("survey policy"))]),
    weights: drawWeights(random.fork("weights")),
  };
  const disputed = { ...drawn, ...drawDispute(random.fork("dispute"), drawn.settings) };
  return { ...disputed, ...drawSweep(random.fork("sweep"), disputed.settings) };
}

const SWEEP_SHARE = 0.01;

/** Several gaps of one section, and somebody who writes it as a whole; drawn by itself, so that other worlds are what they were. */
function drawSweep(random: Random, settings: SessionSettings): Partial<DrawnWorld> {
  if (!random.chance(SWEEP_SHARE)) return {};
  const limits = { ...settings.limits, gapsPerRound: 4, parallelGaps: 1 };
  return { engineer: "sweeping", reviewer: "sound", settings: { ...settings, limits } };
}

/** Full ones, ones that still ask, and ones that only log. */
function drawWeights(random: Random): Weights | null {
  if (!random.chance(0.3)) return null;
  const drawn = HEURISTICS.map((heuristic) => [heuristic, random.pick([1, 0.6, 0.5, 0.4])] as const);
  return { ...FULL_WEIGHTS, ...Object.fromEntries(drawn) };
}

const DISPUTE_SHARE = 0.45;

/** Roles that do not agree, and rounds enough for it; drawn by itself, so that other worlds are what they were. */
function drawDispute(random: Random, settings: SessionSettings): Partial<DrawnWorld> {
  if (!random.chance(DISPUTE_SHARE)) return {};
  const maxRounds = random.int(3, 6);
  return {
    engineer: random.chance(0.6) ? "contrary" : random.pick(MANNERS),
    reviewer: random.pick(ARGUING_REVIEWERS),
    user: random.pick(["prompt", "prompt", "late", "odd", "odd", "never"] as const),
    settings: {
      ...settings,
      limits: { ...settings.limits, maxRounds, hardLimit: maxRounds + random.pick([0, 4]) },
    },
  };
}

/** Started as the program does, with what the linter finds; severities and what rests on what are at times the user's. */
function drawSession(random: Random): Pick<DrawnWorld, "source" | "gaps" | "settled"> {
  const source = drawSource(random);
  const { gaps, settled } = inventoryOfSpec(source, SPEC, () => false);
  // The program does not begin with a spec in which it finds nothing.
  if (gaps.length === 0 || gaps.length > GAPS_MAX) return drawSession(random);
  return { source, gaps: gaps.map((gap, index) => varied(gap, gaps.slice(0, index), random)), settled };
}

function varied(gap: Gap, before: readonly Gap[], random: Random): Gap {
  const blockers = before.filter(() => random.chance(0.1)).map(({ id }) => id);
  const severity = random.chance(0.5) ? rateSeverity(random.pick(SEVERITIES)) : gap.severity;
  return { ...gap, severity, blockedBy: [...new Set([...gap.blockedBy, ...blockers])] };
}

function drawSettings(random: Random): SessionSettings {
  const maxRounds = random.chance(0.2) ? random.int(5, 7) : random.int(1, 4);
  return {
    limits: {
      gapsPerRound: random.int(1, 4),
      maxRounds,
      hardLimit: maxRounds + random.pick([0, 1, 4]),
      parallelGaps: random.int(1, 4),
    },
    thresholds: { stallThreshold: random.int(1, 3), divergenceThreshold: random.pick([3, 8, 12]) },
    criticalOverride: random.chance(0.6),
    backupRetentionRounds: random.int(1, 3),
    agents: { engineer: random.chance(0.02) ? "nobody" : "engineer", reviewer: "reviewer" },
    ...(random.chance(0.3) ? { fallbacks: drawFallbacks(random) } : {}),
    ...(random.chance(0.7) ? { remarksRound: true } : {}),
    spend: { run: drawRunCap(random.fork("run cap")), role: drawCap(random), session: drawCap(random) },
  };
}

/** Drawn by itself, so that a world without a survey is the same whether or not others have one. */
function drawSurvey(random: Random): Pick<SessionSettings, "survey"> {
  if (random.chance(0.6)) return {};
  const given = random.chance(0.5) ? (["maxRounds"] as const) : [];
  return { survey: { second: random.chance(0.4), gapsMax: random.pick([1, 3, 5, 30]), given } };
}

function drawRollback(random: Random): Pick<SessionSettings, "rollback"> {
  if (random.chance(0.3)) return {};
  const mode = random.pick(["INTERACTIVE", "AUTO_RETRY", "AUTO_RETRY", "STRICT"] as const);
  return { rollback: { mode, analysisThreshold: random.int(1, 3), sessionMax: random.int(1, 4) } };
}

function drawSurveyPolicy(random: Random): readonly (readonly [QuestionKind, string])[] {
  return random.chance(0.4) ? [["survey", random.pick(["start", "start", "lint-only"])]] : [];
}

function drawFallbacks(random: Random): NonNullable<SessionSettings["fallbacks"]> {
  const some = (names: readonly string[]) => (random.chance(0.2) ? [] : random.some(names));
  return { engineer: some(["nobody", "other", "engineer"]), reviewer: some(["other", "nobody"]) };
}

/** Near what the larger runs use. */
function drawRunCap(random: Random): SpendCap {
  if (random.chance(0.85)) return NO_CAP;
  return random.pick<SpendCap>([
    { ...NO_CAP, tokens: random.int(1_000, 3_000) },
    { ...NO_CAP, usd: random.int(5, 40) / 100 },
    { ...NO_CAP, minutes: 1 },
  ]);
}

function drawCap(random: Random): SpendCap {
  if (random.chance(0.85)) return NO_CAP;
  return random.pick<SpendCap>([
    { ...NO_CAP, calls: random.int(1, 8) },
    { ...NO_CAP, tokens: random.int(500, 8_000) },
    { ...NO_CAP, usd: random.int(1, 100) / 50 },
    { ...NO_CAP, minutes: random.int(1, 6) },
  ]);
}

const POLICIES: readonly (readonly [QuestionKind, string])[] = [
  ["divergence", "accept"],
  ["divergence", "normal"],
  ["execution", "retry"],
  ["escalation", "skip"],
  ["blocked", "end-round"],
  ["max-rounds", "accept"],
];

function drawPolicy(random: Random): ReadonlyMap<QuestionKind, string> {
  return random.chance(0.75) ? new Map() : new Map(random.some(POLICIES));
}
