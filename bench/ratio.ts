/** One budget, measured as a ratio of two things done in turn in the same run, so that machines compare. */
export interface Measured {
  readonly what: string;
  readonly against: string;
  readonly ratio: number;
  readonly budget: number;
  /** What the figure is made of, a line each. */
  readonly detail?: readonly string[];
}

/** Runs both in turn and compares their medians: a busy moment hits both alike. */
export async function ratioOf(
  rounds: number,
  subject: () => void | Promise<void>,
  reference: () => void | Promise<void>,
): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(await millisecondsOf(subject));
    times[1].push(await millisecondsOf(reference));
  }
  return median(times[0]) / median(times[1]);
}

async function millisecondsOf(work: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
