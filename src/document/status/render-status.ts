import type { RetryDetail, RoundRecord, StatusDocument } from "../../core/documents/status-document.ts";
import { remembered } from "../../core/shared/remembered.ts";
import { countGaps } from "../record/gap-counts.ts";
import { renderRollbackHistory } from "../record/rollback.ts";
import {
  convergenceRows,
  coverageRows,
  disagreementFlags,
  gapCounts,
  gapTransitions,
  roleOutcomes,
  usageLines,
} from "../record/round-tables.ts";
import { heading, joinBlocks, orNoneSaid } from "../record/section.ts";
import { escapeText } from "../render/free-text.ts";
import * as tables from "./status-tables.ts";
import { TITLES } from "./status-titles.ts";

/** Exact and free of chance: equal documents give equal bytes. */
export const renderStatus = remembered((document: StatusDocument): string => {
  const { session, spec, round, state, updated, configuration, gaps, settled, convergence, rounds } =
    document;
  const { coverage, examples, timing, usage, agentChanges, rollbacks, rollbackSummary } = document;
  const blocks = joinBlocks(
    heading(1, "Status"),
    tables.head.write({ session, spec, round, state, updated }),
    heading(2, TITLES.configuration),
    tables.settings.write(configuration),
    heading(2, TITLES.inventory),
    tables.inventory.write(gaps),
    ...(gaps.length === 0 ? [] : [heading(3, TITLES.gapCounts), gapCounts.write(countGaps(gaps))]),
    ...(settled.length === 0 ? [] : [heading(3, TITLES.settled), tables.settled.write(settled)]),
    ...(coverage.length === 0 ? [] : [heading(3, TITLES.coverage), coverageRows.write(coverage)]),
    heading(2, TITLES.convergence),
    convergenceRows.write(convergence),
    heading(2, TITLES.rounds),
    orNoneSaid(joinBlocks(...rounds.map(renderRound))),
    ...renderValidation(document),
    heading(2, TITLES.examples),
    tables.examples.write(examples),
    ...(examples.length === 0 ? [] : [heading(3, TITLES.tierCounts), tables.renderTierCounts(examples)]),
    ...renderDetection(document),
    heading(2, TITLES.timing),
    tables.timing.write(timing),
    heading(2, TITLES.usage),
    usageLines.write(usage),
    ...(agentChanges.length === 0
      ? []
      : [heading(3, TITLES.agentChanges), tables.agentChanges.write(agentChanges)]),
    renderRollbackHistory(rollbacks, rollbackSummary),
  );
  return `${blocks.join("\n")}\n`;
});

/** One text a round, since a long session has many that are over. */
const renderRound = remembered(({ round, outcomes, transitions, flags }: RoundRecord): readonly string[] => [
  joinBlocks(
    heading(3, `Round ${round}`),
    heading(4, TITLES.outcomes),
    roleOutcomes.write(outcomes),
    heading(4, TITLES.transitions),
    gapTransitions.write(transitions),
    heading(4, TITLES.flags),
    disagreementFlags.write(flags),
  ).join("\n"),
]);

function renderValidation({ validation }: StatusDocument): readonly (readonly string[])[] {
  const { summary, log, retries } = validation;
  return [
    heading(2, TITLES.validation),
    heading(3, TITLES.validationSummary),
    tables.validationSummary.write(summary),
    heading(3, TITLES.validationLog),
    tables.validationLog.write(log),
    heading(3, TITLES.retries),
    orNoneSaid(joinBlocks(...retries.map(renderRetry))),
  ];
}

function renderRetry({ role, retry, timestamp, ...fields }: RetryDetail): readonly string[] {
  return joinBlocks(
    heading(4, `${escapeText(role)} Retry ${retry} (${timestamp})`),
    tables.retryDetail.write(fields),
  );
}

function renderDetection({ detection }: StatusDocument): readonly (readonly string[])[] {
  return [
    heading(2, TITLES.detection),
    heading(3, TITLES.heuristics),
    tables.heuristics.write(detection.heuristics),
    heading(3, TITLES.disagreeRates),
    tables.disagreeRates.write(detection.disagreeRates),
  ];
}
