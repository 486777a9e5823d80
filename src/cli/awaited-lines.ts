// What a person is to write, where, and how it is handed in.
import { type AwaitedDocument, submitWords } from "../app/sessions/awaited-documents.ts";
import type { Refined } from "../app/sessions/run-refinement.ts";
import { nearPath } from "./printer.ts";
import { type Line, painted } from "./text.ts";

/** Nothing where nobody is waited for. */
export function awaitedLines({ awaited }: Pick<Refined, "awaited">, cwd: string): readonly Line[] {
  return awaited.flatMap((one) => ["", ...documentLines(one, cwd)]);
}

function documentLines(awaited: AwaitedDocument, cwd: string): readonly Line[] {
  const file = nearPath(awaited.file, cwd);
  return [
    [painted("bold", `a document is awaited: ${awaitedWords(awaited)}`)],
    [painted("dim", "  write in: "), file],
    [painted("dim", "  the task: "), nearPath(awaited.prompt, cwd)],
    [painted("dim", "   hand in: "), `parley ${submitWords(awaited, file)}`],
  ];
}

/** `round 2 engineer, GAP-FLOW-001, attempt 2`. */
export function awaitedWords({ role, round, gaps, attempt }: AwaitedDocument): string {
  const turn = role === "final" ? "final review" : `round ${round} ${role}`;
  return [turn, ...gaps, ...(attempt === 1 || role === "final" ? [] : [`attempt ${attempt}`])].join(", ");
}
