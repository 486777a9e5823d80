import type {
  RetryDetail,
  RoundRecord,
  StatusDocument,
} from "../../core/refinement/records/status-document.ts";
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import {
  blockOrNone,
  field,
  heading,
  joinBlocks,
  renderItems,
  textField,
  textOrNoneField,
} from "../record/record-blocks.ts";
import { withHistory } from "../record/rollback.ts";
import {
  convergenceRows,
  coverageRows,
  gapTransitions,
  renderArguments,
  roleOutcomes,
  usageLines,
} from "../record/round-tables.ts";
import { escapeText } from "../render/free-text.ts";
import * as tables from "./status-tables.ts";

/** Exact and free of chance: equal documents give equal bytes. */
export const renderStatus = memoizeWeak((document: StatusDocument): string =>
  withHistory(renderStatusBody(document), document.rollbacks, document.rollbackSummary),
);

/** All but the history of rollbacks, which closes it. */
export const renderStatusBody = memoizeWeak((document: StatusDocument): string => {
  const { session, spec, round, state, updated, configuration, gaps, settled, convergence, rounds } =
    document;
  const { coverage, examples, timing, usage, agentChanges } = document;
  const blocks = joinBlocks(
    heading(1, "Status"),
    renderItems(
      textField("Session", session),
      textField("Spec", spec),
      field("Round", round),
      textField("State", state),
      field("Updated", updated),
    ),
    heading(2, "Configuration"),
    tables.settings.write(configuration),
    heading(2, "Gap Inventory"),
    tables.inventory.write(gaps),
    ...(gaps.length === 0 ? [] : [heading(3, "Gaps by State and Severity"), tables.renderGapCounts(gaps)]),
    ...(settled.length === 0 ? [] : [heading(3, "Settled in the Source"), tables.settled.write(settled)]),
    ...(coverage.length === 0 ? [] : [heading(3, "Coverage"), coverageRows.write(coverage)]),
    heading(2, "Convergence"),
    convergenceRows.write(convergence),
    heading(2, "Round Summary"),
    blockOrNone(joinBlocks(...rounds.map(renderRound))),
    ...renderValidation(document),
    heading(2, "Example Log"),
    tables.examples.write(examples),
    ...(examples.length === 0 ? [] : [heading(3, "Examples by Tier"), tables.renderTierCounts(examples)]),
    ...renderDetection(document),
    heading(2, "Timing"),
    tables.timing.write(timing),
    heading(2, "Usage"),
    usageLines.write(usage),
    ...(agentChanges.length === 0
      ? []
      : [heading(3, "Agent Changes"), tables.agentChanges.write(agentChanges)]),
  );
  return `${blocks.join("\n")}\n`;
});

/** One text a round, since a long session has many that are over. */
const renderRound = memoizeWeak(
  ({ round, outcomes, transitions, ...argued }: RoundRecord): readonly string[] => [
    joinBlocks(
      heading(3, `Round ${round}`),
      heading(4, "Role Outcomes"),
      roleOutcomes.write(outcomes),
      heading(4, "Gap Transitions"),
      gapTransitions.write(transitions),
      ...renderArguments(argued, 4),
    ).join("\n"),
  ],
);

function renderValidation({ validation }: StatusDocument): readonly (readonly string[])[] {
  const { summary, log, retries } = validation;
  return [
    heading(2, "Validation Log"),
    heading(3, "Validation Summary"),
    tables.validationSummary.write(summary),
    heading(3, "Detailed Log"),
    tables.validationLog.write(log),
    heading(3, "Retry Details"),
    blockOrNone(joinBlocks(...retries.map(renderRetry))),
  ];
}

function renderRetry(detail: RetryDetail): readonly string[] {
  const { round, role, retry, timestamp, failureType, promptModification, exampleAttached, outcome } = detail;
  return joinBlocks(
    heading(4, `${escapeText(role)} Retry ${retry} (${timestamp})`),
    renderItems(
      field("Round", round),
      textField("Failure Type", failureType),
      textField("Prompt Modification", promptModification),
      textOrNoneField("Example Attached", exampleAttached),
      textField("Outcome", outcome),
    ),
  );
}

function renderDetection({ detection }: StatusDocument): readonly (readonly string[])[] {
  return [
    heading(2, "Detection Metrics"),
    heading(3, "Heuristics"),
    tables.heuristics.write(detection.heuristics),
    heading(3, "DISAGREE Rate"),
    tables.disagreeRates.write(detection.disagreeRates),
  ];
}
