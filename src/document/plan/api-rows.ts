// Tables that list the calls of an interface: a row is one call.
import type { Section } from "../spec/outline.ts";
import { wordsOf } from "../spec/sentences.ts";
import type { SpecTable } from "../spec/spec-text.ts";
import { endpointOf } from "./task-title.ts";

interface ApiRow {
  readonly line: number;
  readonly section: Section;
  /** `POST /orders`, or what the row says instead. */
  readonly endpoint: string;
  /** What it is for, where a column says so. */
  readonly what: string;
}

const METHOD = /^(?:http )?(?:method|verb)s?$/i;
const PATH = /^(?:paths?|urls?|uris?|resources?|endpoints?|routes?)$/i;
/** By themselves these speak of an interface. */
const CALL =
  /^(?:(?:api )?endpoints?|(?:api )?routes?|(?:http )?(?:method|verb)\s?(?:\/|&|and|\+)\s?(?:path|url|uri|route|endpoint))$/i;
const WHAT = /^(?:description|purpose|summary|what|action|meaning)$/i;

/** None of a table that is not about an interface. */
export function apiRows({ header, rows, section }: SpecTable): readonly ApiRow[] {
  const column = (named: RegExp) => header.findIndex((cell) => named.test(wordsOf(cell)));
  const [method, path, call, what] = [column(METHOD), column(PATH), column(CALL), column(WHAT)];
  if (call < 0 && (method < 0 || path < 0)) return [];
  return rows.flatMap((row) => {
    const words = (index: number) => (row[index] === undefined ? "" : wordsOf(row[index]));
    const named = method >= 0 && path >= 0 ? `${words(method)} ${words(path)}` : words(call);
    const plain = named.replaceAll("`", "").replaceAll(/\s+/g, " ").trim();
    const first = row.map((cell) => wordsOf(cell)).find((cell) => cell !== "") ?? "";
    const endpoint = endpointOf(plain) ?? (plain === "" ? first : plain);
    const line = row[0]?.line;
    return line === undefined || endpoint === "" ? [] : [{ line, section, endpoint, what: words(what) }];
  });
}
