// The real program in a real terminal: `script` of util-linux gives it one, and what we type goes through its line discipline.
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

export const CTRL_C = "\x03";

export interface Terminal {
  /** Everything that was ever written to it, without colours and movements. */
  text(): string;
  /** Waits until words have been shown; tells when, in milliseconds. */
  shows(words: string): Promise<number>;
  type(keys: string): void;
  readonly ended: Promise<number | null>;
}

export function inTerminal(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Terminal {
  const command = args.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd, env });
  let shown = "";
  const waiting = new Set<() => void>();
  child.stdout.on("data", (bytes: Buffer) => {
    shown += bytes.toString("utf8");
    for (const look of waiting) look();
  });
  const ended = new Promise<number | null>((end, fail) => {
    child.once("error", fail);
    child.once("close", (code) => {
      end(code);
      for (const look of waiting) look();
    });
  });
  let over = false;
  void ended.finally(() => {
    over = true;
  });
  const text = (): string => stripVTControlCharacters(shown);
  return {
    text,
    ended,
    type: (keys) => void child.stdin.write(keys),
    shows: (words) =>
      new Promise((seen, fail) => {
        const look = (): void => {
          const there = text().includes(words);
          if (!there && !over) return;
          waiting.delete(look);
          if (there) seen(performance.now());
          else fail(new Error(`"${words}" was never shown: ${text()}`));
        };
        waiting.add(look);
        look();
      }),
  };
}
