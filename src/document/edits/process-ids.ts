import { findGapIds } from "../../core/shared/gap-id.ts";
import { fencedRangeAt, newRereads } from "../markdown/fences.ts";

const RECORD_ID = /(?<!\w)(?:ISSUE|DECISION)-R\d{1,2}-\d{3}(?!\w)/g;

/** Ids of gaps, issues and decisions that a text names outside of code. */
export function processIdsIn(text: string): readonly string[] {
  const said = outsideFences(text).replaceAll(/`[^`\n]{0,500}`/g, " ");
  const gaps = findGapIds(said).map(({ id }) => id as string);
  return [...new Set([...gaps, ...(said.match(RECORD_ID) ?? [])])];
}

function outsideFences(text: string): string {
  const lines = text.split("\n");
  const rereads = newRereads();
  const outside: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const range = fencedRangeAt(lines, index, rereads);
    if (range === null) outside.push(lines[index] ?? "");
    else index = range.last;
  }
  return outside.join("\n");
}
