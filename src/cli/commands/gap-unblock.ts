import type { Failure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { changedAnswer } from "../gap-lines.ts";
import { optionText } from "../option-text.ts";

export async function run(request: Request): Promise<Answer | Failure> {
  const [text, file] = [optionText(request, "--text"), optionText(request, "--file")];
  if (text !== undefined && file !== undefined) {
    return {
      failed: "usage",
      code: "input",
      message: "--text and --file say the same thing",
      fix: "give one of them",
    };
  }
  return await changedAnswer(request, { do: "unblock", text, file });
}
