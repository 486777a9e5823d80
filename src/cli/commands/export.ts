import { type Failure, isFailure } from "../../app/failure.ts";
import { exportSession } from "../../app/sessions/export-session.ts";
import type { Answer, Request } from "../command.ts";
import { optionText } from "../option-text.ts";
import { nearPath } from "../printer.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const { surroundings, quiet } = request;
  const to = optionText(request, "--to");
  if (to === undefined || to === "") {
    return {
      failed: "usage",
      code: "to",
      message: "--to DIR is required",
      fix: "--to DIR, a folder that is empty or does not exist yet",
    };
  }
  const exported = await exportSession(surroundings, { session: optionText(request, "--session"), to });
  if (isFailure(exported)) return exported;
  const { session, folder, files } = exported;
  const place = nearPath(folder, surroundings.cwd);
  return {
    data: exported,
    lines: () => (quiet ? [place] : [`${session}: ${files.length} files`, `read: ${place}/README.md`]),
  };
}
