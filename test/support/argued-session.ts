// A session in which the Engineer disagrees with issues: raised in round 1, argued in round 2.
import type { Severity } from "../../src/core/shared/severity.ts";
import { Stage } from "../refinement/stage.ts";
import { disagreeBlock, responses } from "./disagreement-texts.ts";
import { approval, objection, READY, resolution, sourceGap } from "./session-world.ts";

export const ARGUED_GAP = "GAP-FLOW-001";
export const OTHER_GAP = "GAP-FLOW-002";

/** Words that have nothing in common, so that no issue is taken for another. */
const TITLES = [
  "Retries never stop",
  "Colour differs between pages",
  "Clock zone is missing",
  "Passwords travel in plain text",
  "Orders vanish at midnight",
  "Nobody hears about failures",
  "Prices lack a currency",
] as const;

export interface Argument {
  /** Of the issues of round 1, in their order. */
  readonly severities: readonly Severity[];
  /** Those that are disagreed with, by number; the others are addressed. All of them where nothing is said. */
  readonly against?: readonly number[];
  /** Those that have no answer at all. */
  readonly ignored?: readonly number[];
  /** What is offered in place of what was asked for. */
  readonly alternative?: string;
  /** What else the document of round 2 says. */
  readonly more?: string;
  /** The review of round 2; without, it approves and says nothing to disagreements. */
  readonly second?: (gaps: readonly string[]) => string;
  /** What the Engineer answers when it is asked about single issues. */
  readonly answer?: string;
  /** Later documents of the Engineer and of the Reviewer, by round. */
  readonly engineer?: (round: number, gaps: readonly string[]) => string;
  readonly reviewer?: (round: number, gaps: readonly string[]) => string;
}

export function issueOf(number: number): string {
  return `ISSUE-R1-${String(number).padStart(3, "0")}`;
}

export function titleOf(number: number): string {
  return TITLES[number - 1] ?? `Title ${number}`;
}

export function concernOf(number: number): string {
  return `so it is: ${titleOf(number)}`;
}

/** The issues of a review on one gap. */
export function objections(severities: readonly Severity[], gap = ARGUED_GAP): string {
  return severities
    .map((severity, index) => objection(gap, { id: issueOf(index + 1), title: titleOf(index + 1), severity }))
    .join("\n");
}

/** Rows and blocks: those against are argued, the others addressed. */
export function answersTo(
  issues: number,
  against: readonly number[],
  { alternative, ignored = [] }: Pick<Argument, "alternative" | "ignored"> = {},
): string {
  const numbers = Array.from({ length: issues }, (_, index) => index + 1).filter(
    (number) => !ignored.includes(number),
  );
  const rows = numbers.map((number) => [
    issueOf(number),
    against.includes(number) ? "DISAGREE | below" : "ADDRESSED | the pause",
  ]);
  const offered = alternative === undefined ? {} : { alternative };
  const blocks = against.map((number) =>
    disagreeBlock({ issue: issueOf(number), concern: concernOf(number), ...offered }),
  );
  return [responses(Object.fromEntries(rows)), ...blocks].join("\n");
}

export async function arguedSession(about: Argument): Promise<Stage> {
  const { severities, more = "", second, answer, engineer, reviewer } = about;
  const { ignored = [] } = about;
  const all = severities.map((_, index) => index + 1).filter((number) => !ignored.includes(number));
  const against = about.against ?? all;
  const stage = await Stage.open({
    gaps: [sourceGap(ARGUED_GAP, { severity: "HIGH" }), sourceGap(OTHER_GAP, { severity: "LOW" })],
    limits: { gapsPerRound: 1, maxRounds: 12 },
    settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
    engineer: ({ purpose, round }, _, gaps) => {
      if (purpose === "answer-issue") return answer ?? null;
      if (round === 2) return `${resolution(gaps)}\n${answersTo(severities.length, against, about)}\n${more}`;
      return (
        engineer?.(round, gaps) ?? resolution(gaps, { text: `In round ${round} the caller waits more.` })
      );
    },
    reviewer: ({ purpose, round }, _, gaps) => {
      if (purpose === "final") return READY;
      if (round === 1) return objections(severities);
      if (round === 2 && second !== undefined) return second(gaps);
      return reviewer?.(round, gaps) ?? approval(gaps);
    },
  });
  await stage.untilRounds(1);
  return stage;
}
