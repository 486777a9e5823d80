// `parley detect`: what became of the issues of a review in the Engineer's next document.

import type { DetectedAnswers } from "../../app/detect-answers.ts";
import { isFailure } from "../../app/failure.ts";
import type { DetectedIssue } from "../../app/wire/detection.ts";
import { command, fileOption } from "../command.ts";
import { formatCount, type Line, paintText, shortenText, wrapText } from "../text.ts";

export const DETECT = command({
  name: "detect",
  summary: "Show what became of a review's issues in the next document.",
  details: [
    "Looks for each issue of the review in the Engineer's next document: answered by its id, taken up without it, left, waved away or disagreed with. Each finding shows the lines it rests on. What the text does not tell is UNSURE.",
    "A session does the same with every document that comes in; `flag` says what it would raise: a HIGH or CRITICAL issue of a gap that the document treats, and that a heuristic speaks against.",
  ],
  arguments: [],
  options: [
    fileOption("--review", "The review that raises the issues."),
    fileOption(
      "--before",
      "The Engineer's document that was reviewed; without it all of the next one is new.",
    ),
    fileOption("--after", "The Engineer's next document."),
  ],
  examples: [
    {
      line: "parley detect --review r1.md --before e1.md --after e2.md",
      does: "what became of the issues of a review",
    },
    { line: "parley detect --review reviewer.md --after engineer.md --json", does: "the same as data" },
  ],
  run: async ({ app, options, quiet }) => {
    const { review, before, after } = options;
    const found = await app.specs.detect({ review, before, after });
    if (isFailure(found)) return found;
    return { data: { findings: found.findings }, lines: (width) => detectionLines(found, width, quiet) };
  },
});

const WORDS: Record<DetectedIssue["label"], string> = {
  ADDRESSED_WITH_ID: "Answered by its id, and the text follows.",
  ADDRESSED_WITHOUT_ID: "Taken up in the text, without its id.",
  PARTIALLY: "The answer itself leaves a part of it.",
  IGNORED: "Nothing that was added takes it up.",
  DEFLECTED: "Answered without a change and without a reason.",
  DISAGREED: "Answered with a reason against it; the text does not follow.",
  UNSURE: "The text does not tell.",
};

function detectionLines({ findings, titles }: DetectedAnswers, width: number, quiet: boolean): Line[] {
  const lines = findings.flatMap((finding, index) =>
    findingLines(finding, titles[index] ?? "", { width, quiet }),
  );
  const flagged = findings.filter(({ flag }) => flag).length;
  const would = flagged === 0 ? "a session would flag none" : `a session would flag ${flagged}`;
  return quiet ? lines : [...lines, `${formatCount(findings.length, "issue")}; ${would}.`];
}

const INDENT = 4;

function findingLines(
  { issueId, line, severity, inScope, label, flag, confidence, heuristics, evidence }: DetectedIssue,
  title: string,
  { width, quiet }: { readonly width: number; readonly quiet: boolean },
): Line[] {
  const head: Line = [
    paintText("bold", issueId ?? `line ${line}`),
    `  ${severity}  `,
    paintText(flag ? "yellow" : "dim", label),
    flag ? "  flag" : "",
  ];
  if (quiet) return [head];
  const scope = inScope ? "" : " Its gap is not treated here.";
  const why = heuristics.length === 0 ? "" : ` (${heuristics.join(", ")}; confidence ${confidence})`;
  const text = (words: string) => wrapText(words, width - INDENT).map((row) => `${" ".repeat(INDENT)}${row}`);
  return [
    head,
    ...text(title),
    ...text(`${WORDS[label]}${scope}${why}`),
    ...evidence.map((shown): Line => {
      const place = String(shown.line).padStart(INDENT + 3);
      return [
        paintText("dim", place),
        `  ${shortenText(shown.text.trim(), Math.max(20, width - INDENT - 5))}`,
      ];
    }),
    "",
  ];
}
