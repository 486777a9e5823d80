// `parley detectors`: how far the heuristics behind implicit disagreement are trusted.
import type { DetectorView } from "../../app/wire/conflict.ts";
import { padText } from "../columns.ts";
import { command } from "../command.ts";
import { besideTerm, type Line, paintText } from "../text.ts";

export const DETECTORS = command({
  name: "detectors",
  summary: "Show what the detector's heuristics are worth in this project.",
  details: [
    "Every flag that you call a false positive lowers the weight of what raised it by 0.1, in all sessions of the project; below 0.5 it only logs, and asks nobody. Precision is the share of confirmed flags among those that you judged.",
  ],
  arguments: [],
  options: [],
  examples: [
    { line: "parley detectors", does: "as a table" },
    { line: "parley detectors --json", does: "as data" },
  ],
  run: ({ app }) => app.detectors.list(),
  lines: (detectors, { quiet, width }) => {
    if (quiet) return detectors.map(({ heuristic, weight }) => `${heuristic} ${weight}`);
    const none = detectors.every(({ raised }) => raised === 0);
    return [
      ...(none ? ["Nothing has been flagged in this project yet.", ""] : []),
      cells(HEADINGS, (text) => paintText("bold", text)),
      ...detectors.map((detector) => cells(rowOf(detector), (text) => text)),
      "",
      ...detectors.flatMap(({ heuristic, finds }) =>
        besideTerm(paintText("dim", heuristic), finds, { term: 4, width }),
      ),
    ];
  },
});

const HEADINGS = ["heuristic", "weight", "raised", "confirmed", "false positive", "precision", "effect"];

function rowOf(detector: DetectorView): readonly string[] {
  const { heuristic, weight, raised, confirmed, falsePositives, precision, onlyLogs } = detector;
  return [
    heuristic,
    weight.toFixed(1),
    String(raised),
    String(confirmed),
    String(falsePositives),
    precision === null ? "-" : `${Math.round(precision * 100)} %`,
    onlyLogs ? "only logs" : "asks",
  ];
}

function cells(
  texts: readonly string[],
  paint: (text: string) => string | ReturnType<typeof paintText>,
): Line {
  return texts.map((text, index) =>
    paint(index === texts.length - 1 ? text : padText(text, (HEADINGS[index]?.length ?? 0) + 2)),
  );
}
