// Blanks of a template that nobody filled in.
import { hitsIn, matchesOf } from "../../document/spec/matches.ts";
import { isCode, placeIn } from "../../document/spec/place.ts";
import { sentenceAround } from "../../document/spec/sentences.ts";
import type { PartText, Passage } from "../../document/spec/spec-text.ts";
import { GAP_TITLE } from "../gap-title.ts";
import type { Hit } from "../lint-finding.ts";
import { markSubject, subjectIn } from "../subject.ts";

export function findBlanks(spec: PartText): readonly Hit[] {
  return [...hitsIn(spec.passages, blanksOf), ...blanksBetweenTags(spec)];
}

const FILL_IN =
  "insert|your|fill|add|describe|placeholder|tbd|todo|to be|enter|replace|choose|specify|name of|number of|list of|link to|date of|explain";
/** In angle brackets the parser sees a tag, so these are looked for in the source. */
const ANGLED = new RegExp(`<(?:${FILL_IN})(?=[ >_-])[^<>\\n]{0,120}>`, "gi");
const BRACKETED =
  /(?<!\])\[(?:insert|your|fill in|describe|placeholder|enter|specify|to be)\b(?!,)[^\][\n]{0,120}\](?![(:[])/gi;
/** Escaped, as formatters write them, they stand apart. */
const UNDERLINE = /(?<!\w)_+(?!\w)/g;
const UNDERLINE_CHARS_MIN = 3;
const UNIT_WITHOUT_NUMBER =
  /(?<![\w+"“-])(?:XX+|NN+|xx+)\s?(?=%|(?:ms|s|seconds?|minutes?|hours?|days?|[KMG]i?B|requests?|users?)\b)/g;
/** Most passages hold none of these characters, so that no more need be asked. */
const MAY_HOLD_BLANK = /[<[_]|XX|NN|xx|ipsum/i;
const FILLER = /\blorem ipsum\b/gi;

/** `___` and `_ _ _`: lines a space apart are one. */
function underlinesOf(text: string): readonly { readonly 0: string; readonly index: number }[] {
  const found: { 0: string; index: number }[] = [];
  for (const { 0: line, index } of matchesOf(text, UNDERLINE)) {
    const last = found.at(-1);
    if (last !== undefined && text[index - 1] === " " && last.index + last[0].length === index - 1) {
      last[0] += ` ${line}`;
    } else found.push({ 0: line, index });
  }
  return found.filter(({ 0: line }) => line.replaceAll(" ", "").length >= UNDERLINE_CHARS_MIN);
}

function blanksOf(passage: Passage): readonly Hit[] {
  const { source, text } = passage;
  if (!MAY_HOLD_BLANK.test(source)) return [];
  const inSource = matchesOf(source, ANGLED).filter(({ index }) => !isCode(passage, index + 1));
  const bracketed = matchesOf(text, BRACKETED).filter(({ index }) => !isInQuotes(text, index));
  const inText = [UNIT_WITHOUT_NUMBER, FILLER].flatMap((blank) => matchesOf(text, blank));
  return [...inSource, ...bracketed, ...underlinesOf(text), ...inText].map(({ 0: blank, index }) => {
    const end = index + blank.length;
    const sentence = sentenceAround(passage, index, end);
    return {
      rule: "placeholder",
      place: placeIn(passage, index, end),
      section: passage.section,
      title: GAP_TITLE.placeholder({ passage, sentence }),
      subject: markSubject(passage, sentence),
    };
  });
}

const QUOTATION_MAX = 300;

/** A message in quotation marks may show where its words will come. */
function isInQuotes(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - QUOTATION_MAX), at);
  return before.split('"').length % 2 === 0 || before.lastIndexOf("“") > before.lastIndexOf("”");
}

/** A blank on a line of its own is a block of HTML to the parser. */
function blanksBetweenTags({ blocks, lines, sectionOf }: PartText): readonly Hit[] {
  return blocks
    .filter((block) => block.kind === "html")
    .flatMap((block) =>
      lines.slice(block.line - 1, block.endLine).flatMap((line, index) =>
        matchesOf(line, ANGLED).map(({ 0: blank, index: column }) => ({
          rule: "placeholder" as const,
          place: { line: block.line + index, column: column + 1, endColumn: column + 1 + blank.length },
          section: sectionOf(block),
          title: `Not filled in: ${blank}`,
          subject: subjectIn(sectionOf(block), blank),
        })),
      ),
    );
}
