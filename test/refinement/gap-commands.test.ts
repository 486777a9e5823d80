// What a user does to gaps unasked: every change in every state, and what comes of it.
import { describe, expect, it } from "vitest";
import { GAP_STATES, type GapStateName } from "../../src/core/refinement/gap-state.ts";
import {
  GAP_CHANGES,
  type GapChange,
  type GapChangeName,
  needsReason,
} from "../../src/core/refinement/session/gap-change.ts";
import { Documents } from "../../src/engine/documents.ts";
import { replay } from "../../src/engine/replay.ts";
import type { SessionOutcome } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { exampleGap, gapId } from "../support/example-gap.ts";
import {
  approval,
  HASH,
  objection,
  READY,
  resolution,
  SESSION,
  sourceGap,
  UTF8,
} from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const [ONE, TWO, THREE] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"] as const;
const [A, B] = [`${ONE}a`, `${ONE}b`] as const;
const REASON = "The user thought again.";

const CHANGES: Record<GapChangeName, GapChange> = {
  defer: { do: "defer" },
  accept: { do: "accept" },
  close: { do: "close", phrase: "I acknowledge" },
  reopen: { do: "reopen" },
  severity: { do: "severity", level: "LOW" },
  unblock: { do: "unblock", input: "Ten years." },
  split: { do: "split", titles: ["When it begins", "When it ends"] },
  block: { do: "block", by: [gapId(TWO)] },
};

const GAPS = [
  sourceGap(ONE, { severity: "HIGH", title: "When it fails" }),
  { ...sourceGap(TWO, { severity: "LOW", title: "Who is told" }), blockedBy: [gapId(ONE)] },
];

const SOUND: StageOptions = {
  gaps: GAPS,
  engineer: (_call, _request, gaps) => resolution(gaps),
  reviewer: ({ purpose }, _request, gaps) => (purpose === "final" ? READY : approval(gaps)),
};

async function change(
  stage: Stage,
  wish: GapChange,
  gap: string = ONE,
  reason = REASON,
): Promise<SessionOutcome> {
  return await stage.submit({ type: "ChangeGap", gap: gapId(gap), change: wish, reason, by: "human:test" });
}

async function done(stage: Stage, wish: GapChange, gap: string = ONE): Promise<void> {
  expect(await change(stage, wish, gap)).toMatchObject({ at: "done" });
}

function at(stage: Stage, gap: string): string | undefined {
  return stage.states()[gap];
}

async function opened(more: Partial<StageOptions> = {}): Promise<Stage> {
  return await Stage.open({ ...SOUND, ...more });
}

async function until(stage: Stage, gap: string, state: GapStateName): Promise<Stage> {
  await stage.until(() => at(stage, gap) === state);
  return stage;
}

/** A session in which the first gap stands so. */
const SCENES: Record<GapStateName, () => Promise<Stage>> = {
  OPEN: () => opened(),
  IN_PROGRESS: async () => until(await opened(), ONE, "IN_PROGRESS"),
  PROPOSED: async () => until(await opened(), ONE, "PROPOSED"),
  NEEDS_REVISION: async () => until(await opened({ reviewer: () => objection(ONE) }), ONE, "NEEDS_REVISION"),
  USER_DEFERRED: async () => {
    const stage = await opened();
    await done(stage, CHANGES.defer);
    return stage;
  },
  BLOCKED_EXTERNAL: async () => {
    const stage = await opened({ engineer: () => `BLOCKED_NEEDS_INPUT: ${ONE} - the law` });
    return until(stage, ONE, "BLOCKED_EXTERNAL");
  },
  ACCEPTED: async () => until(await opened(), ONE, "ACCEPTED"),
  RESOLVED: async () => until(await opened(), ONE, "RESOLVED"),
  WONT_FIX: async () => {
    const stage = await opened();
    await done(stage, CHANGES.close);
    return stage;
  },
  SUPERSEDED: async () => {
    const stage = await opened();
    await done(stage, CHANGES.split);
    return stage;
  },
};

const OPEN_CHANGES = { defer: "USER_DEFERRED", close: "WONT_FIX", split: "SUPERSEDED" } as const;

/** Where each change leads; what is not here is refused. A severity or a blocker leaves the state as it is. */
const LEADS_TO: Record<GapStateName, Partial<Record<GapChangeName, GapStateName>>> = {
  OPEN: { ...OPEN_CHANGES, severity: "OPEN", block: "OPEN" },
  IN_PROGRESS: { ...OPEN_CHANGES, severity: "IN_PROGRESS", block: "IN_PROGRESS" },
  PROPOSED: { ...OPEN_CHANGES, severity: "PROPOSED", accept: "ACCEPTED", block: "PROPOSED" },
  NEEDS_REVISION: {
    ...OPEN_CHANGES,
    severity: "NEEDS_REVISION",
    accept: "ACCEPTED",
    block: "NEEDS_REVISION",
  },
  BLOCKED_EXTERNAL: {
    ...OPEN_CHANGES,
    severity: "BLOCKED_EXTERNAL",
    unblock: "OPEN",
    block: "BLOCKED_EXTERNAL",
  },
  USER_DEFERRED: { reopen: "OPEN", severity: "USER_DEFERRED", block: "USER_DEFERRED" },
  ACCEPTED: { reopen: "NEEDS_REVISION", severity: "ACCEPTED", accept: "RESOLVED" },
  RESOLVED: { reopen: "NEEDS_REVISION", severity: "RESOLVED" },
  WONT_FIX: { reopen: "OPEN", severity: "WONT_FIX" },
  SUPERSEDED: {},
};

const CASES = GAP_STATES.flatMap((state) => GAP_CHANGES.map((name) => ({ state, name })));

describe("a change in every state", () => {
  it.each(CASES)(
    "given a gap that is $state, when $name, then it moves or is refused in words",
    async (one) => {
      const stage = await SCENES[one.state]();
      const before = { version: stage.engine.version, decisions: stage.session.work.decisions.length };
      const submitted = await change(stage, CHANGES[one.name]);
      const target = LEADS_TO[one.state][one.name];
      if (target === undefined) {
        expect(submitted).toMatchObject({
          at: "refused",
          refusal: {
            refused: "illegal-transition",
            message: expect.stringContaining(`${ONE} is ${one.state}`),
          },
        });
        expect(stage.engine.version).toBe(before.version);
        return;
      }
      expect(submitted).toMatchObject({ at: "done" });
      expect(at(stage, ONE)).toBe(target);
      expect(stage.session.work.decisions).toHaveLength(before.decisions + 1);
      expect(stage.session.work.decisions.at(-1)).toMatchObject({ decidedBy: "human:test" });
      expect(stage.files.get("decisions.md")).toContain(one.name === "unblock" ? "Ten years." : REASON);
    },
  );

  it.each(CASES)("given a gap that is $state, when $name, then every step can be made again", async (one) => {
    const stage = await SCENES[one.state]();
    await change(stage, CHANGES[one.name]);
    await stage.untilQuiet();
    const { store } = stage.world;
    const documents = new Documents({ blobs: store, hash: HASH, utf8: UTF8 });
    const replayed = await replay({ log: store, documents, stream: sessionStream(SESSION) });
    expect(replayed).toMatchObject({ at: "identical" });
  });

  const needing = GAP_CHANGES.filter((name) => needsReason(name, exampleGap(ONE)));

  it.each(needing)("given no reason, when %s, then it is refused", async (name) => {
    const stage = await (name === "accept"
      ? SCENES.PROPOSED()
      : SCENES[name === "reopen" ? "WONT_FIX" : "OPEN"]());
    for (const reason of ["", " \n"]) {
      expect(await change(stage, CHANGES[name], ONE, reason)).toMatchObject({
        at: "refused",
        refusal: { message: expect.stringContaining("without a reason") },
      });
    }
  });

  it("given a gap that does not exist, or a session that has ended, then nothing is changed", async () => {
    const stage = await opened();
    expect(await change(stage, CHANGES.defer, "GAP-NONE-001")).toMatchObject({
      refusal: { message: "GAP-NONE-001 is not a gap of this session" },
    });
    await stage.until(({ at: state }) => state === "ended");
    expect(await change(stage, CHANGES.reopen)).toMatchObject({ refusal: { refused: "ended" } });
  });

  it("given what the user may do instead, then a refusal names it", async () => {
    const stage = await SCENES.WONT_FIX();
    expect(await change(stage, CHANGES.defer)).toMatchObject({
      refusal: { fix: "Possible now: reopen, severity." },
    });
    const split = await SCENES.SUPERSEDED();
    expect(await change(split, CHANGES.close)).toMatchObject({
      refusal: { message: expect.stringContaining(`${A}, ${B} took its place`) },
    });
  });
});

/** What is owed, remembered and told. */
async function fingerprint(stage: Stage): Promise<string> {
  const { gaps, decisions, questions, round } = stage.session.work;
  const prompts = await Promise.all(stage.calls().map((order) => stage.engine.prompt(order)));
  return JSON.stringify([
    stage.owed(),
    gaps,
    decisions.map(({ decision }) => decision),
    questions.map(({ kind }) => kind),
    round?.lanes.map(({ state }) => state.at),
    prompts.map(({ prompt }) => prompt.text),
  ]);
}

it.each(GAP_STATES)("given a gap that is %s, then each change leads somewhere of its own", async (state) => {
  const seen = new Map([[await fingerprint(await SCENES[state]()), "before"]]);
  for (const name of Object.keys(LEADS_TO[state]) as GapChangeName[]) {
    const stage = await SCENES[state]();
    await done(stage, CHANGES[name]);
    const after = await fingerprint(stage);
    expect(seen.get(after), `${name} is the same as`).toBeUndefined();
    seen.set(after, name);
  }
});

describe("a gap that is changed while an agent works on it", () => {
  it.each(["defer", "close", "split"] as const)(
    "given the Engineer is at work, when %s, then what it writes does not count",
    async (name) => {
      const stage = await opened({ limits: { gapsPerRound: 1 } });
      await stage.throughMediation();
      const [order] = stage.calls();
      if (order === undefined) throw new Error("no call is owed");
      await stage.start(order);
      await done(stage, CHANGES[name]);
      const stood = at(stage, ONE);
      const spawning = resolution([ONE]).replace("None.", "- GAP-NEW-001 (LOW): Something else");
      await stage.finish(order.key, spawning);
      expect(at(stage, ONE)).toBe(stood);
      expect(stage.session.work.proposals).toEqual({});
      expect(stage.states()).not.toHaveProperty("GAP-NEW-001");
      await stage.untilRounds(1);
      expect(stage.files.get("round_001/summary.md")).toContain("its gaps were taken away");
    },
  );

  it("given two gaps at work and one deferred, then the other's text counts", async () => {
    const stage = await opened({ limits: { gapsPerRound: 2 } });
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no call is owed");
    await stage.start(order);
    await done(stage, CHANGES.defer);
    await stage.finish(order.key, resolution([ONE, TWO]));
    expect([at(stage, ONE), at(stage, TWO)]).toEqual(["USER_DEFERRED", "PROPOSED"]);
  });

  it("given it is deferred and taken up again meanwhile, then the old text does not count", async () => {
    const stage = await opened();
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no call is owed");
    await stage.start(order);
    await done(stage, CHANGES.defer);
    await done(stage, CHANGES.reopen);
    await stage.finish(order.key, resolution([ONE]));
    expect(at(stage, ONE)).toBe("OPEN");
  });

  it.each(["defer", "close", "split"] as const)(
    "given the Reviewer is at work, when %s, then its objections neither move the gap nor bring it back",
    async (name) => {
      const stage = await opened({ limits: { gapsPerRound: 2 } });
      await stage.until(() => stage.calls()[0]?.role === "reviewer");
      const [order] = stage.calls();
      if (order === undefined) throw new Error("no call is owed");
      await stage.start(order);
      await done(stage, CHANGES[name]);
      const [stood, gaps] = [at(stage, ONE), Object.keys(stage.states()).length];
      await stage.finish(order.key, `${objection(ONE)}\n\n${approval([TWO])}`);
      expect(at(stage, ONE)).toBe(stood);
      expect(Object.keys(stage.states())).toHaveLength(gaps);
      expect(stage.session.work.issues).toEqual({});
    },
  );

  it("given all of the Reviewer's proposals are taken away, then its turn is over", async () => {
    const stage = await opened();
    await stage.until(() => stage.calls()[0]?.role === "reviewer");
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no call is owed");
    await stage.start(order);
    await done(stage, CHANGES.close);
    const more = "## New Gaps\n\n- GAP-NEW-001 (LOW): Something else\n";
    await stage.finish(order.key, `${objection(ONE)}\n\n${more}`);
    expect(stage.session.work.issues).toEqual({});
    expect(stage.states()).not.toHaveProperty("GAP-NEW-001");
    expect(stage.steps()).toEqual(["complete-round"]);
  });

  it("given a question about its turn is open, when it is closed, then the question is withdrawn", async () => {
    const stage = await opened({ engineer: () => "Noise." });
    await stage.untilAsked("escalation");
    await done(stage, CHANGES.close);
    expect(stage.session.work.questions).toEqual([]);
    await stage.untilRounds(1);
  });
});

describe("what the changes mean later", () => {
  it("given a blocked gap with its question, when unblocked or deferred, then the question is answered", async () => {
    for (const [name, option] of [
      ["unblock", "input"],
      ["defer", "defer"],
    ] as const) {
      const stage = await SCENES.BLOCKED_EXTERNAL();
      expect(stage.question("blocked").subject).toMatchObject({ gap: ONE });
      const submitted = await change(stage, CHANGES[name]);
      const events = submitted.at === "done" ? submitted.events : [];
      const answers = events.flatMap((event) =>
        event.type === "QuestionAnswered" ? [event.data.answer] : [],
      );
      expect(answers).toMatchObject([{ question: "Q1", option, by: "human:test" }]);
      expect(stage.session.work.questions).toEqual([]);
    }
    const closed = await SCENES.BLOCKED_EXTERNAL();
    await done(closed, CHANGES.close);
    expect(closed.session.work.questions).toEqual([]);
  });

  it("given input, then the Engineer reads it", async () => {
    let blocked = true;
    const stage = await opened({
      engineer: (_call, _request, gaps) =>
        blocked ? `BLOCKED_NEEDS_INPUT: ${ONE} - the law` : resolution(gaps),
    });
    await until(stage, ONE, "BLOCKED_EXTERNAL");
    blocked = false;
    await done(stage, CHANGES.unblock);
    await until(stage, ONE, "PROPOSED");
    expect([...stage.prompts.values()].at(-1)).toContain("Ten years.");
  });

  it("given WONT_FIX, then it counts as resolved once, also after it was reopened and closed again", async () => {
    const stage = await opened();
    await stage.throughMediation();
    await done(stage, CHANGES.close);
    await stage.untilRounds(1);
    expect(stage.session.work.lastNet?.resolved).toEqual([ONE]);
    expect(stage.session.work.counted).toEqual([ONE]);
    await done(stage, CHANGES.reopen);
    await done(stage, CHANGES.close);
    await stage.untilRounds(2);
    expect(stage.session.work.lastNet?.resolved).toContain(ONE);
    await stage.until(({ at: state }) => state === "ended");
    expect(stage.session.work.counted.filter((id) => id === ONE)).toHaveLength(1);
  });

  it("given a severity by the user, then it orders the work, binds the Reviewer, and is no new CRITICAL", async () => {
    const raise = `${approval([ONE])}\n\nSeverity of ${TWO}: raise to CRITICAL.\n`;
    const stage = await opened({
      gaps: [sourceGap(ONE, { severity: "LOW" }), sourceGap(TWO, { severity: "MEDIUM", title: "Other" })],
      reviewer: ({ purpose }, _request, gaps) =>
        purpose === "final" ? READY : gaps[0] === ONE ? raise : approval(gaps),
    });
    await done(stage, { do: "severity", level: "CRITICAL" });
    await done(stage, { do: "severity", level: "LOW" }, TWO);
    await stage.untilRounds(1);
    expect(stage.files.get("round_001/summary.md")).toContain(`${ONE}`);
    expect(stage.session.work.gaps[gapId(TWO)]?.severity).toMatchObject({ level: "LOW", setBy: "user" });
    expect(stage.session.work.convergence.at).toBe("CONVERGING");
    expect(await change(stage, { do: "severity", level: "LOW" }, TWO)).toMatchObject({
      refusal: { message: `${TWO} is LOW already, by the user's word` },
    });
  });

  it("given an accepted gap is reopened, then the Engineer reads why and the same text is reviewed anew", async () => {
    const stage = await SCENES.ACCEPTED();
    const reviews = [...stage.prompts.keys()].filter((key) => key.includes("/reviewer/")).length;
    await change(stage, CHANGES.reopen, ONE, "THE LIMIT IS WRONG");
    await until(stage, ONE, "ACCEPTED");
    expect([...stage.prompts.values()].some((text) => text.includes("THE LIMIT IS WRONG"))).toBe(true);
    expect([...stage.prompts.keys()].filter((key) => key.includes("/reviewer/")).length).toBeGreaterThan(
      reviews,
    );
  });

  it("given a gap changes while the Final Review reads, then the spec is reviewed once more", async () => {
    const stage = await opened({ gaps: [sourceGap(ONE, { severity: "HIGH" })] });
    await stage.until(() => stage.calls()[0]?.role === "final");
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no call is owed");
    await stage.start(order);
    await done(stage, CHANGES.reopen);
    await done(stage, CHANGES.close);
    await stage.finish(order.key, READY);
    expect(stage.session.at).toBe("active");
    expect(stage.steps()).toEqual(["request-final-review"]);
    await stage.until(({ at: state }) => state === "ended");
  });
});

describe("a blocker", () => {
  it("given a gap is to wait for itself, then that is refused", async () => {
    const stage = await opened();
    expect(await change(stage, { do: "block", by: [gapId(ONE)] })).toMatchObject({
      at: "refused",
      refusal: { message: `${ONE} cannot wait for itself` },
    });
    expect(stage.session.work.gaps[gapId(ONE)]?.blockedBy).toEqual([]);
  });

  it("given a circle, then it is noted, and neither gap waits", async () => {
    const stage = await opened({ limits: { gapsPerRound: 1 } });
    await done(stage, CHANGES.block);
    const decided = stage.files.get("decisions.md") ?? "";
    expect(decided).toContain(`${ONE} and ${TWO} block each other, so neither waits.`);
    expect(decided).not.toContain(`${ONE} waits for`);
    await stage.until(({ at: state }) => state === "ended");
    expect(at(stage, ONE)).toBe("RESOLVED");
    expect(at(stage, TWO)).toBe("RESOLVED");
  });

  it("given a gap that nobody knows, then it is noted, and holds nothing up", async () => {
    const stage = await opened();
    await done(stage, { do: "block", by: [gapId("GAP-NONE-001")] });
    const decided = stage.files.get("decisions.md") ?? "";
    expect(decided).toContain(`${ONE} names GAP-NONE-001 as its blocker, but there is no such gap.`);
    await stage.until(({ at: state }) => state === "ended");
    expect(at(stage, ONE)).toBe("RESOLVED");
  });
});

describe("a split", () => {
  it("given issues, dependents and input, then the parts take them over and are not new", async () => {
    const gaps = [
      { ...sourceGap(ONE, { severity: "HIGH", title: "When it fails" }), blockedBy: [gapId(THREE)] },
      { ...sourceGap(TWO, { severity: "LOW", title: "Who is told" }), blockedBy: [gapId(ONE)] },
      sourceGap(THREE, { severity: "LOW", title: "Which colour" }),
    ];
    const stage = await opened({
      gaps,
      reviewer: (_call, _request, [gap]) =>
        gap === ONE ? objection(ONE, { id: "ISSUE-R2-001" }) : approval([gap ?? ""]),
    });
    await until(stage, ONE, "NEEDS_REVISION");
    await done(stage, CHANGES.split);
    const { [gapId(A)]: first, [gapId(B)]: second, [gapId(TWO)]: dependent } = stage.session.work.gaps;
    expect(first).toMatchObject({
      title: "When it begins",
      severity: { level: "HIGH" },
      blockedBy: [THREE],
      origin: { from: "split", parent: ONE },
      state: { at: "OPEN" },
    });
    expect(second?.title).toBe("When it ends");
    expect(dependent?.blockedBy).toEqual([A, B]);
    expect(Object.values(stage.session.work.issues).map(({ issue }) => issue.gaps)).toEqual([[A, B]]);
    expect(stage.files.get("status.md")).toContain(`${A}, ${B}`);
    await stage.untilRounds(3);
    expect(stage.session.work.lastNet?.created).toEqual([]);
    const prompt = [...stage.prompts].find(([key]) => key.includes("/3.0/engineer"))?.[1];
    expect(prompt).toContain("When it fails");
  });

  it("given a part is split, then it takes the next free letters", async () => {
    const stage = await SCENES.SUPERSEDED();
    await done(stage, CHANGES.split, A);
    expect(Object.keys(stage.states())).toEqual([ONE, TWO, A, B, `${ONE}c`, `${ONE}d`]);
    expect(at(stage, A)).toBe("SUPERSEDED");
  });

  it("given input for the whole, then the parts have it", async () => {
    const stage = await SCENES.BLOCKED_EXTERNAL();
    await done(stage, CHANGES.unblock);
    await done(stage, CHANGES.split);
    expect(stage.session.work.inputs[gapId(B)]).toEqual(["Ten years."]);
  });

  it.each([
    ["one title", ["Alone"], "two"],
    ["a blank one", ["A", "  "], "needs a title"],
    ["the same twice", ["When it begins", "when it  begins!"], "two parts are called"],
    ["a long one", ["A", "b".repeat(201)], "at most 200"],
    ["too many", Array.from({ length: 27 }, (_, n) => `Part ${n}`), "letters of its number are free"],
  ])("given %s, then it is refused", async (_, titles, words) => {
    const stage = await opened();
    const refused = await change(stage, { do: "split", titles });
    const said = refused.at === "refused" ? refused.refusal.message : refused.at;
    expect(said).toContain(words === "two" ? "2 or more" : words);
    expect(stage.states()).toEqual({ [ONE]: "OPEN", [TWO]: "OPEN" });
  });

  it("given an agent restates the gap that was split, then it does not come back", async () => {
    const restating = () => resolution([TWO]).replace("None.", "- GAP-FLOW-009 (HIGH): When it fails");
    const stage = await opened({ gaps: [GAPS[0] ?? sourceGap(ONE), sourceGap(TWO)], engineer: restating });
    await done(stage, CHANGES.split);
    await stage.until(
      ({ work: { questions, completedRounds } }) => questions.length > 0 || completedRounds > 1,
    );
    expect(stage.states()).not.toHaveProperty("GAP-FLOW-009");
  });
});

describe("an ending that is under way", () => {
  const HIGH = {
    option: "acknowledge",
    phrase: "I acknowledge",
    rationales: { [ONE]: "a prototype" },
  } as const;

  async function atSecondGate(): Promise<Stage> {
    const stage = await opened();
    await stage.submit({ type: "RequestEnding", ending: "USER_APPROVED", trigger: "enough" });
    await stage.untilAsked("gate");
    expect(await stage.answer(stage.question("gate"), HIGH)).toMatchObject({ at: "done" });
    await stage.untilAsked("gate");
    return stage;
  }

  it("given a gate was passed, when another gap comes under it, then it is asked about again", async () => {
    const stage = await atSecondGate();
    expect(stage.question("gate").subject).toEqual({ of: "gate", class: "MEDIUM/LOW" });
    await done(stage, { do: "severity", level: "HIGH" }, TWO);
    await stage.untilAsked("gate");
    expect(stage.question("gate").why).toContain(`2 HIGH gaps: ${ONE}, ${TWO}`);
    expect(stage.session.work.ending?.passed).toEqual([]);
  });

  it("given a gate that asks about two gaps, when one is closed, then it asks about the other", async () => {
    const low = [ONE, TWO].map((id) => sourceGap(id, { severity: "LOW", title: `About ${id}` }));
    const stage = await opened({ gaps: low });
    await stage.submit({ type: "RequestEnding", ending: "GOOD_ENOUGH", trigger: "enough" });
    await stage.untilAsked("gate");
    expect(stage.question("gate").why).toContain(`${ONE}, ${TWO}`);
    await done(stage, CHANGES.close);
    await stage.untilAsked("gate");
    expect(stage.question("gate").why).toBe(`Ending now leaves 1 MEDIUM/LOW gap: ${TWO}.`);
  });

  it("given a gate that asks, when nothing of it is left, then the session ends", async () => {
    const stage = await atSecondGate();
    const { id } = stage.question("gate");
    await done(stage, { do: "close" }, TWO);
    await stage.until(({ at: state }) => state === "ended");
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.world.engine.live.work.past.flatMap(({ withdrawn }) => withdrawn)).toMatchObject([
      { question: id, reason: "the ending it belongs to has changed" },
    ]);
    expect(at(stage, TWO)).toBe("WONT_FIX");
  });
});

it("given a doubt about one gap beside a resolution of another, then the doubt has its one retry", async () => {
  const doubting = `${resolution([ONE])}\n\nUNCERTAINTY: ${TWO} - who is told?\n`;
  const stage = await opened({
    limits: { gapsPerRound: 2 },
    engineer: ({ attempt }, _request, gaps) => (attempt === 1 ? doubting : resolution(gaps)),
  });
  await stage.until(({ work: { round } }) => round?.lanes[0]?.attempt === 2);
  expect([at(stage, ONE), at(stage, TWO)]).toEqual(["PROPOSED", "IN_PROGRESS"]);
  const [order] = stage.calls();
  expect(order).toMatchObject({ gaps: [TWO], retry: { number: 1, because: "UNCERTAINTY", subjects: [TWO] } });
  await stage.untilRounds(1);
  expect([at(stage, ONE), at(stage, TWO)]).toEqual(["ACCEPTED", "ACCEPTED"]);
});
