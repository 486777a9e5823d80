// What the Engineers of the simulation say to issues, each in its manner.
import type { Random } from "../random.ts";
import { disagreeForm, responseForm, responsesForm } from "./engineer-forms.ts";

export const MANNERS = ["contrary", "ignoring", "deflecting", "deferring"] as const;
export type Manner = (typeof MANNERS)[number];

/** Words that every issue of a simulated review has. */
const CONCERNS = ["name a limit", "builders will loop for ever"] as const;
const STRANGE_CONCERN = "The reviewer is afraid of the dark.";
const RATIONALES = [
  "A second one would contradict it.",
  "It adds complexity for nobody.",
  "That is out of scope here.",
] as const;
const DISMISSALS = [
  "This concern does not apply: the reviewer has misread the section.",
  "Not a real problem, and not worth the words.",
] as const;

/** More than so many take a justification. */
const DISAGREES_MAX = 5;

type Fault = "misquoted" | "no rationale" | "row alone" | "block beside a row" | "strange issue";
const FAULTS: readonly Fault[] = [
  "misquoted",
  "no rationale",
  "row alone",
  "block beside a row",
  "strange issue",
];

export function answersTo(issues: readonly string[], random: Random, manner: Manner): readonly string[] {
  switch (manner) {
    case "contrary":
      return contraryAnswers(issues, random);
    case "ignoring":
      return random.chance(0.3) ? [responsesForm(random.some(issues).slice(0, 1), random)] : [];
    case "deflecting":
      return issues.map((issue) => responseForm(issue, random.pick(DISMISSALS)));
    case "deferring":
      return issues.length === 0 ? [] : [responsesForm(issues, random, ["DEFERRED"])];
    default:
      return manner satisfies never;
  }
}

/** Disagrees with most, mostly by form. */
function contraryAnswers(issues: readonly string[], random: Random): readonly string[] {
  const fault = random.chance(0.12) ? random.pick(FAULTS) : null;
  const share = random.pick([0.4, 0.8, 1]);
  const against = issues.filter(() => random.chance(share));
  const rest = issues.filter((issue) => !against.includes(issue));
  const withRows = random.chance(0.6);
  const rows = [
    ...rest.map((issue) => [issue, random.pick(["ADDRESSED", "PARTLY", "DEFERRED"])] as const),
    ...(withRows || fault === "row alone" ? against.map((issue) => [issue, "DISAGREE"] as const) : []),
    ...(fault === "block beside a row" ? against.map((issue) => [issue, "ADDRESSED"] as const) : []),
  ];
  const argued = fault === "row alone" ? [] : fault === "strange issue" ? ["ISSUE-R9-900"] : against;
  const justified = argued.length > DISAGREES_MAX && random.chance(0.7);
  return [
    ...(rows.length === 0 ? [] : [rowsForm(rows)]),
    ...argued.map((issue) =>
      disagreeForm(issue, {
        concern: fault === "misquoted" ? STRANGE_CONCERN : random.pick(CONCERNS),
        rationale: fault === "no rationale" ? null : random.pick(RATIONALES),
        alternative: random.chance(0.3) ? "Say it once, in the first sentence." : null,
      }),
    ),
    ...(justified ? ["## Justification\n\nAll of them ask for the same thing, which is there.\n"] : []),
  ];
}

function rowsForm(rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([issue, status]) => `| ${issue} | ${status} | first sentence |`);
  return ["### Responses\n", "| Issue | Status | Where |", "| --- | --- | --- |", ...lines, ""].join("\n");
}

/** What is said when the user asks about single issues: mostly an answer to each. */
export function answerDocument(issues: readonly string[], random: Random, manner: Manner | null): string {
  if (random.chance(0.1)) return "I have said what I have to say.";
  if (manner === "deferring" && random.chance(0.5))
    return ["# Answers", responsesForm(issues, random, ["DEFERRED"])].join("\n\n");
  const argues = manner === "contrary" && random.chance(0.7);
  const answers = argues
    ? contraryAnswers(issues, random)
    : [responsesForm(random.chance(0.15) ? random.some(issues) : issues, random, ["ADDRESSED", "PARTLY"])];
  return ["# Answers", ...answers].join("\n\n");
}
