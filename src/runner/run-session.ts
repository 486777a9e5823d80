// Runs one session in this process: holds its lease, does what it owes, takes in what others answer meanwhile.

import type { Question, QuestionAnswer } from "../core/refinement/questions/question.ts";
import { type CallOrder, type Effect, owed } from "../core/refinement/session/owed.ts";
import type { StartedCall } from "../core/refinement/session/session.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import { runLimitPassed } from "../core/refinement/session/spend.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../core/shared/usage.ts";
import type { AgentEvent, AgentPort, AgentResult, Cancel, Fence, Lease, SpecShelf } from "../engine/ports.ts";
import { publishSpec } from "../engine/publish-spec.ts";
import type { SessionEngine, Submitted } from "../engine/session-engine.ts";
import { finishCall, MEDIATOR, mediateStep, prepareCall } from "../engine/step.ts";
import { CallStop } from "./call-stop.ts";
import { type Desk, isDesk } from "./desk.ts";
import { dismissedBecause } from "./dismissed.ts";
import { recoverCall, requestOfCall } from "./recover-call.ts";

export type RunNotice =
  | { readonly at: "call-started" | "call-recovered"; readonly key: CallKey; readonly agent: string }
  | { readonly at: "call-event"; readonly key: CallKey; readonly event: AgentEvent }
  | { readonly at: "call-finished"; readonly key: CallKey; readonly result: AgentResult }
  /** What was decided, by whichever step. */
  | { readonly at: "happened"; readonly events: readonly SessionEvent[] }
  | { readonly at: "answered"; readonly question: Question; readonly answer: QuestionAnswer }
  | { readonly at: "set-aside"; readonly path: string; readonly keptAs: string };

export interface RunOptions {
  readonly engine: SessionEngine;
  readonly lease: Lease;
  /** `null`: no agent of that name is known here. */
  agentNamed(name: string): AgentPort | Desk | null;
  /** Where the finished spec goes. */
  readonly shelf: SpecShelf;
  /** Answers for the user where a policy does; `null`: the question stays open. */
  answerByPolicy(question: Question): QuestionAnswer | null;
  notice(notice: RunNotice): void;
  /** Stop once the round under way is complete. */
  readonly untilRound: boolean;
  /** Start nothing more, and wait for what runs. */
  readonly stopSoon: Cancel;
  /** Stop what runs, too. */
  readonly stopNow: Cancel;
  /** How often to look for what others have appended while agents are at work. */
  readonly pollMs?: number;
}

export type RunEnd = "ended" | "paused" | "waiting" | "round-complete" | "stopped" | "fenced";

const POLL_MS = 250;

/** Whoever ends a run saves one; those between bound what the next has to fold after a crash. */
const SNAPSHOT_ROUNDS = 5;

export async function runSession(options: RunOptions): Promise<RunEnd> {
  const run = new SessionRun(options);
  try {
    return await run.toItsEnd();
  } finally {
    run.forget();
  }
}

interface Running {
  readonly agent: string;
  readonly stop: CallStop;
  /** Fulfilled, never rejected: what went wrong comes out when it is taken in. */
  readonly done: Promise<Returned>;
}

type Returned = { readonly result: AgentResult } | { readonly thrown: unknown };

class SessionRun {
  readonly #options: RunOptions;
  readonly #engine: SessionEngine;
  readonly #fence: Fence;
  readonly #running = new Map<CallKey, Running>();
  readonly #returned: { key: CallKey; agent: string; returned: Returned }[] = [];
  readonly #roundsBefore: number;
  /** The version at which the documents were last brought level: others append, too. */
  #levelAt = 0;
  #wake: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #unlisten: (() => void)[];

  constructor(options: RunOptions) {
    this.#options = options;
    this.#engine = options.engine;
    this.#fence = { resource: options.lease.resource, epoch: options.lease.epoch };
    this.#roundsBefore = options.engine.live.completedRounds;
    const wake = (): void => this.#wake();
    this.#unlisten = [options.stopSoon.onCancel(wake), options.stopNow.onCancel(wake)];
  }

  forget(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#unlisten) stop();
  }

  async toItsEnd(): Promise<RunEnd> {
    await this.#level({ thoroughly: true });
    await this.#recoverAll();
    const end = await this.#goOn();
    await this.#engine.flush();
    return end;
  }

  async #goOn(): Promise<RunEnd> {
    for (;;) {
      const fenced = await this.#takeIn();
      if (fenced) return "fenced";
      const end = await this.#advance();
      if (end !== null) return end;
    }
  }

  /** Does one thing that is owed, or waits; the end, where there is nothing left to do here. */
  async #advance(): Promise<RunEnd | null> {
    const stopping = this.#options.stopSoon.cancelled || this.#options.stopNow.cancelled;
    const session = this.#engine.live;
    const enough =
      this.#options.untilRound && session.round === null && session.completedRounds > this.#roundsBefore;
    // A session that has ended leaves its spec behind, whoever is in a hurry.
    if (session.at === "ended" || (!stopping && !enough)) {
      const done = await this.#doOne();
      if (done !== null) return done === "fenced" ? "fenced" : null;
    }
    const { version } = this.#engine;
    await this.#levelIfBehind();
    if (this.#running.size > 0) {
      await this.#wait();
      return null;
    }
    // What others appended meanwhile may be something to do.
    await this.#engine.refresh();
    if (this.#engine.version !== version) return null;
    if (session.at === "ended" || session.at === "paused") return session.at;
    if (stopping) return "stopped";
    return enough ? "round-complete" : "waiting";
  }

  /** `null` where nothing is owed that could start now. */
  async #doOne(): Promise<"done" | "fenced" | null> {
    const settled = (await this.#dismissOne()) ?? (await this.#answerOne());
    if (settled !== null) return settled;
    for (const effect of owed(this.#engine.session)) {
      const submitted = await this.#perform(effect);
      if (submitted.at === "fenced") return "fenced";
      return "done";
    }
    return null;
  }

  async #perform(effect: Effect): Promise<Submitted> {
    if (effect.do === "call") return await this.#startCall(effect.order);
    if (effect.do === "publish") return this.#told(await publishSpec(this.#engine, this.#options.shelf));
    // A round is complete when its documents are written; the next does not start before.
    if (effect.step === "start-round") await this.#levelIfBehind();
    const submitted = await mediateStep(this.#engine, effect, this.#fence);
    if (submitted.at === "done") {
      this.#options.notice({ at: "happened", events: submitted.events });
      if (effect.step === "complete-round" && this.#engine.live.completedRounds % SNAPSHOT_ROUNDS === 1) {
        await this.#engine.saveSnapshot();
      }
    }
    return submitted;
  }

  #told(submitted: Submitted): Submitted {
    if (submitted.at === "done") this.#options.notice({ at: "happened", events: submitted.events });
    return submitted;
  }

  async #answerOne(): Promise<"done" | "fenced" | null> {
    for (const question of this.#engine.live.questions) {
      const answer = this.#options.answerByPolicy(question);
      // An option that is not offered here answers nothing: the question stays open.
      if (answer === null || !question.options.some(({ id }) => id === answer.option)) continue;
      const submitted = await this.#engine.submit(
        { type: "AnswerQuestion", answer, document: null, role: null },
        { id: `${this.#engine.stream}/${question.id}/policy`, actor: answer.by, fence: this.#fence },
      );
      if (submitted.at === "refused") throw new PolicyRefused(question, answer, submitted.refusal.message);
      if (submitted.at === "fenced") return "fenced";
      this.#options.notice({ at: "answered", question, answer });
      if (submitted.at === "done") this.#options.notice({ at: "happened", events: submitted.events });
      return "done";
    }
    return null;
  }

  async #startCall(order: CallOrder): Promise<Submitted> {
    const agent = this.#options.agentNamed(order.agent);
    const prepared = await prepareCall(this.#engine, order, this.#fence);
    if (prepared.at !== "started") return prepared;
    this.#options.notice({ at: "call-started", key: order.key, agent: order.agent });
    await this.#levelIfBehind();
    if (isDesk(agent)) {
      await agent.layOut(prepared.request);
      return { at: "known" };
    }
    const stop = new CallStop(this.#options.stopNow);
    const started =
      agent === null
        ? Promise.resolve(noSuchAgent(order.agent))
        : agent.start(prepared.request, this.#listener(order.key, stop), stop);
    this.#watch(order.key, { agent: order.agent, stop }, started);
    return { at: "known" };
  }

  /** Before anything new: what an earlier process started is picked up. */
  async #recoverAll(): Promise<void> {
    for (const call of this.#engine.live.calls) {
      const { key, agent: name } = call;
      const agent = this.#options.agentNamed(name);
      if (isDesk(agent)) {
        await this.#layOutAgain(agent, call);
        continue;
      }
      this.#options.notice({ at: "call-recovered", key, agent: name });
      const stop = new CallStop(this.#options.stopNow);
      const onEvent = this.#listener(key, stop);
      const recovering =
        agent === null
          ? Promise.resolve(noSuchAgent(name))
          : recoverCall({ engine: this.#engine, call, agent, onEvent, cancel: stop });
      this.#watch(key, { agent: name, stop }, recovering);
    }
  }

  async #layOutAgain(desk: Desk, call: StartedCall): Promise<void> {
    if (dismissedBecause(this.#engine.live, call) !== null) return;
    this.#options.notice({ at: "call-recovered", key: call.key, agent: call.agent });
    await desk.layOut(await requestOfCall(this.#engine, call));
  }

  /** Lets go of a call for which a person need not write any more. */
  async #dismissOne(): Promise<"done" | "fenced" | null> {
    for (const call of this.#engine.live.calls) {
      if (!isDesk(this.#options.agentNamed(call.agent))) continue;
      const because = dismissedBecause(this.#engine.live, call);
      if (because === null) continue;
      const result = { ...NOTHING_CAME, outcome: "cancelled", evidence: [because] } as const;
      const { outcome, usage, elapsedMs, evidence } = result;
      const submitted = await this.#engine.submit(
        {
          type: "FinishCall",
          key: call.key,
          outcome,
          usage,
          elapsedMs,
          evidence,
          document: null,
          role: null,
        },
        { id: `${call.key}/finish`, actor: MEDIATOR, fence: this.#fence },
      );
      if (submitted.at === "fenced") return "fenced";
      this.#options.notice({ at: "call-finished", key: call.key, result });
      this.#told(submitted);
      return "done";
    }
    return null;
  }

  #listener(key: CallKey, stop: CallStop): (event: AgentEvent) => void {
    return (event) => {
      this.#options.notice({ at: "call-event", key, event });
      if (event.at !== "used") return;
      const over = runLimitPassed(event.usage, this.#engine.live.settings);
      if (over !== null) stop.stop(over);
    };
  }

  #watch(
    key: CallKey,
    { agent, stop }: { agent: string; stop: CallStop },
    started: Promise<AgentResult>,
  ): void {
    const done = started.then(
      (result): Returned => ({ result: stop.resultAfter(result) }),
      (thrown: unknown): Returned => ({ thrown }),
    );
    this.#running.set(key, { agent, stop, done });
    void done.then((returned) => {
      this.#returned.push({ key, agent, returned });
      this.#wake();
    });
  }

  /** What came back is recorded first of all: it is paid for. True where we no longer may. */
  async #takeIn(): Promise<boolean> {
    await this.#engine.refresh();
    if (this.#engine.live.ending?.type === "ABANDONED") {
      for (const { stop } of this.#running.values()) stop.stop("the session was abandoned");
    }
    for (let next = this.#returned.shift(); next !== undefined; next = this.#returned.shift()) {
      const { key, agent, returned } = next;
      this.#running.delete(key);
      if ("thrown" in returned) throw returned.thrown;
      const { result } = returned;
      const submitted = await finishCall(this.#engine, { key, agent, result }, this.#fence);
      if (submitted.at === "fenced") return true;
      this.#options.notice({ at: "call-finished", key, result });
      if (submitted.at === "done") this.#options.notice({ at: "happened", events: submitted.events });
    }
    return false;
  }

  /** Documents are written before an agent sets to work, and before we end: not at every step between. */
  async #levelIfBehind(): Promise<void> {
    if (this.#engine.version !== this.#levelAt) await this.#level();
  }

  async #level({ thoroughly = false } = {}): Promise<void> {
    this.#levelAt = this.#engine.version;
    for (const { path, keptAs } of await this.#engine.level({ thoroughly, flushLater: true })) {
      this.#options.notice({ at: "set-aside", path, keptAs });
    }
  }

  /** Until a call comes back, somebody stops us, or it is time to look at the log again. */
  async #wait(): Promise<void> {
    if (this.#returned.length > 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#timer = setTimeout(resolve, this.#options.pollMs ?? POLL_MS);
    });
    clearTimeout(this.#timer);
    this.#wake = () => undefined;
  }
}

/** A policy that gives an answer the session refuses would give it for ever. */
export class PolicyRefused extends Error {
  readonly question: Question;
  readonly answer: QuestionAnswer;

  constructor(question: Question, answer: QuestionAnswer, why: string) {
    super(
      `the policy answers ${question.id} (${question.kind}) with ${answer.option}, which is refused: ${why}`,
    );
    this.name = "PolicyRefused";
    this.question = question;
    this.answer = answer;
  }
}

const NOTHING_CAME = { document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0 } as const;

function noSuchAgent(name: string): AgentResult {
  return { ...NOTHING_CAME, outcome: "not-installed", evidence: [`no agent is called ${name}`] };
}
