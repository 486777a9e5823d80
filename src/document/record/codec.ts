// How single values stand in the documents that parley keeps of itself: each is written one way and read leniently.
import { type DecisionId, parseDecisionId } from "../../core/shared/decision-id.ts";
import { type GapId, parseGapId } from "../../core/shared/gap-id.ts";
import { type IssueId, parseIssueId } from "../../core/shared/issue-id.ts";
import { parseSeverity, type Severity } from "../../core/shared/severity.ts";
import { parseTimestamp, type Timestamp } from "../../core/shared/timestamp.ts";
import { escapeText, readText } from "../render/free-text.ts";

/** `read` gives `undefined` for a source that says nothing of the kind; `expects` names what would. */
export interface Codec<T> {
  readonly expects: string;
  readonly align: "left" | "right";
  readonly write: (value: T) => string;
  readonly read: (source: string) => T | undefined;
}

export const text: Codec<string> = {
  expects: "a text",
  align: "left",
  write: escapeText,
  read: readText,
};

export const wholeNumber = numeric(
  "a whole number",
  String,
  (value) => Number.isSafeInteger(value) && value >= 0,
);
export const decimal = numeric("a number", String, Number.isFinite);
export const signed = numeric(
  "a number with its sign",
  (value) => (value > 0 ? `+${value}` : `${value}`),
  Number.isFinite,
);
/** Set with a point always, as in `1.0`, so that it is seen to be a factor. */
export const factor = numeric(
  "a number",
  (value) => (Number.isInteger(value) ? value.toFixed(1) : `${value}`),
  Number.isFinite,
);

function numeric(
  expects: string,
  write: (value: number) => string,
  fits: (value: number) => boolean,
): Codec<number> {
  const read = (source: string) => {
    const plain = readText(source).replace("−", "-").replaceAll(",", "");
    const value = /^[+-]?\d{1,17}(?:\.\d{1,17})?$/.test(plain) ? Number(plain) : Number.NaN;
    return fits(value) ? value : undefined;
  };
  return { expects, align: "right", write, read };
}

const SECONDS_A_MINUTE = 60;
const SECONDS_AN_HOUR = 3600;

/** `2h 05m 09s`, `5m 09s`, `9s`. */
export const duration: Codec<number> = {
  expects: "a duration such as 2h 05m 09s",
  align: "right",
  write: (seconds) => {
    const hours = Math.floor(seconds / SECONDS_AN_HOUR);
    const minutes = Math.floor((seconds % SECONDS_AN_HOUR) / SECONDS_A_MINUTE);
    const rest = String(seconds % SECONDS_A_MINUTE);
    if (hours > 0) return `${hours}h ${twoDigits(minutes)}m ${rest.padStart(2, "0")}s`;
    return minutes > 0 ? `${minutes}m ${rest.padStart(2, "0")}s` : `${rest}s`;
  },
  read: (source) => {
    const match = /^(?:(\d{1,9})\s?h)?\s?(?:(\d{1,9})\s?m)?\s?(?:(\d{1,12})\s?s)?$/.exec(readText(source));
    if (match === null || match[0] === "") return undefined;
    const [hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
    return (hours ?? 0) * SECONDS_AN_HOUR + (minutes ?? 0) * SECONDS_A_MINUTE + (seconds ?? 0);
  },
};

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

export const gapId: Codec<GapId> = word("a gap id", parseGapId);
export const issueId: Codec<IssueId> = word("an issue id", parseIssueId);
export const decisionId: Codec<DecisionId> = word("a decision id", parseDecisionId);
export const timestamp: Codec<Timestamp> = word("a time such as 2026-01-12T14:30:00Z", parseTimestamp);
export const severity: Codec<Severity> = word("CRITICAL, HIGH, MEDIUM or LOW", (written) =>
  parseSeverity(written.toUpperCase()),
);

function word<T extends string>(expects: string, parse: (written: string) => T | null): Codec<T> {
  return {
    expects,
    align: "left",
    write: (value) => value,
    read: (source) => parse(readText(source)) ?? undefined,
  };
}

/** A value that has a name of its own in the document; other names may stand for it too. */
export function named<T>(names: readonly (readonly [name: string, value: T])[]): Codec<T> {
  const expects = names.map(([name]) => name).join(" or ");
  const write = (value: T) => names.find(([, known]) => known === value)?.[0] ?? "";
  const read = (source: string) => {
    const written = readText(source).toLowerCase();
    return names.find(([name]) => name.toLowerCase() === written)?.[1];
  };
  return { expects, align: "left", write, read };
}

export const yesNo: Codec<boolean> = named([
  ["yes", true],
  ["no", false],
]);

const NONE: ReadonlySet<string> = new Set(["", "-", "–", "—", "none", "none.", "n/a"]);

/** Whether a source says that there is nothing; an escaped dash is a text. */
export function saysNone(source: string): boolean {
  return NONE.has(source.trim().toLowerCase());
}

/** In a cell nothing is a dash; a text without a character is nothing as well. */
export function orNone<T>(of: Codec<T>): Codec<T | null> {
  return {
    ...of,
    write: (value) => (value === null || value === "" ? "-" : apartFromNone(of.write(value))),
    read: (source) => (saysNone(source) ? null : of.read(source)),
  };
}

/** `None` as a text, so that it is not read as its absence. */
function apartFromNone(source: string): string {
  return saysNone(source) ? `&#${source.charCodeAt(0)};${source.slice(1)}` : source;
}

/** Values without commas in them, such as ids. */
export function listOf<T>(of: Codec<T>): Codec<readonly T[]> {
  return {
    expects: `${of.expects}, or several with commas between`,
    align: "left",
    write: (values) => (values.length === 0 ? "-" : values.map(of.write).join(", ")),
    read: (source) => {
      if (saysNone(source)) return [];
      const values = source.split(",").map((part) => of.read(part.trim()));
      const read = values.filter((value) => value !== undefined);
      return read.length === values.length ? read : undefined;
    },
  };
}
