// `parley why`: from a line of a spec to the code, and from the code back.

import { statusMarker } from "../../app/board/status-named.ts";
import { usageFailure } from "../../app/failure.ts";
import type { DecisionRow } from "../../app/wire/gap.ts";
import type { CommitStory, LineGap, LineStory, LineTask, TaskCommit } from "../../app/wire/line.ts";
import { command, textOption } from "../command.ts";
import { formatCount, type Line, labelledText, paintText, wrapText } from "../text.ts";

export const WHY = command({
  name: "why",
  summary:
    "Tell where a line of a finished spec comes from and what was built for it, or what a commit was for.",
  details: [
    "A line is the author's, untouched, or was written for a gap: then its proposal, the review's issues and the decisions on it are named, with their places; and the tasks that are to fulfil it, with their commits.",
    "A commit is known by the board's audit, else by the Parley-Task trailer of its message; then its task is named, what of which spec that fulfils, and what was argued about it. Exits with 4 where it was made for no task.",
  ],
  arguments: [
    { name: "FILE:LINE", summary: "A line of a finished spec.", required: false, completion: "file" },
  ],
  options: [
    textOption("--commit", "In place of a line: a commit, by its hash or the beginning of it.", "SHA"),
  ],
  examples: [
    { line: "parley why checkout_v1.md:42", does: "the gap and the decision behind line 42" },
    { line: "parley why --commit 1f3870be", does: "the task and gap behind a commit" },
  ],
  run: async ({ app, args, options: { commit } }) => {
    const place = args["file:line"];
    if (commit !== undefined && place === undefined) return await app.sessions.whyCommit(commit);
    if (commit === undefined && place !== undefined) return await app.sessions.why(place);
    return usageFailure(
      "place",
      place === undefined ? "say what to explain" : "a line and a commit are two questions",
      "parley why FILE:LINE, or parley why --commit SHA",
    );
  },
  lines: (story, { width }) =>
    "knownFrom" in story ? commitStoryLines(story, width) : lineStoryLines(story, width),
});

function commitStoryLines(story: CommitStory, width: number): Line[] {
  const { commit, knownFrom, taskId, task, source, session, gaps, decisions, rejectionCount, disputes } =
    story;
  const row = labelledText({ term: LABEL_WIDTH, width });
  return [
    [paintText("dim", "commit  "), commit],
    task === null
      ? [paintText("cyan", taskId), paintText("dim", "  off the board")]
      : [paintText("cyan", taskId), ` ${statusMarker(task.status)} `, paintText("bold", task.title)],
    ...row("  known", knownFrom === "audit" ? `recorded by ${story.actor}, ${story.at}` : "by its trailer"),
    ...(rejectionCount === 0 ? [] : row("  rejected", formatCount(rejectionCount, "time"))),
    ...disputes.flatMap(({ id, reason, status, decision, notes }) => [
      ...row("  dispute", `${id}, ${status}: ${reason.replaceAll("_", " ")}`),
      ...(decision === null
        ? []
        : row("  decided", notes === null ? `for the ${decision}` : `${decision}: ${notes}`)),
    ]),
    ...(source === null ? [] : row("  fulfils", source)),
    ...gaps.flatMap((gap) => ["", ...gapLines(gap, session ?? "", width)]),
    ...decisions.flatMap((decision) => ["", ...decisionLines(decision, width)]),
  ];
}

function taskLines({ id, title, status, because, commits }: LineTask, width: number): Line[] {
  const row = labelledText({ term: LABEL_WIDTH, width });
  const reason = because === "gap" ? "planned from a gap of this line" : "fulfils the section";
  return [
    [
      paintText("cyan", id),
      ` ${statusMarker(status)} `,
      paintText("bold", title),
      paintText("dim", `  ${reason}`),
    ],
    ...commits.flatMap((commit) => row("  commit", commitWords(commit))),
  ];
}

function commitWords({ commit, actor, at }: TaskCommit): string {
  return `${commit.slice(0, 12)}, ${actor}, ${at}`;
}

function lineStoryLines(story: LineStory, width: number): Line[] {
  const { file, line, text, session, gaps, decisions, tasks } = story;
  return [
    [paintText("dim", `${file}:${line}  `), text.trim() === "" ? paintText("dim", "(blank)") : text.trim()],
    ...wrapText(originWords(story), width),
    ...gaps.flatMap((gap) => ["", ...gapLines(gap, session ?? "", width)]),
    ...decisions.flatMap((decision) => ["", ...decisionLines(decision, width)]),
    ...tasks.flatMap((task) => ["", ...taskLines(task, width)]),
  ];
}

function originWords({ origin, source, session, gaps }: LineStory): string {
  if (session === null) return "no session wrote this file";
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
  const row = labelledText({ term: LABEL_WIDTH, width });
  return [
    [paintText("cyan", id), " ", paintText("bold", title), paintText("dim", `  ${severity}, ${state}`)],
    ...row("  from", origin),
    ...(proposal === null
      ? []
      : row("  proposal", `round ${proposal.round}, ${folder}/${proposal.file}:${proposal.line}`)),
    ...(review === null ? [] : row("  review", `round ${review.round}, ${folder}/${review.file}`)),
    ...issues.flatMap((issue) =>
      row("  issue", `${issue.id} ${issue.severity}, ${issue.fate}: ${issue.title}`),
    ),
  ];
}

function decisionLines(
  { id, title, decision, rationale, decidedBy, at }: DecisionRow,
  width: number,
): Line[] {
  const row = labelledText({ term: LABEL_WIDTH, width });
  return [
    [paintText("yellow", id), " ", paintText("bold", title)],
    ...row("  decided", decision),
    ...(rationale === null ? [] : row("  because", rationale)),
    ...row("  by", `${decidedBy}, ${at}`),
  ];
}
