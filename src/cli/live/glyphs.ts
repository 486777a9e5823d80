import type { Environment } from "../../app/command-context.ts";

/** The signs of the live view, for terminals that show them and for those that do not. */
export interface Glyphs {
  readonly ellipsis: string;
  readonly separator: string;
  /** Not a divisor of ten, so that it also turns where it is drawn once a second. */
  readonly spinner: readonly string[];
  /** From the lowest, which stands for nothing left, to the highest. */
  readonly bars: readonly string[];
}

export const UNICODE_GLYPHS: Glyphs = {
  ellipsis: "…",
  separator: " · ",
  spinner: ["⣾", "⣽", "⣻", "⢿", "⡿", "⣟", "⣯", "⣷"],
  bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇"],
};

export const ASCII_GLYPHS: Glyphs = {
  ellipsis: "...",
  separator: " | ",
  spinner: ["|", "/", "-", "\\"],
  bars: ["_", ".", "-", "=", "+", "*", "#"],
};

/** As the C library looks for the locale of characters: the first that is set counts. */
export function glyphsFor({ LC_ALL, LC_CTYPE, LANG }: Environment): Glyphs {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "") ? UNICODE_GLYPHS : ASCII_GLYPHS;
}
