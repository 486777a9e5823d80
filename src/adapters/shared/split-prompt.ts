import type { AgentTask } from "../../engine/ports.ts";

interface SplitPrompt {
  /** For the system prompt: it is the same in every call of the role, and of another rank than what the task quotes. */
  readonly standing: string;
  readonly task: string;
}

export function splitPrompt({
  prompt,
  standingChars,
}: Pick<AgentTask, "prompt" | "standingChars">): SplitPrompt {
  return { standing: prompt.slice(0, standingChars), task: prompt.slice(standingChars) };
}
