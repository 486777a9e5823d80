// Asked once for each content of a project's settings: may what they name be run and contacted?

import type { CommandContext } from "../../app/command-context.ts";
import { isFailure, type Outcome } from "../../app/failure.ts";
import { trustProject } from "../../app/trust/project-trust.ts";
import type { ProjectTrust, TrustedSetting } from "../../app/wire/project.ts";
import type { Request } from "../command.ts";
import { widthOf } from "../terminal.ts";
import { besideTerm, type Line, paintText, wrapText } from "../text.ts";
import { type AskTerminal, askTerminal } from "./ask-terminal.ts";

/** Whether they agree, which is then kept. */
export async function askForTrust(
  context: CommandContext,
  terminal: AskTerminal,
  trust: ProjectTrust,
): Outcome<boolean> {
  // With all that draws them, only where somebody is asked.
  const { openPrompts } = await import("./prompts.ts");
  const prompts = await openPrompts(terminal, context.cancel);
  const words = `The settings of this project name what parley would run or contact. They are ${trust.file}, and they say:`;
  prompts.show([...wrapText(words, prompts.width), ...settingLines(trust.names, prompts.width)]);
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
    prompts.show([[paintText("dim", "Nothing that they name is run or contacted.")]]);
    return false;
  }
  return (await trustProject(context, trust)) ?? true;
}

const KEY_INDENT = 4;

/** Exactly what would be run or contacted, whole: what is cut off could be what matters. */
export function settingLines(names: readonly TrustedSetting[], width: number): readonly Line[] {
  return names.flatMap(({ key, value }) => [
    ["  ", paintText("bold", key)],
    ...besideTerm("", typeof value === "string" ? value : JSON.stringify(value), { term: KEY_INDENT, width }),
  ]);
}

const NOT_RUN =
  "note: hooks, programs and servers that the settings of this project name are not used: you have not agreed to them, see `parley trust`";

/**
 * Asks where somebody is there. Whatever they say, the command goes on: what would start something looks for itself, and
 * the rest needs nobody's trust.
 */
export async function settleTrust(request: Request): Outcome<null> {
  const trust = await request.app.trust.untrusted();
  if (trust === null) return null;
  const terminal = askTerminal(request);
  if (terminal === null) {
    for (const line of wrapText(NOT_RUN, widthOf(request.io.stderr)))
      request.report([paintText("yellow", line)]);
    return null;
  }
  const agreed = await askForTrust(request.context, terminal, trust);
  return isFailure(agreed) ? agreed : null;
}
