// `parley decisions`: what you decided, over all sessions of the project.
import type { DecisionView } from "../../app/wire/conflict.ts";
import { command, textOption } from "../command.ts";
import { type Line, labelledText, paintText, shortenText } from "../text.ts";

export const DECISIONS = command({
  name: "decisions",
  summary: "List what you decided in this project, or show one decision.",
  details: [
    "Over all sessions, oldest first. With --like those that are most like a decision, an issue or an open question come first: by the words of its title and positions, the category of its gap, and its severity.",
  ],
  arguments: [
    {
      name: "ACTION",
      summary: "list (the default), or show.",
      required: false,
      choices: ["list", "show"],
    },
    {
      name: "ID",
      summary: "Which to show, such as DECISION-R2-001.",
      required: false,
      completion: "nothing",
    },
  ],
  options: [
    textOption("--like", "Ranked by likeness to a decision, an issue or an open question.", "ID"),
    textOption("--session", "Only those of this session; with --like, the session of ID.", "SESSION"),
  ],
  examples: [
    { line: "parley decisions", does: "all of them" },
    { line: "parley decisions --like Q3", does: "what is like an open question" },
    { line: "parley decisions show DECISION-R2-001 --session checkout", does: "one of them, in full" },
  ],
  run: async ({ app, args: { action = "list", id }, options: { session, like } }) => {
    if (action === "list") return await app.decisions.list({ session, like });
    if (id !== undefined) return await app.decisions.show({ session, decision: id });
    return {
      failed: "usage",
      code: "decision",
      message: "which decision to show is missing",
      fix: "as in parley decisions show DECISION-R2-001",
    };
  },
  lines: (found, { quiet, width, options }) => {
    if ("decision" in found) return quiet ? [found.decision] : decisionLines(found, width);
    if (quiet) return found.map(({ id }) => id);
    if (found.length > 0) return found.flatMap((decision) => rowLines(decision, width));
    return [
      options.like === undefined ? "Nothing has been decided yet." : "Nothing that was decided is like it.",
    ];
  },
});

const ID_COLUMN = 18;

function rowLines(decision: DecisionView, width: number): Line[] {
  const { id, session, title, option, severity, likeness, supersededBy } = decision;
  const room = Math.max(20, width - ID_COLUMN);
  const alike = likeness === null ? "" : `, likeness ${likeness.toFixed(2)}`;
  const replaced = supersededBy === null ? "" : `, superseded by ${supersededBy}`;
  const rated = severity === null ? "" : `, ${severity}`;
  return [
    [paintText("bold", id.padEnd(ID_COLUMN)), shortenText(title, room)],
    [paintText("dim", `  ${session}, ${option}${rated}${alike}${replaced}`)],
    `  ${shortenText(decision.decision, Math.max(20, width - 2))}`,
  ];
}

const LABEL_COLUMN = 16;

function decisionLines(decision: DecisionView, width: number): Line[] {
  const row = labelledText({ term: LABEL_COLUMN, width });
  const { id, title, session, round, positions } = decision;
  return [
    [paintText("bold", id), `  ${title}`],
    ...row("session", `${session}, round ${round}`),
    ...row("superseded by", decision.supersededBy),
    ...row("conflict", decision.issue === null ? null : `${decision.issue}, ${decision.type}`),
    ...row("gaps", decision.gaps.join(", ")),
    ...row("severity", decision.severity),
    ...row("Reviewer", positions?.reviewer ?? null),
    ...row("Engineer", positions?.engineer ?? null),
    ...row("option", decision.option),
    ...row("decision", decision.decision),
    ...row("rationale", decision.rationale),
    ...row("constraints", decision.constraints),
    ...row("for Engineer", decision.actionForEngineer),
    ...row("for gap", decision.actionForGap),
    ...row("decided by", `${decision.decidedBy}, ${decision.at}`),
  ];
}
