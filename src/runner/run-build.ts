// Runs a build in this process: what the board owes, task by task, and what people and other processes do meanwhile.
import type { BoardQuestion } from "../core/build/board-question.ts";
import type { BuildCallOrder, BuildEffect } from "../core/build/build-effect.ts";
import type { BuildScope, BuildSettings } from "../core/build/build-settings.ts";
import type { BuildCall } from "../core/build/build-state.ts";
import { findTurnOfCall } from "../core/build/evolve-work.ts";
import { owedToBuild } from "../core/build/owed-to-build.ts";
import { runLimitPassed } from "../core/refinement/session/spend.ts";
import { emptyResult } from "../core/shared/agent-outcome.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import type { Refusal } from "../core/shared/refusal.ts";
import {
  finishBuildCall,
  type PreparedBuildCall,
  prepareBuildCall,
  prepareBuildCallAgain,
  taskOfBuildCall,
} from "../engine/build-call.ts";
import {
  type BoardOutcome,
  type BuildContext,
  beginBuild,
  doWork,
  type NotedWork,
  noteWork,
  type OwnEffect,
  tidyRepository,
} from "../engine/build-step.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  Fence,
  HumanInbox,
  Lease,
} from "../engine/ports.ts";
import { MEDIATOR } from "../engine/step.ts";
import { CallStop, type CallsAtWork, type ReturnedCall } from "./calls-at-work.ts";
import { isDesk } from "./dismiss-calls.ts";
import type { OwedCall } from "./held-calls.ts";
import { Loop, type LoopOptions, type LoopStep, type LoopWork } from "./loop.ts";
import { launchOf, noSuchAgent, recoverCall } from "./recover-call.ts";
import type { RunProgress } from "./run-progress.ts";

interface BuildOptions extends LoopOptions<string> {
  readonly context: BuildContext;
  readonly lease: Lease;
  readonly settings: BuildSettings;
  readonly scope: BuildScope;
  /** The number of a build that goes on, if it is still the newest; otherwise one begins. */
  readonly goesOn?: number;
  /** `null`: no agent of that name is known here. */
  agentNamed(name: string): AgentPort | HumanInbox | null;
  progress(progress: BuildProgress): void;
}

/** What somebody who watches a build is told beside what the log says. */
export type BuildProgress =
  | RunProgress<string>
  /** What a call starts aside: a worktree, an inspection, checks, a landing. */
  | { readonly at: "begun"; readonly effect: OwnEffect }
  | { readonly at: "check-line"; readonly task: string; readonly line: string };

export type BuildEnd =
  /** All that was taken up, now or before, came to its end, and nothing is left to take up. */
  | { readonly at: "done" }
  | { readonly at: "nothing" }
  /** For answers, or for documents of people. */
  | {
      readonly at: "waiting";
      readonly questions: readonly BoardQuestion[];
      readonly calls: readonly BuildCall[];
    }
  | { readonly at: "paused"; readonly because: string }
  | { readonly at: "stopped" }
  | { readonly at: "fenced" }
  | { readonly at: "refused"; readonly refusal: Refusal };

export async function runBuild(options: BuildOptions): Promise<BuildEnd> {
  const { context, lease, settings, scope } = options;
  const { board } = context;
  const fence = { resource: lease.resource, epoch: lease.epoch };
  if (options.goesOn !== board.state.build.run) {
    const begun = await beginBuild(context, { settings, scope }, fence);
    if (begun.at === "refused" || begun.at === "fenced") return begun;
  }
  const loop = new Loop<string, BuildReturn>(options, () => board.nowMs());
  const end = await loop.run(new BuildRun(options, fence, loop.calls));
  if (end === "fenced") return { at: "fenced" };
  await tidyRepository(context);
  await board.flush();
  return end;
}

/** What comes back: an agent's result, or what parley did itself. */
type BuildReturn =
  | { readonly of: "call"; readonly result: AgentResult }
  | { readonly of: "work"; readonly effect: OwnEffect; readonly noted: NotedWork };

const DONE: LoopStep = { at: "done" };
const FENCED: LoopStep = { at: "fenced" };

class BuildRun implements LoopWork<BuildEffect, BuildEnd, string, BuildReturn> {
  readonly #options: BuildOptions;
  readonly #context: BuildContext;
  readonly #fence: Fence;
  readonly #atWork: CallsAtWork<string, BuildReturn>;
  /** How to tidy up after each call that was recovered. */
  readonly #recovered = new Map<CallKey, () => Promise<void>>();
  readonly #begunAt: number;
  #syncedAt = 0;

  constructor(options: BuildOptions, fence: Fence, atWork: CallsAtWork<string, BuildReturn>) {
    this.#options = options;
    this.#context = options.context;
    this.#fence = fence;
    this.#atWork = atWork;
    this.#begunAt = options.context.board.version;
  }

  get version(): number {
    return this.#context.board.version;
  }

  /** A person may have moved a task from under its agent. */
  async refresh(): Promise<void> {
    const { board } = this.#context;
    await board.refresh();
    for (const call of board.state.build.calls) {
      if (findTurnOfCall(board.state, call) !== null) continue;
      this.#atWork.stopThose((key) => key === call.key, "nobody waits for it any more");
    }
  }

  mayBegin(stopping: boolean): boolean {
    return !stopping;
  }

  endOf(stopping: boolean): BuildEnd {
    const { build, questions } = this.#context.board.state;
    if (stopping) return { at: "stopped" };
    if (build.paused !== null) return { at: "paused", because: build.paused };
    if (questions.length > 0 || build.calls.length > 0)
      return { at: "waiting", questions, calls: build.calls };
    return { at: this.version === this.#begunAt ? "nothing" : "done" };
  }

  /** What a person was to write and need not any more is let go. */
  async settle(): Promise<LoopStep | null> {
    const { board } = this.#context;
    for (const call of board.state.build.calls) {
      if (!isDesk(this.#options.agentNamed(call.agent)) || findTurnOfCall(board.state, call) !== null)
        continue;
      return await this.#finish(call, emptyResult("cancelled", "nobody waits for it any more"));
    }
    return null;
  }

  owed(): readonly BuildEffect[] {
    const owed = owedToBuild(this.#context.board.state);
    return owed.filter((effect) => !this.#atWork.isAtWork(nameOf(effect)));
  }

  callOf(effect: BuildEffect): OwedCall<string> | null {
    if (effect.do === "call") return effect.order;
    const notBeforeMs = "notBeforeMs" in effect ? effect.notBeforeMs : null;
    return notBeforeMs === null ? null : { key: nameOf(effect), agent: MEDIATOR, notBeforeMs };
  }

  async perform(effect: BuildEffect): Promise<LoopStep> {
    if (effect.do === "call") return await this.#startCall(effect.order);
    if (effect.do === "take-task") {
      const noted = await doWork(this.#context, effect, {
        cancel: this.#options.stopNow,
        onLine: () => undefined,
      });
      return noted === null ? DONE : await this.#note(effect, noted);
    }
    this.#beginWork(effect);
    return DONE;
  }

  /** Beside everything else: checks take their time, and a remote may hang. */
  #beginWork(effect: Exclude<OwnEffect, { readonly do: "take-task" }>): void {
    const { task } = effect;
    this.#options.progress({ at: "begun", effect });
    const stop = new CallStop(this.#options.stopNow);
    const onLine = (line: string): void => this.#options.progress({ at: "check-line", task, line });
    const work = async (): Promise<BuildReturn | null> => {
      const noted = await doWork(this.#context, effect, { cancel: stop, onLine });
      return noted === null ? null : { of: "work", effect, noted };
    };
    this.#atWork.watch({ key: nameOf(effect), agent: MEDIATOR, stop }, work());
  }

  async #note(effect: OwnEffect, noted: NotedWork): Promise<LoopStep> {
    return stepAfter(await noteWork(this.#context, effect, noted, this.#fence));
  }

  async #startCall(order: BuildCallOrder): Promise<LoopStep> {
    const prepared = await prepareBuildCall(this.#context, order, this.#fence);
    return await this.#begin(prepared, order.agent);
  }

  async #begin(prepared: PreparedBuildCall, name: string): Promise<LoopStep> {
    if (prepared.at !== "started") return stepAfter(prepared);
    const { request } = prepared;
    const agent = this.#options.agentNamed(name);
    if (isDesk(agent)) await agent.layOut(request);
    else this.#beginCall(request, name, agent);
    return DONE;
  }

  #beginCall(request: AgentRequest, name: string, agent: AgentPort | null): void {
    const { key } = request;
    const stop = new CallStop(this.#options.stopNow);
    const started =
      agent === null
        ? Promise.resolve(noSuchAgent(name))
        : agent.start(request, this.#listener(key, stop), stop);
    this.#atWork.watch({ key, agent: name, stop }, callReturn(stop.resultOf(started)));
  }

  #listener(key: CallKey, stop: CallStop): (event: AgentEvent) => void {
    return (event) => {
      this.#options.progress({ at: "call-event", key, event });
      if (event.at !== "used") return;
      const over = runLimitPassed(event.usage, this.#options.settings.limits.run);
      if (over !== null) stop.stop(over, "budget");
    };
  }

  /** Before anything new: what is left of worktrees goes, and what an earlier process started is picked up. */
  async recover(): Promise<void> {
    const { board } = this.#context;
    await tidyRepository(this.#context);
    for (const call of board.state.build.calls) {
      const { key, agent: name } = call;
      const agent = this.#options.agentNamed(name);
      this.#options.progress({ at: "call-recovered", key, agent: name });
      if (isDesk(agent)) {
        if (findTurnOfCall(board.state, call) !== null)
          await agent.layOut(await taskOfBuildCall(this.#context, call));
        continue;
      }
      const stop = new CallStop(this.#options.stopNow);
      const onEvent = this.#listener(key, stop);
      if (agent !== null) this.#recovered.set(key, async () => await agent.tidyUp?.(launchOf(call)));
      const recovering =
        agent === null
          ? Promise.resolve(noSuchAgent(name))
          : recoverCall({ call, agent, onEvent, cancel: stop });
      this.#atWork.watch({ key, agent: name, stop }, callReturn(stop.resultOf(recovering)));
    }
  }

  async finish({ key, result }: ReturnedCall<string, BuildReturn>): Promise<LoopStep> {
    if (result?.of === "work") return await this.#note(result.effect, result.noted);
    const call = this.#context.board.state.build.calls.find((started) => started.key === key);
    if (call === undefined) return DONE;
    if (result === null) return await this.#beginAfterAll(call);
    return await this.#finish(call, result.result);
  }

  /** A launch that never began cost nothing: whoever is in a hurry leaves it to the next run. */
  async #beginAfterAll(call: BuildCall): Promise<LoopStep> {
    this.#recovered.delete(call.key);
    if (findTurnOfCall(this.#context.board.state, call) === null)
      return await this.#finish(call, emptyResult("cancelled", "nobody waits for it any more"));
    if (this.#options.stopSoon.cancelled || this.#options.stopNow.cancelled) return DONE;
    return await this.#begin(await prepareBuildCallAgain(this.#context, call, this.#fence), call.agent);
  }

  async #finish(call: BuildCall, result: AgentResult): Promise<LoopStep> {
    const submitted = await finishBuildCall(this.#context, call, result, this.#fence);
    if (submitted.at === "fenced") return FENCED;
    await this.#recovered.get(call.key)?.();
    this.#recovered.delete(call.key);
    return submitted.at === "done" ? { ...DONE, ...waitIn(submitted) } : DONE;
  }

  async pause(): Promise<void> {
    const { board } = this.#context;
    if (board.version === this.#syncedAt) return;
    this.#syncedAt = board.version;
    for (const { path, keptAs } of await board.sync({ flushLater: true }))
      this.#options.progress({ at: "set-aside", path, keptAs });
    await board.saveSnapshotNowAndThen();
  }
}

/** A call by its key, anything else by what is done to which task. */
function nameOf(effect: BuildEffect): string {
  return effect.do === "call" ? effect.order.key : `${effect.do} ${effect.task}`;
}

async function callReturn(started: Promise<AgentResult | null>): Promise<BuildReturn | null> {
  const result = await started;
  return result === null ? null : { of: "call", result };
}

/** Whoever was quicker has moved the board on: what is owed now shows in it. */
function stepAfter({ at }: BoardOutcome): LoopStep {
  return at === "fenced" ? FENCED : DONE;
}

function waitIn({ events }: Extract<BoardOutcome, { readonly at: "done" }>): { readonly waitMs?: number } {
  for (const event of events)
    if (event.type === "AgentCallFinished" && event.data.waitMs !== undefined)
      return { waitMs: event.data.waitMs };
  return {};
}
