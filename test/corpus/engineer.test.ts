// Every document of test/corpus/engineer is read as its expectation says. A list that the expectation leaves out
// must be empty, a field that it leaves out is not looked at.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EngineerDocument } from "../../src/core/documents/engineer-document.ts";
import { readEngineerDocument } from "../../src/document/engineer/read-engineer.ts";

const FOLDER = "test/corpus/engineer";
const LISTS = ["resolutions", "newGaps", "responses", "disagreements", "blocked", "uncertain"] as const;

interface Expectation extends Partial<Record<(typeof LISTS)[number], Record<string, unknown>[]>> {
  readonly justification?: string | null;
  readonly gapsNamed?: readonly string[];
  /** Codes that must be among the notes; an empty list allows none at all. */
  readonly notes?: readonly string[];
}

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.slice(0, -".md".length));

describe("engineer documents of the corpus", () => {
  it.each(names)("%s", (name) => {
    const expected: Expectation = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
    const { document, notes } = readEngineerDocument(readFileSync(join(FOLDER, `${name}.md`), "utf8"));
    const seen = visible(document);
    for (const list of LISTS) expect(seen[list], list).toMatchObject(expected[list] ?? []);
    if (expected.justification !== undefined) expect(document.justification).toBe(expected.justification);
    if (expected.gapsNamed !== undefined) {
      expect(document.gapsNamed.map(({ gap }) => gap)).toEqual(expected.gapsNamed);
    }
    const codes = notes.map(({ code }) => code);
    if (expected.notes?.length === 0) expect(codes).toEqual([]);
    else expect(codes).toEqual(expect.arrayContaining([...(expected.notes ?? [])]));
  });
});

/** `bodyEnds` lets an expectation say where a section stops without repeating it. */
function visible(document: EngineerDocument) {
  const resolutions = document.resolutions.map((resolution) => ({
    ...resolution,
    bodyEnds: resolution.body.split("\n").at(-1),
  }));
  return { ...document, resolutions };
}
