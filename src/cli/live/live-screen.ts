// The block at the bottom of a terminal, redrawn in place; what is reported scrolls above it. The only file that knows
// a terminal's codes.
import { columnsOfLine, type Line, lineText } from "../text.ts";

const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** Should a character be wider than we count it, the line is cut by the terminal, and our count of rows holds. */
const WRAP_OFF = "\x1b[?7l";
const WRAP_ON = "\x1b[?7h";
const CLEAR_LINE_END = "\x1b[K";
const CLEAR_BELOW = "\x1b[J";

const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;

/** What we need of a terminal. */
export interface TerminalStream {
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  on(event: "resize" | "error", listener: () => void): unknown;
  off(event: "resize" | "error", listener: () => void): unknown;
}

interface Frame {
  /** Writes what has happened since the last frame: it stays, above the block. `null`: nothing has. */
  readonly above: (() => void) | null;
  /** The block as it should be, no line wider than told. */
  block(width: number): readonly Line[];
  /** Not where the program may be ended at any moment, with no time to give it back. */
  readonly hideCursor: boolean;
}

export class LiveScreen {
  readonly #stream: TerminalStream;
  readonly #colours: boolean;
  /** The widths of the lines that stand there now. */
  #drawn: readonly number[] = [];
  /** The terminal's width then. */
  #columnsDrawn = 0;
  #cursorHidden = false;
  #gone = false;
  readonly #onGone = (): void => {
    this.#gone = true;
  };

  constructor(stream: TerminalStream, { colours }: { readonly colours: boolean }) {
    this.#stream = stream;
    this.#colours = colours;
    stream.on("error", this.#onGone);
  }

  /** True once the terminal has been closed: nothing is drawn any more. */
  get gone(): boolean {
    return this.#gone;
  }

  draw({ above, block, hideCursor }: Frame): void {
    // What comes may be of any length, and a terminal that breaks lines anew remembers which ones it broke: in both
    // cases it does not do to write over the old block.
    if (above !== null || this.#columns !== this.#columnsDrawn) {
      this.#write(`${this.#home()}${CLEAR_BELOW}`);
      this.#drawn = [];
      above?.();
    }
    // A column is left free: some terminals wrap as soon as the last one is written.
    const lines = block(Math.max(1, this.#columns - 1)).slice(-Math.max(1, this.#rows - 1));
    const body = lines
      .map((line) => `${lineText(line, { colours: this.#colours })}${CLEAR_LINE_END}\n`)
      .join("");
    const cursor = hideCursor === this.#cursorHidden ? "" : hideCursor ? HIDE_CURSOR : SHOW_CURSOR;
    this.#write(`${cursor}${this.#home()}${WRAP_OFF}${body}${WRAP_ON}${CLEAR_BELOW}`);
    this.#cursorHidden = hideCursor;
    this.#drawn = lines.map(columnsOfLine);
    this.#columnsDrawn = this.#columns;
  }

  /** At once, without a new frame. */
  showCursor(): void {
    if (this.#cursorHidden) this.#write(SHOW_CURSOR);
    this.#cursorHidden = false;
  }

  /** Takes the block away and gives the cursor back; the next `draw` begins below. */
  clear(): void {
    if (this.#drawn.length === 0 && !this.#cursorHidden) return;
    this.#write(`${this.#home()}${CLEAR_BELOW}${this.#cursorHidden ? SHOW_CURSOR : ""}`);
    this.#cursorHidden = false;
    this.#drawn = [];
  }

  close(): void {
    this.clear();
    this.#stream.off("error", this.#onGone);
  }

  get #columns(): number {
    return this.#stream.columns || COLUMNS_DEFAULT;
  }

  get #rows(): number {
    return this.#stream.rows || ROWS_DEFAULT;
  }

  /** To where the block begins. A terminal that has become narrower has broken the lines that stand there. */
  #home(): string {
    const rows = this.#drawn.reduce(
      (sum, columns) => sum + Math.max(1, Math.ceil(columns / this.#columns)),
      0,
    );
    return rows === 0 ? "\r" : `\r\x1b[${rows}A`;
  }

  #write(text: string): void {
    if (this.#gone) return;
    try {
      this.#stream.write(text);
    } catch {
      // Whoever closes the terminal does not want the run to fail.
      this.#gone = true;
    }
  }
}
