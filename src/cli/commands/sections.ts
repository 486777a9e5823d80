// `parley sections`: the sections that tasks stand in.
import type { ChangedSection } from "../../app/board/change-section.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import { FIRST, LAST, NOTES, OFF, SECTION_ARGUMENT } from "../board-options.ts";
import {
  type Answer,
  type CommandGroup,
  command,
  type Request,
  textArgument,
  textOption,
} from "../command.ts";
import { paintText } from "../text.ts";

const ADD = command({
  name: "add",
  summary: "Add a section, below the others.",
  arguments: [textArgument("NAME", "What it is called.")],
  options: [],
  examples: [{ line: "parley sections add Payment", does: "an empty section" }],
  run: async (request) => sectionAnswer(request, await request.app.sections.add(request.args.name)),
});

const LIST = command({
  name: "list",
  summary: "List the sections, top to bottom.",
  arguments: [],
  options: [],
  examples: [{ line: "parley sections list --json", does: "as data" }],
  run: async ({ app, quiet }) => {
    const sections = await app.sections.list();
    if (isFailure(sections)) return sections;
    return {
      data: sections,
      lines: () => {
        if (quiet) return sections.map(({ id }) => id);
        if (sections.length === 0) return ["No section yet.", "make one: parley sections add NAME"];
        return sections.map(({ id, name, skipped, tasks, completed }) => [
          paintText("bold", id),
          ` ${name}`,
          paintText("dim", `  ${completed}/${tasks}${skipped ? "  skipped" : ""}`),
        ]);
      },
    };
  },
});

const RENAME = command({
  name: "rename",
  summary: "Give a section another name.",
  arguments: [SECTION_ARGUMENT, textArgument("NAME", "The new name.")],
  options: [],
  examples: [{ line: "parley sections rename Payment Checkout", does: "its tasks stay in it" }],
  run: async (request) => sectionAnswer(request, await request.app.sections.rename(request.args)),
});

const MOVE = command({
  name: "move",
  summary: "Move a section with its tasks.",
  arguments: [SECTION_ARGUMENT],
  options: [
    textOption("--before", "Above this section.", "SECTION"),
    textOption("--after", "Below this section.", "SECTION"),
    FIRST,
    LAST,
  ],
  examples: [{ line: "parley sections move Payment --first", does: "its tasks come first" }],
  run: async (request) => {
    const { app, args, options } = request;
    return sectionAnswer(request, await app.sections.move({ ...args, ...options }));
  },
});

const SKIP = command({
  name: "skip",
  summary: "Pass over all tasks of a section.",
  arguments: [SECTION_ARGUMENT],
  options: [OFF, NOTES],
  examples: [{ line: "parley sections skip Payment", does: "until `--off`" }],
  run: async (request) => {
    const { app, args, options } = request;
    const { off, notes } = options;
    return sectionAnswer(request, await app.sections.skip({ ...args, skipped: !off, notes }));
  },
});

const REMOVE = command({
  name: "remove",
  summary: "Take an empty section off the board.",
  arguments: [SECTION_ARGUMENT],
  options: [],
  examples: [{ line: "parley sections remove Payment", does: "refused while it has tasks" }],
  run: async (request) =>
    sectionAnswer(request, await request.app.sections.remove(request.args.section), "  removed"),
});

/** Of a command that changes one section; `did` where it is not there any more. */
function sectionAnswer(
  { quiet, report }: Request,
  changed: ChangedSection | Failure,
  did = "",
): Answer | Failure {
  if (isFailure(changed)) return changed;
  const { section, notices } = changed;
  const { id, name, skipped } = section;
  for (const notice of notices) report([paintText("yellow", notice)]);
  return {
    data: section,
    lines: () =>
      quiet
        ? [id]
        : [
            [
              paintText("bold", id),
              ` ${name}`,
              paintText("dim", skipped ? "  skipped" : ""),
              paintText("dim", did),
            ],
          ],
  };
}

export const SECTIONS: CommandGroup = {
  name: "sections",
  summary: "Keep the sections that tasks stand in.",
  examples: [
    { line: "parley sections add Payment", does: "a section, below the others" },
    { line: "parley sections list", does: "all of them, with how much is done" },
  ],
  commands: [ADD, LIST, RENAME, MOVE, SKIP, REMOVE],
};
