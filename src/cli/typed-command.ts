// A command as it can be typed where parley was started, by the name it was started with.
import type { Environment } from "../app/command-context.ts";
import type { Io } from "./io.ts";
import { nearPath } from "./printer.ts";

interface TypingPlace {
  readonly io: Pick<Io, "env" | "cwd">;
  readonly context: { readonly cwd: string };
}

/** `folder`: where it is meant to be typed. */
export function typedCommand(place: TypingPlace, words: string, folder = place.context.cwd): string {
  const here = currentFolder(place);
  const way = folder === here ? "" : `cd ${quoteWord(nearPath(folder, here))} && `;
  return `${way}${programName(place.io.env)} ${words}`;
}

/** Where whoever started parley stands, wherever it was told to work. */
export function currentFolder({ io, context }: TypingPlace): string {
  try {
    return io.cwd();
  } catch {
    // It is gone by now.
    return context.cwd;
  }
}

/** Whoever has it from npx finds no `parley` on their path. */
export function programName({ npm_lifecycle_event, npm_lifecycle_script = "" }: Environment): string {
  return npm_lifecycle_event === "npx" && /^'?parley\b/.test(npm_lifecycle_script) ? "npx parley" : "parley";
}

const PLAIN = /^[\w./:@%+=,~-]+$/;

/** As a shell takes it for one word. */
export function quoteWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
