import { StoreFailure } from "../../engine/ports.ts";
import { type Failure, isFailure } from "../failure.ts";
import { type OpenProject, openProject, type Project, requireProject } from "../project.ts";
import { lostDatabase } from "../rescued-copies.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Opens the project one stands in, for as long as `use` takes. One that an older parley made is brought up to date
 * where a reader finds that it must be, and read again.
 */
export async function withProject<Result>(
  surroundings: Surroundings,
  mode: "read-write" | "read-only",
  use: (project: OpenProject) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const found = await requireProject(surroundings);
  if (isFailure(found)) return found;
  if (mode === "read-write") return await writingTo(surroundings, found, use);
  try {
    return await reading(found, use);
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.code === "older") return await writingTo(surroundings, found, use);
    const lost = error.code === "missing" ? await lostDatabase(found) : null;
    throw lost === null ? error : new StoreFailure({ code: "missing", place: found.database, ...lost });
  }
}

async function reading<Result>(
  found: Project,
  use: (project: OpenProject) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const project = await openProject(found, "read-only");
  try {
    return await use(project);
  } finally {
    project.store.close();
  }
}

/** Opens a project to write to it; what was written may set hooks off. */
export async function writingTo<Result>(
  surroundings: Surroundings,
  found: Project,
  use: (project: OpenProject) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const { warn } = surroundings;
  const lost = await lostDatabase(found);
  if (lost !== null) warn?.(`${lost.message}; this begins another one; ${lost.fix}`);
  // Whoever only reads does not load this.
  const [{ renewGitignore }, { seeToHooks }] = await Promise.all([
    import("../renew-gitignore.ts"),
    import("../hooks/run-hooks.ts"),
  ]);
  await renewGitignore(found);
  const project = { ...(await openProject(found, "read-write")), ...(warn === undefined ? {} : { warn }) };
  let result: Result | Failure;
  try {
    const doubt = await project.store.doubt();
    if (doubt !== null) surroundings.warn?.(`${doubt.message}; ${doubt.fix}`);
    result = await use(project);
  } finally {
    project.store.close();
  }
  await seeToHooks(surroundings, found);
  return result;
}
