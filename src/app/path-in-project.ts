// For callers who are not at the user's own shell: what they name must lie in the project.
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { errnoOf } from "../adapters/shared/system-error.ts";
import type { CommandContext } from "./command-context.ts";
import { type Outcome, refusedFailure } from "./failure.ts";
import { findProject } from "./project.ts";

/** The path as it was given; refused where it leads out of the project, links followed, whether it exists or not. */
export async function pathInProject({ cwd }: Pick<CommandContext, "cwd">, path: string): Outcome<string> {
  const root = await realpath((await findProject(cwd))?.root ?? cwd);
  const place = resolve(cwd, path);
  const inside = relative(root, await realPlace(place));
  if (inside !== ".." && !inside.startsWith("../")) return path;
  const fix = `name one below ${root}; or use the command line, which takes any path`;
  return refusedFailure("outside-project", "this file is outside of the project", fix, place);
}

/** Of what does not exist yet, the folder it would be in counts. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const above = dirname(path);
    if (above === path || !["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
    return join(await realPlace(above), basename(path));
  }
}
