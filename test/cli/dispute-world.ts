// A project whose board has a past.
import { randomUUID } from "node:crypto";
import { openProject, projectAt } from "../../src/app/project.ts";
import { BOARD_STREAM } from "../../src/core/board/board.ts";
import type { Fact } from "../../src/core/shared/decider.ts";
import { at, World as Board } from "../support/board-world.ts";
import { newProject, type World } from "./world.ts";

/** How many hours after the board's beginning a moment so many days ago was. */
export function daysAgo(days: number): number {
  return (Date.now() - Date.parse(at(0))) / 3_600_000 - days * 24;
}

/** A new project in which all that `past` does to the board has happened. */
export async function projectWith<Made>(past: (board: Board) => Made): Promise<{ world: World } & Made> {
  const world = await newProject();
  return { world, ...(await happened(world, past)) };
}

/** Writes events without the program, so that they can be of any time. */
export async function happened<Made>(world: World, past: (board: Board) => Made): Promise<Made> {
  const board = new Board();
  const made = past(board);
  await writePast(world, board);
  return made;
}

export async function writePast(world: World, board: Board): Promise<void> {
  const { store } = await openProject(projectAt(world.project), "read-write");
  try {
    const [first, ...rest] = board.events as readonly Fact[];
    if (first === undefined) throw new Error("nothing happened");
    const command = { id: randomUUID(), at: at(0), actor: "human:ada", type: "Past", v: 1, data: {} };
    const outcome = await store.append({
      stream: BOARD_STREAM,
      expectedVersion: 0,
      command,
      events: [first, ...rest],
    });
    if (outcome.at !== "appended") throw new Error(outcome.at);
  } finally {
    store.close();
  }
}
