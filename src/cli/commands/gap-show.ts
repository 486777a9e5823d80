import { type Failure, isFailure } from "../../app/failure.ts";
import { type GapView, showGap } from "../../app/sessions/gaps.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { beside, type Line, painted } from "../text.ts";

const LABEL_COLUMN = 12;

export async function run(request: Request): Promise<Answer | Failure> {
  const gap = await showGap(request.surroundings, {
    session: optionText(request, "--session"),
    gap: request.arguments[0] ?? "",
  });
  if (isFailure(gap)) return gap;
  return { data: gap, lines: (width) => (request.quiet ? [headline(gap)] : gapLines(gap, width)) };
}

function headline({ id, title, state }: GapView): Line {
  return [painted("bold", id), `  ${state}  ${title}`];
}

function gapLines(gap: GapView, width: number): Line[] {
  const row = (label: string, text: string | null): Line[] =>
    text === null || text.trim() === ""
      ? []
      : beside(painted("dim", label), text.replaceAll(/\s+/g, " ").trim(), { term: LABEL_COLUMN, width });
  return [
    headline(gap),
    ...row("", gap.description),
    ...row("severity", severityText(gap)),
    ...row("state", gap.detail === null ? gap.state : `${gap.state}: ${gap.detail}`),
    ...row("from", originLine(gap)),
    ...row("builds on", gap.foundations.map(({ id, state }) => `${id} (${state})`).join(", ")),
    ...row("holds up", gap.dependents.join(", ")),
    ...gap.notes.flatMap((note) => row("note", note)),
    ...gap.inputs.flatMap((input) => row("input", input)),
    ...gap.proposals.flatMap(({ round, confidence, file, line }) =>
      row("proposal", `round ${round}, confidence ${confidence}, ${file}:${line}`),
    ),
    ...gap.reviews.flatMap(({ round, needsRevision, file }) =>
      row("review", `round ${round}, ${needsRevision ? "needs revision" : "no revision asked for"}, ${file}`),
    ),
    ...gap.issues.flatMap(({ id, severity, title, fate }) =>
      row("issue", `${id} (${severity}, ${fate}) ${title}`),
    ),
    ...gap.decisions.flatMap(({ id, decision, rationale, decidedBy }) =>
      row(
        "decision",
        `${id} by ${decidedBy}: ${decision}${rationale === null ? "" : ` Because: ${rationale}`}`,
      ),
    ),
    ...gap.questions.flatMap(({ id, kind, fate, why }) => row("question", `${id} (${kind}, ${fate}) ${why}`)),
  ];
}

function severityText({ severity, severitySetBy, enteredAs }: GapView): string {
  const before = enteredAs === severity ? "" : `, entered as ${enteredAs}`;
  return `${severity}, set by ${SETTERS[severitySetBy] ?? severitySetBy}${before}`;
}

const SETTERS: Readonly<Record<string, string>> = {
  stated: "whoever found it",
  default: "default",
  reviewer: "the Reviewer",
  user: "the user",
};

function originLine({ origin, roundEntered }: GapView): string {
  const { words, file, line, heading, alias } = origin;
  const place = file === null ? words : `${file}:${line}${heading === null ? "" : ` (${heading})`}`;
  const since = roundEntered === 0 ? "" : `, round ${roundEntered}`;
  return `${place}${file !== null && alias !== null ? `, written as ${alias}` : ""}${since}`;
}
