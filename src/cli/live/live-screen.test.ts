import { describe, expect, test } from "vitest";
import { FakeTerminal } from "../../../test/support/fake-terminal.ts";
import { LiveScreen } from "./live-screen.ts";

function setUp(columns = 40, rows = 24) {
  const terminal = new FakeTerminal(columns, rows);
  const screen = new LiveScreen(terminal, { colours: true });
  const draw = (lines: readonly string[], above: readonly string[] = [], hideCursor = true): void =>
    screen.draw({
      above: above.length === 0 ? null : () => void terminal.write(`${above.join("\n")}\n`),
      block: () => lines,
      hideCursor,
    });
  return { terminal, screen, draw };
}

describe("the block at the bottom", () => {
  test("is redrawn in place, also when it grows or shrinks", () => {
    const { terminal, draw } = setUp();
    terminal.write("before\n");
    draw(["one", "two"]);
    draw(["a longer one", "2", "three"]);
    expect(terminal.lines).toEqual(["before", "a longer one", "2", "three"]);
    draw(["short"]);
    expect(terminal.lines).toEqual(["before", "short"]);
    draw([]);
    expect(terminal.lines).toEqual(["before"]);
  });

  test("lets lines of any length scroll by above it", () => {
    const { terminal, draw } = setUp(20);
    draw(["the block"]);
    draw(["the block"], ["a line that is longer than the terminal is wide", "x"]);
    draw(["the same block"]);
    expect(terminal.lines).toEqual(
      ["a line that is longe", "r than the terminal ", "is wide", "x", "the same block"].map((line) =>
        line.trimEnd(),
      ),
    );
  });

  test("leaves nothing when it is cleared: no line, no hidden cursor, no wrapping turned off", () => {
    const { terminal, screen, draw } = setUp();
    draw(["one", "two"], ["event"]);
    expect(terminal.cursorShown).toBe(false);
    screen.close();
    expect(terminal.lines).toEqual(["event"]);
    expect(terminal).toMatchObject({ cursorShown: true, wraps: true, cursor: { x: 0, y: 1 }, listeners: 0 });
  });

  test("writes nothing at all where nothing was drawn", () => {
    const { terminal, screen } = setUp();
    screen.close();
    expect(terminal.writes).toEqual([]);
  });

  test("shows the cursor where it may be ended at any moment", () => {
    const { terminal, draw } = setUp();
    draw(["one"]);
    draw(["stopping"], [], false);
    expect([terminal.cursorShown, terminal.lines]).toEqual([true, ["stopping"]]);
  });

  test("a terminal that becomes narrower breaks its lines, and none of them is left over", () => {
    const { terminal, draw } = setUp(40);
    draw(["x".repeat(39), "y".repeat(30)], ["event"]);
    terminal.resize(20);
    draw(["x".repeat(19), "y"]);
    expect(terminal.lines).toEqual(["event", "x".repeat(19), "y"]);
    terminal.resize(60);
    draw(["x".repeat(59), "y"]);
    expect(terminal.lines).toEqual(["event", "x".repeat(59), "y"]);
  });

  test("a character that is wider than we think does not break the line", () => {
    const { terminal, draw } = setUp(10);
    draw(["z".repeat(50)]);
    draw(["z".repeat(50)]);
    expect(terminal.lines).toEqual(["z".repeat(10)]);
  });

  test("is not higher than the terminal; its end is what counts", () => {
    const { terminal, draw } = setUp(40, 4);
    const lines = ["1", "2", "3", "4", "5", "6"];
    draw(lines, ["event"]);
    draw(lines);
    expect(terminal.lines).toEqual(["event", "4", "5", "6"]);
  });

  test("what is said is shown, not obeyed", () => {
    const { terminal, draw } = setUp();
    draw(["\x1b[2Jgone\x07"]);
    expect(terminal.lines).toEqual(["\\x1b[2Jgone\\x07"]);
  });
});

describe("a terminal that was closed", () => {
  test.each(["emits", "throws"] as const)("and %s is not written to again", (closed) => {
    const { terminal, screen, draw } = setUp();
    draw(["one"]);
    terminal.closed = closed;
    draw(["two"]);
    const writes = terminal.writes.length;
    draw(["three"]);
    screen.close();
    expect(screen.gone).toBe(true);
    expect(terminal.writes).toHaveLength(writes);
  });
});
