import { settableKeys } from "../../app/config/read-config.ts";
import type { Answer, Request } from "../command.ts";
import { bashCompletion } from "../completion/bash.ts";
import { completionModel } from "../completion/states.ts";
import { zshCompletion } from "../completion/zsh.ts";

export async function run({ arguments: [shell], program }: Request): Promise<Answer> {
  const keys = settableKeys().map(({ key, description }) => ({ word: key, summary: description }));
  const model = completionModel(program, keys);
  const script = shell === "zsh" ? zshCompletion(model) : bashCompletion(model);
  return { data: { shell, script }, lines: () => script.trimEnd().split("\n") };
}
