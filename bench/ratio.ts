import { workedMs } from "./thread-clock.ts";

/** One budget, measured as a ratio of two things done in turn in the same run, so that machines compare. */
export interface Measured {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  readonly budget: number;
  /** What the figure is made of, a line each. */
  readonly detail?: readonly string[];
}

type Work = () => void | Promise<void>;

/** Runs both in turn and compares their medians: a busy moment hits both alike. */
export function ratioOf(rounds: number, subject: Work, reference: Work): Promise<number> {
  return ratioBy(() => performance.now(), rounds, [subject, reference]);
}

/** The same in what this thread has worked, for work that waits for nothing. */
export function workRatioOf(rounds: number, subject: Work, reference: Work): Promise<number> {
  return ratioBy(workedMs, rounds, [subject, reference]);
}

async function ratioBy(
  clock: () => number,
  rounds: number,
  [subject, reference]: [Work, Work],
): Promise<number> {
  const spent: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of [subject, reference].entries()) {
      const start = clock();
      await work();
      spent[index]?.push(clock() - start);
    }
  }
  return median(spent[0]) / median(spent[1]);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
