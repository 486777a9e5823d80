import type { Gap } from "../gap.ts";
import type { Evidence } from "./question.ts";

/** A gap as a question shows it; at its place where the author's spec left it open. */
export function gapEvidence({ id, title, severity, origin }: Gap, spec: string): Evidence {
  const text = `${id} ${severity.level}: ${title}`;
  return origin.from === "source"
    ? { file: spec, line: origin.line, text, from: "project", gap: id }
    : { file: null, line: null, text, gap: id };
}
