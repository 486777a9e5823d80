import { expect, it } from "vitest";
import type { Fact } from "../../../src/core/shared/decider.ts";
import {
  A,
  answered,
  asked,
  callFinished,
  callStarted,
  fact,
  faultsOf,
  gap,
  judged,
  roundStarted,
  Story,
  settings,
  settled,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "survey");
const ONE = "GAP-SURVEY-001";
const TITLE = "Who may change it?";
const PATH = ["Loans"];
const CALL = { role: "survey", round: 0 } as const;

const hole = (about: object = {}) => ({
  ...{ number: 1, title: TITLE, severity: "HIGH", path: PATH, line: 3, passage: null, span: null },
  ...{ why: "two people", settledBy: "a name", blockedBy: [], ...about },
});
const found = (about: Parameters<typeof gap>[2] = {}, severity: "HIGH" | "LOW" = "HIGH") =>
  gap(ONE, severity, { title: TITLE, origin: { from: "survey", line: 3, path: PATH }, ...about });
const joined = (gaps: readonly ReturnType<typeof gap>[], about: object = {}) =>
  fact("SurveyJoined", { inventory: { surveys: 1, gaps, confirmed: [], leftOut: 0, ...about } });
const outcome = (word: "taken" | "dropped" | "nothing" | "left-out") =>
  fact("SurveySettled", { outcome: word, detail: "so" });
const entered = (one = found()) => fact("GapEntered", { gap: one, alias: null });
const requested = (...roles: readonly string[]) => fact("SurveyRequested", { roles } as never);

const begun = (gapsMax = 2) =>
  new Story().start([gap(A)], settings({ survey: { second: false, gapsMax, given: [] } }));
/** Read, and found: what the last command says of it. */
const surveyed = (holes: readonly object[], ...last: readonly Fact[]) =>
  begun()
    .command(requested("survey"))
    .command(callStarted(CALL))
    .command(
      callFinished(CALL),
      judged(CALL),
      fact("SurveyTaken", { role: "survey", document: "blob", holes, complete: [] } as never),
      settled(CALL),
    )
    .command(...last);
const question = asked("Q1", "survey", ["start", "choose", "lint-only"], { subject: { of: "survey" } });
const answeredWith = (option: string, ...facts: readonly Fact[]) =>
  surveyed([hole()], joined([found()]), question).command(answered("Q1", option), ...facts);

it.each<[string, Story]>([
  ["what was found is taken", answeredWith("start", outcome("taken"), entered())],
  ["what was found is left aside", answeredWith("lint-only", outcome("dropped"))],
  ["the user drops it", answeredWith("choose", outcome("taken"))],
  ["nothing was found", surveyed([], outcome("nothing"))],
])("given that %s, then nothing is wrong", (_, told) => {
  expect(faults(told)).toEqual([]);
});

const low = found({ state: { at: "USER_DEFERRED", reason: "LOW", deferredBy: "survey" } }, "LOW");
const second = gap("GAP-SURVEY-002", "HIGH", { ...found(), id: "GAP-SURVEY-002" });

it.each<[string, Story, string]>([
  ["a round before it", begun().command(roundStarted(1, [A])), "before the survey is settled"],
  ["another reader", begun().command(requested("survey", "second-survey")), "are requested"],
  ["two of them", begun().command(requested("survey")).command(requested("survey")), "a second survey"],
  [
    "a survey that passed no gate",
    begun()
      .command(requested("survey"))
      .command(fact("SurveyTaken", { role: "survey", document: "b", holes: [], complete: [] } as never)),
    "without having passed",
  ],
  [
    "more than it may bring",
    surveyed(
      [hole(), hole({ title: "B?" }), hole({ title: "C?" })],
      joined([
        found(),
        { ...second, title: "B?" },
        gap("GAP-SURVEY-003", "HIGH", { ...second, id: "GAP-SURVEY-003", title: "C?" }),
      ]),
    ),
    "of at most 2",
  ],
  ["one hole twice", surveyed([hole(), hole()], joined([found(), second])), "one hole is two gaps"],
  ["what nobody found", surveyed([], joined([found()])), "found by nobody"],
  [
    "a LOW one to be worked on",
    surveyed([hole({ severity: "LOW" })], joined([found({}, "LOW")])),
    "is LOW, and OPEN",
  ],
  [
    "a LOW one before a grave one",
    surveyed(
      [hole(), hole({ title: "B?", severity: "LOW" })],
      joined([{ ...low, id: "GAP-SURVEY-002", title: "B?" }, found()]),
    ),
    "the gravest is not first",
  ],
  [
    "some left out for nothing",
    surveyed([hole()], joined([found()], { leftOut: 1 })),
    "are left out, though",
  ],
  ["what was left aside", answeredWith("lint-only", outcome("dropped"), entered()), "enters unasked"],
  [
    "lint-only that takes",
    answeredWith("lint-only", outcome("taken"), entered()),
    "the answer was lint-only",
  ],
  ["a gap that is lost", answeredWith("start", outcome("taken")), "found were"],
  [
    "what is taken without a word",
    surveyed([hole()], joined([found()]), outcome("taken"), entered()),
    "without a word",
  ],
  ["a survey that is left out", surveyed([hole()], outcome("left-out")), "is left out"],
  [
    "a survey of nobody",
    begun().command(requested("survey")).command(outcome("nothing")),
    "no survey passed",
  ],
  [
    "a second word",
    answeredWith("lint-only", outcome("dropped")).command(outcome("dropped")),
    "settled twice",
  ],
])("given %s, then it is found", (_, told, message) => {
  expect(faults(told)).toContainEqual(expect.stringContaining(message));
});
