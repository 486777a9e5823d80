// Watching a run in a terminal: lines scroll by, and below them stands what is going on.
import type { Line } from "../text.ts";
import type { Glyphs } from "./glyphs.ts";
import { liveLines } from "./live-lines.ts";
import { type LiveModel, type LiveNews, type LiveView, newLiveModel, withNews } from "./live-model.ts";
import { LiveScreen, type TerminalStream } from "./live-screen.ts";
import type { Ticker } from "./ticker.ts";

/** Ten times a second is as much as an eye follows. */
const FRAME_MS = 100;
/** Times that are shown grow by the second. */
const IDLE_MS = 1000;
/** While the terminal is somebody else's; the whole story is in the log. */
const WAITING_LINES_MAX = 500;

interface LiveWatchOptions {
  readonly stream: TerminalStream;
  readonly ticker: Ticker;
  readonly glyphs: Glyphs;
  readonly colours: boolean;
  linesOf(news: LiveNews, look: () => LiveView): readonly Line[];
  /** Writes a line to the same terminal. */
  report(line: Line): void;
}

export class LiveWatch {
  readonly #options: LiveWatchOptions;
  readonly #screen: LiveScreen;
  #model: LiveModel;
  #look: (() => LiveView) | null = null;
  /** What is to scroll by with the next frame. */
  #waiting: Line[] = [];
  #drawnMs = Number.NEGATIVE_INFINITY;
  #next: { readonly dueMs: number; callOff(): void } | null = null;
  #at: "ready" | "live" | "suspended" | "over" = "ready";
  readonly #onResize = (): void => this.#drawSoon();

  constructor(options: LiveWatchOptions) {
    this.#options = options;
    this.#model = newLiveModel(options.glyphs);
    this.#screen = new LiveScreen(options.stream, options);
    options.stream.on("resize", this.#onResize);
  }

  tell(news: LiveNews, look: () => LiveView): void {
    const { linesOf, report, ticker } = this.#options;
    const lines = linesOf(news, look);
    if (this.#at === "over") {
      for (const line of lines) report(line);
      return;
    }
    if (this.#at === "ready") this.#at = "live";
    this.#look = look;
    this.#waiting = [...this.#waiting, ...lines].slice(-WAITING_LINES_MAX);
    this.#model = withNews(this.#model, news, ticker.nowMs());
    this.#drawSoon();
  }

  stopping(stopping: LiveModel["stopping"]): void {
    this.#model = { ...this.#model, stopping };
    // The next signal may end the program before there is another frame.
    if (stopping === "now") this.#screen.showCursor();
    this.#drawSoon();
  }

  /** The terminal is somebody else's for a while; what happens meanwhile is told afterwards. */
  suspend(): void {
    if (this.#at !== "live") return;
    this.#at = "suspended";
    this.#stopTicking();
    this.#screen.clear();
    this.#reportWaiting();
  }

  goOn(): void {
    if (this.#at !== "suspended") return;
    this.#at = "live";
    this.#drawSoon();
  }

  stop(): void {
    if (this.#at === "over") return;
    this.#at = "over";
    this.#stopTicking();
    this.#screen.clear();
    this.#reportWaiting();
    this.#screen.close();
    this.#options.stream.off("resize", this.#onResize);
    this.#look = null;
  }

  #drawSoon(): void {
    this.#drawAt(Math.max(this.#options.ticker.nowMs(), this.#drawnMs + FRAME_MS));
  }

  /** The earlier of two wishes counts. */
  #drawAt(dueMs: number): void {
    if (this.#at !== "live" || this.#screen.gone) return;
    if (this.#next !== null && this.#next.dueMs <= dueMs) return;
    this.#stopTicking();
    const { ticker } = this.#options;
    const callOff = ticker.after(dueMs - ticker.nowMs(), () => {
      this.#next = null;
      this.#draw();
    });
    this.#next = { dueMs, callOff };
  }

  #stopTicking(): void {
    this.#next?.callOff();
    this.#next = null;
  }

  #draw(): void {
    const nowMs = this.#options.ticker.nowMs();
    this.#drawnMs = nowMs;
    if (this.#look !== null) this.#model = { ...this.#model, view: this.#look() };
    this.#screen.draw({
      above: this.#waiting.length === 0 ? null : () => this.#reportWaiting(),
      block: (width) => liveLines(this.#model, width, nowMs),
      hideCursor: this.#model.stopping !== "now",
    });
    this.#drawAt(nowMs + IDLE_MS);
  }

  #reportWaiting(): void {
    for (const line of this.#waiting.splice(0)) this.#options.report(line);
  }
}
