// A project on disk whose tasks are built: the log is the project's own, repository and agents are in memory.
import { onTestFinished } from "vitest";
import { workInbox } from "../../src/app/build/work-inbox.ts";
import { openProject, projectAt } from "../../src/app/project.ts";
import type { HumanInbox } from "../../src/engine/ports.ts";
import { BLOCKED, coderDocument, rejectDocument } from "../support/build-documents.ts";
import { BuildHere, type BuildScript, taskIdAt } from "../support/build-here.ts";
import { newProject, type World } from "./world.ts";

type Options = Parameters<typeof BuildHere.of>[0];

export async function buildIn(world: World, options: Options): Promise<BuildHere> {
  const { store } = await openProject(projectAt(world.project), "read-write");
  onTestFinished(() => store.close());
  const build = await BuildHere.of({ ...options, store });
  world.tasks = build.repository;
  return build;
}

/** Blocked in its third round. */
const CODER: BuildScript = ({ call, files, work }) => {
  if (call.round > 2) return BLOCKED;
  files.set("src/page.ts", `round ${call.round}`);
  const open = (work?.findings ?? []).filter(({ state }) => state === "open");
  return coderDocument(Object.fromEntries(open.map(({ id }) => [id, "FIXED | src/page.ts"])));
};

/** Never pleased. */
const REVIEWER: BuildScript = ({ call, work }) =>
  rejectDocument({
    title: call.round === 1 ? "The page has no title" : "It cannot be printed",
    fates: (work?.findings ?? []).map(({ id }) => `| ${id} | OPEN | It is as it was. |`),
  });

/** Who gets no further together. */
export const STUBBORN = { coder: CODER, reviewer: REVIEWER };

export const PAGE = { id: taskIdAt(0), title: "A page" };

/** Waits with B1, about two rejections with the findings F1 and F2, and B2, for a coder that lacks something. */
export async function rejectedWorld(): Promise<{ readonly world: World; readonly build: BuildHere }> {
  const world = await newProject();
  const tasks = [{ title: PAGE.title }];
  const build = await buildIn(world, { tasks, agents: STUBBORN });
  await build.run();
  return { world, build };
}

/** Waits for a person's document as coder; the same person reviews, unless the options say otherwise. */
export async function handBuiltWorld(
  options: Partial<Options> = {},
): Promise<{ readonly world: World; readonly build: BuildHere }> {
  const world = await newProject();
  const project = projectAt(world.project);
  const inbox: HumanInbox = {
    layOut: async (task) =>
      await workInbox({ ...project, store: build.store }, await build.engine()).layOut(task),
  };
  const settings = { agents: { coder: "human", reviewer: "human" } };
  const tasks = [{ title: PAGE.title }];
  const build = await buildIn(world, { tasks, agents: {}, settings, inbox, ...options });
  await build.run();
  return { world, build };
}
