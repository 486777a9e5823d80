// Before a command that may start what a project's settings name: has somebody agreed to that?
import { type Failure, isFailure } from "../app/failure.ts";
import { askTerminal } from "./ask/ask-terminal.ts";
import type { Request } from "./command.ts";
import { widthOf } from "./terminal.ts";
import { painted, wrapped } from "./text.ts";

const NOT_RUN =
  "note: hooks, programs and servers that the settings of this project name are not used: you have not agreed to them, see `parley trust`";

/**
 * Asks where somebody is there. Whatever they say, the command goes on: what would start something looks for itself, and
 * the rest needs nobody's trust.
 */
export async function settleTrust(request: Request): Promise<Failure | null> {
  const trust = await request.app.trust.untrusted();
  if (trust === null) return null;
  const terminal = askTerminal(request);
  if (terminal === null) {
    for (const line of wrapped(NOT_RUN, widthOf(request.io.stderr)))
      request.report([painted("yellow", line)]);
    return null;
  }
  const { askForTrust } = await import("./ask/ask-for-trust.ts");
  const agreed = await askForTrust(request.context, terminal, trust);
  return isFailure(agreed) ? agreed : null;
}
