// A session that is led by hand: one owed thing at a time, so that a test can stop anywhere and look.
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import type { Role } from "../../src/core/refinement/role.ts";
import {
  type CallOrder,
  type Effect,
  type Mediation,
  owed,
  owedToRollback,
} from "../../src/core/refinement/session/owed.ts";
import type { LiveSession } from "../../src/core/refinement/session/session.ts";
import { callKeyParts, parseCallKey } from "../../src/core/shared/call-key.ts";
import type { GapId } from "../../src/core/shared/gap-id.ts";
import type { AgentRequest, Blob, Fence } from "../../src/engine/ports.ts";
import { rollbackStep } from "../../src/engine/roll-back.ts";
import type { SessionCommandInput, SessionEngine, SessionOutcome } from "../../src/engine/session-engine.ts";
import { finishCall, mediateStep, prepareCall, publishSpec } from "../../src/engine/step.ts";
import {
  acquireSession,
  memoryShelf,
  placed,
  resultOf,
  type Script,
  sessionWorld,
  type World,
  type WorldOptions,
} from "../support/session-world.ts";

/** More steps than any scene needs: a session that goes round in circles is stopped here. */
const STEPS_MAX = 1_000;

export type Said = ReturnType<Script>;

/** A script that also hears which gaps the call is about; one that is run as a whole hears of none. */
export type StageScript = (...heard: [...Parameters<Script>, gaps: readonly GapId[]]) => ReturnType<Script>;

export interface StageOptions extends Omit<WorldOptions, "engineer" | "reviewer"> {
  readonly engineer: StageScript;
  readonly reviewer: StageScript;
}

export class Stage {
  readonly world: World;
  readonly prompts = new Map<string, string>();
  readonly #options: StageOptions;
  readonly #fence: Fence;
  #submissions = 0;

  private constructor(world: World, options: StageOptions, fence: Fence) {
    this.world = world;
    this.#options = options;
    this.#fence = fence;
  }

  static async open(options: StageOptions): Promise<Stage> {
    const world = await sessionWorld(Stage.#worldOptions(options));
    const { resource, epoch } = await acquireSession(world.store);
    return new Stage(world, options, { resource, epoch });
  }

  static #worldOptions(options: StageOptions): WorldOptions {
    const { engineer, reviewer } = options;
    return {
      ...options,
      engineer: (call, request) => engineer(call, request, []),
      reviewer: (call, request) => reviewer(call, request, []),
    };
  }

  /** One at the same place, which goes its own way from now on. */
  async copy(): Promise<Stage> {
    const world = await sessionWorld(Stage.#worldOptions(this.#options), this.world);
    const copy = new Stage(world, this.#options, this.#fence);
    for (const [key, prompt] of this.prompts) copy.prompts.set(key, prompt);
    copy.#submissions = this.#submissions;
    return copy;
  }

  get engine(): SessionEngine {
    return this.world.engine;
  }

  get session(): LiveSession {
    return this.engine.live;
  }

  get files(): ReadonlyMap<string, string> {
    return this.world.folder.files;
  }

  owed(): readonly Effect[] {
    return owed(this.engine.session);
  }

  calls(): readonly CallOrder[] {
    return this.owed().flatMap((effect) => (effect.do === "call" ? [effect.order] : []));
  }

  steps(): readonly Mediation["step"][] {
    return this.owed().flatMap((effect) => (effect.do === "mediate" ? [effect.step] : []));
  }

  states(): Readonly<Record<string, string>> {
    return Object.fromEntries(Object.entries(this.session.work.gaps).map(([id, gap]) => [id, gap.state.at]));
  }

  question(kind?: Question["kind"]): Question {
    const found = this.session.work.questions.find((one) => kind === undefined || one.kind === kind);
    if (found === undefined) throw new Error(`no ${kind ?? ""} question is open`);
    return found;
  }

  /** Starts a call and leaves it running. */
  async start(order: CallOrder): Promise<AgentRequest> {
    const prepared = await prepareCall(this.engine, order, this.#fence);
    if (prepared.at !== "started") throw new Error(`${order.key} did not start: ${JSON.stringify(prepared)}`);
    this.prompts.set(order.key, prepared.request.prompt);
    return prepared.request;
  }

  /** What a running call brings. */
  async finish(key: string, said: Said): Promise<SessionOutcome> {
    const callKey = parseCallKey(key);
    if (callKey === null) throw new Error(`${key} is no key`);
    const result = resultOf(callKeyParts(callKey).purpose === "engineer" ? placed(this.engine, said) : said);
    const submitted = await finishCall(
      this.engine,
      { key: callKey, actor: "model:agent", result },
      this.#fence,
    );
    await this.engine.sync();
    return submitted;
  }

  /** Does the first thing that is owed; false where nothing is. */
  async step(): Promise<boolean> {
    const [effect] = this.owed();
    if (effect === undefined) return false;
    await this.perform(effect);
    return true;
  }

  async perform(effect: Effect): Promise<void> {
    if (effect.do === "mediate") {
      const submitted = await mediateStep(this.engine, effect, this.#fence);
      if (submitted.at !== "done") throw new Error(`${effect.step}: ${JSON.stringify(submitted)}`);
      await this.engine.sync();
      return;
    }
    if (effect.do !== "call" && effect.do !== "publish") {
      const submitted = await rollbackStep(this.engine, effect, this.world.rollback, this.#fence);
      if (submitted.at !== "done") throw new Error(`${effect.do}: ${JSON.stringify(submitted)}`);
      await this.engine.sync();
      return;
    }
    if (effect.do === "publish") {
      await publishSpec(this.engine, memoryShelf());
      await this.engine.sync();
      return;
    }
    const { order } = effect;
    const request = await this.start(order);
    const { engineer, reviewer, others } = this.#options;
    const argues = order.role === "engineer" || order.role === "answer-issue";
    const usual = argues ? engineer : reviewer;
    const script: StageScript = others?.[order.agent] ?? usual;
    await this.finish(order.key, script(callKeyParts(order.key), request, order.gaps));
  }

  async until(reached: (session: LiveSession) => boolean): Promise<void> {
    for (let step = 0; step < STEPS_MAX; step++) {
      if (reached(this.session)) return;
      if (!(await this.step())) break;
    }
    throw new Error(
      `not reached; open: ${this.session.work.questions.map(({ kind, why }) => `${kind} ${why}`)}`,
    );
  }

  async untilAsked(kind: Question["kind"]): Promise<void> {
    await this.until(({ work: { questions } }) => questions.some((question) => question.kind === kind));
  }

  async untilRounds(completed: number): Promise<void> {
    await this.until(({ work: { completedRounds } }) => completedRounds >= completed);
  }

  /** Whatever is owed of a rollback, until it is made or somebody is asked. */
  async undone(): Promise<void> {
    for (let step = 0; step < STEPS_MAX; step++) {
      const [effect] = owedToRollback(this.session);
      if (effect === undefined) return;
      await this.perform(effect);
    }
    throw new Error("the rollback goes round in circles");
  }

  /** The Mediator's own steps, until an agent is owed, or nothing. */
  async throughMediation(): Promise<void> {
    for (let step = 0; step < STEPS_MAX; step++) {
      const effect = this.owed().find(({ do: does }) => does === "mediate");
      if (effect === undefined || this.calls().length > 0) return;
      await this.perform(effect);
    }
    throw new Error("the Mediator goes round in circles");
  }

  /** Until nothing more can be done without a person. */
  async untilQuiet(): Promise<void> {
    for (let step = 0; step < STEPS_MAX; step++) {
      if (!(await this.step())) return;
    }
    throw new Error("the session never rests");
  }

  async submit(wish: SessionCommandInput, blobs: readonly Blob[] = []): Promise<SessionOutcome> {
    this.#submissions += 1;
    const submitted = await this.engine.submit(wish, {
      id: `by-hand-${this.#submissions}`,
      actor: "human:test",
      blobs,
    });
    await this.engine.sync();
    return submitted;
  }

  async answer(question: Pick<Question, "id">, given: Given): Promise<SessionOutcome> {
    return await this.#say("AnswerQuestion", question, given);
  }

  /** In place of the answer that it has. */
  async amend(question: Pick<Question, "id">, given: Given): Promise<SessionOutcome> {
    return await this.#say("AmendAnswer", question, given);
  }

  async #say(
    type: "AnswerQuestion" | "AmendAnswer",
    question: Pick<Question, "id">,
    given: Given,
  ): Promise<SessionOutcome> {
    const { document, ...answer } = given;
    const blobs = document === undefined ? [] : [this.engine.documents.blobOf(document.text)];
    const [ref = null] = blobs.map(({ sha256, bytes }) => ({
      sha256,
      bytes: bytes.length,
      from: "human" as const,
    }));
    return await this.submit(
      {
        type,
        answer: { ...EMPTY_ANSWER, question: question.id, ...answer },
        document: ref,
        role: document?.role ?? null,
      },
      blobs,
    );
  }
}

const EMPTY_ANSWER = { text: null, rationales: {}, gaps: [], phrase: null, by: "human:test" };

/** An answer, and the document that some of them carry. */
export type Given = Pick<QuestionAnswer, "option"> &
  Partial<Omit<QuestionAnswer, "question">> & {
    readonly document?: { readonly text: string; readonly role: Role };
  };
