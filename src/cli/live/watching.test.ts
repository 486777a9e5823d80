import { afterEach, describe, expect, test } from "vitest";
import { FakeTerminal, FakeTicker } from "../../../test/support/fake-terminal.ts";
import {
  callFinished,
  callSaid,
  callStarted,
  exampleView,
  KEY,
  roundCompleted,
} from "../../../test/support/live-examples.ts";
import type { Environment } from "../../app/command-context.ts";
import type { RunNews } from "../../app/sessions/run-refinement.ts";
import type { RunView } from "../../app/sessions/run-view.ts";
import type { Line } from "../text.ts";
import { type RunWatch, watchRun } from "../watch-run.ts";

const UTF8 = { LANG: "C.UTF-8", TERM: "xterm", NO_COLOR: "1" };

const ONE_GAP = exampleView().gaps.slice(0, 1);

let watch: RunWatch | null = null;
afterEach(() => watch?.stop());

function setUp({
  env = UTF8,
  tty = true,
  quiet = false,
  json = false,
}: {
  env?: Environment;
  tty?: boolean;
  quiet?: boolean;
  json?: boolean;
} = {}) {
  const terminal = new FakeTerminal(100, 24);
  const stream = tty ? terminal : Object.assign(Object.create(terminal), { isTTY: false });
  const ticker = new FakeTicker();
  const [soon, now] = [new AbortController(), new AbortController()];
  const report = (line: Line): void => {
    const pieces = typeof line === "string" ? [line] : line;
    terminal.write(`${pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("")}\n`);
  };
  const context = { cwd: "/", env, now: new Date(0), cancel: soon.signal, cancelNow: now.signal };
  const begun = watchRun({ context, quiet, json, report }, { stream, ticker, process });
  watch = begun;
  let view = exampleView();
  return {
    terminal,
    ticker,
    soon,
    now,
    watch: begun,
    tell: (news: RunNews) => begun.tell(news, () => view),
    stands: (changes: Partial<RunView>) => {
      view = exampleView(changes);
    },
  };
}

describe("in a terminal", () => {
  test("events scroll by above what is going on", () => {
    const { terminal, ticker, tell, stands } = setUp();
    tell(callStarted());
    tell(callSaid("hello"));
    ticker.pass(0);
    expect(terminal.lines).toEqual([
      "  Engineer (claude)",
      "⣾ engineer · GAP-FLOW-001 · claude · 0 s · now: hello",
      "round 2 of 10 · 2 gaps left",
    ]);
    tell(callFinished());
    stands({ completedRounds: 2, gaps: ONE_GAP, openAtEnds: [1] });
    tell(roundCompleted(2, 1));
    ticker.pass(100);
    expect(terminal.lines).toEqual([
      "  Engineer (claude)",
      "  Round 2 done: no gap closed, 1 gap left",
      "round 2 of 10 complete · 1 gap left ▇",
    ]);
  });

  test("is redrawn at most ten times a second, and once a second when nothing happens", () => {
    const { terminal, ticker, tell } = setUp();
    tell(callStarted());
    ticker.pass(0);
    const before = terminal.writes.length;
    for (let ms = 0; ms < 1000; ms++) {
      tell(callSaid(`word ${ms}`));
      ticker.pass(1);
    }
    expect(terminal.writes.length - before).toBeLessThanOrEqual(10);
    expect(terminal.writes.length - before).toBeGreaterThanOrEqual(9);
    ticker.pass(100);
    const idle = terminal.writes.length;
    ticker.pass(10_000);
    expect(terminal.writes.length - idle).toBe(10);
  });

  test("shows how the session stands even where nothing was told of it", () => {
    const { terminal, ticker, tell, stands } = setUp();
    tell(callStarted());
    ticker.pass(0);
    stands({ gaps: ONE_GAP });
    ticker.pass(1000);
    expect(terminal.lines.at(-1)).toBe("round 2 of 10 · 1 gap left");
  });

  test("a person's document that was handed in elsewhere is not waited for any more", () => {
    const { terminal, ticker, tell } = setUp();
    tell(callStarted(KEY, "human"));
    ticker.pass(0);
    expect(terminal.lines.at(-2)).toContain("waits for your document");
    tell(callFinished());
    ticker.pass(1000);
    expect(terminal.lines).toEqual([
      "  Engineer waits for a person's document",
      "round 2 of 10 · 2 gaps left",
    ]);
  });

  test("says that it finishes, then that it stops", () => {
    const { terminal, ticker, tell, soon, now } = setUp();
    tell(callStarted());
    ticker.pass(500);
    soon.abort();
    ticker.pass(100);
    expect(terminal.lines.at(-1)).toBe("finishing cleanly, Ctrl-C again to stop now");
    expect(terminal.cursorShown).toBe(false);
    now.abort();
    expect(terminal.cursorShown).toBe(true);
    ticker.pass(100);
    expect(terminal.lines.at(-1)).toBe("stopping");
    expect(terminal.cursorShown).toBe(true);
  });

  test("a key that is echoed is gone with the next frame", () => {
    const { terminal, ticker, tell } = setUp();
    tell(callStarted());
    ticker.pass(0);
    terminal.write("^C");
    ticker.pass(1000);
    expect(terminal.lines.at(-1)).toBe("round 2 of 10 · 2 gaps left");
  });

  test("is drawn anew when the terminal changes its size", () => {
    const { terminal, ticker, tell } = setUp();
    tell(callStarted());
    tell(callSaid("w".repeat(200)));
    ticker.pass(0);
    terminal.resize(50);
    ticker.pass(100);
    expect(terminal.lines).toEqual([
      "  Engineer (claude)",
      expect.stringMatching(/^⣽ engineer · GAP-FLOW-001 .*w…$/),
      "round 2 of 10 · 2 gaps left",
    ]);
  });

  test("once stopped, everything told stands there and nothing else: no block, timer or listener is left", () => {
    const counts = (): readonly number[] =>
      ["exit", "SIGTSTP", "SIGCONT"].map((event) => process.listenerCount(event));
    const before = counts();
    const { terminal, ticker, tell, watch, soon } = setUp();
    tell(callStarted());
    ticker.pass(0);
    expect(counts()).toEqual(before.map((count) => count + 1));
    tell(callFinished());
    watch.stop();
    expect(terminal.lines).toEqual(["  Engineer (claude)"]);
    expect(terminal).toMatchObject({ cursorShown: true, wraps: true, listeners: 0, cursor: { x: 0, y: 1 } });
    expect([ticker.pending, counts()]).toEqual([0, before]);
    const writes = terminal.writes.length;
    watch.stop();
    soon.abort();
    ticker.pass(5000);
    expect(terminal.writes).toHaveLength(writes);
  });

  test("what is told after the end is a plain line", () => {
    const { terminal, ticker, tell, watch } = setUp();
    watch.stop();
    tell(callStarted());
    expect([terminal.lines, ticker.pending]).toEqual([["  Engineer (claude)"], 0]);
  });

  test.each(["emits", "throws"] as const)("a terminal that goes away (%s) disturbs nobody", (closed) => {
    const { terminal, ticker, tell, watch } = setUp();
    tell(callStarted());
    ticker.pass(0);
    terminal.closed = closed;
    ticker.pass(1000);
    const writes = terminal.writes.length;
    tell(callFinished());
    ticker.pass(5000);
    expect(terminal.writes).toHaveLength(writes);
    expect(ticker.pending).toBe(0);
    terminal.closed = "open";
    watch.stop();
  });
});

describe("where nothing can be redrawn", () => {
  const PLAIN = [
    { tty: false },
    { env: { ...UTF8, TERM: "dumb" } },
    { env: { ...UTF8, CI: "1" } },
    { json: true },
  ];

  test.each(PLAIN)("every line stands by itself, with the time: %j", (where) => {
    const { terminal, ticker, tell, watch } = setUp(where);
    tell(callStarted());
    ticker.pass(2500);
    tell(callSaid("hello"));
    tell(callFinished());
    watch.stop();
    expect(terminal.writes).toEqual(["[0 s]   Engineer (claude)\n"]);
    expect(ticker.pending).toBe(0);
  });

  test("a long call gives a sign every 30 s, until it comes back", () => {
    const { terminal, ticker, tell } = setUp({ tty: false });
    tell(callStarted());
    ticker.pass(31_000);
    ticker.pass(47_000);
    tell(callSaid("hello"));
    ticker.pass(12_000);
    tell(callFinished());
    ticker.pass(100_000);
    expect(terminal.lines.slice(1)).toEqual([
      "[30 s] round 2 engineer still at work, 30 s, no output yet",
      "[1 min 00 s] round 2 engineer still at work, 1 min 00 s, no output yet",
      "[1 min 30 s] round 2 engineer still at work, 1 min 30 s, last output 12 s ago",
    ]);
    expect(ticker.pending).toBe(0);
  });

  test("a person at work gives no signs, and the end of a watch ends them", () => {
    const { terminal, ticker, tell, watch } = setUp({ tty: false });
    tell(callStarted(KEY, "human"));
    tell(callStarted("checkout/2.1/reviewer/-/1/1"));
    watch.stop();
    ticker.pass(100_000);
    expect(terminal.lines).toHaveLength(2);
  });

  test("an interruption is told", () => {
    const { terminal, soon, now } = setUp({ tty: false });
    soon.abort();
    now.abort();
    expect(terminal.lines).toEqual(["[0 s] finishing cleanly, Ctrl-C again to stop now", "[0 s] stopping"]);
  });
});

test("where it should be quiet, nothing is written and nothing waits", () => {
  const { terminal, ticker, tell, soon } = setUp({ quiet: true });
  tell(callStarted());
  soon.abort();
  ticker.pass(100_000);
  expect([terminal.writes, ticker.pending]).toEqual([[], 0]);
});
