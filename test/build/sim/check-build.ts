// What must hold of every build, found out from the log and the repository alone.
import type { Dispute } from "../../../src/core/board/dispute.ts";
import type { RecordedEvent } from "../../../src/engine/ports.ts";
import type { MemoryRepository } from "../../support/memory-repository.ts";

interface CommitFacts {
  green: boolean | null;
  verdict: string | null;
}

interface TaskFacts {
  readonly commits: Map<string, CommitFacts>;
  /** The one that was inspected last. */
  newest: string | null;
  /** What may land, and why. */
  landing: { readonly commit: string; readonly basis: string } | null;
  readonly prepared: Map<string, { readonly moved: boolean; green: boolean | null }>;
  /** A person has said that the task is done, or decided for its coder. */
  saidDone: boolean;
  dispute: Pick<Dispute, "reason"> | null;
}

type Data = Readonly<Record<string, unknown>>;

/** Reads the events one after the other, and tells what no build may do. */
export class BuildChecker {
  readonly faults: string[] = [];
  /** Of the target, in the order in which they landed. */
  readonly landed: string[] = [];
  readonly #land: string;
  readonly #tasks = new Map<string, TaskFacts>();
  #tampered = 0;

  constructor(land: "merge" | "branch") {
    this.#land = land;
  }

  read(events: readonly RecordedEvent[]): void {
    for (const { type, data, version } of events) this.#take(type, data as Data, version);
  }

  #take(type: string, data: Data, version: number): void {
    const fault = (text: string): void => void this.faults.push(`${version} ${type}: ${text}`);
    const task = typeof data.task === "string" ? this.#task(data.task) : null;
    switch (type) {
      case "BoardQuestionAsked":
        if ((data.question as Data).kind === "tampered") this.#tampered += 1;
        return;
      case "BoardQuestionAnswered":
      case "BoardQuestionWithdrawn":
        return;
      case "StatusChanged":
        if (task !== null && data.because === "said") task.saidDone = data.to === "completed";
        if (task !== null && data.because === "approved" && isPerson(data)) task.saidDone = true;
        return;
      case "DisputeOpened":
        if (task !== null) task.dispute = { reason: data.reason as Dispute["reason"] };
        return;
      case "DisputeResolved":
        if (task !== null && data.decision === "coder") task.saidDone = true;
        return;
      case "WorkInspected":
        if (task === null || typeof data.commit !== "string") return;
        task.commits.set(data.commit, { green: null, verdict: null });
        task.newest = data.commit;
        return;
      case "ChecksRun": {
        if (task === null) return;
        const green = (data.results as readonly Data[]).every(({ outcome }) => outcome === "passed");
        if (green !== data.green) fault("what it says of its results is not so");
        if (data.on === "target") {
          const prepared = task.prepared.get(String(data.commit));
          if (prepared === undefined) fault("checks of what is not prepared");
          else prepared.green = green;
          return;
        }
        const facts = task.commits.get(String(data.commit));
        if (facts === undefined) fault("checks of a commit that nobody inspected");
        else facts.green = green;
        return;
      }
      case "ReviewGiven": {
        const facts = task?.commits.get(String(data.commit));
        if (facts === undefined || task?.newest !== data.commit) fault("a review of something else");
        else {
          if (facts.green !== true) fault("a review of what is not green");
          facts.verdict = String(data.verdict);
        }
        return;
      }
      case "LandingOpened":
        this.#openLanding(task, data, fault);
        return;
      case "LandingPrepared":
        if (task === null) return;
        if (task.landing === null) fault("a landing that nothing speaks for");
        if (data.moved === false && data.commit !== task.landing?.commit) fault("another commit is prepared");
        task.prepared.set(String(data.commit), { moved: data.moved === true, green: null });
        return;
      case "TaskLanded":
        this.#noteLanded(task, String(data.commit), fault);
        return;
      default:
        return;
    }
  }

  #openLanding(task: TaskFacts | null, { commit, basis }: Data, fault: (text: string) => void): void {
    if (task === null) return;
    const facts = task.commits.get(String(commit));
    task.landing = { commit: String(commit), basis: String(basis) };
    if (facts === undefined || task.newest !== commit) fault("another commit than the newest is to land");
    else if (task.saidDone) return;
    else if (facts.green !== true) fault("what is to land is not green");
    else if (basis === "approved" && facts.verdict !== "APPROVE") fault("it is not approved");
    else if (
      basis === "disputed" &&
      (task.dispute === null || task.dispute.reason === "security_concern" || this.#land !== "merge")
    )
      fault("a dispute does not let it land");
    else if (basis === "decided") fault("nobody decided so");
  }

  /** What was never prepared was there already, with all that was to land: nothing was pushed. */
  #noteLanded(task: TaskFacts | null, commit: string, fault: (text: string) => void): void {
    const prepared = task?.prepared.get(commit);
    if (prepared === undefined) return;
    if (prepared.moved && prepared.green !== true)
      fault("it landed on a target that had moved, and was not green there");
    if (!this.landed.includes(commit)) this.landed.push(commit);
  }

  #task(id: string): TaskFacts {
    const known = this.#tasks.get(id);
    if (known !== undefined) return known;
    const task = {
      commits: new Map(),
      newest: null,
      landing: null,
      prepared: new Map(),
      saidDone: false,
      dispute: null,
    };
    this.#tasks.set(id, task);
    return task;
  }

  /** What is on the target is what the log says, once each, and what others put there. */
  checkTarget(repository: MemoryRepository, others: readonly string[]): void {
    const [, ...history] = [...repository.history()].reverse();
    const ours = history.filter((commit) => !others.includes(commit));
    const unsaid = ours.filter((commit) => !this.landed.includes(commit));
    const missing = this.landed.filter((commit) => !history.includes(commit));
    if (new Set(history).size !== history.length) this.faults.push("a commit is twice on the target");
    if (unsaid.length > 0) this.faults.push(`on the target, and not in the log: ${unsaid.join(", ")}`);
    if (missing.length > 0) this.faults.push(`in the log, and not on the target: ${missing.join(", ")}`);
  }
}

function isPerson({ by }: Data): boolean {
  return String((by as Data | undefined)?.actor).startsWith("human:");
}
