import type { Refined } from "../app/sessions/run-refinement.ts";
import { beside, type Line, painted, wrapped } from "./text.ts";

type Question = Refined["status"]["questions"][number];

const OPTION_COLUMN = 16;

/** A question as a person reads it: why, what it rests on, what may be answered and what that does. */
export function questionLines(question: Question, width: number): Line[] {
  const { id, kind, why, evidence, options, recommended, blocks, continues } = question;
  const heading: Line = [painted("yellow", id), " ", painted("bold", kind)];
  return [
    heading,
    ...wrapped(why, width - 2).map((line) => `  ${line}`),
    ...evidence.map(({ file, line, text }): Line => {
      const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`}  `;
      return [painted("dim", `  │ ${place}`), shortened(text)];
    }),
    ...options.flatMap((option) => {
      const needs = option.needs.length === 0 ? "" : ` [needs ${option.needs.join(", ")}]`;
      const star = option.id === recommended ? " (recommended)" : "";
      return beside(painted("cyan", `  ${option.id}`), `${option.label}${star}.${needs} ${option.effect}`, {
        term: OPTION_COLUMN,
        width,
      });
    }),
    ...list("waits:", blocks, width),
    ...list("goes on:", continues, width),
    [painted("dim", "  answer: "), `parley answer ${id} OPTION --session ${question.session}`],
  ];
}

function list(label: string, parts: readonly string[], width: number): Line[] {
  return parts.length === 0
    ? []
    : beside(painted("dim", `  ${label}`), parts.join(", "), { term: 12, width });
}

const EVIDENCE_MAX = 160;

function shortened(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length <= EVIDENCE_MAX ? flat : `${flat.slice(0, EVIDENCE_MAX - 1)}…`;
}
