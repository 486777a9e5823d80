import type { Board } from "../../core/board/board.ts";
import type { TaskPlace } from "../../core/board/board-command.ts";
import type { Task } from "../../core/board/task.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";
import { type ChangedTask, changeTask, type TaskWishes } from "./change-task.ts";
import { sectionNamed, taskNamed } from "./find-on-board.ts";

interface MoveWishes extends TaskWishes {
  /** Blank: above all sections. */
  readonly section: string | undefined;
  readonly before: string | undefined;
  readonly afterTask: string | undefined;
  /** Of its section; else the last. */
  readonly first: boolean;
  readonly last: boolean;
}

export async function moveTask(
  surroundings: Surroundings,
  wishes: MoveWishes,
): Promise<ChangedTask | Failure> {
  const { section, before, afterTask, first, last } = wishes;
  const ways = [section !== undefined || first || last, before !== undefined, afterTask !== undefined];
  if (ways.filter(Boolean).length !== 1 || (first && last)) return unclear();
  return await changeTask(surroundings, wishes, (task, board) => {
    const to = placeOf(board, task, wishes);
    return isFailure(to) ? to : { type: "MoveTask", task: task.id, to };
  });
}

function placeOf(board: Board, task: Task, wishes: MoveWishes): TaskPlace | Failure {
  const { section: name, before, afterTask, first } = wishes;
  const beside = before ?? afterTask;
  if (beside !== undefined) {
    const other = taskNamed(board, beside);
    return isFailure(other) ? other : { at: before === undefined ? "after" : "before", other: other.id };
  }
  const at = first ? "first" : "last";
  if (name === undefined) return { at, section: task.section };
  if (name.trim() === "") return { at, section: null };
  const section = sectionNamed(board, name);
  return isFailure(section) ? section : { at, section: section.id };
}

function unclear(): Failure {
  return {
    failed: "usage",
    code: "place",
    message: "say one place to move it to",
    fix: "--section S, --before ID, --after-task ID, --first or --last",
  };
}
