// What makes a command line logged in that was set up by the user: files of theirs, and settings that are read for this
// alone. Whatever else they have set up stays with them.
import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { JsonObject } from "../../../core/shared/json.ts";
import type { Environment } from "../environment.ts";

export interface UserPlace {
  readonly env: Environment;
}

/** Where an agent lives: in a home of the role's own, or in the user's. */
export type HomeKind = "private" | "user";

/** Of our making, or a link to a file of the user's; `null` instead of a text stands for a folder. */
export type LaidFile = {
  /** Below the private home, or beside the view. */
  readonly below: "home" | "run";
  readonly path: string;
} & ({ readonly text: string | null } | { readonly linkTo: string });

export interface UserLogin {
  /** `user`: its login cannot be taken along, so that it lives where the user's own does. */
  readonly home: HomeKind;
  /** Links to what it needs there. */
  readonly laid: readonly LaidFile[];
  /** Variables that the user's settings of it set. */
  readonly env: Readonly<Record<string, string>>;
  /** What of these settings is kept; each descriptor knows what of its own. */
  readonly settings: JsonObject;
}

/** With a server and a key of ours. */
export const NO_LOGIN: UserLogin = { home: "private", laid: [], env: {}, settings: {} };

/** Settings that are larger were not written by a person. */
const SETTINGS_BYTES_MAX = 1024 * 1024;

/** A folder that a variable names, else one in the user's home; `null` where there is no home either. */
export function userFolder({ env }: UserPlace, variable: string, name: string): string | null {
  const named = env[variable] ?? "";
  if (named !== "") return isAbsolute(named) ? named : null;
  const home = env.HOME ?? "";
  return isAbsolute(home) ? join(home, name) : null;
}

/** `null` where there is no such file, or none that could be settings. */
export function readUserFile(file: string): string | null {
  try {
    const about = statSync(file);
    return about.isFile() && about.size <= SETTINGS_BYTES_MAX ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  }
}

/** Only what is there is linked to. */
export function linkTo(file: string, place: Pick<LaidFile, "below" | "path">): readonly LaidFile[] {
  return existsSync(file) ? [{ ...place, linkTo: file }] : [];
}

/** The object in a text of JSON that may hold comments and commas too many, as settings of programs do. */
export function readSettings(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(withoutComments(withoutComments(text ?? "{}")));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/** What begins a string or a comment, and what ends it. */
const ENDS: Readonly<Record<string, string>> = { '"': '"', "//": "\n", "/*": "*/" };

/** Outside of strings: comments go, and so does a comma that only white space keeps from a closing bracket. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let plain = 0;
  for (let at = 0; at < text.length; ) {
    const begin = text[at] === '"' ? '"' : text.slice(at, at + 2);
    const end = Object.hasOwn(ENDS, begin) ? ENDS[begin] : undefined;
    if (end === undefined) {
      at += 1;
      continue;
    }
    const after = endOf(text, at + begin.length, end);
    pieces.push(withoutLastCommas(text.slice(plain, at)), begin === '"' ? text.slice(at, after) : "");
    at = after;
    plain = after;
  }
  return [...pieces, withoutLastCommas(text.slice(plain))].join("");
}

function endOf(text: string, from: number, end: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (end === '"' && text[at] === "\\") at += 1;
    else if (text.startsWith(end, at)) return at + end.length;
  }
  return text.length;
}

/** By the brackets, so that no white space is looked at twice. */
function withoutLastCommas(plain: string): string {
  return plain
    .split(/(?=[}\]])/)
    .map((piece, index, all) => (index < all.length - 1 ? withoutLastComma(piece) : piece))
    .join("");
}

function withoutLastComma(piece: string): string {
  const trimmed = piece.trimEnd();
  return trimmed.endsWith(",") ? trimmed.slice(0, -1) : piece;
}

/** Those keys of an object that are there. */
export function pickKeys(settings: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = settings[key];
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}
