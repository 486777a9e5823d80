import { type Failure, isFailure } from "../../app/failure.ts";
import type { StoredDecision } from "../../app/sessions/gap-story.ts";
import { type LineGap, type LineStory, whyLine } from "../../app/sessions/why-line.ts";
import type { Answer, Request } from "../command.ts";
import { beside, type Line, painted, wrapped } from "../text.ts";

export async function run({ surroundings, arguments: given }: Request): Promise<Answer | Failure> {
  const story = await whyLine(surroundings, given[0] ?? "");
  return isFailure(story) ? story : { data: story, lines: (width) => storyLines(story, width) };
}

function storyLines(story: LineStory, width: number): Line[] {
  const { file, line, text, session, gaps, decisions } = story;
  return [
    [painted("dim", `${file}:${line}  `), text.trim() === "" ? painted("dim", "(blank)") : text.trim()],
    ...wrapped(originWords(story), width),
    ...gaps.flatMap((gap) => ["", ...gapLines(gap, session, width)]),
    ...decisions.flatMap((decision) => ["", ...decisionLines(decision, width)]),
  ];
}

function originWords({ origin, source, session, gaps }: LineStory): string {
  const place = source === null ? "" : `${source.file}:${source.line}`;
  switch (origin) {
    case "source":
      return `untouched: it is the author's, ${place}`;
    case "mended":
      return `the author's, ${place}, less what said that something was open there`;
    case "blended":
      return `the author's, ${place}, with words written for ${gaps.map(({ id }) => id).join(", ")}`;
    case "resolution":
      return "written in place of a gap";
    case "decision":
      return "tells what the user decided";
    case "limitation":
      return "tells what was left open";
    case "added":
      return `holds the rest together; the session ${session} added it`;
    case "edited":
      return `the session ${session} did not write this line: the file was changed since`;
  }
}

const LABEL_WIDTH = 12;

function gapLines(
  { id, title, severity, state, origin, proposal, review, issues }: LineGap,
  session: string,
  width: number,
): Line[] {
  const folder = `.parley/sessions/${session}`;
  const row = (label: string, words: string): readonly Line[] =>
    beside(painted("dim", `  ${label}`), words, { term: LABEL_WIDTH, width });
  return [
    [painted("cyan", id), " ", painted("bold", title), painted("dim", `  ${severity}, ${state}`)],
    ...row("from", origin),
    ...(proposal === null
      ? []
      : row("proposal", `round ${proposal.round}, ${folder}/${proposal.file}:${proposal.line}`)),
    ...(review === null ? [] : row("review", `round ${review.round}, ${folder}/${review.file}`)),
    ...issues.flatMap((issue) =>
      row("issue", `${issue.id} ${issue.severity}, ${issue.fate}: ${issue.title}`),
    ),
  ];
}

function decisionLines(
  { id, title, decision, rationale, decidedBy, at }: StoredDecision,
  width: number,
): Line[] {
  const row = (label: string, words: string): readonly Line[] =>
    beside(painted("dim", `  ${label}`), words, { term: LABEL_WIDTH, width });
  return [
    [painted("yellow", id), " ", painted("bold", title)],
    ...row("decided", decision),
    ...(rationale === null ? [] : row("because", rationale)),
    ...row("by", `${decidedBy}, ${at}`),
  ];
}
