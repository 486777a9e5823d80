// What was decided is recorded. A view of it that cannot be written is worth a warning, and is no failure: whoever ran
// the same command again would be told that it is done already.
import { reasonOf } from "../../adapters/shared/system-error.ts";
import { failureOfThrown } from "../failure.ts";
import type { OpenProject } from "../project.ts";

/** Warns of a view that was not written; false where something else went wrong. */
export function warnOfUnwritten(
  { warn }: Pick<OpenProject, "warn">,
  session: string,
  error: unknown,
): boolean {
  const { code, message, place } = failureOfThrown(error);
  if (code === "internal") return false;
  const reason = code === "file" ? reasonOf(error) : message;
  const where = place === undefined || place === "" ? "" : ` (${place})`;
  warn?.(
    `what happened in ${session} is recorded, but its documents could not be written: ${reason}${where}; \`parley doctor\` says what to do`,
  );
  return true;
}

/** Does what only makes something visible; `otherwise` where that is not possible here. */
export async function asView<Result>(
  { project, engine }: { readonly project: OpenProject; readonly engine: { readonly id: string } },
  work: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!warnOfUnwritten(project, engine.id, error)) throw error;
    return otherwise;
  }
}
