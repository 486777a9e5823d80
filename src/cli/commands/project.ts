import type { DoctorRow, DoctorStatus } from "../../app/wire/project.ts";
import { command, flagOption } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { columnFor, type Line, type Paint, paintText, wrapText } from "../text.ts";

export const INIT = command({
  name: "init",
  summary: "Make this folder a parley project.",
  details: [
    "Creates the .parley folder with a commented config.yaml and the database. What is there already is left as it is, so running it again is safe.",
  ],
  arguments: [],
  options: [flagOption("--nested", "Also inside another project.")],
  examples: [{ line: "parley init", does: "create what is missing" }],
  run: ({ app, options }) => app.project.init(options),
  lines: ({ root, created, existing }, { quiet }) => {
    if (quiet) return [];
    const title =
      created.length === 0
        ? `Already a parley project, nothing was changed: ${root}`
        : `${existing.length === 0 ? "New" : "Completed"} parley project: ${root}`;
    return [
      title,
      ...created.map((name): Line => ["  ", paintText("green", "created"), `  ${name}`]),
      ...existing.map((name): Line => ["  ", paintText("dim", "kept   "), `  ${name}`]),
      "",
      "Next: parley doctor",
    ];
  },
});

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
