// How sure the Engineer says to be of a resolution, in whatever dress.
import type { Confidence } from "../../core/documents/engineer-document.ts";
import { linesOfSpans, plainText, type Span, statedLabel, statedText } from "../markdown/spans.ts";
import { stripMarkup } from "../reading/dress.ts";
import type { Part } from "./titles.ts";

export interface StatedConfidence {
  /** `null` where a confidence is given that is none of the three. */
  readonly confidence: Confidence | null;
  readonly line: number;
  /** Whether its line says nothing else. */
  readonly alone: boolean;
  /** Whether it is written `**Confidence:** HIGH`. */
  readonly plain: boolean;
}

const OF_WORD: Record<string, Confidence> = {
  high: "HIGH",
  medium: "MEDIUM",
  moderate: "MEDIUM",
  med: "MEDIUM",
  low: "LOW",
};

const OWNER =
  "(?:overall |resolution |engineer(?:'s)? |my |our |solution |proposal |design |gap |stated |author )?";
const NAME = `${OWNER}confidence(?: (?:level|score|rating|in (?:this|the) (?:resolution|solution|proposal|design|answer|revision)))?`;
const WHOLE_NAME = new RegExp(`^${NAME}$`, "i");
const LABEL = new RegExp(
  `(?:^[^\\p{L}\\p{N}]{0,6}|[|·•(,;[–—.]\\s?)\\s?${NAME}\\s?(?:[:=–—→-]|\\bis\\b)`,
  "iu",
);
const LEVEL =
  /^[^\p{L}\p{N}%]*(?:(?:very|fairly|quite|rather|reasonably) )?(high|medium|moderate|med|low)\b(.*)$/iu;
const RANGE = /^[\s/|*_`-]*(?:(?:to|or|and|–|—|,)\s*[*_`]*)?(?:high|medium|moderate|low)\b/i;
const LEVEL_FIRST =
  /^[^\p{L}\p{N}]*(?:very )?(high|medium|moderate|low)[ -]confidence\b\s*(?=$|[.:;,()[\]–—*-])/iu;

/** The level a value begins with; `null` for a range, a percentage, a list of the possible ones. */
function readLevel(value: string): { readonly confidence: Confidence | null; readonly rest: string } {
  const [, word = "", rest = ""] = LEVEL.exec(value) ?? [];
  const confidence = OF_WORD[word.toLowerCase()] ?? null;
  return { confidence: RANGE.test(rest) ? null : confidence, rest };
}

/** A confidence in a title: `… (Confidence: HIGH)`, `… — high confidence`. */
export function confidenceInTitle(
  text: string,
): { readonly confidence: Confidence; readonly title: string } | null {
  for (const match of text.matchAll(/\(([^()]*)\)|\[([^[\]]*)\]|[–—|]([^–—|()[\]]*)$/g)) {
    const said = (match[1] ?? match[2] ?? match[3] ?? "").trim();
    const label = LABEL.exec(said);
    const { confidence } =
      label === null
        ? { confidence: levelFirst(said) }
        : readLevel(said.slice(label.index + label[0].length));
    if (confidence === null) continue;
    return { confidence, title: `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}` };
  }
  return null;
}

function levelFirst(text: string): Confidence | null {
  const [, word = ""] = LEVEL_FIRST.exec(text) ?? [];
  return OF_WORD[word.toLowerCase()] ?? null;
}

/** The first statement of a confidence among the parts of a section. */
export function findConfidence(parts: readonly Part[]): StatedConfidence | null {
  for (const [index, part] of parts.entries()) {
    const found = inPart(part, parts[index + 1]);
    if (found !== null) return found;
  }
  return null;
}

function inPart({ block, title }: Part, next: Part | undefined): StatedConfidence | null {
  switch (block.kind) {
    case "heading":
    case "paragraph":
    case "item":
      if (title !== null && WHOLE_NAME.test(stripMarkup(title.text))) return belowTitle(next);
      for (const { line, spans } of linesOfSpans(block.spans)) {
        const found = inLine(spans, line);
        if (found !== null) return found;
      }
      return null;
    case "table":
      return inTable(block);
    default:
      return null;
  }
}

/** `### Confidence`, and the level on the next line. */
function belowTitle(next: Part | undefined): StatedConfidence | null {
  if (next === undefined || !("spans" in next.block)) return null;
  const { confidence } = readLevel(plainText(next.block.spans));
  return { confidence, line: next.block.line, alone: false, plain: false };
}

function inLine(spans: readonly Span[], line: number): StatedConfidence | null {
  const said = statedText(spans);
  const seen = plainText(spans);
  const label = LABEL.exec(said);
  if (label !== null) {
    const { confidence, rest } = readLevel(seen.slice(label.index + label[0].length));
    const alone = label.index === 0 && confidence !== null && stripMarkup(rest) === "";
    return {
      confidence,
      line,
      alone,
      plain: alone && spans[0]?.strong === true && seen.startsWith("Confidence: "),
    };
  }
  const confidence = levelFirst(said);
  return confidence === null ? null : { confidence, line, alone: false, plain: false };
}

type Table = Extract<Part["block"], { kind: "table" }>;

/** `| Confidence | High |` as a row. */
function inTable({ rows }: Table): StatedConfidence | null {
  for (const row of rows) {
    const at = row.cells.findIndex((cell) => WHOLE_NAME.test(stripMarkup(statedLabel(cell))));
    const value = row.cells[at + 1];
    if (at < 0 || value === undefined) continue;
    const { confidence } = readLevel(plainText(value));
    if (confidence !== null) return { confidence, line: row.line, alone: false, plain: false };
  }
  return null;
}

type ConfidenceRow = StatedConfidence & { readonly row: string };

function columnOf(rows: Table["rows"]): readonly ConfidenceRow[] {
  const [header, ...body] = rows;
  const at = header?.cells.findIndex((cell) => WHOLE_NAME.test(stripMarkup(statedLabel(cell)))) ?? -1;
  if (at < 0) return [];
  return body.flatMap((row) => {
    const { confidence } = readLevel(plainText(row.cells[at] ?? []));
    const text = row.cells.map(statedLabel).join(" | ");
    return confidence === null ? [] : [{ confidence, line: row.line, alone: false, plain: false, row: text }];
  });
}

/** What a table that sums up the document says of each gap: for resolutions that say nothing themselves. */
export function confidenceRows(parts: readonly Part[]): readonly ConfidenceRow[] {
  return parts.flatMap(({ block }) => (block.kind === "table" ? columnOf(block.rows) : []));
}
