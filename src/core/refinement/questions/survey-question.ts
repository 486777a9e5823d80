import { formatCount } from "../../shared/format-count.ts";
import { SEVERITIES } from "../../shared/severity.ts";
import type { Finder, Gap } from "../gap.ts";
import { CHOOSE_FORMS } from "../survey/choose-gaps.ts";
import type { RunEstimate } from "../survey/estimate-run.ts";
import type { SurveyInventory } from "../survey/join-survey.ts";
import { buildQuestion, type QuestionDraft } from "./build-question.ts";
import type { Evidence } from "./question.ts";

interface SurveyFacts {
  readonly inventory: SurveyInventory;
  readonly linted: readonly Gap[];
  readonly spec: string;
  readonly estimate: RunEstimate;
}

/** The whole inventory, section by section, with what working on it is likely to take. */
export function surveyQuestion({ inventory, linted, spec, estimate }: SurveyFacts): QuestionDraft {
  const { surveys, gaps, confirmed, leftOut, leftOutHoles = [] } = inventory;
  const more =
    leftOut === 0
      ? ""
      : ` ${formatCount(leftOut, "further one")} of less weight ${leftOut === 1 ? "is" : "are"} left out; \`choose\` can add any of them.`;
  const found =
    surveys === 0
      ? "No survey passed its gate."
      : `The survey found ${formatCount(gaps.length, "gap")} that nothing in the specification marks (${severityWords(gaps)}).${more}`;
  return buildQuestion({
    kind: "survey",
    subject: { of: "survey" },
    why: `${found} With the linter's ${linted.length}, working on them takes about ${estimateWords(estimate)}.`,
    evidence: [
      ...bySection([...linted, ...gaps], { spec, confirmed }),
      ...leftOutHoles.map(({ title, severity, line, path }) => ({
        file: spec,
        line,
        from: "project" as const,
        text: `left out: ${path.at(-1) ?? ""}: ${severity} ${title}`,
      })),
    ],
    effects: {
      start: "All of them are worked on; LOW ones are deferred until you reopen them.",
      choose: `You change the list, and work starts with the rest. A line for each change: ${CHOOSE_FORMS.join("; ")}.`,
      "lint-only": "What the survey found is left aside; only what the linter found is worked on.",
    },
    recommended: "start",
    blocks: ["the first round"],
    continues: [],
  });
}

function severityWords(gaps: readonly Gap[]): string {
  const words = SEVERITIES.map((severity) => ({
    severity,
    count: gaps.filter((gap) => gap.severity.level === severity).length,
  })).filter(({ count }) => count > 0);
  return words.length === 0 ? "none" : words.map(({ severity, count }) => `${count} ${severity}`).join(", ");
}

function estimateWords({ rounds, calls, usd }: RunEstimate): string {
  const cost = usd === null ? "" : ` and $${usd < 1 ? usd.toFixed(2) : usd.toFixed(1)}`;
  return `${formatCount(rounds, "round")}, ${formatCount(calls, "call")}${cost}`;
}

/** In the order of the specification; what a section is called stands before its first gap. */
function bySection(
  gaps: readonly Gap[],
  { spec, confirmed }: { readonly spec: string; readonly confirmed: SurveyInventory["confirmed"] },
): readonly Evidence[] {
  const finders = new Map(confirmed.map(({ gap, foundBy }) => [gap, foundBy]));
  return gaps
    .map((gap) => ({ gap, ...placeOf(gap) }))
    .toSorted((a, b) => a.line - b.line)
    .map(({ gap, line, section }) => ({
      file: spec,
      line,
      from: "project" as const,
      gap: gap.id,
      text: `${section === "" ? "" : `${section}: `}${gap.id} ${gap.severity.level} ${gap.title} (${finderWords(finders.get(gap.id) ?? findersOf(gap))})`,
    }));
}

function placeOf({ origin }: Gap): { readonly line: number; readonly section: string } {
  if (origin.from === "survey") return { line: origin.line, section: origin.path.at(-1) ?? "" };
  if (origin.from === "source")
    return { line: origin.line, section: origin.path?.at(-1) ?? origin.heading ?? "" };
  return { line: 1, section: "" };
}

export function findersOf({ foundBy, origin }: Gap): readonly Finder[] {
  return foundBy ?? (origin.from === "source" ? ["linter"] : []);
}

const FINDER_WORDS: Record<Finder, string> = {
  linter: "linter",
  survey: "survey",
  "second-survey": "second survey",
  user: "you",
};

export function finderWords(finders: readonly Finder[]): string {
  return finders.map((finder) => FINDER_WORDS[finder]).join(", ");
}
