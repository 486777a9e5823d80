// Asked once for each content of a project's settings: may what they name be run and contacted?

import { type Failure, isFailure } from "../../app/failure.ts";
import type { Surroundings } from "../../app/surroundings.ts";
import { trustProject } from "../../app/trust/project-trust.ts";
import type { NamedThing, ProjectTrust } from "../../app/wire/project.ts";
import type { Request } from "../command.ts";
import { widthOf } from "../terminal.ts";
import { beside, type Line, painted, wrapped } from "../text.ts";
import { type AskTerminal, askTerminal } from "./ask-terminal.ts";

/** Whether they agree, which is then kept. */
export async function askForTrust(
  surroundings: Surroundings,
  terminal: AskTerminal,
  trust: ProjectTrust,
): Promise<boolean | Failure> {
  // With all that draws them, only where somebody is asked.
  const { openPrompts } = await import("./prompts.ts");
  const prompts = await openPrompts(terminal, surroundings.cancel);
  const words = `The settings of this project name what parley would run or contact. They are ${trust.file}, and they say:`;
  prompts.show([...wrapped(words, prompts.width), ...namedLines(trust.names, prompts.width)]);
  const reply = await prompts.one({
    message: "Do you trust these settings? You are not asked again until they change.",
    choices: [
      { value: "no", label: "No, run none of it" },
      { value: "yes", label: "Yes, I know where they come from" },
    ],
    first: "no",
  });
  if (reply.at === "interrupted") {
    return { failed: "interrupted", code: "interrupted", message: "stopped asking; nothing was run" };
  }
  if (reply.at !== "given" || reply.value !== "yes") {
    prompts.show([[painted("dim", "Nothing that they name is run or contacted.")]]);
    return false;
  }
  return (await trustProject(surroundings, trust)) ?? true;
}

const KEY_INDENT = 4;

/** Exactly what would be run or contacted, whole: what is cut off could be what matters. */
export function namedLines(names: readonly NamedThing[], width: number): readonly Line[] {
  return names.flatMap(({ key, value }) => [
    ["  ", painted("bold", key)],
    ...beside("", typeof value === "string" ? value : JSON.stringify(value), { term: KEY_INDENT, width }),
  ]);
}

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
  const agreed = await askForTrust(request.context, terminal, trust);
  return isFailure(agreed) ? agreed : null;
}
