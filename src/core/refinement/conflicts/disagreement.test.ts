import { describe, expect, it } from "vitest";
import { strangeSentence } from "./disagreement.ts";

const ISSUE = `Retry mechanism should use exponential backoff
Implement 1s, 2s, 4s delays between retries
Linear retries may overwhelm failed services.`;

describe("a quoted concern", () => {
  it.each([
    [
      "three sentences of the issue joined",
      '"Retry mechanism should use exponential backoff. Implement 1s, 2s, 4s delays between retries. Linear retries may overwhelm failed services."',
    ],
    ["other white space, case and punctuation", "LINEAR retries\n> may   overwhelm — failed services!"],
    ["a part of a sentence", "1s, 2s, 4s delays"],
    ["an omission", "Retry mechanism should … exponential backoff"],
    ["nothing", ""],
  ])("given %s, then every sentence is the Reviewer's", (_, quoted) => {
    expect(strangeSentence(quoted, ISSUE)).toBeNull();
  });

  it.each([
    ["words the Reviewer never wrote", "Retries are bad.", "Retries are bad."],
    [
      "one strange sentence among others",
      "Linear retries may overwhelm failed services. So drop them.",
      "So drop them.",
    ],
    ["a word that only begins like one of theirs", "Linear retries may over", "Linear retries may over"],
    [
      "a negation put in",
      "Linear retries may not overwhelm failed services.",
      "Linear retries may not overwhelm failed services.",
    ],
  ])("given %s, then that sentence is named", (_, quoted, strange) => {
    expect(strangeSentence(quoted, ISSUE)).toBe(strange);
  });
});
