import { commitFiles } from "../../adapters/git/commit-files.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import { isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import type { Surroundings } from "../surroundings.ts";
import { readBoard } from "./change-board.ts";
import { taskNamed } from "./find-on-board.ts";

interface FilesOfTask {
  /** `null` where no task is named so. */
  readonly task: TaskId | null;
  readonly files: readonly string[];
}

/** What a task's commits changed, as far as its changes of status name commits and git knows them. */
export async function filesOfTask(
  { env, cancel }: Pick<Surroundings, "env" | "cancel">,
  project: OpenProject,
  word: string,
): Promise<FilesOfTask> {
  const task = taskNamed(await readBoard(project), word);
  if (isFailure(task)) return { task: null, files: [] };
  const entries = await project.store.rows(AUDIT_TABLE, { where: { task_id: task.id } });
  const commits = entries.flatMap(({ commit_sha: commit }) => (typeof commit === "string" ? [commit] : []));
  return { task: task.id, files: await commitFiles({ root: project.root, env, commits, cancel }) };
}
