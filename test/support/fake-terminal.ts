// A terminal for tests: understands the few codes that the live view uses, and refuses all others.
import { columnsOf } from "../../src/cli/columns.ts";
import type { TerminalStream } from "../../src/cli/live/live-screen.ts";
import type { Ticker } from "../../src/cli/live/ticker.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: every code begins with one
const CODE = /^\x1b\[(\??)([\d;]*)([A-Za-z])/;

interface Row {
  /** What stands in each column; a wide character is followed by an empty one. */
  cells: string[];
  /** Goes on in the next row, because the terminal broke it. */
  broken: boolean;
}

export class FakeTerminal implements TerminalStream {
  readonly isTTY = true;
  columns: number;
  rows: number;
  readonly writes: string[] = [];
  cursorShown = true;
  wraps = true;
  /** What writing does once the terminal is closed. */
  closed: "open" | "emits" | "throws" = "open";
  #screen: Row[] = [newRow()];
  #x = 0;
  #y = 0;
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(columns = 80, rows = 24) {
    this.columns = columns;
    this.rows = rows;
  }

  /** Everything that stands there, also what has scrolled away, without blanks at the ends. */
  get lines(): readonly string[] {
    const lines = this.#screen.map(({ cells }) => cells.join("").trimEnd());
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }

  get cursor(): { readonly x: number; readonly y: number } {
    return { x: this.#x, y: this.#y };
  }

  get listeners(): number {
    return [...this.#listeners.values()].reduce((sum, set) => sum + set.size, 0);
  }

  on(event: string, listener: () => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  off(event: string, listener: () => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  emit(event: string): void {
    for (const listener of this.#listeners.get(event) ?? []) listener();
  }

  write(text: string): boolean {
    if (this.closed === "throws") throw new Error("write EIO");
    this.writes.push(text);
    if (this.closed === "emits") this.emit("error");
    else this.#show(text);
    return true;
  }

  /** As terminals do that break lines anew; the cursor stays in its empty last row. */
  resize(columns: number): void {
    const whole: string[][] = [];
    let goesOn = false;
    for (const { cells, broken } of this.#screen) {
      if (goesOn) whole.at(-1)?.push(...cells);
      else whole.push([...cells]);
      goesOn = broken;
    }
    this.#screen = whole.flatMap((cells) => brokenAt(cells, columns));
    this.columns = columns;
    this.#y = this.#screen.length - 1;
    this.emit("resize");
  }

  #show(text: string): void {
    for (let rest = text; rest !== ""; ) {
      if (rest.startsWith("\x1b")) {
        const code = CODE.exec(rest);
        if (code === null)
          throw new Error(`a code that is not expected: ${JSON.stringify(rest.slice(0, 8))}`);
        this.#obey(`${code[1]}${code[3] === "m" ? "" : code[2]}${code[3]}`);
        rest = rest.slice(code[0].length);
      } else {
        const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
        this.#put(character);
        rest = rest.slice(character.length);
      }
    }
  }

  #obey(code: string): void {
    const row = this.#row();
    if (code === "?25l") this.cursorShown = false;
    else if (code === "?25h") this.cursorShown = true;
    else if (code === "?7l") this.wraps = false;
    else if (code === "?7h") this.wraps = true;
    else if (code === "K") row.cells.length = Math.min(row.cells.length, this.#x);
    else if (code === "J") {
      row.cells.length = Math.min(row.cells.length, this.#x);
      row.broken = false;
      this.#screen.length = this.#y + 1;
    } else if (/^\d+A$/.test(code)) {
      const top = Math.max(0, this.#screen.length - this.rows);
      this.#y = Math.max(top, this.#y - Number.parseInt(code, 10));
    } else if (code !== "m") throw new Error(`a code that is not expected: ${code}`);
  }

  #put(character: string): void {
    if (character === "\r") this.#x = 0;
    else if (character === "\n") this.#newLine();
    else if (/\p{Cc}/u.test(character)) throw new Error(`a control character: ${JSON.stringify(character)}`);
    else {
      const columns = columnsOf(character);
      if (this.#x + columns > this.columns) {
        if (!this.wraps) return;
        this.#row().broken = true;
        this.#newLine();
      }
      const { cells } = this.#row();
      while (cells.length < this.#x) cells.push(" ");
      for (let column = 0; column < columns; column++)
        cells[this.#x + column] = column === 0 ? character : "";
      this.#x += columns;
    }
  }

  #newLine(): void {
    this.#y += 1;
    this.#x = 0;
    if (this.#screen[this.#y] === undefined) this.#screen.push(newRow());
  }

  #row(): Row {
    const row = this.#screen[this.#y];
    if (row === undefined) throw new Error("the cursor has left the screen");
    return row;
  }
}

function newRow(): Row {
  return { cells: [], broken: false };
}

function brokenAt(cells: readonly string[], columns: number): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at === 0 || at < cells.length; at += columns) {
    rows.push({ cells: cells.slice(at, at + columns), broken: at + columns < cells.length });
  }
  return rows;
}

/** Time that passes only when told to. */
export class FakeTicker implements Ticker {
  #nowMs = 0;
  readonly #timers = new Set<{ readonly dueMs: number; readonly callback: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  get pending(): number {
    return this.#timers.size;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  pass(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined || next.dueMs > untilMs) break;
      this.#timers.delete(next);
      this.#nowMs = next.dueMs;
      next.callback();
    }
    this.#nowMs = untilMs;
  }
}
