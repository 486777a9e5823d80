// Option C by an agent, where no rule makes one: asked twice, compared, and never in anybody's way.
import { describe, expect, it } from "vitest";
import type { Flag } from "../../src/core/refinement/conflicts/flag.ts";
import { sessionDecider } from "../../src/core/refinement/session/decide.ts";
import { owed } from "../../src/core/refinement/session/owed.ts";
import type { LiveSession, Session } from "../../src/core/refinement/session/session.ts";
import type { SessionCommand } from "../../src/core/refinement/session/session-command.ts";
import { makeSessionEvent, type SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import { AGENT_OUTCOMES, OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import type { CallKey } from "../../src/core/shared/call-key.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import { type Timestamp, timestampFromMs } from "../../src/core/shared/timestamp.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import { readOutput } from "../../src/engine/documents.ts";
import { replay } from "../../src/engine/replay.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import { optionDraft } from "../support/draft-texts.ts";
import { gapId, issueId } from "../support/example-gap.ts";
import { NO_CAP } from "../support/no-cap.ts";
import {
  answerTo,
  approval,
  HASH,
  objection,
  READY,
  resolution,
  type Script,
  SESSION,
  sourceGap,
} from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const GAP = "GAP-FLOW-001";
const ISSUE = issueId("ISSUE-R1-001");
const OTHER = issueId("ISSUE-R1-002");
const AGENTS = { engineer: "engineer", reviewer: "reviewer", drafter: "drafter" };

/** Seed 000, example 1: retries of local files, and a backoff that is asked for. */
const RETRY = {
  title: "Retry timing mechanism",
  impact: "Linear retries may overwhelm failed services",
  suggestion: "Implement 1s, 2s, 4s delays between retries",
  position: "Exponential backoff adds complexity for marginal benefit in this context.",
  rationale: "The retry target here is local file validation, not remote services.",
};

interface Scene {
  readonly severity?: Severity;
  readonly rationale?: string;
  readonly drafter?: Script;
  readonly settings?: Partial<SessionSettings>;
}

async function open({ severity = "HIGH", rationale, drafter, settings }: Scene): Promise<Stage> {
  const { title, impact, suggestion, position } = RETRY;
  const stage = await Stage.open({
    gaps: [sourceGap(GAP, { severity: "HIGH" }), sourceGap("GAP-FLOW-002", { severity: "LOW" })],
    limits: { gapsPerRound: 1 },
    settings: {
      thresholds: { stallThreshold: 9, divergenceThreshold: 99 },
      ...(drafter === undefined ? {} : { agents: AGENTS }),
      ...settings,
    },
    engineer: ({ round }, _, gaps) =>
      round === 2
        ? `${resolution(gaps)}\n${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" })}\n${disagreeBlock({ issue: ISSUE, concern: suggestion, position, rationale: rationale ?? RETRY.rationale })}`
        : resolution(gaps, { text: `In round ${round} the caller waits a second more.` }),
    reviewer: ({ purpose, round }, _, gaps) => {
      if (purpose === "final") return READY;
      if (round !== 1) return approval(gaps);
      return `## Review: ${GAP}\n\n### ${ISSUE}: ${title}\n\n- **Severity:** ${severity}\n- **Gap:** ${GAP}\n- **Location:** Retries\n- **Impact:** ${impact}\n- **Suggestion:** ${suggestion}\n\n${objection(GAP, { id: OTHER, title: "No pause" })}`;
    },
    others: { drafter: drafter ?? (() => null) },
  });
  await stage.untilRounds(1);
  return stage;
}

async function untilDrafts(scene: Scene): Promise<Stage> {
  const stage = await open({ drafter: () => null, ...scene });
  await stage.until(() => stage.calls().some(({ role }) => role === "draft"));
  return stage;
}

async function asked(scene: Scene): Promise<Stage> {
  const stage = await open(scene);
  await stage.untilAsked("conflict");
  return stage;
}

async function eventsOf(stage: Stage) {
  return await stage.world.store.load(sessionStream(SESSION));
}

function evidenceOf(stage: Stage): readonly string[] {
  return stage.question("conflict").evidence.map(({ text }) => text);
}

function effectOf(stage: Stage, option: string): string {
  return stage.question("conflict").options.find(({ id }) => id === option)?.effect ?? "";
}

const drafting =
  (first: string, second = first): Script =>
  ({ lane }) =>
    lane.endsWith(".1") ? first : second;

describe("a conflict that no rule makes a synthesis of", () => {
  it("given no drafter, then nobody is asked, and there is no option C", async () => {
    const stage = await asked({});
    expect(stage.question("conflict").options.map(({ id }) => id)).toEqual(["a", "b"]);
    expect((await eventsOf(stage)).map(({ type }) => type)).not.toContain("DraftRequested");
    expect(evidenceOf(stage).join("\n")).not.toContain("option C");
  });

  it("given two drafts that agree, then the first is option C, marked as drafted", async () => {
    const text = "Context-aware retry timing: instant for file operations, backoff for remote ones.";
    const stage = await asked({ drafter: drafting(optionDraft({ text })) });
    expect(stage.question("conflict").options.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(effectOf(stage, "c")).toContain(`${text} (drafted by drafter)`);
    expect(effectOf(stage, "c")).toContain(
      "Trade-off: More to document, and work to come for remote operations.",
    );
    expect(stage.question("conflict").recommended).toBe("c");
    expect(evidenceOf(stage)).toContain("Option C was drafted by drafter. Neither side has seen it.");
  });

  it("given it is chosen, then the decision says who drafted it", async () => {
    const stage = await asked({ drafter: drafting(optionDraft({ values: "The flag is off by default." })) });
    await stage.answer(stage.question("conflict"), { option: "c" });
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({ about: { option: "C", draftedBy: "drafter" } });
    expect(decision?.decision).toContain("Values: The flag is off by default.");
    expect(stage.files.get("decisions.md")).toContain("- **Drafted By:** drafter");
  });

  it("given the calls, then both run side by side, with the positions in either order, and cost on a line of their own", async () => {
    const stage = await untilDrafts({ drafter: drafting(optionDraft()) });
    const [one, two] = stage.calls();
    expect([one?.key, two?.key]).toEqual([`s/2.0/draft/${ISSUE}.1/1/1`, `s/2.0/draft/${ISSUE}.2/1/1`]);
    expect([one?.agent, one?.access]).toEqual(["drafter", "read-only"]);
    if (one === undefined || two === undefined) throw new Error("two calls were expected");
    await stage.start(one);
    await stage.start(two);
    const places = [one, two].map(({ key }) => {
      const prompt = stage.prompts.get(key) ?? "";
      for (const words of Object.values(RETRY)) expect(prompt).toContain(words);
      return [prompt.indexOf("The Reviewer holds"), prompt.indexOf("The Engineer holds")];
    });
    const [first = [], second = []] = places;
    expect((first[0] ?? 0) < (first[1] ?? 0)).toBe(true);
    expect((second[0] ?? 0) > (second[1] ?? 0)).toBe(true);
    expect(stage.session.work.questions).toEqual([]);
    await stage.finish(two.key, optionDraft());
    expect(stage.session.work.questions).toEqual([]);
    await stage.finish(one.key, optionDraft());
    expect(stage.question("conflict").options.map(({ id }) => id)).toContain("c");
    expect(stage.session.ledger.spend.drafter.calls).toBe(2);
    expect(stage.session.ledger.usage).toContainEqual(expect.objectContaining({ role: "drafter", calls: 2 }));
  });

  it.each([
    [
      "what becomes of a concern",
      { concern: "PARTLY" },
      "the Reviewer's concern is KEPT in one and PARTLY in the other",
    ],
    [
      "what becomes of a constraint",
      { constraint: "DROPPED" },
      "the Engineer's constraint is KEPT in one and DROPPED",
    ],
    ["a number", { values: "3 retries" }, "only one of them says: number 3"],
    ["a number in code", { values: "`retries: 3`" }, "only one of them says: number 3"],
    ["a negation", { text: "Remote operations never retry at once." }, "only one of them says: negation"],
  ])(
    "given drafts that differ in %s, then both are dropped, and the question says why",
    async (_, other, why) => {
      const stage = await asked({ drafter: drafting(optionDraft(), optionDraft(other)) });
      expect(stage.question("conflict").options.map(({ id }) => id)).toEqual(["a", "b"]);
      expect(evidenceOf(stage).at(-1)).toContain(
        `No option C was drafted: the two drafts of drafter contradict each other: ${why}`,
      );
      expect(stage.session.work.drafting).toEqual([]);
    },
  );

  it("given drafts in other words, and numbers in other spellings, then they agree", async () => {
    const stage = await asked({
      drafter: drafting(
        optionDraft({ text: "At most 1,000 at once.", values: "`1000`" }),
        optionDraft({ text: "A thousand is the most: 1000.", values: "1 000 at once" }),
      ),
    });
    expect(effectOf(stage, "c")).toContain("At most 1,000 at once.");
  });

  it("given one of them says that a side loses something, then C is offered and not recommended", async () => {
    const stage = await asked({ drafter: drafting(optionDraft({ constraint: "PARTLY" })) });
    expect(stage.question("conflict")).toMatchObject({ recommended: null });
    expect(effectOf(stage, "c")).toContain("drafted by drafter");
  });

  it("given one of two never passes its gate, then C is left out, and the other is not waited for", async () => {
    const stage = await asked({ drafter: drafting("I would rather not.", optionDraft()) });
    expect(stage.question("conflict").options.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(evidenceOf(stage)).toContain(
      "No option C was drafted: 3 documents of drafter did not pass the gate.",
    );
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["conflict"]);
  });

  it("given a form that is mended, then the retry says what was wrong", async () => {
    const stage = await asked({
      drafter: ({ attempt }) => optionDraft(attempt === 1 ? { concern: "KEPT, mostly" } : {}),
    });
    expect(stage.prompts.get(`s/2.0/draft/${ISSUE}.1/2/1`)).toContain(
      '**Reviewer\'s concern:** says "KEPT, mostly", and is one of KEPT, PARTLY, DROPPED alone.',
    );
    expect(effectOf(stage, "c")).toContain("drafted by drafter");
  });

  it.each(AGENT_OUTCOMES.filter((outcome) => outcome !== "ok"))(
    "given a drafter that always ends as %s, then nobody is asked about it, and the conflict is put without C",
    async (outcome) => {
      const stage = await untilDrafts({});
      const isStopped = OUTCOME_RULES[outcome].next === "stop";
      for (let launch = 0; launch < 20 && stage.calls()[0]?.role === "draft"; launch += 1) {
        const [order] = stage.calls();
        if (order === undefined) break;
        await stage.start(order);
        await stage.finish(order.key, { outcome, evidence: ["why"] });
      }
      const kinds = stage.session.work.questions.map(({ kind }) => kind);
      // What we stop ourselves is held against nobody, and begins again.
      expect(kinds).toEqual(isStopped ? [] : ["conflict"]);
      if (!isStopped) expect(evidenceOf(stage).at(-1)).toMatch(/^No option C was drafted: /);
    },
  );

  it("given a draft is cut short by a crash, then the same launch is recovered, or another made", async () => {
    const stage = await untilDrafts({ drafter: drafting(optionDraft()) });
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.finish(order.key, { outcome: "crashed" });
    expect(stage.calls().map(({ key }) => key)).toContain(`s/2.0/draft/${ISSUE}.1/1/2`);
    await stage.untilAsked("conflict");
    expect(effectOf(stage, "c")).toContain("drafted by drafter");
  });

  it.each([
    ["its role", "role"],
    ["the session", "session"],
  ] as const)(
    "given the limit of %s is reached, then C is left out, and no limit is asked about",
    async (_, scope) => {
      const caps = { run: NO_CAP, role: NO_CAP, session: NO_CAP };
      const calls = scope === "role" ? 1 : 4;
      const stage = await untilDrafts({
        settings: { agents: AGENTS, spend: { ...caps, [scope]: { ...NO_CAP, calls: 99 } } },
      });
      await stage.submit({
        type: "ChangeSettings",
        settings: { ...stage.session.settings, spend: { ...caps, [scope]: { ...NO_CAP, calls } } },
        because: "less",
      });
      if (scope === "role") {
        const [order] = stage.calls();
        if (order === undefined) throw new Error("a call was expected");
        await stage.start(order);
        expect(stage.calls().some(({ role }) => role === "draft")).toBe(false);
      }
      expect(stage.session.work.drafting).toEqual([]);
      expect(evidenceOf(stage).at(-1)).toBe(
        `No option C was drafted: the limit of calls for the ${scope} is reached.`,
      );
      expect(stage.session.work.questions.map(({ kind }) => kind)).not.toContain("spend");
    },
  );

  it("given the drafter is of the same family as a side, then the question warns", async () => {
    const families = { engineer: "one", reviewer: "two", drafter: "two" };
    const stage = await asked({
      drafter: drafting(optionDraft()),
      settings: { agents: AGENTS, families },
    });
    expect(evidenceOf(stage)).toContain("Mind that drafter is of the same family as the Reviewer's agent.");
    const other = await asked({
      drafter: drafting(optionDraft()),
      settings: { agents: AGENTS, families: { ...families, drafter: "three" } },
    });
    expect(evidenceOf(other).join("\n")).not.toContain("same family");
  });

  it("given it is MEDIUM, or a rule makes C, then nothing is drafted", async () => {
    const never: Script = () => {
      throw new Error("nobody should be asked");
    };
    const medium = await asked({ severity: "MEDIUM", drafter: never });
    expect(medium.question("conflict").options.map(({ id }) => id)).toEqual(["a", "b"]);
    const ruled = await asked({ rationale: "It is too complex for what it brings.", drafter: never });
    expect(effectOf(ruled, "c")).toContain("As an option that can be turned on");
  });

  it("given the drafter is taken away meanwhile, then the conflict is put without C", async () => {
    const stage = await untilDrafts({});
    const { drafter: _, ...agents } = AGENTS;
    await stage.submit({
      type: "ChangeSettings",
      settings: { ...stage.session.settings, agents },
      because: "nobody drafts",
    });
    expect(evidenceOf(stage).at(-1)).toBe("No option C was drafted: no drafter is named any more.");
    expect(stage.calls().some(({ role }) => role === "draft")).toBe(false);
  });

  it("given the gap is put aside while a draft runs, then what it brings is nobody's business any more", async () => {
    const stage = await untilDrafts({});
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.submit({
      type: "ChangeGap",
      gap: gapId(GAP),
      change: { do: "defer" },
      reason: "later",
      by: "human:test",
    });
    expect(stage.session.work.conflicts[ISSUE]?.state.at).toBe("withdrawn");
    expect(stage.session.work.drafting).toEqual([]);
    await stage.finish(order.key, optionDraft());
    expect(stage.session.work.questions).toEqual([]);
  });

  it("given a person drafts, then they are asked once", async () => {
    const stage = await untilDrafts({ settings: { agents: { ...AGENTS, drafter: "human" } } });
    const drafts = stage.calls().filter(({ role }) => role === "draft");
    expect(drafts.map(({ key }) => key)).toEqual([`s/2.0/draft/${ISSUE}.1/1/1`]);
  });

  it("given the log, then it folds and replays to the same session", async () => {
    const stage = await asked({ drafter: drafting(optionDraft(), optionDraft({ values: "3" })) });
    const events = (await eventsOf(stage)).map((fact) => sessionDecider.upcast(fact));
    const folded = events.reduce<Session>(sessionDecider.evolve, sessionDecider.initial);
    expect(folded).toEqual(stage.session);
    const { documents, stream } = stage.engine;
    expect(await replay({ log: stage.world.store, documents, stream })).toMatchObject({ at: "identical" });
  });
});

/** A session led by its decider alone: what it asks of the detector is put into its log. */
class Mind {
  session: LiveSession;
  #ms = Date.UTC(2026, 0, 13);

  constructor(session: LiveSession) {
    this.session = session;
  }

  get at(): Timestamp {
    this.#ms += 1_000;
    return timestampFromMs(this.#ms);
  }

  fold(event: SessionEvent): void {
    const after = sessionDecider.evolve(this.session, event);
    if (after.at === "none") throw new Error("the session is gone");
    this.session = after;
  }

  do(command: Omit<SessionCommand, "at">): void {
    const events = sessionDecider.decide({ ...command, at: this.at } as SessionCommand, this.session);
    if (isRefusal(events)) throw new Error(events.message);
    for (const event of events) this.fold(event);
  }

  draft(text: string): void {
    const order = owed(this.session).flatMap((effect) =>
      effect.do === "call" && effect.order.role === "draft" ? [effect.order] : [],
    )[0];
    if (order === undefined) throw new Error("no draft is owed");
    const { key, agent } = order;
    const prompt = { sha256: HASH.sha256("prompt"), chars: 6, parts: [] };
    this.do({ type: "StartCall", key, agent, prompt, example: null } as never);
    const ref = { sha256: HASH.sha256(text), bytes: Buffer.byteLength(text), from: "text" } as const;
    const output = readOutput("draft", ref, text, HASH);
    const usage = USAGE_UNKNOWN;
    this.do({
      type: "FinishCall",
      key: key as CallKey,
      outcome: "ok",
      usage,
      elapsedMs: 1,
      evidence: [],
      output,
    } as never);
  }
}

describe("a conflict that was made of silence", () => {
  it("given seed 000's schema, then strictness is configurable with strict as the default, and A is recommended", async () => {
    const stage = await open({ severity: "CRITICAL", settings: { agents: AGENTS } });
    const mind = new Mind(stage.session);
    const flag: Flag = {
      ...{ issue: ISSUE, label: "IGNORED", confidence: "HIGH", heuristics: ["H1", "H4"] },
      ...{ evidence: [{ line: 3, text: "unchanged" }], round: 2, severity: "CRITICAL" },
      ...{ document: HASH.sha256("e"), file: "engineer.md", rounds: 1 },
    };
    mind.fold(makeSessionEvent("FlagRaised", mind.at, { flag, escalation: "ask" }));
    mind.do({ type: "ChangeSettings", settings: mind.session.settings, because: "nothing" } as never);
    const [implicit] = mind.session.work.questions;
    if (implicit === undefined) throw new Error("a question was expected");
    mind.do({
      type: "AnswerQuestion",
      answer: answerTo(implicit.id, { option: "convert" }),
      output: null,
    } as never);
    expect(mind.session.work.questions).toEqual([]);
    const text = "Strictness is configurable: --strict or --lenient.";
    const draft = optionDraft({
      text,
      tradeOff: "Flexibility, at the price of a flag",
      values: "Default: strict.",
    });
    mind.draft(draft);
    mind.draft(draft);
    const [question] = mind.session.work.questions;
    expect(question?.options.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(question?.recommended).toBe("a");
    expect(question?.options.find(({ id }) => id === "c")?.effect).toContain(
      `${text} Values: Default: strict. (drafted by drafter)`,
    );
    // Nobody can say that a position which was never stated is met.
    expect(mind.session.work.conflicts[ISSUE]?.draft?.addressesBoth).toBe(false);
  });
});
