// Watching a run where nothing can be redrawn: a log, a pipe. Every line stands by itself and says how late it is.
import { type Line, paintText } from "../text.ts";
import { durationWords } from "./amounts.ts";
import { callWords, PERSON } from "./call-words.ts";
import { STOPPING_LINES } from "./live-lines.ts";
import { callChanges, type LiveNews, type LiveView } from "./live-model.ts";
import type { Ticker } from "./ticker.ts";

/** Before somebody thinks that it hangs. */
const HEARTBEAT_MS = 30_000;

interface PlainWatchOptions {
  readonly ticker: Ticker;
  linesOf(news: LiveNews, look: () => LiveView): readonly Line[];
  report(line: Line): void;
}

interface CallAtWork {
  readonly sinceMs: number;
  signMs: number | null;
  callOff: () => void;
}

export class PlainWatch {
  readonly #options: PlainWatchOptions;
  readonly #beganMs: number;
  readonly #calls = new Map<string, CallAtWork>();
  #over = false;

  constructor(options: PlainWatchOptions) {
    this.#options = options;
    this.#beganMs = options.ticker.nowMs();
  }

  tell(news: LiveNews, look: () => LiveView): void {
    // Blank lines set headings apart for the eye; here the times do.
    for (const line of this.#options.linesOf(news, look)) if (line !== "") this.#reportLine(line);
    if (this.#over) return;
    const { begun, finished } = callChanges(news);
    if (begun !== null) {
      this.#forget(begun.key);
      if (begun.agent !== PERSON) this.#await(begun.key);
    }
    if (finished !== null) this.#forget(finished);
    const call = news.at === "call-event" ? this.#calls.get(news.key) : undefined;
    if (call !== undefined) call.signMs = this.#options.ticker.nowMs();
  }

  stopping(stopping: keyof typeof STOPPING_LINES): void {
    for (const line of STOPPING_LINES[stopping]) this.#reportLine(line);
  }

  stop(): void {
    this.#over = true;
    for (const key of [...this.#calls.keys()]) this.#forget(key);
  }

  #await(key: string): void {
    const sinceMs = this.#options.ticker.nowMs();
    this.#calls.set(key, { sinceMs, signMs: null, callOff: this.#scheduleHeartbeat(key) });
  }

  #scheduleHeartbeat(key: string): () => void {
    return this.#options.ticker.after(HEARTBEAT_MS, () => {
      const call = this.#calls.get(key);
      if (call === undefined) return;
      this.#reportLine([paintText("dim", this.#heartbeat(key, call))]);
      call.callOff = this.#scheduleHeartbeat(key);
    });
  }

  #heartbeat(key: string, { sinceMs, signMs }: CallAtWork): string {
    const nowMs = this.#options.ticker.nowMs();
    const sign = signMs === null ? "no output yet" : `last output ${durationWords(nowMs - signMs)} ago`;
    return `${callWords(key)} still at work, ${durationWords(nowMs - sinceMs)}, ${sign}`;
  }

  #forget(key: string): void {
    this.#calls.get(key)?.callOff();
    this.#calls.delete(key);
  }

  #reportLine(line: Line): void {
    const at = paintText("dim", `[${durationWords(this.#options.ticker.nowMs() - this.#beganMs)}]`);
    this.#options.report([at, " ", ...(typeof line === "string" ? [line] : line)]);
  }
}
