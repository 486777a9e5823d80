// How many columns of a terminal a text takes, and cutting and filling up at a column. Where terminals differ, the
// greater number counts: a line that comes out too short does no harm, one that wraps does.

/** They stand on the character before, or are not seen at all. */
const NO_COLUMN = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Asks for the wide picture of the character before. */
const EMOJI_SELECTOR = "\ufe0f";

/**
 * The scripts that are written in squares, their signs and full-width forms, and pictures. Unicode has no property for
 * the width itself; half-width forms belong to the same scripts, and are taken out first.
 */
const WIDE =
  /(?![\u{ff61}-\u{ffdc}\u{ffe8}-\u{ffee}])(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}\p{sc=Tang}\p{sc=Nshu}\p{sc=Kits}\p{Ideographic}\p{Emoji_Presentation}\u{2ff0}-\u{303e}\u{3099}-\u{33ff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}]|(?=[\u{1f300}-\u{1faff}])\p{Extended_Pictographic})/u;

const ASCII_ONLY = /^[\x20-\x7e]*$/;

export function columnsOf(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

function columnsOfCharacter(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (character === EMOJI_SELECTOR) return 1;
  if (NO_COLUMN.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text, or as much of its beginning as fits with a mark that there was more. */
export function cutText(text: string, width: number, ellipsis = "…"): string {
  if (columnsOf(text) <= width) return text;
  const room = width - columnsOf(ellipsis);
  if (room <= 0) return ellipsis.slice(0, Math.max(0, width));
  let kept = "";
  let columns = 0;
  for (const character of text) {
    columns += columnsOfCharacter(character);
    if (columns > room) break;
    kept += character;
  }
  return `${kept}${ellipsis}`;
}

/** With blanks behind it, as many as bring the next text to that column. */
export function padText(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - columnsOf(text)))}`;
}

/** Where a word may be broken: around characters of two columns, between which nobody writes blanks. */
export function breakWord(word: string): readonly string[] {
  if (ASCII_ONLY.test(word) || !WIDE.test(word)) return [word];
  const parts: string[] = [];
  let isOpen = false;
  for (const character of word) {
    const columns = columnsOfCharacter(character);
    const last = parts.length - 1;
    // What has no column of its own stays on the character before.
    if (last >= 0 && (columns === 0 || character === EMOJI_SELECTOR || (columns === 1 && isOpen))) {
      parts[last] += character;
    } else {
      parts.push(character);
    }
    if (columns > 0) isOpen = columns === 1;
  }
  return parts;
}
