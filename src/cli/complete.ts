// What a shell's completion script asks parley; not a command for people. Whatever goes wrong, nothing is said: somebody is
// typing. A line has a word, and behind a tab what it means.
import { resolve } from "node:path";
import type { CommandContext } from "../app/command-context.ts";
import { completeWords } from "../app/complete-words.ts";
import { escapeControlChars } from "./text.ts";

const CWD_FLAGS: readonly string[] = ["--cwd", "-C"];

/** bash expands what it is told to choose from: a name out of a stranger's settings must be nothing but a word. */
const HARMLESS = /^[\p{L}\p{N}._+-]+$/u;

export async function complete(
  [kind = "", ...words]: readonly string[],
  context: CommandContext,
): Promise<string> {
  try {
    const flag = words.findLastIndex((word) => CWD_FLAGS.includes(word));
    const cwd = flag < 0 ? context.cwd : resolve(context.cwd, words[flag + 1] ?? "");
    const proposed = await completeWords({ ...context, cwd }, { kind, words });
    return proposed
      .filter(({ word }) => HARMLESS.test(word))
      .map(({ word, summary }) => `${escapeControlChars(word)}\t${escapeControlChars(summary)}\n`)
      .join("");
  } catch {
    return "";
  }
}
