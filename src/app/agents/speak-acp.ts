import { runAcpProgram } from "../../adapters/agent-process/acp/acp-program.ts";

/** parley started by itself, to speak with an agent in a run. */
export function speakAcp(args: readonly string[]): Promise<never> {
  return runAcpProgram(args);
}
