// What chance decides about a world before it begins.
import { gapId } from "../../src/core/refinement/example-gap.ts";
import { enterGap, type Gap } from "../../src/core/refinement/gap.ts";
import type { QuestionKind } from "../../src/core/refinement/questions/question-kinds.ts";
import { NO_CAP, type SessionSettings, type SpendCap } from "../../src/core/refinement/session/settings.ts";
import { ENGINEER_TEMPERS, type EngineerTemper } from "./agents/engineers.ts";
import { REVIEWER_TEMPERS, type ReviewerTemper } from "./agents/reviewers.ts";
import type { Random } from "./random.ts";
import { USER_TEMPERS, type UserTemper } from "./users.ts";

export interface DrawnWorld {
  readonly source: string;
  readonly gaps: readonly Gap[];
  readonly settings: SessionSettings;
  readonly engineer: EngineerTemper;
  readonly reviewer: ReviewerTemper;
  readonly user: UserTemper;
  /** What a policy answers for the user, by the kind of question. */
  readonly policy: ReadonlyMap<QuestionKind, string>;
}

const GAPS_MAX = 12;
const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;

export function drawWorld(random: Random): DrawnWorld {
  // Most worlds are small, as a large one shows little more and takes longer.
  const count = random.chance(0.94) ? random.int(1, 3) : random.int(5, GAPS_MAX);
  const gaps = drawGaps(random, count);
  return {
    source: sourceOf(gaps),
    gaps,
    settings: drawSettings(random),
    engineer: random.chance(0.3) ? "sound" : random.pick(ENGINEER_TEMPERS),
    reviewer: random.chance(0.3) ? "sound" : random.pick(REVIEWER_TEMPERS),
    user: random.pick([...USER_TEMPERS, "prompt", "odd"] as const),
    policy: drawPolicy(random),
  };
}

function drawGaps(random: Random, count: number): readonly Gap[] {
  const ids = Array.from({ length: count }, (_, index) =>
    gapId(`GAP-SIM-${String(index + 1).padStart(3, "0")}`),
  );
  return ids.map((id, index) =>
    enterGap({
      id,
      title: `What ${id} leaves open`,
      description: "",
      stated: random.chance(0.1) ? null : random.pick(SEVERITIES),
      origin: { from: "source", line: 3 + index * 2, heading: null },
      blockedBy: ids.slice(0, index).filter(() => random.chance(0.12)),
      round: 0,
    }),
  );
}

function sourceOf(gaps: readonly Gap[]): string {
  return `# A spec\n\n${gaps.map(({ id, title }) => `TODO ${id}: ${title}\n`).join("\n")}`;
}

function drawSettings(random: Random): SessionSettings {
  const maxRounds = random.int(1, 4);
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
    spend: { run: NO_CAP, role: drawCap(random), session: drawCap(random) },
  };
}

function drawFallbacks(random: Random): NonNullable<SessionSettings["fallbacks"]> {
  const some = (names: readonly string[]) => (random.chance(0.2) ? [] : random.some(names));
  return { engineer: some(["nobody", "other", "engineer"]), reviewer: some(["other", "nobody"]) };
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
