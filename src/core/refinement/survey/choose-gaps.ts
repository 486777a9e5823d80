// How a person changes the inventory of a survey before work begins: a line for each change, in one of four forms.
import type { ProposedGap } from "../../documents/engineer-document.ts";
import { type GapId, parseGapId } from "../../shared/gap-id.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { SEVERITIES, type Severity } from "../../shared/severity.ts";

export type SurveyChange =
  | { readonly do: "drop"; readonly gap: GapId }
  | { readonly do: "defer"; readonly gap: GapId; readonly reason: string }
  | { readonly do: "rate"; readonly gap: GapId; readonly severity: Severity }
  | { readonly do: "add"; readonly gap: ProposedGap };

export const CHOOSE_FORMS = [
  "drop GAP-SURVEY-001",
  "defer GAP-SURVEY-002: why it can wait",
  "rate GAP-SURVEY-003 HIGH",
  "add HIGH: What happens when …? @ Heading > Sub-heading",
] as const;

const CHANGES_MAX = 500;

/** Every line has to be one of the forms; a gap that is not in the list is a mistake, not a wish. */
export function parseChoices(text: string, known: ReadonlySet<GapId>): readonly SurveyChange[] | Refusal {
  const changes: SurveyChange[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const change = parseChoice(line.trim());
    if (change === null) return refuse(index + 1, `"${line.trim().slice(0, 80)}" is none of the forms`);
    if (change.do !== "add" && !known.has(change.gap))
      return refuse(index + 1, `${change.gap} is not in the list`);
    changes.push(change);
    if (changes.length > CHANGES_MAX) return refuse(index + 1, `more than ${CHANGES_MAX} changes`);
  }
  return changes;
}

function parseChoice(line: string): SurveyChange | null {
  const [word = "", ...rest] = line.split(" ");
  const said = rest.join(" ").trim();
  switch (word.toLowerCase()) {
    case "drop": {
      const gap = parseGapId(said);
      return gap === null ? null : { do: "drop", gap };
    }
    case "defer": {
      const { head, tail } = cutAt(said, ":");
      const gap = parseGapId(head);
      return gap === null ? null : { do: "defer", gap, reason: tail };
    }
    case "rate": {
      const { head, tail } = cutAt(said, " ");
      const [gap, severity] = [parseGapId(head), severityOf(tail)];
      return gap === null || severity === null ? null : { do: "rate", gap, severity };
    }
    case "add": {
      const { head, tail } = cutAt(said, ":");
      const severity = severityOf(head);
      const { head: title, tail: place } = cutAt(tail, " @ ");
      if (severity === null || title === "") return null;
      const gap = { id: null, line: 1, title, severity };
      return { do: "add", gap: place === "" ? gap : { ...gap, place } };
    }
    default:
      return null;
  }
}

function cutAt(text: string, mark: string): { readonly head: string; readonly tail: string } {
  const at = text.indexOf(mark);
  if (at < 0) return { head: text.trim(), tail: "" };
  return { head: text.slice(0, at).trim(), tail: text.slice(at + mark.length).trim() };
}

function severityOf(text: string): Severity | null {
  return SEVERITIES.find((severity) => severity === text.trim().toUpperCase()) ?? null;
}

function refuse(line: number, problem: string): Refusal {
  return {
    refused: "answer-form",
    message: `line ${line} of the changes: ${problem}`,
    fix: `A line for each change: ${CHOOSE_FORMS.map((form) => `\`${form}\``).join(", ")}.`,
  };
}
