import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  callFinished,
  callSaid,
  callStarted,
  callUsed,
  exampleView,
  happened,
  KEY,
  questions,
} from "../../../test/support/live-examples.ts";
import type { RunNews } from "../../app/sessions/run-refinement.ts";
import { newsLines } from "../news-lines.ts";
import { columnsOfLine, escapeControlChars, type Line } from "../text.ts";
import { ASCII_GLYPHS, glyphsFor, UNICODE_GLYPHS } from "./glyphs.ts";
import { liveLines, openChart } from "./live-lines.ts";
import { type LiveModel, newLiveModel, withNews } from "./live-model.ts";

/** A model that has been told so much, at these times. */
function told(
  news: readonly (readonly [number, RunNews])[],
  view: LiveModel["view"] = exampleView(),
): LiveModel {
  const model = news.reduce<LiveModel>(
    (before, [nowMs, one]) => withNews(before, one, nowMs),
    newLiveModel(UNICODE_GLYPHS),
  );
  return { ...model, view };
}

function text(line: Line): string {
  return typeof line === "string"
    ? line
    : line.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
}

function shown(model: LiveModel, width: number, nowMs: number): readonly string[] {
  const lines = liveLines(model, width, nowMs);
  for (const line of lines) expect(columnsOfLine(line)).toBeLessThanOrEqual(width);
  return lines.map(text);
}

const BUSY = told(
  [
    [0, callStarted("checkout/2.1/engineer/-/2/3")],
    [60_000, callUsed({ inputTokens: 12_000, outputTokens: 345, usd: 0.41 }, "checkout/2.1/engineer/-/2/3")],
    [62_000, callSaid("reading the section on payments", "checkout/2.1/engineer/-/2/3")],
  ],
  exampleView({ openAtEnds: [4] }),
);

describe("a call at work", () => {
  test("at 140 columns: role, gap, tries, agent, time, cost, and what it said last", () => {
    expect(shown(BUSY, 140, 65_000)).toEqual([
      "⣻ engineer · GAP-FLOW-001 · attempt 2 · launch 3 · claude · 1 min 05 s · 12.3k tokens, $0.41 · 3 s ago: reading the section on payments",
      "round 2 of 10 · 2 gaps left ▇ · 12.3k tokens, $0.41",
    ]);
  });

  test("at 80 columns the agent's words are worth more than its name and its cost", () => {
    const once = { ...BUSY, calls: BUSY.calls.map((call) => ({ ...call, launch: 1 })) };
    expect(shown(once, 80, 65_000)[0]).toBe(
      "⣻ engineer · GAP-FLOW-001 · attempt 2 · 1 min 05 s · 3 s ago: reading the secti…",
    );
  });

  test("at 40 columns who works on what, and for how long", () => {
    expect(shown(BUSY, 40, 65_000)).toEqual([
      "⣻ engineer · GAP-FLOW-001 · 1 min 05 s",
      "round 2 of 10 · 2 gaps left ▇",
      "12.3k tokens, $0.41",
    ]);
  });

  test("that has said nothing is starting, then worth a look", () => {
    const silent = told([[0, callStarted()]]);
    expect(shown(silent, 80, 0)[0]).toBe("⣾ engineer · GAP-FLOW-001 · claude · 0 s · starting");
    expect(shown(silent, 80, 61_000)[0]).toContain("no output yet");
    expect(JSON.stringify(liveLines(silent, 80, 61_000))).toContain('"yellow"');
  });

  test("that only tells what it uses shows when it last did", () => {
    const counting = told([
      [0, callStarted()],
      [1000, callUsed({ outputTokens: 5 })],
    ]);
    expect(shown(counting, 100, 1500)[0]).toContain("5 tokens · last output now");
    expect(shown(counting, 100, 4000)[0]).toContain("last output 3 s ago");
  });

  test("by a person waits for that person, however long", () => {
    expect(shown(told([[0, callStarted(KEY, "human")]]), 80, 9e6)[0]).toContain(
      "human · 2 h 30 min · waits for your document",
    );
  });

  test("of the Reviewer is about the proposals, of the Final Review about the whole", () => {
    const proposed = exampleView({
      gaps: exampleView().gaps.map((gap) => ({ ...gap, state: "PROPOSED" })),
    });
    const both = told(
      [
        [0, callStarted("checkout/2.1/reviewer/-/1/1")],
        [0, callStarted("checkout/2.1/final/-/1/1")],
      ],
      proposed,
    );
    expect(shown(both, 80, 0).slice(0, 2)).toEqual([
      "⣾ reviewer · GAP-FLOW-001 +1 · claude · 0 s · starting",
      "⣾ final review · claude · 0 s · starting",
    ]);
  });

  test("is gone when it has come back", () => {
    expect(
      shown(
        told([
          [0, callStarted()],
          [9, callFinished()],
        ]),
        80,
        10,
      ),
    ).toEqual(["round 2 of 10 · 2 gaps left"]);
  });
});

describe("many lanes", () => {
  const lanes = (count: number): LiveModel =>
    told(
      Array.from({ length: count }, (_, index) => [
        0,
        callStarted(`checkout/2.1/engineer/GAP-FLOW-00${index + 1}/1/1`),
      ]),
    );

  test("have a line each, up to six", () => {
    const lines = shown(lanes(6), 80, 0);
    expect(lines).toHaveLength(7);
    expect(lines[5]).toContain("engineer · GAP-FLOW-006");
  });

  test("the others are counted", () => {
    const lines = shown(lanes(9), 80, 0);
    expect(lines).toHaveLength(8);
    expect(lines[6]).toBe("  and 3 more");
  });
});

describe("a call that may not start yet", () => {
  const HELD = {
    at: "held",
    key: KEY,
    agent: "claude",
    provider: "anthropic",
    untilMs: Date.UTC(2026, 2, 1, 14, 5),
  } as RunNews;
  const clock = new Date(Date.UTC(2026, 2, 1, 14, 5));
  const until = `${String(clock.getHours()).padStart(2, "0")}:${String(clock.getMinutes()).padStart(2, "0")}`;
  const nowMs = Date.UTC(2026, 2, 1, 14, 1);

  test("says for whom it waits, until when, and for how long", () => {
    expect(shown(told([[nowMs, HELD]]), 80, nowMs).slice(0, 2)).toEqual([
      `  engineer · waits for anthropic until ${until} · 4 min 00 s left · claude`,
      "  at once: parley agents retry claude",
    ]);
  });

  test("a step of a build that parley takes itself is tried again by itself", () => {
    const step = { ...HELD, key: "push-landing a1b2c3d4", agent: "parley", provider: "parley" } as RunNews;
    const words = `is tried again at ${until}`;
    expect(newsLines(step, { nowMs }, exampleView).map(text)).toEqual([
      `  the repository ${words}, 4 min 00 s left`,
    ]);
    const [line, next] = shown(told([[nowMs, step]]), 80, nowMs);
    expect(line).toBe(`  the repository · ${words} · 4 min 00 s left`);
    expect(next ?? "").not.toContain("at once");
  });

  test("is told once in a log, too", () => {
    expect(newsLines(HELD, { nowMs }, exampleView).map(text)).toEqual([
      `  round 2 engineer waits for anthropic until ${until}, 4 min 00 s left; at once: parley agents retry claude`,
    ]);
  });

  test("is gone when it starts or is not owed any more, and a later time takes the place of an earlier", () => {
    const later = { ...HELD, untilMs: nowMs + 3_600_000 } as RunNews;
    const twice = told([
      [nowMs, HELD],
      [nowMs, later],
    ]);
    expect(twice.held).toHaveLength(1);
    expect(shown(twice, 80, nowMs)[0]).toContain("1 h 00 min left");
    const released = { at: "released", key: KEY, agent: "claude", provider: "anthropic" } as RunNews;
    expect(withNews(twice, released, nowMs).held).toEqual([]);
    expect(newsLines(released, { nowMs }, exampleView)).toEqual([]);
  });
});

test("what an agent is in trouble with shows as its last words, and in a log as a line", () => {
  const news = {
    at: "call-event",
    key: KEY,
    event: { at: "troubled", about: "retry 1 of 2: 429\u001b[2J" },
  } as RunNews;
  const model = told([
    [0, callStarted()],
    [1_000, news],
  ]);
  expect(shown(model, 100, 1_500)[0]).toContain("retry 1 of 2: 429");
  expect(newsLines(news, { nowMs: 0 }, exampleView).map(text)).toEqual([
    "  round 2 engineer has trouble: retry 1 of 2: 429",
  ]);
});

describe("a call that came back", () => {
  const finished = (data: object): readonly string[] =>
    newsLines(callFinished(KEY, data), { nowMs: 0 }, exampleView).map(text);

  test("leaves the word to its document", () => {
    expect(finished({ document: { sha256: "", bytes: 959, from: "file" } })).toEqual([]);
  });

  test("says why it came to nothing in its last words, unless it was stopped", () => {
    const evidence = ["exit code 3", "stderr: one\rError: no key"];
    expect(finished({ outcome: "crashed", evidence })).toEqual([
      "    Engineer crashed after 1 s: Error: no key",
    ]);
    expect(finished({ outcome: "cancelled", evidence })).toEqual(["    Engineer was stopped after 1 s"]);
    const stoppedBecause = "its round was rolled back";
    expect(finished({ outcome: "cancelled", evidence, stoppedBecause })).toEqual([
      "    Engineer was stopped after 1 s: its round was rolled back",
    ]);
  });
});

test("an answer is told whoever gave it", () => {
  const answer = { question: "Q1", option: "defer", by: "human:ada" };
  expect(newsLines(happened("QuestionAnswered", { answer }), { nowMs: 0 }, exampleView).map(text)).toEqual([
    "  Q1 answered: defer, by ada",
  ]);
});

test.each([
  [
    "GapRated",
    { gap: "GAP-FLOW-001", severity: { level: "HIGH", setBy: "user" } },
    "GAP-FLOW-001 is now HIGH, by the user",
  ],
  ["GapBlocked", { gap: "GAP-FLOW-001", blockedBy: ["GAP-FLOW-002"] }, "GAP-FLOW-001 waits for GAP-FLOW-002"],
  ["SessionResumed", { by: "human:ada" }, "resumed by human:ada"],
  ["SettingsChanged", { because: "more rounds" }, "settings changed: more rounds"],
  ["EndingWithdrawn", { reason: "a gap changed" }, "not ending: a gap changed"],
  ["OutputChosen", { out: "done.md" }, "the finished spec is wanted as done.md"],
] as const)("%s by another process is told", (type, data, words) => {
  expect(newsLines(happened(type, data), { nowMs: 0 }, exampleView).map(text)).toEqual([`  ${words}`]);
});

describe("the session", () => {
  const WAITING = exampleView().gaps.map((gap, index) =>
    index === 0 ? { ...gap, state: "BLOCKED_EXTERNAL" as const } : gap,
  );
  const at = (changes: Parameters<typeof exampleView>[0], width = 80): readonly string[] =>
    shown(told([], exampleView(changes)), width, 0);

  test("before its first round has no chart", () => {
    expect(at({ round: 0, completedRounds: 0, openAtEnds: [] })).toEqual([
      "before round 1 of 10 · 2 gaps left",
    ]);
  });

  test("says what waits for an answer", () => {
    expect(at({ questions: questions(1) })).toEqual([
      "round 2 of 10 · 2 gaps left · 1 question waits: parley inbox",
    ]);
    expect(at({ questions: questions(2), gaps: WAITING }, 40)).toEqual([
      "round 2 of 10",
      "2 gaps left (1 waiting for you)",
      "2 questions wait: parley inbox",
    ]);
  });

  test("shows the limit that is nearest", () => {
    const spent = { tokens: 50_000, usd: 4, minutes: 12.7, calls: 3 };
    const cap = { tokens: 100_000, usd: 5, minutes: 60, calls: null };
    expect(at({ spent, spendCap: cap })[0]).toContain("$4.00 of $5.00");
    expect(at({ spent, spendCap: { ...cap, usd: null } })[0]).toContain("50k of 100k tokens");
    expect(at({ spent, spendCap: { ...cap, usd: null, tokens: null } })[0]).toContain("12 of 60 min");
    expect(at({ spent, spendCap: { ...cap, usd: null, tokens: null, minutes: null } })[0]).toContain(
      "50k tokens, $4.00",
    );
    expect(at({ spent, spendCap: { ...cap, calls: 3 } })[0]).toContain("3 of 3 calls");
  });

  test("calls a cost that nobody knows unknown", () => {
    const spent = { tokens: 2_000, usd: 0, minutes: 0, calls: 3 };
    expect(at({ spent, unpricedCalls: 3 })[0]).toContain("2k tokens, cost unknown");
    expect(at({ spent: { ...spent, usd: 0.5 }, unpricedCalls: 1 })[0]).toContain(
      "2k tokens, cost $0.50 and 1 call of unknown cost",
    );
  });

  test("counts what calls at work have used so far", () => {
    const view = exampleView({
      spent: { tokens: 1000, usd: 0, minutes: 0, calls: 1 },
      spendCap: { tokens: 10_000, usd: null, minutes: null, calls: null },
    });
    const model = told(
      [
        [0, callStarted()],
        [0, callUsed({ inputTokens: 500 })],
      ],
      view,
    );
    expect(shown(model, 80, 0)[1]).toContain("1.5k of 10k tokens");
  });

  test.each([40, 80, 140])("after 200 rounds is compressed to %i columns", (width) => {
    const openAtEnds = Array.from({ length: 200 }, (_, index) => 200 - index);
    const lines = at({ round: 200, completedRounds: 200, maxRounds: 200, openAtEnds }, width);
    expect(lines.join(" · ")).toMatch(/^round 200 of 200 complete · 2 gaps left ▇[▁-▇]{7,29}$/);
  });
});

describe("after an interruption", () => {
  test("it says what happens, and what a second one would do", () => {
    expect(shown({ ...BUSY, stopping: "cleanly" }, 80, 65_000).at(-1)).toBe(
      "finishing cleanly, Ctrl-C again to stop now",
    );
    expect(shown({ ...BUSY, stopping: "now" }, 80, 65_000).at(-1)).toBe("stopping");
  });
});

test("without Unicode everything of ours is ASCII", () => {
  const lines = shown({ ...BUSY, glyphs: ASCII_GLYPHS, stopping: "cleanly" }, 80, 65_000);
  expect(lines.join("")).toMatch(/^[\x20-\x7e]*$/);
  expect(lines[1]).toContain("2 gaps left #");
});

test("whatever agents say and are called, at any width, no line is too wide or harmful", () => {
  const hostile = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(hostile, hostile), { maxLength: 9 }),
      fc.integer({ min: 0, max: 200 }),
      fc.nat(1e9),
      (agents, width, nowMs) => {
        const model = told(
          agents.flatMap(([agent, said], index) => {
            const key = `checkout/2.1/engineer/L${index}/1/1`;
            return [[0, callStarted(key, agent)] as const, [0, callSaid(said, key)] as const];
          }),
        );
        for (const line of shown(model, width, nowMs)) expect(escapeControlChars(line)).toBe(line);
      },
    ),
  );
});

const { bars } = UNICODE_GLYPHS;

describe("the chart of open gaps", () => {
  test("has a column a round, the highest for the most and the lowest for none", () => {
    expect(openChart([8, 6, 4, 2, 1, 0], 30, bars)).toBe("▇▆▄▃▂▁");
    expect(openChart([8, 4, 0], 30, ASCII_GLYPHS.bars)).toBe("#=_");
    expect(openChart([], 30, bars)).toBe("");
    expect(openChart([0, 0], 30, bars)).toBe("▁▁");
  });

  test("what little is left open is told from nothing", () => {
    expect(openChart([1000, 0.25, 0], 30, bars)).toBe("▇▂▁");
  });

  test("of 200 rounds it shows as many columns as there are, and the last round in the last one", () => {
    const rounds = Array.from({ length: 200 }, (_, index) => (index === 199 ? 0 : 200 - index));
    const chart = openChart(rounds, 20, bars);
    expect([...chart]).toHaveLength(20);
    expect(chart.startsWith("▇")).toBe(true);
    expect(chart.endsWith("▁")).toBe(true);
  });

  test("is never wider than told, and made of nothing but bars", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), fc.nat(60), (rounds, width) => {
        const chart = [...openChart(rounds, width, bars)];
        expect(chart).toHaveLength(Math.min(rounds.length, width));
        expect(chart.every((bar) => bars.includes(bar))).toBe(true);
      }),
    );
  });
});

test.each([
  [{ LANG: "de_DE.UTF-8" }, UNICODE_GLYPHS],
  [{ LANG: "en_US.utf8" }, UNICODE_GLYPHS],
  [{ LANG: "C" }, ASCII_GLYPHS],
  [{}, ASCII_GLYPHS],
  [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, ASCII_GLYPHS],
  [{ LC_ALL: "", LC_CTYPE: "UTF-8", LANG: "C" }, UNICODE_GLYPHS],
])("the locale %j decides on the signs", (env, glyphs) => {
  expect(glyphsFor(env)).toBe(glyphs);
});
