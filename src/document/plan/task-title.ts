// What a task is called: work, by the heading or the call of an interface that asks for it, never a question.
import { requirementIdOf } from "../spec/normative-text.ts";
import type { Section } from "../spec/outline.ts";
import { wordsOf } from "../spec/sentences.ts";
import type { SpecTable } from "../spec/spec-text.ts";

const ENDPOINT = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\s{1,4}\/\S*$/;
/** What kind of heading it is, before the words that tell what is to be built. */
const KIND =
  /^(?:(?:functional |non-functional )?requirement|feature|(?:user )?story|epic|use case)(?: \d{1,4})?\s?[:—–-]\s?/i;

/** `ids`: of the requirements that are listed under the heading. */
export function headingTask(title: string, ids: readonly string[]): string {
  const endpoint = endpointOf(title);
  if (endpoint !== null) return `Implement \`${endpoint}\``;
  const named = statement(title.replace(KIND, "") || title);
  if (requirementIdOf(named) !== null) return `Implement ${named}`;
  const [first] = ids;
  return first === undefined ? `Build: ${named}` : `Implement ${listIds(ids)}: ${named}`;
}

export function endpointTask(endpoint: string, what: string): string {
  const [first = ""] = statement(what).split(/[.!?](?=\s|$)/, 1);
  return `Implement \`${endpoint}\`${first === "" ? "" : `: ${first}`}`;
}

/** `POST /orders`, with or without marks of code around it. */
export function endpointOf(words: string): string | null {
  const plain = words.replaceAll("`", "").trim().replaceAll(/\s+/g, " ");
  return ENDPOINT.test(plain) ? plain : null;
}

const LISTED_MAX = 3;

function listIds(ids: readonly string[]): string {
  return ids.length <= LISTED_MAX ? ids.join(", ") : `${ids[0] ?? ""} to ${ids.at(-1) ?? ""}`;
}

/** What a question asks about is what has to be built. */
function statement(words: string): string {
  let end = words.length;
  while (end > 0 && (words[end - 1] === "?" || words[end - 1] === " ")) end -= 1;
  return words.slice(0, end);
}

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
const DESCRIPTION_COLUMN = /^(?:description|purpose|summary|what|action|meaning)$/i;

/** None of a table that is not about an interface. */
export function apiRows({ header, rows, section }: SpecTable): readonly ApiRow[] {
  const column = (named: RegExp) => header.findIndex((cell) => named.test(wordsOf(cell)));
  const [method, path, call, what] = [column(METHOD), column(PATH), column(CALL), column(DESCRIPTION_COLUMN)];
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
