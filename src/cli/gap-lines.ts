// What the commands about gaps have in common: what was done, and what comes of it.

import { type Failure, isFailure } from "../app/failure.ts";
import { type ChangedGap, changeGap, type GapWishes } from "../app/sessions/change-gap.ts";
import type { Answer, Request } from "./command.ts";
import { optionText } from "./option-text.ts";
import { type Line, painted, wrapped } from "./text.ts";

/** Changes the gap that the command line names, and tells so. */
export async function changedAnswer(request: Request, wish: GapWishes["wish"]): Promise<Answer | Failure> {
  const changed = await changeGap(request.surroundings, {
    session: optionText(request, "--session"),
    gap: request.arguments[0] ?? "",
    reason: optionText(request, "--reason"),
    wish,
  });
  if (isFailure(changed)) return changed;
  return { data: changed, lines: (width) => (request.quiet ? [] : changedLines(changed, width)) };
}

function changedLines(changed: ChangedGap, width: number): Line[] {
  const { session, gap, decision, parts } = changed;
  const what = whatChanged(changed);
  return [
    [painted("bold", gap), ` ${what}`, painted("dim", decision === null ? "" : `  ${decision}`)],
    ...parts.map(({ id, title }): Line => ["  ", painted("cyan", id), ` ${title}`]),
    ...notes(changed).flatMap((note) => wrapped(note, width)),
    [painted("dim", "go on: "), `parley resume ${session}`],
  ];
}

function whatChanged({ change, severity, blockedBy, from, state }: ChangedGap): string {
  if (change === "severity") return `is ${severity} now`;
  return change === "block" ? `waits for ${blockedBy.join(", ")}` : `${from} → ${state}`;
}

function notes(changed: ChangedGap): readonly string[] {
  const { closedQuestions, openQuestions, atWork, gap, overruled } = changed;
  return [
    ...(changed.change === "block" ? changed.notes.map((note) => `note: ${note}`) : []),
    ...(overruled.length === 0 ? [] : [`overruled by this: ${overruled.join(", ")}`]),
    ...(closedQuestions.length === 0
      ? []
      : [`${closedQuestions.join(", ")} ${closedQuestions.length === 1 ? "is" : "are"} settled by this`]),
    ...(openQuestions.length === 0 ? [] : [`still open: ${openQuestions.join(", ")}`]),
    ...(atWork ? [`an agent is at work on ${gap}: what it brings for it is not taken`] : []),
  ];
}
