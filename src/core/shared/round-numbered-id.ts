// What issue and decision ids share: a round and a number within it.

import {
  asWord,
  findMentions,
  type Mention,
  nextFreeNumber,
  threeDigits,
  wholeString,
} from "./id-grammar.ts";
import type { Refusal } from "./refusal.ts";

interface RoundNumbered {
  readonly round: number;
  readonly number: number;
}

interface RoundNumberedIds<Id> {
  parse(text: string): Id | null;
  make(parts: RoundNumbered): Id | null;
  parts(id: Id): RoundNumbered;
  find(text: string): Mention<Id>[];
  /** By round, then number: `R9` before `R10`. */
  compare(a: Id, b: Id): number;
  /** A number of the round that the session has never used. */
  next(round: number, used: Iterable<Id>): Id | Refusal;
}

/** The two digits of the grammar. */
export const ROUND_MAX = 99;

export function roundNumberedIds<Id extends string>(prefix: "ISSUE" | "DECISION"): RoundNumberedIds<Id> {
  const grammar = new RegExp(`${prefix}-R\\d{1,2}-\\d{3}`);
  const whole = wholeString(grammar);
  const word = asWord(grammar);
  const formatId = ({ round, number }: RoundNumbered) => `${prefix}-R${round}-${threeDigits(number)}`;

  function split(text: string): RoundNumbered {
    const dash = text.lastIndexOf("-");
    return { round: Number(text.slice(prefix.length + 2, dash)), number: Number(text.slice(dash + 1)) };
  }

  /** `R07` is written `R7`, so that equal ids are equal strings. */
  function parse(text: string): Id | null {
    return whole.test(text) ? (formatId(split(text)) as Id) : null;
  }

  function compare(a: Id, b: Id): number {
    const [left, right] = [split(a), split(b)];
    return left.round - right.round || left.number - right.number;
  }

  function next(round: number, used: Iterable<Id>): Id | Refusal {
    const ofRound = [...used].map(split).filter((parts) => parts.round === round);
    const number = nextFreeNumber(ofRound.map((parts) => parts.number));
    const id = number === null ? null : parse(formatId({ round, number }));
    return id ?? { refused: "id", message: `there is no free ${prefix} number in round ${round}` };
  }

  return {
    parse,
    make: (parts) => parse(formatId(parts)),
    parts: split,
    find: (text) => findMentions(text, word, parse),
    compare,
    next,
  };
}
