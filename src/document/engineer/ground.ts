// What a disagreement rests on: `judgement`, or one place with the words that stand there.
import type { WrittenGround } from "../../core/documents/engineer-document.ts";
import { quotedText } from "./source-text.ts";

/** As it stands after `**Rests on:**`; `null` where nothing does. */
export function readGround(written: string | null): WrittenGround | null {
  if (written === null) return null;
  const text = written.replace(/^\s*[-*+] /, "").trim();
  const unclear: WrittenGround = { of: "unclear", text };
  if (JUDGEMENT.test(text)) return { of: "judgement" };
  const place = PLACE.exec(text);
  if (place === null) return unclear;
  const path = place[1] ?? place[3] ?? "";
  const line = Number(place[2] ?? place[4]);
  const quote = quoteIn(text.slice(place[0].length));
  return quote === null ? unclear : { of: "place", path, line, quote };
}

/** The word, and perhaps a remark after it. */
const JUDGEMENT = /^[*_`"“]{0,3}judge?ment[*_`"”]{0,3}(?:\s*[.,;:–—(-].*)?$/is;

/** In code marks a path may hold blanks; of several lines the first counts. */
const PLACE =
  /^[*_]{0,2}(?:`([^`:\n]{1,300}):(\d{1,7})(?:[-–]\d{1,7})?`|([^\s`"“:]{1,300}):(\d{1,7})(?:[-–]\d{1,7})?)[*_]{0,2}(?=[\s,:;–—("“`>-]|$)/;

const QUOTE_CHARS_MAX = 2_000;

/** Between quotation marks or in code marks, as far as the last of them; in a fence; in a block quote. */
function quoteIn(rest: string): string | null {
  const said = rest.replace(/^[ \t]*[,:;–—-]?[ \t]*\(?\s*/, "").trimEnd();
  const words = wordsIn(said)?.replace(/\s+/g, " ").trim() ?? "";
  return words === "" || words.length > QUOTE_CHARS_MAX || !/[\p{L}\p{N}]/u.test(words) ? null : words;
}

const MARKS: Readonly<Record<string, RegExp>> = { '"': /["”]/g, "“": /["”]/g, "«": /»/g, "`": /`/g };

function wordsIn(said: string): string | null {
  const [fence] = /^(?:`{3,}|~{3,})/.exec(said) ?? [];
  if (fence !== undefined) {
    const start = said.indexOf("\n");
    const end = said.indexOf(`\n${fence}`, start);
    return start < 0 || end < 0 ? null : said.slice(start, end);
  }
  if (said.startsWith(">")) {
    const quoted = quotedText(said.split("\n"));
    return withoutMarks(quoted);
  }
  const closing = MARKS[said[0] ?? ""];
  if (closing === undefined) return null;
  const last = [...said.matchAll(closing)].at(-1)?.index ?? 0;
  return last === 0 ? null : said.slice(1, last);
}

/** A quotation in a block quote may have its marks as well. */
function withoutMarks(text: string): string {
  const [, inner] = /^["“](.*)["”]$/s.exec(text.trim()) ?? [];
  return inner ?? text;
}
