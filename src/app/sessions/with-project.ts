import { type Failure, isFailure } from "../failure.ts";
import { type OpenProject, openProject, requireProject } from "../project.ts";
import type { Surroundings } from "../surroundings.ts";

/** Opens the project one stands in, for as long as `use` takes. */
export async function withProject<Result>(
  surroundings: Surroundings,
  mode: "read-write" | "read-only",
  use: (project: OpenProject) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  const found = await requireProject(surroundings);
  if (isFailure(found)) return found;
  const project = await openProject(found, mode);
  try {
    return await use(project);
  } finally {
    project.store.close();
  }
}
