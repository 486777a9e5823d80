import { expect, test } from "vitest";
import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import { earlierWords } from "./earlier-words.ts";

const asked = (id: string, kind: string, gap: string) => ({
  type: "QuestionAsked",
  data: { question: { id, kind, subject: { of: "gap", gap, round: 1 } } },
});
const answered = (question: string, option: string, said: object) => ({
  type: "QuestionAnswered",
  data: { answer: { question, option, text: null, rationales: {}, ...said } },
});
const EVENTS = [
  asked("Q1", "blocked", "GAP-A-001"),
  answered("Q1", "input", { text: "The staff." }),
  asked("Q2", "blocked", "GAP-B-001"),
  answered("Q2", "defer", { rationales: { "*": "not before spring" } }),
] as unknown as readonly SessionEvent[];

test.each([
  ["GAP-A-001", "input", { text: "The staff.", rationales: {} }],
  ["GAP-A-001", "defer", { text: null, rationales: {} }],
  ["GAP-B-001", "defer", { text: null, rationales: { "*": "not before spring" } }],
])(
  "given %s is asked about again, when %s is chosen, then what was said on it stands there",
  (gap, option, words) => {
    const question = { kind: "blocked", subject: { of: "gap", gap, round: 3 } } as never;
    expect(earlierWords(EVENTS, { question, option })).toEqual(words);
  },
);
