// What a document shows of the program, held against what the program says.
import { readFileSync } from "node:fs";
import { expect } from "vitest";

/** Ids and times differ from run to run. */
function likeInDocs(text: string): readonly string[] {
  const steady = text.replaceAll(/\b[0-9a-f]{8}\b/g, "ID").replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}Z/g, "TIME");
  return steady.trimEnd().split("\n");
}

/** What a document shows stands in what was said, in its order; `…` is for lines that it leaves out. */
export function expectQuoted(quote: string, said: string): void {
  let from = 0;
  const lines = likeInDocs(said);
  for (const line of likeInDocs(quote).filter((quoted) => quoted.trim() !== "…")) {
    const at = lines.indexOf(line, from);
    expect(at, `${line}\nis not in, or not in this place of\n${said}`).toBeGreaterThanOrEqual(from);
    from = at + 1;
  }
}

export function fencesOf(file: string, language: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, word, body = ""]) =>
    word === language ? [body] : [],
  );
}
