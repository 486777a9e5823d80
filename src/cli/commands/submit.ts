import { type Failure, isFailure } from "../../app/failure.ts";
import { submitDocument } from "../../app/sessions/submit-document.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { judgementLines, nextLines } from "../submitted-lines.ts";

export async function run({
  surroundings,
  arguments: given,
  options,
  quiet,
}: Request): Promise<Answer | Failure> {
  const text = (flag: string): string | undefined => {
    const value = options.get(flag);
    return typeof value === "string" ? value : undefined;
  };
  const role = given[0] === "reviewer" || given[0] === "final" ? given[0] : "engineer";
  const submitted = await submitDocument(surroundings, {
    role,
    file: given[1],
    session: text("--session"),
    gap: text("--gap"),
  });
  if (isFailure(submitted)) return submitted;
  return {
    data: submitted,
    lines: (width) =>
      quiet
        ? []
        : [...judgementLines(submitted, width), ...nextLines(submitted, { cwd: surroundings.cwd, width })],
    exitCode: submitted.accepted ? EXIT_CODES.done : EXIT_CODES.failed,
  };
}
