// A spec of many sections with a gap in each; within a chapter each gap builds on the one before.

import type { Gap } from "../../src/core/refinement/gap.ts";
import { type GapId, parseGapId } from "../../src/core/shared/gap-id.ts";
import { SEVERITIES } from "../../src/core/shared/severity.ts";
import { specOf } from "../../src/document/spec/spec.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { originOfFinding } from "../../src/lint/spec-inventory.ts";
import { gapOfSource } from "../../test/support/example-gap.ts";
import { proseOf } from "./prose.ts";

const CHAPTERS = ["AUTH", "BILL", "CACHE", "DATA", "EXPORT", "FLOW", "GRAPH", "HOOK", "INDEX", "JOB"];

export interface Workload {
  readonly text: string;
  readonly gaps: readonly Gap[];
}

export function workload(gapsWanted: number): Workload {
  const each = Math.ceil(gapsWanted / CHAPTERS.length);
  const lines = ["# A service of many parts", "", proseOf("preamble").paragraph(600), ""];
  const gaps: Gap[] = [];
  for (const [chapter, category] of CHAPTERS.entries()) {
    lines.push(
      `## ${chapter + 1}. The ${category.toLowerCase()} part`,
      "",
      proseOf(category).paragraph(500),
      "",
    );
    for (let number = 1; number <= each && gaps.length < gapsWanted; number++) {
      const id = gapOf(category, number);
      const prose = proseOf(id);
      const title = prose.phrase(6);
      const heading = `${chapter + 1}.${number} ${prose.phrase(3)}`;
      lines.push(`### ${heading}`, "", prose.paragraph(350), "");
      for (let item = 0; item < 3; item++) lines.push(`- ${prose.paragraph(60)}`);
      lines.push("", `TODO: ${title}?`, "", prose.paragraph(150), "");
      gaps.push(
        gapOfSource({
          id,
          title,
          description: prose.paragraph(200),
          severity: SEVERITIES[(number * 7) % SEVERITIES.length] ?? null,
          ...{ line: lines.length - 3, heading },
          blockedBy: number === 1 ? [] : [gapOf(category, number - 1)],
        }),
      );
    }
  }
  const text = `${lines.join("\n")}\n`;
  return { text, gaps: marked(text, gaps) };
}

/** With what the linter finds in the line of each. */
function marked(text: string, gaps: readonly Gap[]): readonly Gap[] {
  const spec = specOf(text);
  const findings = new Map(lintSpec({ text, file: "spec.md" }).findings.map((one) => [one.line, one]));
  return gaps.map((gap) => {
    const finding = gap.origin.from === "source" ? findings.get(gap.origin.line) : undefined;
    if (finding === undefined) throw new Error(`the linter does not find ${gap.id}`);
    return { ...gap, origin: originOfFinding(spec, finding) };
  });
}

function gapOf(category: string, number: number): GapId {
  const id = parseGapId(`GAP-${category}-${String(number).padStart(3, "0")}`);
  if (id === null) throw new Error(`${category} ${number} makes no gap id`);
  return id;
}
