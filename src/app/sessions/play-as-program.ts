import { runPlayerProgram } from "../../adapters/agent-player/player-program.ts";

/** parley started by itself as a scripted agent. */
export function playAsProgram(file: string): Promise<number> {
  return runPlayerProgram({ file, env: process.env, stdin: process.stdin, stdout: process.stdout });
}
