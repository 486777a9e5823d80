import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "../../../src/engine/ports.ts";
import { checkEvents } from "../checker.ts";
import {
  A,
  B,
  callFinished,
  changed,
  drafted,
  exampleEdit,
  fact,
  finishedStory,
  gap,
  judged,
  moved,
  proposed,
  Story,
  without,
} from "../event-lists.ts";

const SOURCE = "TODO: who?\nIt must not take 14 days.\n";
const TEXTS = new Map([
  ["s", SOURCE],
  ["sha-text", "The desk.\n"],
  ["sha-spec", `The desk.\nIt must not take 14 days.\n\n## Decisions\n\nNone.\n`],
  ["d", "Drops: None"],
]);
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** The first line gives way to the desk. */
const EDIT = exampleEdit(`${A}/1.1/1`, {
  replaces: [{ of: "source", from: 0, to: 11 }],
  between: { before: null, after: { of: "source", at: 11 } },
  replacedSha256: hash("TODO: who?\n"),
  chars: 10,
});
const MARKED = { origin: { from: "source", line: 1, heading: null, rule: "todo", subject: "who" } };

function facts(texts: ReadonlyMap<string, string> = TEXTS) {
  const find = (text: string) => {
    const offset = text.indexOf("TODO: who?");
    return offset < 0 ? [] : [{ rule: "todo", subject: "who", offset }];
  };
  return { texts, find };
}

function faults(events: readonly RecordedEvent[], texts = TEXTS): readonly string[] {
  return checkEvents(events, facts(texts))
    .filter(({ rule }) => rule === "draft")
    .map(({ message }) => message);
}

const published = () => fact("SpecPublished", { path: "p", sha256: "sha-spec", map: "m", findings: [] });
const whole = () =>
  changed(
    changed(finishedStory().command(published()).events, "SessionStarted", {
      gaps: [gap(A, "MEDIUM", MARKED)] as never,
    }),
    "ProposalMade",
    { edits: [EDIT] as never },
  );
const said = (message: string) => expect.stringContaining(message);

describe("the draft", () => {
  it("given a text that was accepted and published, then nothing is wrong", () => {
    expect(faults(whole())).toEqual([]);
  });

  it("given a finished spec that is not the draft, then it is found", () => {
    const other = new Map([...TEXTS, ["sha-spec", `${SOURCE}\n## Decisions\n`]]);
    expect(faults(whole(), other)).toContainEqual("the finished spec does not begin with the draft");
  });

  it("given a line of the source that nobody touched and that is not there, then it is found", () => {
    const other = new Map([...TEXTS, ["sha-spec", "The desk.\n\n## Decisions\n"]]);
    expect(faults(whole(), other)).toContainEqual(said("14 days"));
  });

  it("given a text that is accepted and not entered, or entered and not accepted, then it is found", () => {
    expect(faults(without(whole(), "DraftEdited"))).toContainEqual(said("enters the draft 0 times"));
    const early = new Story()
      .start([gap(A)])
      .startRound(1, A)
      .command(proposed(A, { role: "engineer", round: 1 }), drafted([A], 1));
    expect(faults(early.events)).toContainEqual(said("before it is accepted"));
  });

  it("given a text that replaces something else than it says, or has no place, then it is found", () => {
    const wrong = (edit: object) =>
      changed(whole(), "ProposalMade", { edits: [{ ...EDIT, ...edit }] as never });
    expect(faults(wrong({ replacedSha256: hash("x") }))).toContainEqual(said("something else than it says"));
    expect(faults(wrong({ replaces: [{ of: "source", from: 90, to: 99 }] }))).toContainEqual(
      said("no place"),
    );
  });

  it("given a resolved gap whose finding is left, then it is found, unless the plain rule placed its text", () => {
    const behind = { replaces: [], replacedSha256: hash("") };
    const left = (target: string) =>
      changed(whole(), "ProposalMade", { edits: [{ ...EDIT, ...behind, target }] as never });
    expect(faults(left("after"))).toContainEqual(said("its finding is left in the draft"));
    expect(faults(left("plain"))).not.toContainEqual(said("its finding is left in the draft"));
  });

  it("given a text that the plain rule placed in a first try, then it is found", () => {
    const plain = changed(whole(), "ProposalMade", { edits: [{ ...EDIT, target: "plain" }] as never });
    expect(faults(plain)).toContainEqual(said("by the plain rule in try 1"));
  });

  it("given a number or a negation that is lost and not spoken of, then it is found", () => {
    const all = { replaces: [{ of: "source", from: 0, to: SOURCE.length }], replacedSha256: hash(SOURCE) };
    const lost = changed(whole(), "ProposalMade", { edits: [{ ...EDIT, ...all }] as never });
    expect(faults(lost)).toContainEqual(said("loses 14, a negation"));
    const told = new Map([...TEXTS, ["d", "Drops: 14 days, not"]]);
    expect(faults(lost, told)).not.toContainEqual(said("loses"));
  });

  it("given a loss that nobody allowed, then its text is not accepted", () => {
    const losses = [{ kind: "number", what: "14", named: false }];
    const lost = changed(whole(), "ProposalMade", { losses: losses as never });
    expect(faults(lost)).toContainEqual(said("nobody has allowed what its text loses"));
  });

  it("given two gaps that one text settles, then neither is accepted without the other", () => {
    const call = { role: "engineer", round: 1 } as const;
    const both = (id: string) => ({
      ...proposed(id, call, "same"),
      data: { ...proposed(id, call, "same").data, together: [A, B], edits: [EDIT] as never },
    });
    const story = new Story()
      .start([gap(A), gap(B)])
      .startRound(1, A)
      .command(callFinished(call), judged(call), both(A), both(B))
      .command(
        moved({ id: B, from: "OPEN", to: { at: "PROPOSED" }, by: "Engineer", round: 1 }),
        moved({ id: A, from: "PROPOSED", to: { at: "ACCEPTED", round: 1 }, by: "Reviewer", round: 1 }),
        drafted([A], 1),
      );
    expect(faults(story.events)).toContainEqual(said(`${A} is accepted without ${B}`));
  });

  it("given an amendment that is not taken, then what the user accepts after reopening is the earlier text", () => {
    const call = { role: "engineer", round: 2 } as const;
    const amendment = {
      ...proposed(A, call),
      data: { ...proposed(A, call).data, amends: true, edits: [{ ...EDIT, id: `${A}/2.1/1`, text: "d" }] },
    } as unknown as ReturnType<typeof proposed>;
    const story = (taken: boolean) =>
      new Story()
        .start([gap(A)])
        .round(1, A, "accept")
        .command(amendment)
        .command(
          fact("AmendmentSettled", { gap: A, round: 2, taken, reason: null }),
          moved({ id: A, from: "ACCEPTED", to: { at: "NEEDS_REVISION" }, by: "User", round: 2, reason: "r" }),
          moved({ id: A, from: "NEEDS_REVISION", to: { at: "ACCEPTED", round: 2 }, by: "User", round: 2 }),
          drafted([A], 2),
        )
        .command(published());
    const texts = new Map([...TEXTS, ["sha-text", "abc"], ["sha-spec", `abc${SOURCE}\n## Decisions\n`]]);
    const differs = "the finished spec does not begin with the draft";
    expect(faults(story(false).events, texts)).not.toContainEqual(differs);
    expect(faults(story(true).events, texts)).not.toEqual(faults(story(false).events, texts));
  });

  it("given a gap that is put aside, then the passage reads as before", () => {
    const aside = (...more: readonly ReturnType<typeof fact>[]) =>
      new Story()
        .start([gap(A)])
        .round(1, A, "accept")
        .command(
          moved({ id: A, from: "ACCEPTED", to: { at: "NEEDS_REVISION" }, by: "User", round: 1, reason: "r" }),
        )
        .command(
          moved({
            id: A,
            from: "NEEDS_REVISION",
            to: { at: "USER_DEFERRED", reason: "r" },
            by: "User",
            round: 1,
          }),
          ...more,
        ).events;
    const texts = new Map([...TEXTS, ["sha-text", "abc"]]);
    expect(faults(aside(), texts)).toContainEqual(said("its text stays in the draft"));
    expect(faults(aside(fact("DraftRestored", { gaps: [A], round: 1 })), texts)).toEqual([]);
  });
});
