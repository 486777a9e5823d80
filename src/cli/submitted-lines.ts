import type { SubmittedDocument } from "../app/sessions/submit-document.ts";
import { awaitedLines } from "./awaited-lines.ts";
import { type Line, painted, wrapped } from "./text.ts";

const INDENT = "  ";

/** What the gate made of a person's document. */
export function judgementLines({ role, lane, failure, warnings }: SubmittedDocument, width: number): Line[] {
  const what = lane === null ? role : `${role} ${lane}`;
  const said = failure === null ? [] : wrapped(failureWords(failure), width - INDENT.length);
  const noted = warnings.flatMap(({ type, message }) =>
    wrapped(`${type}: ${message}`, width - INDENT.length),
  );
  return [
    [
      painted(
        failure === null ? "green" : "red",
        `${what} ${failure === null ? "accepted" : "did not pass"}`,
      ),
    ],
    ...said.map((line) => `${INDENT}${line}`),
    ...noted.map((line) => [INDENT, painted("dim", line)]),
  ];
}

function failureWords({ type, message, line }: NonNullable<SubmittedDocument["failure"]>): string {
  return `${type}: ${message}${line === null ? "" : ` (line ${line})`}`;
}

/** What comes next, for somebody who stands in the folder `cwd`. */
export function nextLines(
  submitted: SubmittedDocument,
  place: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  const { session, state, retry, awaited, openQuestions } = submitted;
  if (state === "ended") return [`${session} has ended`];
  const asked = openQuestions.length === 0 ? [] : [`answers are missing: ${openQuestions.join(", ")}`];
  const again = retry && awaited.length === 0 ? ["a retry is open: it begins when the session goes on"] : [];
  return [
    ...(retry && awaited.length > 0 ? ["a retry is open; your text is kept there:"] : again),
    ...awaitedLines({ awaited }, place),
    ...asked,
    ...(awaited.length === 0 || state === "paused" ? [`go on: parley resume ${session}`] : []),
  ];
}
