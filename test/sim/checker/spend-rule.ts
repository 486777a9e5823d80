import type { DataOf, Happened } from "./happened.ts";
import { type Ledger, payerOf } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";

const MINUTE_MS = 60_000;

type Cap = DataOf<"SettingsChanged">["settings"]["spend"]["session"];
type Payer = "engineer" | "reviewer";

interface Spent {
  tokens: number;
  usd: number;
  ms: number;
  calls: number;
}

/** No agent is called once a limit of the session, or of its role, is reached, nor after a run that passed its own. */
export class SpendRule implements Rule {
  readonly name = "spend";
  #session = nothing();
  #roles: Record<Payer, Spent> = { engineer: nothing(), reviewer: nothing() };
  /** Every run that is over, with what it used. */
  #runs: (Spent & { readonly key: string })[] = [];
  /** Who writes by hand pays nothing. */
  readonly #byHand = new Set<string>();

  take(event: Happened, ledger: Ledger, report: Report): void {
    if (event.type === "AgentCallFinished") {
      const { usage, elapsedMs } = event.data;
      for (const spent of this.#payers(event.data.role)) {
        spent.tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
        spent.usd += usage.usd ?? 0;
        spent.ms += elapsedMs;
      }
      if (!this.#byHand.has(event.data.key)) this.#runs.push(runOf(event.data));
    }
    if (event.type === "ForkOpened") {
      // What was copied was paid for by the other.
      this.#session = nothing();
      this.#roles = { engineer: nothing(), reviewer: nothing() };
      this.#runs = [];
    }
    if (event.type !== "AgentCallStarted") return;
    // Where a person writes the document no agent is called.
    if (event.data.prompt === null || event.data.agent === "human") this.#byHand.add(event.data.key);
    if (event.data.prompt === null) return;
    const limits = ledger.settings?.spend;
    if (limits === undefined) return;
    const payer = payerOf(event.data.role);
    const reached = [
      ...reachedOf(this.#session, limits.session).map((one) => `the session's ${one}`),
      ...reachedOf(this.#roles[payer], limits.role).map((one) => `the ${payer}'s ${one}`),
      ...this.#runs.flatMap((run) => passedOf(run, limits.run).map((one) => `${run.key}'s ${one}`)),
    ];
    for (const one of reached)
      report(event.version, `${event.data.key} is started though ${one} are used up`);
    for (const spent of this.#payers(event.data.role)) spent.calls += 1;
  }

  settle(): void {
    return;
  }

  #payers(role: DataOf<"AgentCallStarted">["role"]): readonly Spent[] {
    return [this.#session, this.#roles[payerOf(role)]];
  }
}

/** A run that its timer stopped was held to its minutes. */
function runOf({ key, usage, elapsedMs, outcome }: DataOf<"AgentCallFinished">): Spent & { key: string } {
  return {
    key,
    tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
    usd: usage.usd ?? 0,
    ms: outcome === "timeout-wall" ? 0 : elapsedMs,
    calls: 1,
  };
}

function passedOf(run: Spent, cap: Cap): readonly string[] {
  return [
    cap.tokens !== null && run.tokens > cap.tokens ? ["tokens"] : [],
    cap.usd !== null && run.usd > cap.usd ? ["usd"] : [],
    cap.minutes !== null && run.ms > cap.minutes * MINUTE_MS ? ["minutes"] : [],
  ].flat();
}

function nothing(): Spent {
  return { tokens: 0, usd: 0, ms: 0, calls: 0 };
}

/** The Final Review is the Reviewer's work. */
function reachedOf(spent: Spent, cap: Cap): readonly string[] {
  // To the millionth: sums of cents are off in their last digits.
  const over = (used: number, limit: number | null) =>
    limit !== null && Math.round(used * 1e6) >= Math.round(limit * 1e6);
  return [
    over(spent.tokens, cap.tokens) ? ["tokens"] : [],
    over(spent.usd, cap.usd) ? ["usd"] : [],
    over(spent.ms, cap.minutes === null ? null : cap.minutes * MINUTE_MS) ? ["minutes"] : [],
    over(spent.calls, cap.calls) ? ["calls"] : [],
  ].flat();
}
