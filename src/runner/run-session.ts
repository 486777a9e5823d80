// Runs one session in this process: holds its lease, does what it owes, takes in what others answer meanwhile.

import { type CallOrder, type Effect, owed } from "../core/refinement/session/owed.ts";
import type { StartedCall } from "../core/refinement/session/session.ts";
import { runLimitPassed } from "../core/refinement/session/spend.ts";
import { emptyResult } from "../core/shared/agent-outcome.ts";
import { IN_PLACE_CHARS_MAX } from "../core/shared/bounds.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  AgentTask,
  Cancel,
  Desk,
  Fence,
  Lease,
  SpecShelf,
} from "../engine/ports.ts";
import { WorkStopped } from "../engine/ports.ts";
import { publishSpec } from "../engine/publish-spec.ts";
import type { SessionEngine, Submitted } from "../engine/session-engine.ts";
import { finishCall, mediateStep, modelActor, prepareCall } from "../engine/step.ts";
import { answerOne, type Policy } from "./answer-by-policy.ts";
import { CallStop } from "./call-stop.ts";
import { CallsAtWork } from "./calls-at-work.ts";
import { isDesk } from "./desk.ts";
import { dismissOne } from "./dismiss-calls.ts";
import { dismissedBecause } from "./dismissed.ts";
import { HeldCalls, type Providers } from "./held-calls.ts";
import { launchOf, prepareAgain, type Recovery, recoverCall, taskOfCall } from "./recover-call.ts";
import { type Timer, WakeUp } from "./wake-up.ts";

interface RunOptions extends Policy {
  readonly engine: SessionEngine;
  readonly lease: Lease;
  /** `null`: no agent of that name is known here. */
  agentNamed(name: string): AgentPort | Desk | null;
  /** Where the finished spec goes. */
  readonly shelf: SpecShelf;
  /** Stop once the round under way is complete. */
  readonly untilRound: boolean;
  /** Start nothing more, and wait for what runs. */
  readonly stopSoon: Cancel;
  /** Stop what runs, too. */
  readonly stopNow: Cancel;
  /** Without them, each call only heeds what its own session found out. */
  readonly providers?: Providers;
  /** How often to look for what others have appended while agents are at work. */
  readonly pollMs?: number;
  /** For a world with a clock of its own. */
  readonly timer?: Timer;
}

export type RunEnd = "ended" | "paused" | "waiting" | "round-complete" | "stopped" | "fenced";

interface FinishedCall {
  readonly key: CallKey;
  readonly agent: string;
  readonly result: AgentResult;
}

const POLL_MS = 250;

/** Whoever ends a run saves one; those between bound what the next has to fold after a crash. */
const SNAPSHOT_ROUNDS = 5;

export async function runSession(options: RunOptions): Promise<RunEnd> {
  const run = new SessionRun(options);
  try {
    return await run.toItsEnd();
  } catch (error) {
    // What came back is in its run folder, and is taken in by whoever goes on.
    if (error instanceof WorkStopped) return "stopped";
    throw error;
  } finally {
    run.forget();
  }
}

class SessionRun {
  readonly #options: RunOptions;
  readonly #engine: SessionEngine;
  readonly #fence: Fence;
  readonly #wakeUp: WakeUp;
  readonly #atWork: CallsAtWork;
  readonly #held: HeldCalls;
  /** How to tidy up after each call that was recovered. */
  readonly #recovered = new Map<CallKey, () => Promise<void>>();
  readonly #roundsBefore: number;
  /** The version at which the documents were last brought level: others append, too. */
  #levelAt = 0;
  readonly #unlisten: (() => void)[];

  constructor(options: RunOptions) {
    const { engine, lease, providers = null } = options;
    this.#options = options;
    this.#engine = engine;
    this.#fence = { resource: lease.resource, epoch: lease.epoch };
    engine.stopReadingOn(options.stopNow);
    this.#wakeUp = new WakeUp(options.timer);
    const wake = (): void => this.#wakeUp.wake();
    this.#atWork = new CallsAtWork(wake);
    this.#held = new HeldCalls({
      providers,
      nowMs: () => engine.nowMs(),
      notice: (notice) => options.notice(notice),
    });
    this.#roundsBefore = engine.live.work.completedRounds;
    this.#unlisten = [options.stopSoon.onCancel(wake), options.stopNow.onCancel(wake)];
  }

  forget(): void {
    this.#wakeUp.forget();
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
      this.#options.untilRound &&
      session.work.round === null &&
      session.work.completedRounds > this.#roundsBefore;
    // A session that has ended leaves its spec behind, whoever is in a hurry.
    if (session.at === "ended" || (!stopping && !enough)) {
      const done = await this.#doOne();
      if (done !== null) return done === "fenced" ? "fenced" : null;
    }
    const { version } = this.#engine;
    await this.#levelIfBehind();
    // Where nothing runs, whoever wants to stop need not wait for a provider.
    if (this.#atWork.any || (this.#held.untilMs !== null && !stopping && !enough)) {
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
    const settled =
      (await dismissOne(this.#engine, this.#fence, this.#options)) ??
      (await answerOne(this.#engine, this.#fence, this.#options));
    if (settled !== null) return settled;
    const effects = owed(this.#engine.session);
    this.#held.keepOnly(effects.flatMap((effect) => (effect.do === "call" ? [effect.order.key] : [])));
    for (const effect of effects) {
      if (effect.do === "call" && (await this.#held.mustWait(effect.order))) continue;
      const submitted = await this.#perform(effect);
      return submitted.at === "fenced" ? "fenced" : "done";
    }
    return null;
  }

  async #perform(effect: Effect): Promise<Submitted> {
    if (effect.do === "call") return await this.#startCall(effect.order);
    if (effect.do === "publish") return this.#told(await publishSpec(this.#engine, this.#options.shelf));
    // A round is complete when its documents are written; the next does not start before.
    if (effect.step === "start-round") await this.#levelIfBehind();
    const submitted = this.#told(await mediateStep(this.#engine, effect, this.#fence));
    const roundOver = submitted.at === "done" && effect.step === "complete-round";
    if (roundOver && this.#engine.live.work.completedRounds % SNAPSHOT_ROUNDS === 1)
      await this.#engine.saveSnapshot();
    return submitted;
  }

  #told(submitted: Submitted): Submitted {
    if (submitted.at === "done") this.#options.notice({ at: "happened", events: submitted.events });
    return submitted;
  }

  async #startCall(order: CallOrder): Promise<Submitted> {
    const { key, agent: name } = order;
    const agent = this.#options.agentNamed(name);
    const prepared = await prepareCall(this.#engine, order, this.#fence);
    if (prepared.at !== "started") return prepared;
    this.#options.notice({ at: "call-started", key, agent: name });
    if (isDesk(agent)) await this.#layOut(agent, prepared.request);
    else this.#begin(prepared.request, name, agent);
    return { at: "known" };
  }

  #begin(request: AgentRequest, name: string, agent: AgentPort | null): void {
    const { key } = request;
    const stop = new CallStop(this.#options.stopNow);
    const started =
      agent === null
        ? Promise.resolve(noSuchAgent(name))
        : agent.start(request, this.#listener(key, stop), stop);
    this.#atWork.watch({ key, agent: name, stop }, started);
  }

  /** A launch that never began cost nothing: whoever is in a hurry leaves it to the next run. True where we no longer may. */
  async #beginAfterAll(key: CallKey): Promise<boolean> {
    const {
      work: { ending },
      ledger: { calls },
    } = this.#engine.live;
    const call = calls.find((started) => started.key === key);
    if (call === undefined) return false;
    this.#recovered.delete(key);
    if (ending !== null) {
      const result = emptyResult("cancelled", "the session is ending");
      return await this.#finish({ key, agent: call.agent, result });
    }
    if (this.#options.stopSoon.cancelled || this.#options.stopNow.cancelled) return false;
    const prepared = await prepareAgain(this.#engine, call, this.#fence);
    if (prepared.at !== "started") return prepared.at === "fenced";
    const agent = this.#options.agentNamed(call.agent);
    if (!isDesk(agent)) this.#begin(prepared.request, call.agent, agent);
    return false;
  }

  /** Before anything new: what an earlier process started is picked up. */
  async #recoverAll(): Promise<void> {
    for (const call of this.#engine.live.ledger.calls) {
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
          : this.#recover(call, agent, { onEvent, cancel: stop });
      this.#atWork.watch({ key, agent: name, stop }, recovering);
    }
  }

  /** What it left is needed as it is until the log has what came of it. */
  #recover(
    call: StartedCall,
    agent: AgentPort,
    about: Omit<Recovery, "call" | "agent">,
  ): Promise<AgentResult | null> {
    this.#recovered.set(call.key, async () => await agent.tidyUp?.(launchOf(call)));
    return recoverCall({ call, agent, ...about });
  }

  async #layOutAgain(desk: Desk, call: StartedCall): Promise<void> {
    if (dismissedBecause(this.#engine.live, call) !== null) return;
    this.#options.notice({ at: "call-recovered", key: call.key, agent: call.agent });
    await this.#layOut(desk, await taskOfCall(this.#engine, call));
  }

  async #layOut(desk: Desk, task: AgentTask): Promise<void> {
    const keptAs = await desk.layOut(task);
    if (keptAs === null) return;
    const event: AgentEvent = { at: "set-aside", because: "its folder is of another call", keptAs };
    this.#options.notice({ at: "call-event", key: task.key, event });
  }

  #listener(key: CallKey, stop: CallStop): (event: AgentEvent) => void {
    return (event) => {
      this.#options.notice({ at: "call-event", key, event });
      if (event.at !== "used") return;
      const over = runLimitPassed(event.usage, this.#engine.live.settings);
      if (over !== null) stop.stop(over);
    };
  }

  /** What came back is recorded first of all: it is paid for. True where we no longer may. */
  async #takeIn(): Promise<boolean> {
    await this.#engine.refresh();
    if (this.#engine.live.work.ending?.type === "ABANDONED")
      this.#atWork.stopAll("the session was abandoned");
    for (let next = this.#atWork.takeReturned(); next !== null; next = this.#atWork.takeReturned()) {
      const { key, agent, result } = next;
      const fenced =
        result === null ? await this.#beginAfterAll(key) : await this.#finish({ key, agent, result });
      if (fenced) return true;
    }
    return false;
  }

  async #finish({ key, agent, result }: FinishedCall): Promise<boolean> {
    const bytes = (result.document ?? result.text)?.bytes ?? 0;
    if (bytes > IN_PLACE_CHARS_MAX) this.#options.notice({ at: "reading", key, bytes });
    const submitted = await finishCall(this.#engine, { key, actor: modelActor(agent), result }, this.#fence);
    if (submitted.at === "fenced") return true;
    await this.#recovered.get(key)?.();
    this.#options.notice({ at: "call-finished", key, result });
    this.#told(submitted);
    if (submitted.at === "done") await this.#held.noteWaits(agent, submitted.events);
    return false;
  }

  /** Documents are written when there is nothing to do but wait, and before we end: not at every step between. */
  async #levelIfBehind(): Promise<void> {
    if (this.#engine.version !== this.#levelAt) await this.#level();
  }

  async #level({ thoroughly = false } = {}): Promise<void> {
    this.#levelAt = this.#engine.version;
    for (const { path, keptAs } of await this.#engine.level({ thoroughly, flushLater: true })) {
      this.#options.notice({ at: "set-aside", path, keptAs });
    }
  }

  /** Until a call comes back or may start, somebody stops us, or it is time to look at the log again. */
  async #wait(): Promise<void> {
    if (this.#atWork.anyReturned) return;
    const pollMs = this.#options.pollMs ?? POLL_MS;
    const { untilMs } = this.#held;
    const ms = untilMs === null ? pollMs : Math.min(pollMs, Math.max(0, untilMs - this.#engine.nowMs()));
    await this.#wakeUp.sleep(ms);
  }
}

function noSuchAgent(name: string): AgentResult {
  return emptyResult("not-installed", `no agent is called ${name}`);
}
