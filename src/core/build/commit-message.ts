import type { Task } from "../board/task.ts";
import type { CommitMessage } from "./work-facts.ts";

/** What the commit with a task's work says: the task, and whose work it is. */
export function commitMessage({ id, title, sourceFile }: Task, agent: string): CommitMessage {
  return {
    title: `${title} (${id})`,
    body: sourceFile === null ? "" : `Source: ${sourceFile}`,
    trailers: [
      ["Parley-Task", id],
      ["Parley-Agent", agent],
    ],
  };
}
