/** A stretch of a text: `end` is the first character after it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stop before a capital, a number or the end; a full-width stop needs no blank; a forced break ends any sentence. */
const SENTENCE_END =
  /[.!?…]+["'”’)\]*_`]{0,4}(?=\s+["'“‘([*_`\uFFFC]{0,4}(?:[\p{Lu}\p{N}\uFFFC]|\p{Lo})|\s*$|\s*<br)|[。！？]+["'”’」』）)\]*_]{0,4}|<br\s{0,2}\/?>/giu;
const NEVER_ENDS = /\b(?:e\.g|i\.e|cf|vs|approx|resp|ca|incl)\.$/i;
const ENDS_UNLESS_NUMBERED = /\b(?:nos?|figs?|sec|max|min|p|pp)\.$/i;
const INITIAL = /(?:^|[^\p{L}\p{N}])\p{Lu}\.$/u;
/** Words that open a sentence more often than they are somebody's name. */
const OPENS =
  /^\s+["'“‘([*_`]{0,4}(?:\uFFFC|(?:A|An|The|This|That|These|Those|It|If|When|Then|Until|Unless|After|Before|All|Each|Every|Any|No|None|Only|Otherwise|For|From|In|On|At|To|We|You|They|There|Both|But|And|Or|So|Not|TODO|TBD|FIXME)(?![\p{L}\p{N}]))/u;
const LOOKAHEAD_MAX = 24;

/** Its sentences with the blanks after them left out; a text without any end of a sentence is one. */
export function sentencesOf(text: string): readonly Stretch[] {
  const sentences: Stretch[] = [];
  let start = skipBlank(text, 0);
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (end <= start || isAbbreviation(text, end)) continue;
    sentences.push({ start, end });
    start = skipBlank(text, end);
  }
  const end = text.trimEnd().length;
  if (start < end) sentences.push({ start, end });
  return sentences;
}

/** Where the first of several sentences ends; `null` where there is but one. */
export function firstSentenceEnd(text: string): number | null {
  const start = skipBlank(text, 0);
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (end <= start || isAbbreviation(text, end)) continue;
    return skipBlank(text, end) < text.length ? end : null;
  }
  return null;
}

function isAbbreviation(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - 8), end);
  const after = text.slice(end, end + LOOKAHEAD_MAX);
  if (NEVER_ENDS.test(before)) return true;
  if (ENDS_UNLESS_NUMBERED.test(before)) return /^\s+\p{N}/u.test(after);
  return INITIAL.test(before) && after.trim() !== "" && !OPENS.test(after) && !/^\s*<br/i.test(after);
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
  return at;
}
