// Runs one session in this process: what it owes, and what others answer meanwhile.

import { type CallOrder, type Effect, owed, type RollbackEffect } from "../core/refinement/session/owed.ts";
import { staleReason } from "../core/refinement/session/person-calls.ts";
import { isUndone, type StartedCall } from "../core/refinement/session/session.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import { runLimitPassed } from "../core/refinement/session/spend.ts";
import { emptyResult } from "../core/shared/agent-outcome.ts";
import { IN_PLACE_CHARS_MAX } from "../core/shared/bounds.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import {
  type AgentEvent,
  type AgentPort,
  type AgentRequest,
  type AgentResult,
  type AgentTask,
  type Fence,
  type HumanInbox,
  type Lease,
  type SpecShelf,
  WorkStopped,
} from "../engine/ports.ts";
import { needsFiles, type RollbackPorts, rollbackStep } from "../engine/roll-back.ts";
import type { SessionEngine, SessionOutcome } from "../engine/session-engine.ts";
import { finishCall, mediateStep, modelActor, prepareCall, publishSpec } from "../engine/step.ts";
import { answerOne, type Policy } from "./answer-by-policy.ts";
import { CallStop, type CallsAtWork, type ReturnedCall } from "./calls-at-work.ts";
import { dismissOne, isDesk } from "./dismiss-calls.ts";
import { Loop, type LoopOptions, type LoopStep, type LoopWork } from "./loop.ts";
import {
  launchOf,
  noSuchAgent,
  prepareAgain,
  type Recovery,
  recoverCall,
  taskOfCall,
} from "./recover-call.ts";
import type { RunProgress } from "./run-progress.ts";

interface RunOptions extends Policy, LoopOptions {
  readonly engine: SessionEngine;
  readonly lease: Lease;
  /** `null`: no agent of that name is known here. */
  agentNamed(name: string): AgentPort | HumanInbox | null;
  /** Where the finished spec goes. */
  readonly shelf: SpecShelf;
  /** Where undone rounds are put away. */
  readonly rollback: RollbackPorts;
  /** Stop once the round under way is complete. */
  readonly untilRound: boolean;
  progress(progress: RunProgress): void;
}

export type RunEnd = "ended" | "paused" | "waiting" | "round-complete" | "stopped" | "fenced";

interface FinishedCall {
  readonly key: CallKey;
  readonly agent: string;
  readonly result: AgentResult;
}

/** Whoever ends a run saves one; those between bound what the next has to fold after a crash. */
const SNAPSHOT_ROUNDS = 5;

export async function runSession(options: RunOptions): Promise<RunEnd> {
  const { engine } = options;
  engine.stopReadingOn(options.stopNow);
  const loop = new Loop(options, () => engine.nowMs());
  try {
    const end = await loop.run(new SessionRun(options, loop.calls));
    await engine.flush();
    return end;
  } catch (error) {
    // What came back is in its run folder, and is taken in by whoever goes on.
    if (error instanceof WorkStopped) return "stopped";
    throw error;
  }
}

const DONE: LoopStep = { at: "done" };
const FENCED: LoopStep = { at: "fenced" };

/** What only sessions have. */
class SessionRun implements LoopWork<Effect, RunEnd> {
  readonly #options: RunOptions;
  readonly #engine: SessionEngine;
  readonly #fence: Fence;
  readonly #atWork: CallsAtWork;
  /** How to tidy up after each call that was recovered. */
  readonly #recovered = new Map<CallKey, () => Promise<void>>();
  /** Complete before this run; what it undoes was not. */
  #roundsBefore: number;
  /** The version at which the documents were last synced: others append, too. */
  #syncedAt = 0;

  constructor(options: RunOptions, atWork: CallsAtWork) {
    const { engine, lease } = options;
    this.#options = options;
    this.#engine = engine;
    this.#atWork = atWork;
    this.#fence = { resource: lease.resource, epoch: lease.epoch };
    this.#roundsBefore = engine.live.work.completedRounds;
  }

  get version(): number {
    return this.#engine.version;
  }

  async refresh(): Promise<void> {
    await this.#engine.refresh();
    if (this.#engine.live.work.ending?.type === "ABANDONED")
      this.#atWork.stopAll("the session was abandoned");
    this.#atWork.stopThose((key) => isUndone(this.#engine.live.ledger, key), "its round was rolled back");
  }

  /** A session that has ended leaves its spec behind, whoever is in a hurry. */
  mayBegin(stopping: boolean): boolean {
    return this.#engine.live.at === "ended" || (!stopping && !this.#isEnough());
  }

  #isEnough(): boolean {
    const { round, completedRounds } = this.#engine.live.work;
    return this.#options.untilRound && round === null && completedRounds > this.#roundsBefore;
  }

  endOf(stopping: boolean): RunEnd {
    const { at } = this.#engine.live;
    if (at === "ended" || at === "paused") return at;
    if (stopping) return "stopped";
    return this.#isEnough() ? "round-complete" : "waiting";
  }

  async settle(): Promise<LoopStep | null> {
    const settled =
      (await dismissOne(this.#engine, this.#fence, (name) => this.#options.agentNamed(name))) ??
      (await answerOne(this.#engine, this.#fence, this.#options));
    return settled === null ? null : { at: settled };
  }

  owed(): readonly Effect[] {
    return owed(this.#engine.session);
  }

  callOf(effect: Effect): CallOrder | null {
    return effect.do === "call" ? effect.order : null;
  }

  async perform(effect: Effect): Promise<LoopStep> {
    const submitted = await this.#submit(effect);
    return submitted.at === "fenced" ? FENCED : DONE;
  }

  /** Documents are written when there is nothing to do but wait, and before we end: not at every step between. */
  async pause(): Promise<void> {
    if (this.#engine.version !== this.#syncedAt) await this.#syncDocuments();
  }

  async #submit(effect: Effect): Promise<SessionOutcome> {
    if (effect.do === "call") return await this.#startCall(effect.order);
    if (effect.do === "publish") return await publishSpec(this.#engine, this.#options.shelf);
    if (effect.do !== "mediate") return await this.#undo(effect);
    // A round is complete when its documents are written; the next does not start before.
    if (effect.step === "start-round") await this.pause();
    const submitted = await mediateStep(this.#engine, effect, this.#fence);
    const roundOver = submitted.at === "done" && effect.step === "complete-round";
    if (roundOver && this.#engine.live.work.completedRounds % SNAPSHOT_ROUNDS === 1)
      await this.#engine.saveSnapshot();
    return submitted;
  }

  async #undo(effect: RollbackEffect): Promise<SessionOutcome> {
    if (needsFiles(effect)) await this.pause();
    const submitted = await rollbackStep(this.#engine, effect, this.#options.rollback, this.#fence);
    this.#roundsBefore = Math.min(this.#roundsBefore, this.#engine.live.work.completedRounds);
    return submitted;
  }

  async #startCall(order: CallOrder): Promise<SessionOutcome> {
    const { agent: name } = order;
    const agent = this.#options.agentNamed(name);
    const prepared = await prepareCall(this.#engine, order, this.#fence);
    if (prepared.at !== "started") return prepared;
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
    this.#atWork.watch({ key, agent: name, stop }, stop.resultOf(started));
  }

  /** A launch that never began cost nothing: whoever is in a hurry leaves it to the next run. */
  async #beginAfterAll(key: CallKey): Promise<LoopStep> {
    const {
      work: { ending },
      ledger: { calls },
    } = this.#engine.live;
    const call = calls.find((started) => started.key === key);
    if (call === undefined) return DONE;
    this.#recovered.delete(key);
    if (ending !== null) {
      const result = emptyResult("cancelled", "the session is ending");
      return await this.#finish({ key, agent: call.agent, result });
    }
    if (this.#options.stopSoon.cancelled || this.#options.stopNow.cancelled) return DONE;
    const prepared = await prepareAgain(this.#engine, call, this.#fence);
    if (prepared.at !== "started") return prepared.at === "fenced" ? FENCED : DONE;
    const agent = this.#options.agentNamed(call.agent);
    if (!isDesk(agent)) this.#begin(prepared.request, call.agent, agent);
    return DONE;
  }

  /** Before anything new: what an earlier process started is picked up. */
  async recover(): Promise<void> {
    await this.#syncDocuments({ thoroughly: true });
    for (const call of this.#engine.live.ledger.calls) {
      const { key, agent: name } = call;
      const agent = this.#options.agentNamed(name);
      if (isDesk(agent)) {
        await this.#layOutAgain(agent, call);
        continue;
      }
      this.#options.progress({ at: "call-recovered", key, agent: name });
      const stop = new CallStop(this.#options.stopNow);
      const onEvent = this.#listener(key, stop);
      const recovering =
        agent === null
          ? Promise.resolve(noSuchAgent(name))
          : this.#recover(call, agent, { onEvent, cancel: stop });
      this.#atWork.watch({ key, agent: name, stop }, stop.resultOf(recovering));
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

  async #layOutAgain(inbox: HumanInbox, call: StartedCall): Promise<void> {
    if (staleReason(this.#engine.live, call) !== null) return;
    this.#options.progress({ at: "call-recovered", key: call.key, agent: call.agent });
    await this.#layOut(inbox, await taskOfCall(this.#engine, call));
  }

  async #layOut(inbox: HumanInbox, task: AgentTask): Promise<void> {
    const keptAs = await inbox.layOut(task);
    if (keptAs === null) return;
    const event: AgentEvent = { at: "set-aside", because: "its folder is of another call", keptAs };
    this.#options.progress({ at: "call-event", key: task.key, event });
  }

  #listener(key: CallKey, stop: CallStop): (event: AgentEvent) => void {
    return (event) => {
      this.#options.progress({ at: "call-event", key, event });
      if (event.at !== "used") return;
      const over = runLimitPassed(event.usage, this.#engine.live.settings.spend.run);
      if (over !== null) stop.stop(over, "budget");
    };
  }

  async finish({ key, agent, result }: ReturnedCall): Promise<LoopStep> {
    return result === null ? await this.#beginAfterAll(key) : await this.#finish({ key, agent, result });
  }

  async #finish({ key, agent, result }: FinishedCall): Promise<LoopStep> {
    const bytes = (result.document ?? result.text)?.bytes ?? 0;
    if (bytes > IN_PLACE_CHARS_MAX) this.#options.progress({ at: "reading", key, bytes });
    const submitted = await finishCall(this.#engine, { key, actor: modelActor(agent), result }, this.#fence);
    if (submitted.at === "fenced") return FENCED;
    await this.#recovered.get(key)?.();
    return submitted.at === "done" ? { ...DONE, ...waitIn(submitted.events) } : DONE;
  }

  async #syncDocuments({ thoroughly = false } = {}): Promise<void> {
    this.#syncedAt = this.#engine.version;
    for (const { path, keptAs } of await this.#engine.sync({ thoroughly, flushLater: true })) {
      this.#options.progress({ at: "set-aside", path, keptAs });
    }
  }
}

/** What was decided on an agent's return may be that its provider is left alone. */
function waitIn(events: readonly SessionEvent[]): Pick<LoopStep & { readonly at: "done" }, "waitMs"> {
  for (const event of events)
    if (event.type === "AgentCallFinished" && event.data.waitMs !== undefined)
      return { waitMs: event.data.waitMs };
  return {};
}
