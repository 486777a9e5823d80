// The independent checker of the simulation: it reads raw events and works out, with rules and tables of its own,
// whether a session may have gone that way. It shares nothing with the program but the shapes of events.
import type { RecordedCommand, RecordedEvent } from "../../src/engine/ports.ts";
import { AgentRule } from "./checker/agent-rule.ts";
import { AmendmentRule } from "./checker/amendment-rule.ts";
import { AssignmentRule } from "./checker/assignment-rule.ts";
import { CallRule } from "./checker/call-rule.ts";
import { ConflictRule } from "./checker/conflict-rule.ts";
import { ConvergenceRule } from "./checker/convergence-rule.ts";
import { type DraftFacts, DraftRule } from "./checker/draft-rule.ts";
import { EndingRule } from "./checker/ending-rule.ts";
import { FlagRule } from "./checker/flag-rule.ts";
import { ForkRule } from "./checker/fork-rule.ts";
import { gapRule } from "./checker/gap-rule.ts";
import type { Happened } from "./checker/happened.ts";
import { issueRule } from "./checker/issue-rule.ts";
import { Ledger } from "./checker/ledger.ts";
import { netRule } from "./checker/net-rule.ts";
import { orderRule } from "./checker/order-rule.ts";
import { QuestionNumberRule, QuestionRule } from "./checker/question-rule.ts";
import { RateRule } from "./checker/rate-rule.ts";
import { remarksRule } from "./checker/remarks-rule.ts";
import { RollbackRule } from "./checker/rollback-rule.ts";
import { roundRule } from "./checker/round-rule.ts";
import type { Report, Rule } from "./checker/rule.ts";
import { SpendRule } from "./checker/spend-rule.ts";
import { beforeUndone, standingUpTo } from "./checker/standing.ts";
import { SurveyRule } from "./checker/survey-rule.ts";

export interface Violation {
  readonly rule: string;
  /** Of the event that breaks the rule. */
  readonly version: number;
  readonly message: string;
}

/** Takes a stream event by event, so that a simulation can look after every step. */
export class Checker {
  readonly #facts: DraftFacts | null;
  #ledger = new Ledger();
  #rules: readonly Rule[];
  /** What these know does not change with what is taken back. */
  readonly #lasting: readonly Rule[];
  #command: Happened[] = [];
  /** What stands: what was taken back, or undone, has left no trace in what the other rules remember. */
  #standing: Happened[] = [];
  /** By the copied events that are to come: which append of the origin each belongs to. */
  #copied: number[] = [];
  /** Versions of the first events after what stood before undone rounds. */
  readonly #boundaries = new Set<number>();

  /** `facts`: what blobs hold and a linter finds; without them the text of the draft is not looked at. */
  constructor(facts: DraftFacts | null = null) {
    this.#facts = facts;
    this.#rules = rulesWith(facts);
    this.#lasting = [
      orderRule(),
      new QuestionNumberRule(),
      new AmendmentRule(),
      new RollbackRule(facts?.texts ?? null),
      new ForkRule(),
    ];
  }

  /** What is wrong with this event, or with the command before it where this one begins the next. */
  take(event: RecordedEvent): Violation[] {
    const happened = this.#inItsAppend(event as unknown as Happened);
    const begins = this.#command[0]?.commandId !== happened.commandId;
    const found = begins ? this.settle() : [];
    for (const rule of this.#lasting) rule.take(happened, this.#ledger, reportTo(found, rule));
    const standing = standingUpTo(happened, this.#standing);
    if (standing !== this.#standing) {
      this.#noteBoundary(beforeUndone(happened, this.#standing), standing, happened);
      this.#stand(standing, happened);
    }
    // What was done before it, and is undone with it, owes nothing.
    if (happened.type === "RoundsRolledBack") this.#command = [];
    this.#standing.push(happened);
    for (const rule of this.#rules) rule.take(happened, this.#ledger, reportTo(found, rule));
    this.#ledger.enter(happened);
    this.#command.push(happened);
    return found;
  }

  /** What a fork copied comes append by append, as its origin had it. */
  #inItsAppend(event: Happened): Happened {
    if (event.type === "SessionForked") {
      this.#copied = event.data.appends.flatMap((length, index) => Array<number>(length).fill(index + 1));
      return event;
    }
    const part = this.#copied.shift();
    if (part !== undefined) return { ...event, commandId: `${event.commandId}/${part}` };
    return event.type === "ForkOpened" ? { ...event, commandId: `${event.commandId}/opened` } : event;
  }

  /** Where rounds were undone: what stands before it stood before them, and what stands after it lasts. */
  #noteBoundary(before: number | null, standing: readonly Happened[], undoing: Happened): void {
    if (before === null) return;
    for (const { version } of this.#standing.slice(before)) this.#boundaries.delete(version);
    this.#boundaries.add(standing[before]?.version ?? undoing.version);
  }

  #stand(standing: readonly Happened[], next: Happened): void {
    this.#standing = [...standing];
    this.#ledger = new Ledger();
    this.#rules = rulesWith(this.#facts);
    let command: Happened[] = [];
    const settle = () => {
      for (const rule of this.#rules) rule.settle(command, this.#ledger, () => undefined);
      command = [];
    };
    for (const event of this.#standing) {
      if (command[0] !== undefined && command[0].commandId !== event.commandId) settle();
      if (this.#boundaries.has(event.version)) this.#rewind();
      for (const rule of this.#rules) rule.take(event, this.#ledger, () => undefined);
      this.#ledger.enter(event);
      command.push(event);
    }
    if (command.length > 0) settle();
    if (this.#boundaries.has(next.version)) this.#rewind();
  }

  #rewind(): void {
    for (const rule of this.#rules) rule.rewind?.(this.#ledger);
  }

  /** Says that the last command is complete: what it owed by its end is looked at now. */
  settle(): Violation[] {
    const found: Violation[] = [];
    if (this.#command.length === 0) return found;
    for (const rule of [...this.#lasting, ...this.#rules])
      rule.settle(this.#command, this.#ledger, reportTo(found, rule));
    this.#command = [];
    return found;
  }
}

function rulesWith(facts: DraftFacts | null): readonly Rule[] {
  return [
    gapRule(),
    netRule(),
    new ConvergenceRule(),
    new CallRule(),
    new AgentRule(),
    new QuestionRule(),
    issueRule(),
    new ConflictRule(),
    new RateRule(),
    new FlagRule(facts?.texts ?? null),
    roundRule(),
    remarksRule(),
    new AssignmentRule(),
    new EndingRule(),
    new SpendRule(),
    new DraftRule(facts),
    new SurveyRule(facts),
  ];
}

function reportTo(found: Violation[], { name }: Rule): Report {
  return (version, message) => found.push({ rule: name, version, message });
}

export function checkEvents(
  events: readonly RecordedEvent[],
  facts: DraftFacts | null = null,
): readonly Violation[] {
  const checker = new Checker(facts);
  return [...events.flatMap((event) => checker.take(event)), ...checker.settle()];
}

type AnswerCommand = Pick<RecordedCommand, "id" | "type" | "data" | "firstVersion">;

/** Every answer that was stored is in the events exactly once, and no other is. */
export function checkCommands(
  commands: readonly AnswerCommand[],
  events: readonly RecordedEvent[],
): readonly Violation[] {
  const found: Violation[] = [];
  const answers = commands.filter(({ type }) => type === "AnswerQuestion");
  const given = new Map<string, RecordedEvent[]>();
  for (const event of events.filter(({ type }) => type === "QuestionAnswered")) {
    given.set(event.commandId, [...(given.get(event.commandId) ?? []), event]);
  }
  for (const { id, data, firstVersion } of answers) {
    // What is taken up again may answer another question on its way.
    const recovers = events.some(({ commandId, data: told }) => commandId === id && "recovers" in told);
    const all = given.get(id) ?? [];
    const applied = recovers ? all.filter((event) => questionOf(event.data) === questionOf(data)) : all;
    const report = (message: string) => found.push({ rule: "answers", version: firstVersion, message });
    if (applied.length !== 1) report(`the answer of ${id} is applied ${applied.length} times`);
    const wrong = applied.some((event) => questionOf(event.data) !== questionOf(data));
    if (wrong) report(`the answer of ${id} is applied to another question`);
  }
  const known = new Set(commands.filter(({ type }) => SPEAKING.includes(type)).map(({ id }) => id));
  for (const [id, [event]] of given) {
    if (event === undefined || known.has(id)) continue;
    found.push({ rule: "answers", version: event.version, message: `nobody gave the answer of ${id}` });
  }
  return found;
}

/** A gap that is deferred or given its input unasked, or again after a rollback, answers the question about it. */
const SPEAKING: readonly string[] = ["AnswerQuestion", "AmendAnswer", "ChangeGap", "RecoverDecisions"];

function questionOf(data: RecordedEvent["data"]): unknown {
  const { answer } = data;
  return typeof answer === "object" && answer !== null && "question" in answer ? answer.question : null;
}
