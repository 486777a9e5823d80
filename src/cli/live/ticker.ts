/** The time of day in ms since 1970, and being called back later; a test has its own. */
export interface Ticker {
  nowMs(): number;
  /** Returns how to call it off. */
  after(ms: number, callback: () => void): () => void;
}

/** Nothing here keeps the program alive: whoever only watches does not decide when a run is over. */
export const systemTicker: Ticker = {
  nowMs: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
