import { isFailure, usageFailure } from "../../app/failure.ts";
// `parley decisions`: what you decided, over all sessions of the project.
import type { DecisionView } from "../../app/wire/conflict.ts";
import type { RecoveredDecisions, SetAsideRow } from "../../app/wire/rollback.ts";
import { command, flagOption, textOption } from "../command.ts";
import { oneSession, SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { type Line, labelledText, paintText, shortenText, wrapText } from "../text.ts";

export const DECISIONS = command({
  name: "decisions",
  summary: "List what you decided in this project, or show one decision.",
  details: [
    "Over all sessions, oldest first. With --like those that are most like a decision, an issue or an open question come first: by the words of its title and positions, the category of its gap, and its severity.",
  ],
  arguments: [
    {
      name: "ACTION",
      summary: "list (the default), show, or recover.",
      required: false,
      choices: ["list", "show", "recover"],
    },
    {
      name: "ID",
      summary:
        "Which to show or to recover, such as DECISION-R2-001; recover without one lists what could be. list takes a session here.",
      required: false,
      completion: "nothing",
    },
    { ...SESSION_ARGUMENT, summary: "Only those of this session." },
  ],
  options: [
    textOption("--like", "Ranked by likeness to a decision, an issue or an open question.", "ID"),
    { ...SESSION_OPTION, summary: "Only those of this session; with --like, the session of ID." },
    flagOption("--all", "With recover: every decision that a rollback set aside."),
    textOption("--text", "With recover: what is to hold instead of what was decided."),
  ],
  examples: [
    { line: "parley decisions", does: "all of them" },
    { line: "parley decisions --like Q3", does: "what is like an open question" },
    { line: "parley decisions show DECISION-R2-001 --session checkout", does: "one of them, in full" },
    { line: "parley decisions recover --all", does: "take up again what a rollback set aside" },
  ],
  run: async ({ app, args: { action = "list", id }, options: { session, like, all, text } }) => {
    if (action === "recover") {
      const decisions = id === undefined ? [] : [id];
      return await app.decisions.recover({ session, decisions, all, text });
    }
    if (action === "list") {
      const listed = oneSession(id, session);
      return isFailure(listed) ? listed : await app.decisions.list({ ...listed, like });
    }
    if (id !== undefined) return await app.decisions.show({ session, decision: id });
    return usageFailure(
      "decision",
      `which decision to ${action} is missing`,
      `as in parley decisions ${action} DECISION-R2-001`,
    );
  },
  lines: (found, { quiet, width, options }) => {
    if ("recorded" in found) return recoveredLines(found, { quiet, width });
    if ("decision" in found) return quiet ? [found.decision] : decisionLines(found, width);
    if (quiet) return found.map(({ id }) => id);
    if (found.length > 0) return found.flatMap((decision) => rowLines(decision, width));
    return [
      options.like === undefined ? "Nothing has been decided yet." : "Nothing that was decided is like it.",
    ];
  },
});

function recoveredLines(
  { recorded, setAside }: RecoveredDecisions,
  { quiet, width }: { readonly quiet: boolean; readonly width: number },
): Line[] {
  const ids = setAside.map((one) => one.decision);
  if (quiet) return recorded.length === 0 ? ids : recorded.map(({ decision }) => decision);
  if (recorded.length === 0)
    return setAside.length === 0
      ? ["Nothing is set aside by a rollback."]
      : setAside.flatMap((one) => setAsideLines(one, width));
  return [
    ...recorded.map(({ decision, title }): Line => `${decision} binds from now on: ${title}`),
    ...(ids.length === 0 ? [] : [`still set aside: ${ids.join(", ")}`]),
  ];
}

function setAsideLines({ decision, title, archive, says }: SetAsideRow, width: number): Line[] {
  return [
    [paintText("bold", decision), `  ${title}`],
    [paintText("dim", `  binds nobody any more, in ${archive}`)],
    ...wrapText(says, Math.max(20, width - 2)).map((line): Line => `  ${line}`),
  ];
}

const ID_COLUMN = 18;

function rowLines(decision: DecisionView, width: number): Line[] {
  const { id, session, title, option, severity, likeness, supersededBy } = decision;
  const room = Math.max(20, width - ID_COLUMN);
  const alike = likeness === null ? "" : `, likeness ${likeness.toFixed(2)}`;
  const replaced = supersededBy === null ? "" : `, superseded by ${supersededBy}`;
  // A decision about a severity says it.
  const isRating = option === "severity" || option === "issue-severity";
  const rated = severity === null || isRating ? "" : `, ${severity}`;
  return [
    [paintText("bold", id.padEnd(ID_COLUMN)), shortenText(title, room)],
    [paintText("dim", `  ${session}, ${option}${rated}${alike}${replaced}`)],
    `  ${shortenText(decision.decision, Math.max(20, width - 2))}`,
  ];
}

const LABEL_COLUMN = 16;

function decisionLines(decision: DecisionView, width: number): Line[] {
  const row = labelledText({ term: LABEL_COLUMN, width });
  const { id, title, session, round, positions, reappliedFrom: from } = decision;
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
    ...row("re-applied from", from === undefined ? null : `round ${from.round}, undone, ${from.archive}`),
  ];
}
