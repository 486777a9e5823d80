const TEXT_CHARS_MAX = 1_500;

/** As much of a text as somebody who has to decide reads in a question. */
export function excerptOf(text: string): string {
  return text.length > TEXT_CHARS_MAX ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
}
