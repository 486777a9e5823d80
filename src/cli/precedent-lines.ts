import type { Precedent } from "../app/wire/conflict.ts";
import { type Line, paintText, wrapText } from "./text.ts";

/** How like cases were decided; nothing where there were none. */
export function precedentLines(precedents: readonly Precedent[], width: number): Line[] {
  if (precedents.length === 0) return [];
  return [
    "",
    [paintText("bold", "How you decided like cases in this project:")],
    ...precedents.flatMap(({ session, decision, title, option, said }) =>
      wrapText(
        `${option}: ${said.replaceAll(/\s+/g, " ")} (${title}; ${session} ${decision})`,
        width - 4,
      ).map((line, index) => (index === 0 ? `  - ${line}` : `    ${line}`)),
    ),
  ];
}
