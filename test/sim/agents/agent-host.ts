// Where the simulated agents run. It outlives every process of the program, as real runs do in their folders.
import { type CallKey, callKeyParts } from "../../../src/core/shared/call-key.ts";
import type { AgentPort, AgentRequest, AgentResult, Cancel } from "../../../src/engine/ports.ts";
import type { Random } from "../random.ts";
import type { Wire } from "../wire.ts";
import { askedOf, type Said } from "./asked.ts";
import type { Saying, Temper } from "./saying.ts";
import { withSessionRef } from "./troubles.ts";

interface Run {
  readonly done: Promise<AgentResult>;
  result: AgentResult | null;
}

/** Turns of the event queue that a run takes: one that is slow is overtaken by many steps of the program. */
const QUICK_TURNS_MAX = 8;
const SLOW_TURNS_MAX = 1_500;

export class AgentHost {
  readonly #random: Random;
  readonly #tempers: ReadonlyMap<string, Temper>;
  readonly #session: string;
  readonly #runs = new Map<CallKey, Run>();
  /** What each conversation was told, by what it is resumed with. */
  readonly #memories = new Map<string, readonly Said[]>();
  /** What no runner may do with agents, and did. */
  readonly faults: string[] = [];

  constructor(random: Random, tempers: ReadonlyMap<string, Temper>, session: string) {
    this.#session = session;
    this.#random = random;
    this.#tempers = tempers;
  }

  get begun(): readonly CallKey[] {
    return [...this.#runs.keys()];
  }

  /** An agent as one process sees it; `null` where there is none of that name. */
  named(name: string, wire: Wire): AgentPort | null {
    const temper = this.#tempers.get(name);
    if (temper === undefined) return null;
    return {
      start: (request, onEvent, cancel) =>
        wire.agentCall("agent.start", () => {
          onEvent({ at: "started", pid: null });
          return this.#begin(request, { name, temper }, cancel);
        }),
      recover: ({ key }) =>
        wire.pass("agent.recover", async () => {
          this.#checkOwn(key);
          const run = this.#runs.get(key);
          if (run === undefined) return { at: "unknown" } as const;
          if (run.result !== null) return { at: "finished", result: run.result } as const;
          return { at: "running", done: wire.whileAlive(run.done) } as const;
        }),
    };
  }

  #begin(
    request: AgentRequest,
    { name, temper }: { name: string; temper: Temper },
    cancel: Cancel,
  ): Promise<AgentResult> {
    const { key } = request;
    this.#checkOwn(key);
    this.#checkResumed(request, name);
    const twice = this.#runs.get(key);
    if (twice !== undefined) {
      this.faults.push(`${key} is run twice`);
      return twice.done;
    }
    const random = this.#random.fork(key);
    const turns = random.int(0, random.chance(0.5) ? QUICK_TURNS_MAX : SLOW_TURNS_MAX);
    const before = this.#memories.get(request.resume ?? "") ?? [];
    const ref = `${name} ${key}`;
    this.#memories.set(ref, [...before, request]);
    const said = withSessionRef(temper(askedOf(request, before), random), ref, random.fork("ref"));
    const result = resultOf(said, random);
    const run: Run = { done: this.#work(key, result, { turns, cancel }), result: null };
    this.#runs.set(key, run);
    return run.done;
  }

  /** The calls of a session that another was made from are history there. */
  #checkOwn(key: CallKey): void {
    if (!key.startsWith(`${this.#session}/`)) this.faults.push(`${key} is no call of ${this.#session}`);
  }

  /** Only the same agent goes on, at the first launch of a later attempt, where its last call of the turn left off. */
  #checkResumed({ key, resume }: AgentRequest, name: string): void {
    if (resume === null) return;
    const { attempt, launch } = callKeyParts(key);
    const turn = key.split("/").slice(0, -2).join("/");
    const sound = resume.startsWith(`${name} ${turn}/${attempt - 1}/`);
    if (!sound || launch !== 1) this.faults.push(`${key} of ${name} is resumed with ${resume}`);
  }

  async #work(
    key: CallKey,
    result: AgentResult,
    { turns, cancel }: { turns: number; cancel: Cancel },
  ): Promise<AgentResult> {
    let left = turns;
    while (left > 0 && !cancel.cancelled) {
      left -= 1;
      await null;
    }
    const ended: AgentResult =
      left > 0 ? { ...result, outcome: "cancelled", document: null, text: null } : result;
    await null;
    const run = this.#runs.get(key);
    if (run !== undefined) run.result = ended;
    return ended;
  }
}

function resultOf({ document, text, outcome, waitMs, sessionRef }: Saying, random: Random): AgentResult {
  const part = (words: string | undefined) =>
    words === undefined ? null : { text: words, bytes: Buffer.byteLength(words), repaired: false };
  const known = random.chance(0.9);
  return {
    outcome: outcome ?? "ok",
    document: part(document),
    text: part(text),
    usage: {
      inputTokens: known ? random.int(100, 2_000) : null,
      outputTokens: known ? random.int(50, 900) : null,
      usd: known ? random.int(1, 40) / 100 : null,
    },
    elapsedMs: random.int(1_000, 90_000),
    evidence: outcome === undefined ? [] : [`it ended as ${outcome}`],
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(sessionRef === undefined ? {} : { sessionRef }),
  };
}
