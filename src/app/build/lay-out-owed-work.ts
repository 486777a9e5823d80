// What people are to write next for a build is laid out at once; where a build runs, it does that.
import { GitTasks } from "../../adapters/git/task-repository.ts";
import { ed25519Seals } from "../../adapters/host/seals.ts";
import type { BuildCallOrder } from "../../core/build/build-effect.ts";
import { owedToBuild } from "../../core/build/owed-to-build.ts";
import { PERSON } from "../../core/refinement/role.ts";
import type { BoardEngine } from "../../engine/board-engine.ts";
import { prepareBuildCall } from "../../engine/build-call.ts";
import { BUILD_LEASE } from "../../engine/build-ports.ts";
import type { CommandContext } from "../command-context.ts";
import type { OpenProject } from "../project.ts";
import { readerOf, whileHeld } from "../sessions/open-session.ts";
import { workInbox } from "./work-inbox.ts";

/** In one go at most so many calls are laid out; few tasks are worked on at once. */
const STARTS_MAX = 8;

export async function layOutOwedWork(
  { env, tasks }: CommandContext,
  project: OpenProject,
  board: BoardEngine,
): Promise<void> {
  if (nextPersonCall(board) === undefined) return;
  const { root, store, warn } = project;
  const context = {
    ...{ board, project: readerOf(project), seals: ed25519Seals, setUp: new Map() },
    repository: tasks ?? new GitTasks({ root, env }),
  };
  try {
    await whileHeld(store, BUILD_LEASE, async (fence) => {
      for (let start = 0; start < STARTS_MAX; start += 1) {
        const order = nextPersonCall(board);
        if (order === undefined) return;
        const prepared = await prepareBuildCall(context, order, fence);
        if (prepared.at !== "started") return;
        await workInbox(project, board).layOut(prepared.request);
      }
    });
  } catch (error) {
    // What was handed in is recorded, whatever becomes of the next form.
    const why = error instanceof Error ? error.message : String(error);
    warn?.(`what is to be written next could not be laid out: ${why}; \`parley build\` does it`);
  }
}

function nextPersonCall({ state }: BoardEngine): BuildCallOrder | undefined {
  return owedToBuild(state).flatMap((effect) =>
    effect.do === "call" && effect.order.agent === PERSON ? [effect.order] : [],
  )[0];
}
