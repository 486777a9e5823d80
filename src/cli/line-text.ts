import type pc from "picocolors";
import { harmless, type Line } from "./text.ts";

export type Colours = ReturnType<typeof pc.createColors>;

/** A line as a terminal gets it. */
export function lineText(line: Line, colours: Colours): string {
  if (typeof line === "string") return harmless(line);
  return line
    .map((piece) =>
      typeof piece === "string" ? harmless(piece) : colours[piece.paint](harmless(piece.text)),
    )
    .join("");
}
