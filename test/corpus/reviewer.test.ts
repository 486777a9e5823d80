// Short reviews in many forms, each with what a careful person reads in it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readReviewerDocument } from "../../src/document/reviewer/read-reviewer.ts";

const FOLDER = join(import.meta.dirname, "reviewer");
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.slice(0, -".md".length));

interface Expected {
  readonly noteCodes?: readonly string[];
  readonly gapsNamed?: readonly string[];
  readonly [field: string]: unknown;
}

describe("a review is read as a careful person reads it", () => {
  test.each(names)("%s", (name) => {
    const { document, notes } = readReviewerDocument(readFileSync(join(FOLDER, `${name}.md`), "utf8"));
    const {
      noteCodes = [],
      gapsNamed,
      ...fields
    }: Expected = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
    expect(document).toMatchObject(fields);
    expect(notes.map(({ code }) => code)).toEqual(expect.arrayContaining([...noteCodes]));
    if (gapsNamed !== undefined) expect(document.gapsNamed.map(({ gap }) => gap)).toEqual(gapsNamed);
  });

  test("there are enough of them, each with its expectation", () => {
    const expectations = readdirSync(FOLDER).filter((file) => file.endsWith(".json"));
    expect(expectations.map((file) => file.slice(0, -".json".length))).toEqual(names);
    expect(names.length).toBeGreaterThanOrEqual(80);
  });
});
