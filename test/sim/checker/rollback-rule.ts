import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";

type Made = DataOf<"RoundsRolledBack">["rollback"];
type Fault = (message: string) => void;

const SESSION_MAX = 7;
/** What a call that belongs to no turn any more may still bring about: it is paid for. */
const AFTER_UNDONE: readonly Happened["type"][] = ["AgentCallFinished", "UsageNotTold"];

/**
 * Rounds are undone so often and no more; nothing that an undone round brought has an effect, and no number is given
 * twice. Unlike the other rules, it remembers what was undone.
 */
export class RollbackRule implements Rule {
  readonly name = "rollbacks";
  readonly #texts: ReadonlyMap<string, string> | null;
  #made = 0;
  #pending = false;
  readonly #timesUndone = new Map<number, number>();
  /** Where each round began last. */
  readonly #began = new Map<number, number>();
  /** Where each call was started. */
  readonly #started = new Map<string, number>();
  readonly #undoneCalls = new Set<string>();
  /** By id, with what it was given to and when. */
  readonly #ids = new Map<string, { readonly title: string; readonly version: number }>();
  /** Where each question was answered last. */
  readonly #answered = new Map<string, number>();
  /** The answer that was taken back last. */
  #takenBackFrom = Number.POSITIVE_INFINITY;
  /** By id, with where they were recorded. */
  readonly #decisions = new Map<string, number>();
  readonly #setAside = new Set<string>();
  readonly #unbinding = new Set<string>();
  readonly #archives = new Set<string>();

  /** Without texts, prompts are not looked at. */
  constructor(texts: ReadonlyMap<string, string> | null) {
    this.#texts = texts;
  }

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "GapEntered":
        this.#give(event.data.gap, event.version, fault);
        return;
      case "IssueRaised":
        this.#give({ id: event.data.issue.id, title: event.data.title }, event.version, fault);
        return;
      case "QuestionAnswered":
        this.#answered.set(event.data.answer.question, event.version);
        return;
      case "RoundStarted":
        this.#begin(event.data, fault);
        this.#began.set(event.data.round, event.version);
        return;
      case "AgentCallStarted":
        if (this.#started.has(event.data.key)) fault(`${event.data.key} is started twice`);
        this.#started.set(event.data.key, event.version);
        this.#checkPrompt(event.data, fault);
        return;
      case "OutputJudged":
      case "ProposalMade":
        if (this.#undoneCalls.has(event.data.key))
          fault(`${event.type} of ${event.data.key}, which is undone`);
        return;
      case "RollbackRequested":
        if (this.#pending) fault("a second rollback is requested");
        this.#pending = true;
        return;
      case "RollbackDropped":
        this.#pending = false;
        return;
      case "RoundsRolledBack":
        if (!this.#pending) fault("rounds are undone that nobody asked to undo");
        this.#pending = false;
        this.#undo(event.data.rollback, ledger, fault);
        return;
      case "DecisionRecorded":
        this.#record(event, fault);
        return;
      case "AnswersTakenBack":
        for (const id of event.data.decisions) this.#decisions.delete(id);
        this.#takenBackFrom = this.#answered.get(event.data.question) ?? Number.POSITIVE_INFINITY;
        return;
      case "SetAsideLeft":
        for (const id of event.data.decisions) this.#setAside.delete(id);
        return;
      case "ForkOpened":
        // Archives lie with the session that made them.
        this.#archives.clear();
        return;
      case "ArchiveWritten":
        if (!this.#archives.delete(event.data.name)) fault(`nobody owes ${event.data.name}`);
        return;
      default:
        return;
    }
  }

  settle(command: readonly Happened[], _ledger: Ledger, report: Report): void {
    const late = ofType(command, "AgentCallFinished").filter(({ data }) => this.#undoneCalls.has(data.key));
    for (const { version, data } of late) {
      const effect = command.find(({ type }) => !AFTER_UNDONE.includes(type));
      if (effect !== undefined) report(version, `${data.key} is undone, and yet ${effect.type} comes of it`);
    }
  }

  /** What a survey found keeps its id when the answer that took it up is given otherwise. */
  #give({ id, title }: { readonly id: string; readonly title: string }, version: number, fault: Fault): void {
    const given = this.#ids.get(id);
    const again = given?.title === title && given.version > this.#takenBackFrom;
    if (given !== undefined && !again) fault(`the id ${id} is given twice`);
    this.#ids.set(id, { title, version });
  }

  #begin({ round, incarnation }: DataOf<"RoundStarted">, fault: Fault): void {
    const times = this.#timesUndone.get(round) ?? 0;
    if (incarnation !== times)
      fault(`round ${round} was undone ${times} times, and has the incarnation ${incarnation}`);
    if (this.#pending) fault(`round ${round} starts while others are to be undone`);
    if (this.#archives.size > 0)
      fault(`round ${round} starts before ${[...this.#archives].join(", ")} is written`);
  }

  #undo({ to, rounds }: Made, { settings }: Ledger, fault: Fault): void {
    this.#made += 1;
    const most = settings?.rollback?.sessionMax ?? SESSION_MAX;
    if (this.#made > most) fault(`rollback ${this.#made} of at most ${most}`);
    const from = this.#began.get(to + 1) ?? Number.POSITIVE_INFINITY;
    const began = [...this.#began].filter(([round]) => round > to).map(([round]) => round);
    const due = began.toSorted((a, b) => b - a).join(", ");
    const undone = rounds.map(({ round }) => round).join(", ");
    if (undone !== due) fault(`rounds ${undone} are undone, not ${due}`);
    for (const { round, attempt, archive } of rounds) {
      const times = (this.#timesUndone.get(round) ?? 0) + 1;
      if (attempt !== times) fault(`round ${round} is undone as attempt ${attempt}, not ${times}`);
      this.#timesUndone.set(round, times);
      this.#began.delete(round);
      this.#archives.add(archive);
    }
    for (const [key, version] of this.#started) if (version > from) this.#undoneCalls.add(key);
    this.#setAsideAfter(
      from,
      rounds.flatMap(({ decisions }) => decisions.map(({ id }) => id)),
      fault,
    );
  }

  #setAsideAfter(from: number, told: readonly string[], fault: Fault): void {
    const undone = [...this.#decisions].filter(([, version]) => version > from).map(([id]) => id);
    const missing = undone.filter((id) => !told.includes(id));
    const strange = told.filter((id) => !undone.includes(id));
    if (missing.length > 0) fault(`${missing.join(", ")} is undone, and nobody is told`);
    if (strange.length > 0) fault(`${strange.join(", ")} is set aside, but was not undone`);
    for (const id of undone) {
      this.#decisions.delete(id);
      this.#setAside.add(id);
      this.#unbinding.add(id);
    }
  }

  #record({ data, version }: Extract<Happened, { type: "DecisionRecorded" }>, fault: Fault): void {
    const { decision, recovers } = data;
    this.#decisions.set(decision.id, version);
    if (recovers === undefined) return;
    if (!this.#setAside.delete(recovers)) fault(`${recovers} is taken up again, but is not set aside`);
    if (decision.reappliedFrom === null) fault(`${decision.id} does not say where it comes from`);
  }

  /** What was decided in an undone round is not put to anybody, nor are its documents an example. */
  #checkPrompt({ key, prompt, example }: DataOf<"AgentCallStarted">, fault: Fault): void {
    const text = prompt === null ? undefined : this.#texts?.get(prompt.sha256);
    if (text === undefined) return;
    for (const id of this.#unbinding)
      if (text.includes(id)) fault(`${key} is told of ${id}, which is undone`);
    if (example?.tier !== 2) return;
    const undone = [...this.#undoneCalls].find((one) => example.source.includes(one));
    if (undone !== undefined) fault(`${key} is shown ${example.source}, which is undone`);
  }
}
