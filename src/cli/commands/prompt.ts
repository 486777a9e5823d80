import { type Failure, isFailure } from "../../app/failure.ts";
import { previewPrompt } from "../../app/sessions/preview-prompt.ts";
import type { Answer, Request } from "../command.ts";
import { type Line, painted } from "../text.ts";

const SIZE_COLUMN = 9;

export async function run({
  surroundings,
  arguments: given,
  options,
  quiet,
}: Request): Promise<Answer | Failure> {
  const session = options.get("--session");
  const role = given[0] === "reviewer" ? "reviewer" : "engineer";
  const prompt = await previewPrompt(surroundings, role, typeof session === "string" ? session : undefined);
  if (isFailure(prompt)) return prompt;
  const { text, parts, chars, key, sent } = prompt;
  const sizes = (): Line[] => [
    "",
    [painted("bold", `${chars} characters`), painted("dim", `  ${sent ? "sent" : "to be sent"} as ${key}`)],
    ...parts.map((part) => `${String(part.chars).padStart(SIZE_COLUMN)}  ${part.name}`),
  ];
  return { data: prompt, lines: () => [...text.split("\n"), ...(quiet ? [] : sizes())] };
}
