import type { WireName } from "./wire.ts";

export type Ending = "open" | "sent" | "cut" | "client left";

export interface LoggedRequest {
  readonly number: number;
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  /** Masked: enough to tell keys apart, not enough to use one. */
  readonly key: string;
  readonly bytes: number;
  readonly wire: WireName | null;
  readonly scenario: string | null;
  readonly model: string | null;
  readonly stream: boolean;
  readonly system: string;
  readonly prompt: string;
  readonly toolTurns: number;
  readonly tools: readonly string[];
  readonly isSideCall: boolean;
  readonly fault: string | null;
  /** The tools the answer calls. */
  readonly called: readonly string[];
  readonly status: number | null;
  readonly ended: Ending;
}

export interface ScenarioCount {
  readonly requests: number;
  readonly sideCalls: number;
  readonly faults: { readonly [fault: string]: number };
}

/** A client that retries without a pause must not fill the memory. */
const ENTRIES_MAX = 10_000;

const NOTHING_YET: Omit<LoggedRequest, "number" | "atMs" | "method" | "path" | "key" | "bytes"> = {
  wire: null,
  scenario: null,
  model: null,
  stream: false,
  system: "",
  prompt: "",
  toolTurns: 0,
  tools: [],
  isSideCall: false,
  fault: null,
  called: [],
  status: null,
  ended: "open",
};

export type Arrival = Pick<LoggedRequest, "atMs" | "method" | "path" | "key" | "bytes">;

/** What came in and how it ended, the oldest first. */
export class RequestLog {
  readonly #entries = new Map<number, LoggedRequest>();
  #numbers = 0;

  get entries(): readonly LoggedRequest[] {
    return [...this.#entries.values()];
  }

  enter(arrival: Arrival): number {
    this.#numbers += 1;
    this.#entries.set(this.#numbers, { ...NOTHING_YET, ...arrival, number: this.#numbers });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > ENTRIES_MAX && oldest !== undefined) this.#entries.delete(oldest);
    return this.#numbers;
  }

  /** A request that was under way at a reset is not entered again by what becomes of it. */
  add(number: number, facts: Partial<LoggedRequest>): void {
    const entry = this.#entries.get(number);
    if (entry !== undefined) this.#entries.set(number, { ...entry, ...facts });
  }

  /** What did not go out whole was broken off by us only where that was the plan. */
  end(number: number, { status, isWhole }: { status: number | null; isWhole: boolean }): void {
    const wasPlanned = this.#entries.get(number)?.fault === "cut";
    this.add(number, { status, ended: isWhole ? "sent" : wasPlanned ? "cut" : "client left" });
  }

  reset(): void {
    this.#entries.clear();
  }
}

export function countsOf(entries: readonly LoggedRequest[]): { readonly [scenario: string]: ScenarioCount } {
  const counts = new Map<string, ScenarioCount>();
  for (const { scenario, isSideCall, fault } of entries) {
    if (scenario === null) continue;
    const { requests, sideCalls, faults } = counts.get(scenario) ?? { requests: 0, sideCalls: 0, faults: {} };
    counts.set(scenario, {
      requests: requests + 1,
      sideCalls: sideCalls + (isSideCall ? 1 : 0),
      faults: fault === null ? faults : { ...faults, [fault]: (faults[fault] ?? 0) + 1 },
    });
  }
  return Object.fromEntries(counts);
}
