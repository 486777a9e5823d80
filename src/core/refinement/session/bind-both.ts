// What the user says beside a choice binds both roles like any other decision.
import type { GapId } from "../../shared/gap-id.ts";
import type { Refusal } from "../../shared/refusal.ts";
import type { Issue } from "../issue.ts";
import type { Draft } from "./draft.ts";

interface BindingText {
  readonly title: string;
  readonly text: string;
  /** The word the user chose. */
  readonly option: "mediate" | "clarify" | "context";
  readonly by: string;
  /** Without an issue and gaps it is about the session as a whole. */
  readonly issue?: Issue;
  readonly gaps?: readonly GapId[];
}

export function bindBoth(
  draft: Draft,
  { title, text, option, by, issue, gaps }: BindingText,
): Refusal | null {
  return draft.recordDecision({
    title,
    about: { of: "other", option, ...(issue === undefined ? {} : { need: issue.id }) },
    gaps: gaps ?? issue?.gaps ?? [],
    severity: issue?.severity ?? null,
    decision: text,
    actionForEngineer: "Follow this in the text.",
    decidedBy: by,
  });
}
