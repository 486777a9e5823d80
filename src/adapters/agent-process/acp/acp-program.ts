// The process that speaks to an ACP agent, as the wrapper of a run starts it.
import { writeSync } from "node:fs";
import { text } from "node:stream/consumers";
import { runAcpClient } from "./acp-client.ts";

const STDOUT = 1;

/** Ends this process as the agent ended. */
export async function runAcpProgram(args: readonly string[]): Promise<never> {
  // The protocol's reader complains there of everything it does not know, in several lines each.
  console.error = () => undefined;
  const end = await runAcpClient({
    args,
    prompt: await text(process.stdin),
    view: process.cwd(),
    write: (line) => writeAll(line),
    stderr: process.stderr,
    onInterrupt: (cancel) => process.on("SIGINT", cancel),
  });
  if ("signal" in end) {
    process.removeAllListeners(end.signal);
    process.kill(process.pid, end.signal);
  }
  return process.exit("code" in end ? end.code : 1);
}

/** At once, so that nothing is lost with the process; a file takes less than all of it only when the disk is full. */
function writeAll(line: string): void {
  const bytes = Buffer.from(line);
  for (let from = 0; from < bytes.length; ) from += writeSync(STDOUT, bytes, from);
}
