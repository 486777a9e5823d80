export interface Thresholds {
  /** Flat rounds in a row that make a stall. */
  readonly stallThreshold: number;
  /** A weighted net strictly below its negative is divergence. */
  readonly divergenceThreshold: number;
}

interface DefaultThresholds extends Thresholds {
  readonly initialGapsUpTo: number;
}

const DEFAULTS: readonly [DefaultThresholds, DefaultThresholds, DefaultThresholds] = [
  { initialGapsUpTo: 9, stallThreshold: 2, divergenceThreshold: 8 },
  { initialGapsUpTo: 30, stallThreshold: 3, divergenceThreshold: 12 },
  { initialGapsUpTo: Number.POSITIVE_INFINITY, stallThreshold: 4, divergenceThreshold: 16 },
];

/** By the size of the spec's inventory at the start, unless the config says otherwise. */
export function thresholdsFor(initialGaps: number, config: Partial<Thresholds> = {}): Thresholds {
  const [small, medium, large] = DEFAULTS;
  const fits = [small, medium].find(({ initialGapsUpTo }) => initialGaps <= initialGapsUpTo) ?? large;
  return {
    stallThreshold: config.stallThreshold ?? fits.stallThreshold,
    divergenceThreshold: config.divergenceThreshold ?? fits.divergenceThreshold,
  };
}

/** "This is normal here": twice the patience for the rest of the session. */
export function doubleThresholds({ stallThreshold, divergenceThreshold }: Thresholds): Thresholds {
  return { stallThreshold: stallThreshold * 2, divergenceThreshold: divergenceThreshold * 2 };
}
