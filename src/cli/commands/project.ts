import { isFailure, usageFailure } from "../../app/failure.ts";
import type { DoctorRow, DoctorStatus, HostSetup, InitialisedProject } from "../../app/wire/project.ts";
import { command, flagOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { columnFor, type Line, type Paint, paintText, wrapText } from "../text.ts";

export const INIT = command({
  name: "init",
  summary: "Make this folder a parley project, and known to coding agents.",
  details: [
    "Creates the .parley folder with a commented config.yaml and the database. What is there already is left as it is, so running it again is safe.",
    "--agents also writes what hosts of coding agents read: a section of AGENTS.md between two marks, a skill (.claude/skills, .agents/skills), a plugin for Claude Code and Codex that starts `parley mcp`, and an extension for Spec Kit (.parley/hosts). Other text is never touched, and a file that is not parley's is not replaced: nothing is written then. --remove takes all of it out again, to the byte.",
  ],
  arguments: [],
  options: [
    flagOption("--nested", "Also inside another project."),
    flagOption("--agents", "Also write what hosts of coding agents read."),
    flagOption("--remove", "With --agents: take that out again, and do nothing else."),
    flagOption("--dry-run", "With --agents: only tell what would be written or removed."),
  ],
  examples: [
    { line: "parley init", does: "create what is missing" },
    { line: "parley init --agents --dry-run", does: "what would be written for hosts" },
    { line: "parley init --agents --remove", does: "as it was before" },
  ],
  run: async ({ app, io, options }) => {
    const { agents, remove, dryRun, nested } = options;
    if (!agents && (remove || dryRun)) {
      const flag = remove ? "--remove" : "--dry-run";
      return usageFailure("agents", `${flag} goes with --agents`, `parley init --agents ${flag}`);
    }
    const made = remove || dryRun ? null : await app.project.init({ nested });
    if (isFailure(made)) return made;
    if (!agents && made !== null) return made;
    const hosts = await app.project.setUpHosts({ remove, dryRun, version: io.version });
    if (isFailure(hosts)) return hosts;
    return { ...(made ?? { root: hosts.root, created: [], existing: [] }), hosts };
  },
  lines: ({ root, created, existing, hosts }, { quiet, options: { remove, dryRun } }) => {
    if (quiet) return [];
    const project = remove || dryRun ? [] : projectLines({ root, created, existing });
    return [...project, ...(hosts === undefined ? ["", "Next: parley doctor"] : hostLines(hosts))];
  },
});

function projectLines({ root, created, existing }: InitialisedProject): Line[] {
  const title =
    created.length === 0
      ? `Already a parley project, nothing was changed: ${root}`
      : `${existing.length === 0 ? "New" : "Completed"} parley project: ${root}`;
  return [
    title,
    ...created.map((name): Line => ["  ", paintText("green", "created"), `  ${name}`]),
    ...existing.map((name): Line => ["  ", paintText("dim", "kept   "), `  ${name}`]),
  ];
}

const CHANGES: Record<HostSetup["files"][number]["change"], readonly [Paint, string]> = {
  created: ["green", "created"],
  changed: ["green", "changed"],
  removed: ["yellow", "removed"],
  none: ["dim", "kept   "],
};

function hostLines({ files, commands, dryRun }: HostSetup): Line[] {
  const changed = files.filter(({ change }) => change !== "none");
  const title = dryRun
    ? "What hosts of coding agents read; nothing is written:"
    : "What hosts of coding agents read:";
  return [
    "",
    changed.length === 0 ? "What hosts of coding agents read is as it should be." : title,
    ...changed.map(({ path, change }): Line => ["  ", paintText(...CHANGES[change]), `  ${path}`]),
    ...(commands.length === 0 ? [] : ["", "Next, for those you use:"]),
    ...commands.map(({ host, line }): Line => ["  ", paintText("dim", `${host}: `), line]),
  ];
}

export const DOCTOR = command({
  name: "doctor",
  summary: "Check that everything parley needs is in place.",
  details: [
    "Looks, and changes nothing; SQLite may lay its own -wal and -shm files beside the database. Exits with 1 only if something has failed.",
  ],
  arguments: [],
  options: [],
  examples: [{ line: "parley doctor --quiet", does: "only what needs attention" }],
  run: ({ app }) => app.project.diagnose(),
  lines: (rows, { quiet, width }) => {
    const shown = quiet ? rows.filter(({ status }) => status === "warn" || status === "fail") : rows;
    return [...rowLines(shown, width), ...(quiet ? [] : ["", summary(rows)])];
  },
  exitCode: (rows) => (rows.some(({ status }) => status === "fail") ? EXIT_CODES.failed : EXIT_CODES.done),
});

const PAINTS: Record<DoctorStatus, Paint> = { ok: "green", warn: "yellow", fail: "red", skip: "dim" };
const STATUS_COLUMN = 6;

function rowLines(rows: readonly DoctorRow[], width: number): Line[] {
  const checks = columnFor(
    rows.map(({ check }) => check),
    16,
  );
  const indent = " ".repeat(STATUS_COLUMN + checks);
  return rows.flatMap(({ check, status, detail, fix }) => {
    const [first = "", ...rest] = wrapText(detail, width - indent.length);
    const advice = fix === undefined ? [] : wrapText(`→ ${fix}`, width - indent.length);
    return [
      [paintText(PAINTS[status], status.padEnd(STATUS_COLUMN)), check.padEnd(checks), first],
      ...rest.map((line) => `${indent}${line}`),
      ...advice.map((line): Line => [indent, paintText("cyan", line)]),
    ];
  });
}

function summary(rows: readonly DoctorRow[]): string {
  const count = (status: DoctorStatus): number => rows.filter((row) => row.status === status).length;
  const warnings = count("warn");
  const parts = [
    `${count("ok")} ok`,
    `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    `${count("fail")} failed`,
    `${count("skip")} skipped`,
  ];
  return parts.join(", ");
}

export const BACKUP = command({
  name: "backup",
  summary: "Copy the project's database, also while it is in use.",
  arguments: [
    {
      name: "FILE",
      summary: "Where to; by default a dated file in .parley/backups. Never overwrites.",
      required: false,
      completion: "file",
    },
  ],
  options: [],
  examples: [{ line: "parley backup ~/safe/parley.db", does: "copy to a file of your choice" }],
  run: ({ app, args }) => app.project.backUp(args.file),
  lines: ({ file, bytes }, { quiet }) => [
    quiet ? file : `Backed up to ${file} (${Math.ceil(bytes / 1024)} KB)`,
  ],
});
