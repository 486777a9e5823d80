import type { Failure } from "../../app/failure.ts";
import { withInbox } from "../../app/sessions/inbox.ts";
import type { Surroundings } from "../../app/surroundings.ts";
import type { Desk } from "./ask-question.ts";
import type { AskTerminal } from "./ask-terminal.ts";
import { openPrompts } from "./prompts.ts";

/** The inbox and the terminal side by side, for as long as `use` takes. */
export async function sitDown<Result>(
  surroundings: Surroundings,
  terminal: AskTerminal,
  use: (desk: Desk) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const prompts = await openPrompts(terminal, surroundings.cancel);
  return await withInbox(surroundings, async (inbox) => await use({ surroundings, inbox, prompts }));
}

export function stoppedAsking(): Failure {
  return {
    failed: "interrupted",
    code: "interrupted",
    message: "stopped; answers so far are saved",
    fix: "answer later: parley inbox",
  };
}
