import { diagnose } from "../../app/doctor/diagnose.ts";
import type { Row, RowStatus } from "../../app/doctor/row.ts";
import type { Answer, Request } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { columnFor, type Line, type Paint, painted, wrapped } from "../text.ts";

const PAINTS: Record<RowStatus, Paint> = { ok: "green", warn: "yellow", fail: "red", skip: "dim" };
const STATUS_COLUMN = 6;

export async function run({ surroundings, quiet }: Request): Promise<Answer> {
  const rows = await diagnose(surroundings);
  const failed = rows.some(({ status }) => status === "fail");
  const shown = quiet ? rows.filter(({ status }) => status === "warn" || status === "fail") : rows;
  return {
    data: rows,
    lines: (width) => [...rowLines(shown, width), ...(quiet ? [] : ["", summary(rows)])],
    exitCode: failed ? EXIT_CODES.failed : EXIT_CODES.done,
  };
}

function rowLines(rows: readonly Row[], width: number): Line[] {
  const checks = columnFor(
    rows.map(({ check }) => check),
    16,
  );
  const indent = " ".repeat(STATUS_COLUMN + checks);
  return rows.flatMap(({ check, status, detail, fix }) => {
    const [first = "", ...rest] = wrapped(detail, width - indent.length);
    const advice = fix === undefined ? [] : wrapped(`→ ${fix}`, width - indent.length);
    return [
      [painted(PAINTS[status], status.padEnd(STATUS_COLUMN)), check.padEnd(checks), first],
      ...rest.map((line) => `${indent}${line}`),
      ...advice.map((line): Line => [indent, painted("cyan", line)]),
    ];
  });
}

function summary(rows: readonly Row[]): string {
  const count = (status: RowStatus): number => rows.filter((row) => row.status === status).length;
  const warnings = count("warn");
  const parts = [
    `${count("ok")} ok`,
    `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    `${count("fail")} failed`,
    `${count("skip")} skipped`,
  ];
  return parts.join(", ");
}
