import { submitWords } from "../app/sessions/submit-words.ts";
import type { AwaitedDocument, Refined } from "../app/wire/session.ts";
import { commandLines } from "./command-lines.ts";
import { nearPath } from "./printer.ts";
import { type Line, painted, wrapped } from "./text.ts";

/** Nothing where nobody is waited for. */
export function awaitedLines(
  { awaited }: Pick<Refined, "awaited">,
  { cwd, width }: { readonly cwd: string; readonly width: number },
): readonly Line[] {
  return awaited.flatMap((one) => ["", ...documentLines(one, cwd, width)]);
}

const WHOLE_SPEC: Partial<Record<AwaitedDocument["role"], string>> = {
  final: "final review",
  survey: "survey",
  "second-survey": "second survey",
};

function documentLines(awaited: AwaitedDocument, cwd: string, width: number): readonly Line[] {
  const file = nearPath(awaited.file, cwd);
  return [
    ...wrapped(`a document is awaited: ${awaitedWords(awaited)}`, width).map((line) => [
      painted("bold", line),
    ]),
    ...commandLines("  write in: ", file, width),
    ...commandLines("  the task: ", nearPath(awaited.prompt, cwd), width),
    ...commandLines("   hand in: ", `parley ${submitWords(awaited, file)}`, width),
  ];
}

/** `round 2 engineer, GAP-FLOW-001, attempt 2`. */
export function awaitedWords({ role, round, gaps, attempt }: AwaitedDocument): string {
  const turn = WHOLE_SPEC[role] ?? `round ${round} ${role}`;
  return [turn, ...gaps, ...(attempt === 1 || role === "final" ? [] : [`attempt ${attempt}`])].join(", ");
}
