import type { Environment } from "../../app/command-context.ts";
import type { Request } from "../command.ts";
import type { InputStream, OutputStream } from "../io.ts";
import { coloursOn } from "../terminal.ts";

/** Where somebody reads and types. */
export interface AskTerminal {
  readonly input: InputStream;
  readonly output: OutputStream;
  readonly env: Environment;
}

/** `null` where nobody could see a question, or answer it. */
export function askTerminal({ mayAsk, context, io }: Request): AskTerminal | null {
  const { stdin, stderr } = io;
  const { env } = context;
  return mayAsk && stderr.isTTY && env.TERM !== "dumb" ? { input: stdin, output: stderr, env } : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one.
const COLOURS = /\x1b\[[\d;]*m/g;

/** The prompts paint whatever is set; where no colours are wanted, they are taken out on the way. */
export function promptOutput({ output, env }: AskTerminal): AskTerminal["output"] {
  if (coloursOn(env, output)) return output;
  return new Proxy(output, {
    get: (stream, key) => {
      if (key === "write") return (text: string) => stream.write(text.replaceAll(COLOURS, ""));
      const value: unknown = Reflect.get(stream, key);
      return typeof value === "function" ? value.bind(stream) : value;
    },
  });
}
