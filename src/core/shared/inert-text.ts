/** Everything a terminal could obey, but for line ends and tabs; and what turns the order of letters around. */
const ACTIVE = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu;

/** The text with a mark in the place of each character that does something instead of saying something. */
export function inertText(text: string): string {
  return text.replace(ACTIVE, "\uFFFD");
}
