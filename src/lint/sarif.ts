// Findings as SARIF 2.1.0, which code hosts and editors show beside the text.
import type { Severity } from "../core/shared/severity.ts";
import type { IgnoredFinding, LintFinding } from "./lint-finding.ts";
import { LINT_RULES, type LintRule, RULE_IDS } from "./lint-rules.ts";
import type { LintResult } from "./lint-spec.ts";

const LEVEL: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  CRITICAL: "error",
  HIGH: "error",
  MEDIUM: "warning",
  LOW: "note",
};

/** 100 is the most important; the scale is SARIF's. */
const RANK: Readonly<Record<Severity, number>> = { CRITICAL: 100, HIGH: 75, MEDIUM: 50, LOW: 25 };

export function toSarif(results: readonly LintResult[], version: string): object {
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "parley", version, rules: LINT_RULES.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: results.flatMap(({ file, findings, ignored }) => [
          ...findings.map((finding) => resultOf(finding, file)),
          ...ignored.map((finding) => ({
            ...resultOf(finding, file),
            suppressions: [suppressionOf(finding)],
          })),
        ]),
      },
    ],
  };
}

function ruleOf(rule: LintRule): object {
  const text = `${rule.summary}\n\nWhy it matters: ${rule.why}\n\nWhat would settle it: ${rule.settle}`;
  const markdown = [
    `**${rule.summary}**`,
    `Why it matters: ${rule.why}`,
    `What would settle it: ${rule.settle}`,
    `Found in:\n\n${indentExample(rule.hit)}`,
    `Not found in:\n\n${indentExample(rule.nonHit)}`,
  ].join("\n\n");
  return {
    id: rule.id,
    shortDescription: { text: rule.summary },
    fullDescription: { text: rule.why },
    help: { text, markdown },
    defaultConfiguration: { level: LEVEL[rule.severity], rank: RANK[rule.severity] },
  };
}

/** As code of four columns, which no fence inside can end. */
function indentExample(example: string): string {
  return example.trimEnd().replaceAll(/^/gm, "    ");
}

function resultOf(finding: LintFinding, file: string): object {
  const {
    rule,
    subject,
    gap,
    severity,
    line,
    column,
    endColumn,
    quote,
    headingPath,
    why,
    settle,
    state,
    note,
  } = finding;
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: LEVEL[severity],
    rank: RANK[severity],
    message: { text: [why, settle, ...(note === null ? [] : [note])].join(" ") },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column, endColumn, snippet: { text: quote } },
        },
        ...(headingPath.length === 0
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: headingPath.join(" > ") }] }),
      },
    ],
    partialFingerprints: { "parleyGap/v2": `${rule}/${subject}` },
    properties: { gap, severity, ...(state === null ? {} : { state }) },
  };
}

function suppressionOf({ reason }: IgnoredFinding): object {
  return { kind: "inSource", ...(reason === null ? {} : { justification: reason }) };
}

/** Relative to wherever the reader of the report stands; each step of the path is escaped. */
function uriOf(file: string): string {
  return file.split("/").map(encodeStep).join("/");
}

function encodeStep(step: string): string {
  return encodeURIComponent(step.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}
