// `parley archive`: the rounds that were undone.
import type { ArchiveRow, ArchiveView, PurgedArchives } from "../../app/wire/archive.ts";
import { type CommandGroup, command, flagOption, textArgument } from "../command.ts";
import { nearPath } from "../printer.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "../session-options.ts";
import { commandLines, formatCount, type Line, labelledText, paintText, shortenText } from "../text.ts";

const NAME = textArgument("NAME", "As the list has it, such as round_005_rolled_back_1, or its place.");
const OF_SESSION = "Of which session, where several have one of that name.";
const SESSION = { ...SESSION_OPTION, summary: OF_SESSION };
const NAME_AND_SESSION = [NAME, { ...SESSION_ARGUMENT, summary: OF_SESSION }] as const;

const ONLY_THIS = "Only those of this session.";
const ALL_OF_THIS = "All of this session in cold storage, however old.";

const LIST = command({
  name: "list",
  summary: "List the archives of this project's sessions and those in your cold storage.",
  arguments: [{ ...SESSION_ARGUMENT, summary: ONLY_THIS }],
  options: [{ ...SESSION_OPTION, summary: ONLY_THIS }],
  examples: [{ line: "parley archive list", does: "what was undone, when, why, and where it is kept" }],
  run: ({ app, options }) => app.archives.list(options),
  lines: (rows, { quiet, width, context }) => {
    if (quiet) return rows.map(({ archive }) => archive);
    if (rows.length === 0) return ["No round has been undone, or its archive is gone."];
    return rows.flatMap((row) => rowLines(row, { width, cwd: context.cwd }));
  },
});

const SHOW = command({
  name: "show",
  summary: "Show what an archive holds.",
  arguments: NAME_AND_SESSION,
  options: [SESSION],
  examples: [{ line: "parley archive show round_005_rolled_back_1", does: "its files, and why it is there" }],
  run: ({ app, args, options }) => app.archives.show({ ...args, ...options }),
  lines: (view, { quiet, width, context }) =>
    quiet ? view.files.map(({ path }) => path) : viewLines(view, { width, cwd: context.cwd }),
});

const RESTORE = command({
  name: "restore",
  summary: "Bring the files of an archive back into a folder.",
  details: [
    "Every file with its bytes, into a new folder: beside the archive where it lies with its session, else in the folder you are in. The session stays as it is: to go back to a round, use `parley rollback`.",
  ],
  arguments: NAME_AND_SESSION,
  options: [
    {
      flag: "--to",
      summary: "Where to: empty, or not there yet.",
      value: { name: "DIR", completion: "folder" },
    },
    SESSION,
  ],
  examples: [
    { line: "parley archive restore round_005_rolled_back_1", does: "into a folder of that name" },
    { line: "parley archive restore round_005_rolled_back_1 --to attempt", does: "somewhere else" },
  ],
  run: ({ app, args, options }) => app.archives.restore({ ...args, ...options }),
  lines: ({ archive, folder, files }, { quiet, context }) => {
    const place = nearPath(folder, context.cwd);
    return quiet ? [place] : [`${archive}: ${formatCount(files.length, "file")} in ${place}`];
  },
});

const KEEP = command({
  name: "keep",
  summary: "Keep an archive for good.",
  details: [
    "One that is kept is not purged, and the end of its session does not delete it. Only you remove it then, by hand.",
  ],
  arguments: NAME_AND_SESSION,
  options: [SESSION],
  examples: [{ line: "parley archive keep round_005_rolled_back_1", does: "it stays" }],
  run: ({ app, args, options }) => app.archives.keep({ ...args, ...options }),
  lines: ({ archive, place }, { quiet, width, context }) =>
    quiet ? [] : [`${archive} is kept`, ...commandLines("  at: ", nearPath(place, context.cwd), width)],
});

const PURGE = command({
  name: "purge",
  summary: "Remove archives from cold storage.",
  details: [
    "Those that have been there for 30 days, as every start of parley does by itself; with --session all of a session, however old. What is kept stays, and so do archives that lie with their session. cleanup_log.txt in the cold storage says what was removed.",
  ],
  arguments: [{ ...SESSION_ARGUMENT, summary: ALL_OF_THIS }],
  options: [
    flagOption("--dry-run", "Remove nothing, and say what would be."),
    { ...SESSION_OPTION, summary: ALL_OF_THIS },
  ],
  examples: [
    { line: "parley archive purge --dry-run", does: "what would be removed" },
    { line: "parley archive purge --session checkout", does: "all of one session" },
  ],
  run: ({ app, options }) => app.archives.purge(options),
  lines: (purged, { quiet, width, context }) =>
    quiet ? purged.archives.map(({ place }) => place) : purgeLines(purged, { width, cwd: context.cwd }),
});

export const ARCHIVE: CommandGroup = {
  name: "archive",
  summary: "Look at the rounds that were undone, bring their files back, keep or purge them.",
  details: [
    "An undone round is kept as a .tar.gz beside the session's documents. When the session is over you say what becomes of it: it stays there, goes, or moves to cold storage ($XDG_DATA_HOME/parley/archive), where it is removed after 30 days unless you keep it.",
  ],
  examples: [
    { line: "parley archive list", does: "all of them" },
    { line: "parley archive restore round_005_rolled_back_1", does: "look at what was undone" },
  ],
  commands: [LIST, SHOW, RESTORE, KEEP, PURGE],
};

interface Around {
  readonly width: number;
  readonly cwd: string;
}

function rowLines(row: ArchiveRow, { width, cwd }: Around): Line[] {
  const { archive, session, undoneAt, bytes, reason, place, damage } = row;
  const said = reason === null ? "" : `: ${reason}`;
  return [
    [paintText("bold", archive), `  ${session}, ${formatBytes(bytes)}, `, standing(row)],
    ...(damage === null ? [] : [[paintText("red", `  cannot be read: ${damage}`)]]),
    `  ${shortenText(`undone ${undoneAt}${said}`, Math.max(20, width - 2))}`,
    ...commandLines("  at: ", nearPath(place, cwd), width),
  ];
}

function standing({ stored, kept, removedAfter }: ArchiveRow): string {
  const where = stored === "cold" ? "in cold storage" : "with its session";
  if (kept) return `${where}, kept`;
  return removedAfter === null ? where : `${where} until ${removedAfter}`;
}

const LABEL_COLUMN = 10;

function viewLines(view: ArchiveView, { width, cwd }: Around): Line[] {
  const row = labelledText({ term: LABEL_COLUMN, width });
  const { archive, session, project, round, attempt, undoneAt, reason, place, files } = view;
  return [
    [paintText("bold", archive), `  ${formatBytes(view.bytes)}`],
    ...row("session", `${session}, in ${project}`),
    ...row("round", `${round}, attempt ${attempt}, undone at ${undoneAt}`),
    ...row("because", reason),
    ...row("kept", standing(view)),
    ...commandLines("at        ", nearPath(place, cwd), width),
    "",
    ...files.map(({ path, bytes }): Line => [`  ${path}`, paintText("dim", `  ${formatBytes(bytes)}`)]),
    "",
    ...commandLines("bring it back: ", `parley archive restore ${archive} --session ${session}`, width),
  ];
}

function purgeLines({ dryRun, archives, bytes }: PurgedArchives, { width, cwd }: Around): Line[] {
  if (archives.length === 0) return ["Nothing in cold storage is to be removed."];
  const count = formatCount(archives.length, "archive");
  return [
    ...archives.flatMap(({ place }) => commandLines("  ", nearPath(place, cwd), width)),
    dryRun ? `would remove ${count}, ${formatBytes(bytes)}` : `removed ${count}, ${formatBytes(bytes)}`,
  ];
}

const KB = 1024;

/** `512 bytes`, `2.1 KB`, `3.0 MB`. */
function formatBytes(bytes: number): string {
  if (bytes < KB) return formatCount(bytes, "byte");
  return bytes < KB * KB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
