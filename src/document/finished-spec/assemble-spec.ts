import type { FinishedSpec, SpecParts } from "../../core/documents/finished-spec.ts";

/** Stands here until the real one is written. */
export function assembleSpec({ source, gaps }: SpecParts): FinishedSpec {
  const texts = gaps.flatMap(({ resolutions }) => resolutions.map(({ specText, body }) => specText?.text ?? body));
  const text = [...source.lines, "", ...texts, ""].join("\n");
  return { text, map: [{ from: 1, to: text.split("\n").length, origin: { of: "added" } }] };
}
