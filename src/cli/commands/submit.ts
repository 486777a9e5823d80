import { type Failure, isFailure } from "../../app/failure.ts";
import { type SubmitWishes, submitDocument } from "../../app/sessions/submit-document.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { judgementLines, nextLines } from "../submitted-lines.ts";

const ROLES: readonly SubmitWishes["role"][] = ["engineer", "reviewer", "survey", "second-survey", "final"];

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
  const role = ROLES.find((one) => one === given[0]) ?? "engineer";
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
