import { expect, it } from "vitest";
import { LINT_RULES } from "./lint-rules.ts";
import { lintSpec } from "./lint-spec.ts";
import { toSarif } from "./sarif.ts";

const text = [
  "# Spec",
  "The limit is TBD.",
  "It must answer quickly. <!-- parley-ignore vague-requirement: agreed -->",
  "- GAP-AB-001 (CRITICAL): who?",
  "- [x] GAP-AB-002: what?",
].join("\n\n");

interface Log {
  readonly version: string;
  readonly runs: readonly {
    readonly columnKind: string;
    readonly tool: {
      readonly driver: { readonly name: string; readonly version: string; readonly rules: readonly Rule[] };
    };
    readonly results: readonly Result[];
  }[];
}

interface Rule {
  readonly id: string;
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: string; readonly rank: number };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly suppressions?: readonly { readonly kind: string; readonly justification?: string }[];
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: {
        readonly startLine: number;
        readonly startColumn: number;
        readonly endColumn: number;
      };
    };
  }[];
}

const log = JSON.parse(
  JSON.stringify(toSarif([lintSpec({ text, file: "docs/my spec.md" })], "1.2.3")),
) as Log;
const [run] = log.runs;

it("has what every log and run must have", () => {
  expect(log.version).toBe("2.1.0");
  expect(log.runs).toHaveLength(1);
  expect(run?.tool.driver).toMatchObject({ name: "parley", version: "1.2.3" });
  expect(run?.columnKind).toBe("utf16CodeUnits");
});

it("describes every rule, with help in both forms", () => {
  const rules = run?.tool.driver.rules ?? [];
  expect(rules.map(({ id }) => id)).toEqual(LINT_RULES.map(({ id }) => id));
  for (const { help, defaultConfiguration } of rules) {
    expect(help.text).not.toBe("");
    expect(help.markdown).not.toBe("");
    expect(["none", "note", "warning", "error"]).toContain(defaultConfiguration.level);
    expect(defaultConfiguration.rank).toBeLessThanOrEqual(100);
  }
});

it("gives every result its rule, level, message and region", () => {
  const results = run?.results ?? [];
  expect(results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
    "todo-marker warning",
    "gap-entry error",
    "gap-entry note",
    "vague-requirement warning",
  ]);
  for (const { ruleId, ruleIndex, message, locations } of results) {
    expect(LINT_RULES[ruleIndex]?.id).toBe(ruleId);
    expect(message.text).not.toBe("");
    const [location] = locations;
    expect(location?.physicalLocation.artifactLocation.uri).toBe("docs/my%20spec.md");
    const { startLine, startColumn, endColumn } = location?.physicalLocation.region ?? {
      startLine: 0,
      startColumn: 0,
      endColumn: 0,
    };
    expect(Math.min(startLine, startColumn)).toBeGreaterThanOrEqual(1);
    expect(endColumn).toBeGreaterThanOrEqual(startColumn);
  }
  expect(results[0]?.locations[0]?.physicalLocation.region).toMatchObject({
    startLine: 3,
    startColumn: 14,
    endColumn: 17,
  });
});

it("keeps ignored findings as suppressed results, with the reason", () => {
  const suppressed = (run?.results ?? []).filter(({ suppressions }) => suppressions !== undefined);
  expect(suppressed).toMatchObject([
    { ruleId: "vague-requirement", suppressions: [{ kind: "inSource", justification: "agreed" }] },
  ]);
});

it("takes any name of a file", () => {
  expect(() => toSarif([lintSpec({ text, file: "a\uD800/b c.md" })], "1")).not.toThrow();
});
