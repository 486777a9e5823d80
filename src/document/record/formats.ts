// How single values stand in the documents that parley writes of itself.
import { escapeText, saysNone } from "../render/free-text.ts";

export interface Format<T> {
  /** To which side a column of such values is set. */
  readonly align: "left" | "right";
  readonly write: (value: T) => string;
}

export const text: Format<string> = { align: "left", write: escapeText };
/** An id, a time, a severity: none of its characters is a mark. */
export const word: Format<string> = { align: "left", write: (value) => value };
export const number: Format<number> = { align: "right", write: String };
export const signed: Format<number> = {
  align: "right",
  write: (value) => (value > 0 ? `+${value}` : `${value}`),
};
/** Set with a point always, as in `1.0`, so that it is seen to be a factor. */
export const factor: Format<number> = {
  align: "right",
  write: (value) => (Number.isInteger(value) ? value.toFixed(1) : `${value}`),
};

const SECONDS_A_MINUTE = 60;
const SECONDS_AN_HOUR = 3600;

/** `2h 05m 09s`, `5m 09s`, `9s`. */
export const duration: Format<number> = {
  align: "right",
  write: (seconds) => {
    const hours = Math.floor(seconds / SECONDS_AN_HOUR);
    const minutes = Math.floor((seconds % SECONDS_AN_HOUR) / SECONDS_A_MINUTE);
    const rest = String(seconds % SECONDS_A_MINUTE);
    if (hours > 0) return `${hours}h ${twoDigits(minutes)}m ${rest.padStart(2, "0")}s`;
    return minutes > 0 ? `${minutes}m ${rest.padStart(2, "0")}s` : `${rest}s`;
  },
};

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

export const share: Format<{ readonly part: number; readonly whole: number }> = {
  align: "right",
  write: ({ part, whole }) => (whole === 0 ? "-" : `${Math.round((part / whole) * 100)} %`),
};

export const yesNo: Format<boolean> = { align: "left", write: (value) => (value ? "yes" : "no") };

export const words: Format<readonly string[]> = {
  align: "left",
  write: (values) => values.join(", ") || "-",
};

/** In a cell nothing is a dash; a text without a character is nothing as well. */
export function orNone<T>({ align, write }: Format<T>): Format<T | null> {
  return { align, write: (value) => (value === null || value === "" ? "-" : apartFromNone(write(value))) };
}

/** `None` as a text, so that it is not taken for its absence. */
function apartFromNone(source: string): string {
  return saysNone(source) ? `&#${source.charCodeAt(0)};${source.slice(1)}` : source;
}
