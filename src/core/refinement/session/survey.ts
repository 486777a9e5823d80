// The survey: the specification read as a whole before the first round, and what becomes of what it finds.
import type { WrittenHole } from "../../documents/survey-document.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { raiseSeverity } from "../../shared/severity.ts";
import { type Thresholds, thresholdsFor } from "../convergence.ts";
import type { Gap } from "../gap.ts";
import { surveyQuestion } from "../questions/survey-question.ts";
import { isSurveyRole } from "../role.ts";
import { roundLimits } from "../round-limits.ts";
import { estimateRun } from "../survey/estimate-run.ts";
import type { FoundPlace, Hole } from "../survey/hole.ts";
import { joinSurvey, type SurveyInventory } from "../survey/join-survey.ts";
import { judgeSurvey } from "../validation/judge-survey.ts";
import type { Draft } from "./draft.ts";
import { logJudgement, mayRetry, retryTurn } from "./judged-turn.ts";
import { gapsOf } from "./session.ts";
import type { Output } from "./session-command.ts";
import { totalSpent, unpricedCalls } from "./spend.ts";
import { outcomeOf, type Turn } from "./turn.ts";

export function takeSurveyOutput(draft: Draft, turn: Turn, output: Output): void {
  const content = output.content?.of === "survey" ? output.content : null;
  const places = content?.places ?? null;
  const judgement = judgeSurvey({
    written: output.written,
    document: content?.document ?? null,
    places,
    notes: content?.notes ?? [],
  });
  const { verdict } = judgement;
  logJudgement(draft, turn, judgement);
  const { role } = turn;
  if (verdict.ok && content !== null && places !== null && output.ref !== null && isSurveyRole(role)) {
    const holes = content.document.holes.flatMap((hole, index) => holeOf(hole, places.places[index], index));
    draft.emit("SurveyTaken", { role, document: output.ref.sha256, holes, complete: places.complete });
    draft.settleTurn(turn, { outcome: "VALID", detail: verdict.message, document: output.ref });
  } else if (!verdict.ok && mayRetry(turn)) {
    retryTurn(draft, turn, { failed: verdict, gaps: [], uncertain: false });
  } else {
    draft.settleTurn(turn, {
      outcome: "SKIP",
      detail: `left out: ${turn.attempt} attempts did not pass the gate`,
    });
  }
}

function holeOf(written: WrittenHole, found: FoundPlace | undefined, index: number): readonly Hole[] {
  const { number = index + 1, title, severity, passage = null, why, settledBy, waitsFor = "" } = written;
  if (severity === null || why === undefined || settledBy === undefined) return [];
  if (found === undefined || found.path === null) return [];
  return [
    {
      number,
      title,
      severity,
      path: found.path,
      line: found.line,
      passage,
      span: found.span,
      why,
      settledBy,
      blockedBy: waitsFor.split(/[,;\s]/).filter((name) => name !== ""),
    },
  ];
}

/** Every survey has an outcome: what they found becomes one inventory, and the user is asked about it. */
export function closeSurvey(draft: Draft): void {
  const {
    settings,
    work: { survey },
  } = draft.session;
  if (survey.at !== "under-way" || settings.survey === undefined) return;
  const failed = survey.turns.every((turn) => outcomeOf(turn) === "SKIP");
  const { alone = false, gapsMax } = settings.survey;
  const inventory = joinSurvey({
    reports: survey.reports,
    gaps: gapsOf(draft.session),
    taken: draft.session.ledger.gapIds,
    gapsMax,
  });
  const isEmpty = inventory.gaps.length === 0 && inventory.confirmed.length === 0;
  if (isEmpty && !alone) {
    const detail = failed ? "no survey passed its gate" : "the survey found nothing beside the linter";
    draft.emit("SurveySettled", { outcome: failed ? "left-out" : "nothing", detail });
    return;
  }
  draft.emit("SurveyJoined", { inventory });
  if (inventory.gaps.length === 0 && !alone) {
    takeInventory(draft, inventory, "the survey found nothing beside the linter");
    return;
  }
  const linted = gapsOf(draft.session);
  draft.ask(
    surveyQuestion({
      inventory,
      linted,
      spec: draft.session.spec.path,
      estimate: estimateOf(draft, inventory),
    }),
  );
}

function estimateOf({ session }: Draft, inventory: SurveyInventory) {
  const {
    settings,
    ledger: { spend },
  } = session;
  const { usd, calls } = totalSpent(spend);
  return estimateRun({
    gaps: [...gapsOf(session), ...inventory.gaps],
    gapsPerRound: settings.limits.gapsPerRound,
    remarksRound: settings.remarksRound === true,
    spent: { usd, calls: calls - unpricedCalls(spend) },
  });
}

/** The gaps enter as if they had been there from the start, and the limits follow their number. */
export function takeInventory(draft: Draft, { gaps, confirmed }: SurveyInventory, detail: string): void {
  draft.emit("SurveySettled", { outcome: "taken", detail });
  for (const { gap: id, foundBy, severity, description } of confirmed) {
    const gap = draft.gap(id);
    draft.emit("GapConfirmed", { gap: id, foundBy, description: joinDescriptions(gap, description) });
    if (severity !== null)
      draft.emit("GapRated", { gap: id, severity: raiseSeverity(gap.severity, severity), round: 0 });
  }
  for (const gap of gaps) draft.emit("GapEntered", { gap, alias: null });
  adjustLimits(draft);
}

function joinDescriptions({ description }: Gap, found: string): string {
  return [description, found].filter((text) => text.trim() !== "").join("\n\n");
}

function adjustLimits(draft: Draft): void {
  const { settings } = draft.session;
  if (settings.survey === undefined) return;
  const { given } = settings.survey;
  const count = gapsOf(draft.session).length;
  const { maxRounds, ...others } = settings.limits;
  const limits = roundLimits(count, given.includes("maxRounds") ? settings.limits : others);
  const { stallThreshold, divergenceThreshold } = settings.thresholds;
  const thresholds = thresholdsFor(count, {
    ...(given.includes("stallThreshold") ? { stallThreshold } : {}),
    ...(given.includes("divergenceThreshold") ? { divergenceThreshold } : {}),
  });
  if (isRefusal(limits)) return;
  const same = limits.maxRounds === maxRounds && isSame(thresholds, settings.thresholds);
  if (same) return;
  draft.emit("SettingsChanged", {
    settings: { ...settings, limits, thresholds },
    because: `the survey brought the number of gaps to ${count}`,
  });
}

function isSame(a: Thresholds, b: Thresholds): boolean {
  return a.stallThreshold === b.stallThreshold && a.divergenceThreshold === b.divergenceThreshold;
}
