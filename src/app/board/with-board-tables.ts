import { StoreFailure } from "../../engine/ports.ts";
import type { Failure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * For lists, which read tables and fold nothing. A project that an older parley made has no such tables yet: opening it
 * to write makes them, once.
 */
export async function withBoardTables<Result>(
  surroundings: Surroundings,
  use: (project: OpenProject) => Promise<Result | Failure>,
): Promise<Result | Failure> {
  try {
    return await withProject(surroundings, "read-only", use);
  } catch (error) {
    if (error instanceof StoreFailure) throw error;
    return await withProject(surroundings, "read-write", use);
  }
}
