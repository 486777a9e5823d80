// A command as it can be typed where parley was started, by the name it was started with.
import type { Environment } from "../app/command-context.ts";
import type { Request } from "./command.ts";
import { nearPath } from "./printer.ts";

/** `folder`: where it is meant to be typed. */
export function typedCommand(
  {
    io,
    context,
  }: { readonly io: Pick<Request["io"], "env" | "cwd">; readonly context: { readonly cwd: string } },
  words: string,
  folder = context.cwd,
): string {
  const here = io.cwd();
  const way = folder === here ? "" : `cd ${quoted(nearPath(folder, here))} && `;
  return `${way}${programName(io.env)} ${words}`;
}

/** Whoever has it from npx finds no `parley` on their path. */
export function programName({ npm_lifecycle_event, npm_lifecycle_script = "" }: Environment): string {
  return npm_lifecycle_event === "npx" && /^'?parley\b/.test(npm_lifecycle_script) ? "npx parley" : "parley";
}

const PLAIN = /^[\w./:@%+=,~-]+$/;

/** As a shell takes it for one word. */
export function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
