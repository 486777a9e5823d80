import type { Resolution } from "../../core/documents/engineer-document.ts";

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const SOLUTION = /^(?:proposed )?solution\W*$/i;

/** What a resolution says where it brings no edit that applies: its texts; without any, its solution, else all of it. */
export function solutionText(sections: readonly Resolution[]): string {
  const texts = sections.flatMap(({ edits }) => edits.map(({ text }) => text.trim()));
  // Whoever hands over an empty text wants nothing to stand there.
  if (texts.length > 0) return texts.filter((text) => text !== "").join("\n\n");
  return sections
    .map(({ body }) => solutionIn(body))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** Below the heading of the form, up to the next one. */
function solutionIn(body: string): string {
  const lines = body.split("\n");
  const start = lines.findIndex((line) => SOLUTION.test(HEADING.exec(line)?.[2] ?? ""));
  const level = HEADING.exec(lines[start] ?? "")?.[1]?.length ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => {
    const next = HEADING.exec(line)?.[1]?.length ?? Number.POSITIVE_INFINITY;
    return start < 0 ? next < Number.POSITIVE_INFINITY : next <= level;
  });
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join("\n")
    .trim();
}
