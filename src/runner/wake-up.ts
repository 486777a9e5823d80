/** Calls back after so long, unless it is called off by what it returns. */
export type Timer = (ms: number, callback: () => void) => () => void;

const REAL_TIMER: Timer = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Sleeps for a while, or until somebody wakes it. */
export class WakeUp {
  readonly #timer: Timer;
  #wake: () => void = () => undefined;
  #callOff: () => void = () => undefined;

  constructor(timer: Timer = REAL_TIMER) {
    this.#timer = timer;
  }

  async sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#callOff = this.#timer(ms, resolve);
    });
    this.forget();
  }

  wake(): void {
    this.#wake();
  }

  forget(): void {
    this.#callOff();
    this.#wake = () => undefined;
    this.#callOff = () => undefined;
  }
}
