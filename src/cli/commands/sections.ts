// `parley sections`: the sections that tasks stand in.
import type { ChangedSection } from "../../app/board/change-section.ts";
import { FIRST, LAST, NOTES, OFF, SECTION_ARGUMENT } from "../board-options.ts";
import { type CommandGroup, command, type ShownTo, textArgument, textOption } from "../command.ts";
import { type Line, paintText } from "../text.ts";

/** How a command tells that it has changed one section. */
const CHANGED = {
  data: ({ section }: ChangedSection) => section,
  notices: ({ notices }: ChangedSection) => notices,
  lines: ({ section }: ChangedSection, { quiet }: ShownTo) => sectionLines(section, quiet),
};

/** `did` where it is not there any more. */
function sectionLines({ id, name, skipped }: ChangedSection["section"], quiet: boolean, did = ""): Line[] {
  if (quiet) return [id];
  const aside = skipped ? "  skipped" : "";
  return [[paintText("bold", id), ` ${name}`, paintText("dim", aside), paintText("dim", did)]];
}

const ADD = command({
  name: "add",
  summary: "Add a section, below the others.",
  arguments: [textArgument("NAME", "What it is called.")],
  options: [],
  examples: [{ line: "parley sections add Payment", does: "an empty section" }],
  run: ({ app, args }) => app.sections.add(args.name),
  ...CHANGED,
});

const LIST = command({
  name: "list",
  summary: "List the sections, top to bottom.",
  arguments: [],
  options: [],
  examples: [{ line: "parley sections list --json", does: "as data" }],
  run: ({ app }) => app.sections.list(),
  lines: (sections, { quiet }) => {
    if (quiet) return sections.map(({ id }) => id);
    if (sections.length === 0) return ["No section yet.", "make one: parley sections add NAME"];
    return sections.map(({ id, name, skipped, tasks, completed }) => [
      paintText("bold", id),
      ` ${name}`,
      paintText("dim", `  ${completed}/${tasks}${skipped ? "  skipped" : ""}`),
    ]);
  },
});

const RENAME = command({
  name: "rename",
  summary: "Give a section another name.",
  arguments: [SECTION_ARGUMENT, textArgument("NAME", "The new name.")],
  options: [],
  examples: [{ line: "parley sections rename Payment Checkout", does: "its tasks stay in it" }],
  run: ({ app, args }) => app.sections.rename(args),
  ...CHANGED,
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
  run: ({ app, args, options }) => app.sections.move({ ...args, ...options }),
  ...CHANGED,
});

const SKIP = command({
  name: "skip",
  summary: "Pass over all tasks of a section.",
  arguments: [SECTION_ARGUMENT],
  options: [OFF, NOTES],
  examples: [{ line: "parley sections skip Payment", does: "until `--off`" }],
  run: ({ app, args, options: { off, notes } }) => app.sections.skip({ ...args, skipped: !off, notes }),
  ...CHANGED,
});

const REMOVE = command({
  name: "remove",
  summary: "Take an empty section off the board.",
  arguments: [SECTION_ARGUMENT],
  options: [],
  examples: [{ line: "parley sections remove Payment", does: "refused while it has tasks" }],
  run: ({ app, args }) => app.sections.remove(args.section),
  ...CHANGED,
  lines: ({ section }, { quiet }) => sectionLines(section, quiet, "  removed"),
});

export const SECTIONS: CommandGroup = {
  name: "sections",
  summary: "Keep the sections that tasks stand in.",
  examples: [
    { line: "parley sections add Payment", does: "a section, below the others" },
    { line: "parley sections list", does: "all of them, with how much is done" },
  ],
  commands: [ADD, LIST, RENAME, MOVE, SKIP, REMOVE],
};
