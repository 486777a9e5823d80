import type { SubmittedDocument } from "../app/wire/session.ts";
import { awaitedLines } from "./awaited-lines.ts";
import { type Line, painted, wrapped } from "./text.ts";

const INDENT = "  ";

/** What the gate made of a person's document. */
export function judgementLines(submitted: SubmittedDocument, width: number): Line[] {
  const { failure, warnings, taken } = submitted;
  const said = failure === null ? [] : wrapped(failureWords(failure), width - INDENT.length);
  const noted = warnings.flatMap(({ type, message }) =>
    wrapped(`${type}: ${message}`, width - INDENT.length),
  );
  const paint = taken.length > 0 ? "yellow" : failure === null ? "green" : "red";
  return [
    ...wrapped(outcomeWords(submitted), width).map((line) => [painted(paint, line)]),
    ...said.map((line) => `${INDENT}${line}`),
    ...noted.map((line) => [INDENT, painted("dim", line)]),
  ];
}

const WHOLE_SPEC: Partial<Record<SubmittedDocument["role"], string>> = {
  final: "the final review",
  survey: "the survey",
  "second-survey": "the second survey",
};

/** Whether it can be read and used; whether a gap is accepted is for the review to say. */
function outcomeWords({ role, lane, failure, taken }: SubmittedDocument): string {
  const on = lane === null ? "" : ` on ${lane}`;
  const what = WHOLE_SPEC[role] ?? `the ${role}'s document${on}`;
  if (taken.length > 0) return `a part of ${what} passed validation: ${taken.join(", ")}`;
  return `${what} ${failure === null ? "passed" : "did not pass"} validation`;
}

function failureWords({ type, message, line }: NonNullable<SubmittedDocument["failure"]>): string {
  return `${type}: ${message}${line === null ? "" : ` (line ${line})`}`;
}

/** What comes next, for somebody who stands in the folder `cwd`. */
export function nextLines(
  submitted: SubmittedDocument,
  place: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  const { session, state, retry, taken, awaited, openQuestions } = submitted;
  if (state === "ended") return [`${session} has ended`];
  const asked = openQuestions.length === 0 ? [] : [`answers are missing: ${openQuestions.join(", ")}`];
  const again = retry && awaited.length === 0 ? ["a retry is open: it begins when the session goes on"] : [];
  return [
    ...(taken.length > 0 && awaited.length > 0
      ? ["the rest is still awaited:"]
      : retry && awaited.length > 0
        ? ["a retry is open; your text is kept there:"]
        : again),
    ...awaitedLines({ awaited }, place),
    ...asked,
    ...(awaited.length === 0 || state === "paused" ? [`go on: parley resume ${session}`] : []),
  ];
}
