// What a task is called: work, by the heading that asks for it, never a question.
import { requirementIdOf } from "../spec/normative-text.ts";

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
  return first === undefined ? `Build: ${named}` : `Implement ${listed(ids)}: ${named}`;
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

function listed(ids: readonly string[]): string {
  return ids.length <= LISTED_MAX ? ids.join(", ") : `${ids[0] ?? ""} to ${ids.at(-1) ?? ""}`;
}

/** What a question asks about is what has to be built. */
function statement(words: string): string {
  let end = words.length;
  while (end > 0 && (words[end - 1] === "?" || words[end - 1] === " ")) end -= 1;
  return words.slice(0, end);
}
