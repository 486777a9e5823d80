// Numbered lists that something has come to or left: their numbers are brought level, those of no other list.
import { indentOf, isBlank } from "../markdown/lines.ts";
import type { Assembled, AssembledLine } from "./checklist-edit.ts";

const NUMBERED = /^([ \t]*)(\d{1,9})([.)])([ \t]+|$)/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const ENDS_LIST = /^[ \t]*(?:#{1,6}[ \t]|```|~~~|>|<|\||[-*_](?:[ \t]*[-*_]){2,}[ \t]*$)/;
/** As for items: one column more or less is a slip of the hand. */
const NESTED_BY_MIN = 2;
const NUMBER_MAX = 999_999_999;

export function withNumbersLevel({ lines, left }: Assembled): readonly AssembledLine[] {
  const numbering = new Numbering(lines);
  for (const [index, { arrived, text }] of lines.entries())
    if (arrived) numbering.touch(index, text, { wasThere: false });
  for (const { before, text } of left) numbering.touch(before, text, { wasThere: true });
  return numbering.level();
}

interface NumberedList {
  /** The places of its items. */
  readonly members: readonly number[];
  readonly left: { readonly before: number; readonly number: number }[];
}

class Numbering {
  readonly #lines: readonly AssembledLine[];
  readonly #lists = new Set<NumberedList>();
  readonly #listOf = new Map<number, NumberedList>();

  constructor(lines: readonly AssembledLine[]) {
    this.#lines = lines;
  }

  /** Something like `text` has come to this place, or was there before. */
  touch(at: number, text: string, { wasThere }: { readonly wasThere: boolean }): void {
    const numbered = numberedOf(text);
    if (numbered === null) return;
    const list = this.#listAt(at, numbered);
    if (wasThere) list?.left.push({ before: at, number: numbered.number });
  }

  level(): readonly AssembledLine[] {
    const texts = new Map<number, string>();
    for (const list of this.#lists) this.#levelList(list, texts);
    return this.#lines.map((line, index) => ({ ...line, text: texts.get(index) ?? line.text }));
  }

  #listAt(at: number, like: Numbered): NumberedList | null {
    const known = kindOf(this.#text(at), like) === "member" ? this.#listOf.get(at) : undefined;
    if (known !== undefined) return known;
    const above = this.#membersAbove(at, like);
    const met = this.#listOf.get(above.at(-1) ?? -1);
    if (met !== undefined) return met;
    const members = [...above.reverse(), ...this.#membersBelow(at, like)];
    if (members.length === 0) return null;
    const list = { members, left: [] };
    this.#lists.add(list);
    for (const member of members) this.#listOf.set(member, list);
    return list;
  }

  /** The nearest first; goes no further than to one whose list is known. */
  #membersAbove(at: number, like: Numbered): number[] {
    const members: number[] = [];
    let lazy = false;
    for (let index = at - 1; index >= 0; index -= 1) {
      const text = this.#text(index);
      const kind = kindOf(text, like);
      if (kind === "member") {
        members.push(index);
        lazy = false;
        if (this.#listOf.has(index)) break;
      } else if (kind === "other" || (lazy && kind === "blank")) break;
      // Words without indentation belong to an item above that they follow at once.
      else if (kind === "words") lazy = true;
      else if (kind === "within") lazy = false;
    }
    return members;
  }

  #membersBelow(at: number, like: Numbered): number[] {
    const members: number[] = [];
    for (let index = at; index < this.#lines.length; index += 1) {
      const kind = kindOf(this.#text(index), like);
      if (kind === "member") members.push(index);
      else if (kind === "other") break;
      else if (kind === "words" && (index === at || isBlank(this.#text(index - 1)))) break;
    }
    return members;
  }

  #text(index: number): string {
    return this.#lines[index]?.text ?? "";
  }

  /** What stands above the first that came or left keeps its number; from there on they are counted. */
  #levelList({ members, left }: NumberedList, texts: Map<number, string>): void {
    const numberAt = (index: number): number => numberedOf(this.#text(index))?.number ?? 0;
    const hasCome = (index: number): boolean => this.#lines[index]?.arrived === true;
    const before = [
      ...members.filter((index) => !hasCome(index)).map(numberAt),
      ...left.map(({ number }) => number),
    ];
    const first = before.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
    if (before.length === 0) return;
    // Many write the same number before all, and leave it to the reader's program to count.
    const step = before.length > 1 && before.every((number) => number === first) ? 0 : 1;
    const firstLeft = left.reduce((least, one) => Math.min(least, one.before), Number.POSITIVE_INFINITY);
    const touched = members.findIndex((index) => hasCome(index) || index >= firstLeft);
    if (touched < 0) return;
    let number = touched === 0 ? first : numberAt(members[touched - 1] ?? 0) + step;
    for (const [place, index] of members.entries()) {
      if (place < touched || number > NUMBER_MAX) continue;
      this.#renumber(index, { number, until: members[place + 1], texts });
      number += step;
    }
  }

  #renumber(
    index: number,
    to: { readonly number: number; readonly until: number | undefined; readonly texts: Map<number, string> },
  ): void {
    const { number, until, texts } = to;
    const text = this.#text(index);
    const was = numberedOf(text);
    if (was === null || was.number === number) return;
    texts.set(index, (texts.get(index) ?? text).replace(/\d+/, String(number)));
    const more = String(number).length - was.digits;
    if (more > 0) this.#shift(index, { offset: was.offset, more, until, texts });
  }

  /** A longer number moves the text of its item, and what stands below must still stand under it. */
  #shift(
    index: number,
    to: {
      readonly offset: number;
      readonly more: number;
      readonly until: number | undefined;
      readonly texts: Map<number, string>;
    },
  ): void {
    const { offset, more, until = this.#lines.length, texts } = to;
    const below: number[] = [];
    for (let at = index + 1; at < until; at += 1) {
      const text = this.#text(at);
      if (isBlank(text)) continue;
      if (indentOf(text) < offset) break;
      below.push(at);
    }
    if (!below.some((at) => indentOf(this.#text(at)) < offset + more)) return;
    for (const at of below) texts.set(at, `${" ".repeat(more)}${texts.get(at) ?? this.#text(at)}`);
  }
}

interface Numbered {
  readonly indent: number;
  readonly number: number;
  readonly digits: number;
  readonly mark: string;
  /** The column at which its text begins. */
  readonly offset: number;
}

function numberedOf(text: string): Numbered | null {
  const match = NUMBERED.exec(text);
  if (match === null) return null;
  const [, , digits = "", mark = "", space = ""] = match;
  const indent = indentOf(text);
  const offset = indent + digits.length + mark.length + Math.max(1, space.length);
  return { indent, number: Number(digits), digits: digits.length, mark, offset };
}

type Kind = "member" | "within" | "blank" | "words" | "other";

/** What a line is to the list of an item. */
function kindOf(text: string, { indent, mark }: Numbered): Kind {
  if (isBlank(text)) return "blank";
  const own = indentOf(text);
  if (own >= indent + NESTED_BY_MIN) return "within";
  if (!LIST_ITEM.test(text)) return ENDS_LIST.test(text) ? "other" : "words";
  const numbered = numberedOf(text);
  return numbered !== null && numbered.mark === mark && own > indent - NESTED_BY_MIN ? "member" : "other";
}
