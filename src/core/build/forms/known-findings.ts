import type { FormFault } from "../../documents/form-reading.ts";
import type { FindingId } from "../../shared/finding-id.ts";

/** How the findings of a task stand: a void one was overruled or answered by a person, and grounds nothing. */
export type KnownFindings = ReadonlyMap<FindingId, "open" | "closed" | "void">;

interface PlacedFinding {
  readonly finding: FindingId;
  readonly line: number;
}

/** Those that the task does not have. */
export function unknownFindings(named: readonly PlacedFinding[], known: KnownFindings): readonly FormFault[] {
  return named
    .filter(({ finding }) => !known.has(finding))
    .map(({ finding, line }) => ({
      code: "unknown-finding",
      line,
      message: `${finding} is no finding of this task. ${known.size === 0 ? "There is none yet" : `There are: ${[...known.keys()].join(", ")}`}.`,
    }));
}

/** Open findings that have no row. */
export function missingRows(
  rows: readonly PlacedFinding[],
  known: KnownFindings,
  form: string,
): readonly FormFault[] {
  const answered = new Set(rows.map(({ finding }) => finding));
  const missing = [...known].filter(([finding, at]) => at === "open" && !answered.has(finding));
  if (missing.length === 0) return [];
  const ids = missing.map(([finding]) => finding).join(", ");
  return [
    { code: "missing-row", line: null, message: `No row for ${ids}. Each open finding has a row: ${form}.` },
  ];
}
