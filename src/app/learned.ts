// What the project has learned over its sessions, brought up to date.
import { diskFolder } from "../adapters/files/folder.ts";
import type { Project as LearnedProject } from "../core/project/project.ts";
import { ProjectEngine } from "../engine/project-engine.ts";
import type { OpenProject } from "./project.ts";
import { systemClock, systemHash, systemUtf8 } from "./sessions/system-ports.ts";

export async function learn({ store, folder }: OpenProject): Promise<LearnedProject> {
  const engine = await ProjectEngine.open({
    store,
    folder: diskFolder(folder),
    clock: systemClock,
    hash: systemHash,
    utf8: systemUtf8,
  });
  return await engine.learn();
}
