// A section of ours in somebody else's file, between two marks. The first mark says what was put before it, so that the
// file is as it was, to the byte, once the section is taken out. Texts are bytes here, a character each: a file may be in
// any encoding that has the plain letters.

const BEGIN =
  /^<!-- parley:begin (?:lines=([012])|(new)) \(parley init --agents writes this section; --remove takes it out\) -->$/;
const END = "<!-- parley:end -->";
/** Whatever looks like one of them counts, so that a mark somebody has changed is noticed. */
const LIKE_MARK = /<!--\s*parley:(?:begin|end)/;

type MarkedText =
  | { readonly at: "unmarked" }
  | { readonly at: "marked"; readonly section: MarkedSection }
  | { readonly at: "broken"; readonly line: number };

interface MarkedSection {
  /** Where the first mark begins, and where the line after the last one does. */
  readonly from: number;
  readonly to: number;
  readonly eol: string;
  /** The lines that were put before it; `new`: the file came with it. */
  readonly before: number | "new";
}

export function readMarks(text: string): MarkedText {
  const found: { readonly mark: string; readonly at: number; readonly line: number }[] = [];
  let at = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (LIKE_MARK.test(line)) found.push({ mark: line.replace(/\r$/, ""), at, line: index + 1 });
    at += line.length + 1;
  }
  const [first, last, more] = found;
  if (first === undefined) return { at: "unmarked" };
  const begin = BEGIN.exec(first.mark);
  if (begin === null) return { at: "broken", line: first.line };
  if (last === undefined || last.mark !== END) return { at: "broken", line: last?.line ?? first.line };
  if (more !== undefined) return { at: "broken", line: more.line };
  const eol = text.startsWith("\r\n", first.at + first.mark.length) ? "\r\n" : "\n";
  const ends = last.at + last.mark.length;
  const to = text.startsWith(eol, ends) ? ends + eol.length : ends;
  const before = begin[2] === "new" ? "new" : Number(begin[1]);
  return { at: "marked", section: { from: first.at, to, eol, before } };
}

/** `body`: lines, the last one ended. A section that is there is replaced where it stands. */
export function putSection(text: string | null, body: string): string {
  const marked = readMarks(text ?? "");
  if (text !== null && marked.at === "marked") {
    const { from, to, eol, before } = marked.section;
    const section = sectionText(body, { eol, before });
    // Where somebody has cut off the end of the last line, it stays cut off.
    const whole = text.slice(0, to).endsWith(eol) ? section : section.slice(0, -eol.length);
    return `${text.slice(0, from)}${whole}${text.slice(to)}`;
  }
  if (text === null) return sectionText(body, { eol: "\n", before: "new" });
  const eol = eolOf(text);
  const before = text === "" ? 0 : text.endsWith("\n") ? 1 : 2;
  return `${text}${eol.repeat(before)}${sectionText(body, { eol, before })}`;
}

function sectionText(body: string, { eol, before }: Pick<MarkedSection, "eol" | "before">): string {
  const about = before === "new" ? "new" : `lines=${before}`;
  const begin = `<!-- parley:begin ${about} (parley init --agents writes this section; --remove takes it out) -->`;
  return `${begin}\n${body}${END}\n`.replaceAll("\n", eol);
}

function eolOf(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

/** `null`: the file came with the section, and holds nothing else. */
export function takeSection(text: string, { from, to, eol, before }: MarkedSection): string | null {
  let start = from;
  for (let left = before === "new" ? 0 : before; left > 0; left -= 1) {
    // Less than was put there is left where somebody has changed what stands before.
    if (!text.slice(0, start).endsWith(eol)) break;
    start -= eol.length;
  }
  const rest = `${text.slice(0, start)}${text.slice(to)}`;
  return before === "new" && rest === "" ? null : rest;
}
