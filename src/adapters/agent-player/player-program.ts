// The player as a program: started like any other agent, so that everything around an agent can be tried for real.
// It writes the document that PARLEY_OUT names and tells the rest on stdout, a JSON document a line.
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { assertNever } from "../../core/shared/assert-never.ts";
import { parseCallKey } from "../../core/shared/call-key.ts";
import { type PlayerActions, play, rehearse } from "./play.ts";
import type { StepEnding } from "./step-schema.ts";

/** The script is at fault: the exit code of `EX_CONFIG` in sysexits.h. */
const EXIT_REFUSED = 78;
const HANG_TICK_MS = 60_000;

interface PlayerProgram {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: { write(text: string): unknown };
}

/** Plays one call and gives the exit code, if the script has it end that way. */
export async function runPlayerProgram({ file, env, stdin, stdout }: PlayerProgram): Promise<number> {
  const tell = (line: object): void => {
    stdout.write(`${JSON.stringify(line)}\n`);
  };
  const refuse = (text: string): number => {
    tell({ type: "refused", text });
    return EXIT_REFUSED;
  };
  const key = parseCallKey(env.PARLEY_KEY ?? "");
  const document = env.PARLEY_OUT;
  if (key === null || document === undefined) {
    return refuse("the player is started by parley, which sets PARLEY_KEY and PARLEY_OUT");
  }
  const rehearsed = await rehearse({ file }, { key, prompt: await allOf(stdin) });
  if (rehearsed.at === "refused") return refuse(rehearsed.evidence.join("\n"));
  const stage: PlayerActions = {
    said: (text) => tell({ type: "said", text }),
    used: (usage) => tell({ type: "usage", ...usage }),
    answered: (text) => tell({ type: "result", text }),
    wrote: (bytes) => writeFile(document, bytes),
    folder: process.cwd(),
    waited: (ms) => sleep(ms, true),
  };
  const ending = await play(rehearsed.part, stage);
  return ending === null ? EXIT_REFUSED : await end(ending);
}

async function allOf(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function end(ending: StepEnding): Promise<number> {
  switch (ending.at) {
    case "exit":
      return ending.code;
    case "signal":
      process.kill(process.pid, ending.signal);
      return await hang();
    case "hang":
      return await hang();
    default:
      return assertNever(ending);
  }
}

/** Without a bound, since that is what it is for: whoever started it has one. */
async function hang(): Promise<never> {
  for (;;) await sleep(HANG_TICK_MS);
}
