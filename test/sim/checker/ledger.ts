import type { DataOf, Happened } from "./happened.ts";
import { IS_GRAVE, OPEN_WEIGHT, type Severity, type StateName } from "./tables.ts";

type Gap = DataOf<"GapEntered">["gap"];
type GapState = DataOf<"GapMoved">["state"];
type Rating = DataOf<"GapRated">["severity"];
type Issue = DataOf<"IssueRaised">["issue"];
type Question = DataOf<"QuestionAsked">["question"];
type Settings = DataOf<"SettingsChanged">["settings"];
type CallStart = DataOf<"AgentCallStarted">;
type CallEnd = DataOf<"AgentCallFinished">;
type Place = Pick<CallStart, "round" | "role" | "lane">;

export interface GapEntry {
  readonly id: string;
  readonly origin: Gap["origin"];
  state: GapState;
  severity: Rating;
  /** The round under way at its last acceptance, or the last one completed then. */
  acceptedIn: number;
  /** The substance of its newest proposal. */
  proposal: string | null;
  /** A text that would take the place of the accepted one. */
  amendment: Pick<DataOf<"ProposalMade">, "substance" | "together"> | null;
  /** The gaps that its newest proposal settles. */
  together: readonly string[];
  /** By substance: what its newest review said, and where. */
  readonly reviews: Map<string, { readonly needsRevision: boolean; readonly version: number }>;
  readonly issues: Set<string>;
  /** Where an issue of it was last overruled or waived. */
  ruledAt: number;
}

export interface IssueEntry {
  severity: Severity;
  readonly round: number;
  gaps: readonly string[];
  at: DataOf<"IssueMoved">["from"];
  /** The user has decided what both roles hold against each other. */
  decided: boolean;
}

export interface ConflictEntry {
  readonly type: DataOf<"ConflictOpened">["conflict"]["source"]["type"];
  readonly round: number;
  at: "open" | "decided" | "withdrawn";
}

export interface FlagEntry {
  readonly round: number;
  readonly escalation: DataOf<"FlagRaised">["escalation"];
  /** `null` while it stands. */
  outcome: DataOf<"FlagSettled">["outcome"] | null;
}

export interface CallEntry extends Place {
  readonly agent: string;
  finished: CallEnd["outcome"] | null;
  judged: "no" | "passed" | "partly" | "failed";
}

export interface RoundEntry {
  readonly number: number;
  readonly incarnation: number;
  readonly focus: DataOf<"RoundStarted">["focus"];
  readonly openAtStart: number;
  /** Every lane of the Engineer, with the gaps it was ever given. */
  readonly lanes: Map<string, Set<string>>;
  /** What was put to the Reviewer; `null` before. */
  proposals: readonly string[] | null;
  /** By turn. */
  readonly outcomes: Map<string, DataOf<"TurnSettled">["outcome"]>;
  /** Turns of which an output has passed the gate. */
  readonly passed: Set<string>;
  /** The gaps it took up, and those of them that were blocked or taken away by the user since. */
  readonly taken: Set<string>;
  readonly away: Set<string>;
  /** Whether a CRITICAL or HIGH issue of an earlier round was closed in it. */
  closedGrave: boolean;
}

/** Whose agent a turn is played by. */
export function payerOf(role: Place["role"]): "engineer" | "reviewer" {
  return role === "reviewer" || role === "final" || role === "survey" ? "reviewer" : "engineer";
}

export function turnOf({ round, role, lane }: Place): string {
  return `${round} ${role} ${lane}`;
}

/** What the events say so far. It believes each event, so that one wrong event is one violation and not many. */
export class Ledger {
  session = "";
  /** The fork whose past is being copied. */
  copiedTo: string | null = null;
  settings: Settings | null = null;
  /** Who plays which role now. */
  agents: Settings["agents"] = { engineer: "", reviewer: "" };
  readonly gaps = new Map<string, GapEntry>();
  readonly #inState = new Map<StateName, Set<string>>();
  readonly issues = new Map<string, IssueEntry>();
  /** Stated and undecided, with the round whose review is to answer. */
  readonly disagreements = new Map<string, number>();
  /** By the issue, as flags are. */
  readonly conflicts = new Map<string, ConflictEntry>();
  readonly flags = new Map<string, FlagEntry>();
  /** Runs of the Engineer about single issues that have no outcome yet, by the question they come of. */
  readonly answering = new Map<string, DataOf<"AnswersRequested">>();
  /** Open ones. */
  readonly questions = new Map<string, Question>();
  readonly calls = new Map<string, CallEntry>();
  /** Keys of calls that are started and not finished. */
  readonly running = new Set<string>();
  /** Calls of rounds that were undone: what they bring belongs to no turn. */
  readonly undone = new Set<string>();
  /** Answer turns of which an output has passed the gate. */
  readonly answersPassed = new Set<string>();
  round: RoundEntry | null = null;
  completed = 0;
  paused = false;
  /** Rounds are to be undone: nothing new begins, or is asked, before. */
  rollingBack = false;
  /** What the next round takes up, after one that was undone. */
  retry: DataOf<"RoundsRolledBack">["retry"] = null;

  gapsIn(state: StateName): ReadonlySet<string> {
    return this.#inState.get(state) ?? new Set();
  }

  openCount(): number {
    return [...this.#inState].reduce((sum, [state, gaps]) => sum + OPEN_WEIGHT[state] * gaps.size, 0);
  }

  openGraveIssues(gap: GapEntry): readonly string[] {
    return [...gap.issues].filter((id) => {
      const issue = this.issues.get(id);
      return issue?.at === "OPEN" && IS_GRAVE[issue.severity];
    });
  }

  openConflicts(severities: readonly Severity[]): readonly string[] {
    return [...this.conflicts].flatMap(([id, { at }]) => {
      const severity = this.issues.get(id)?.severity;
      return at === "open" && severity !== undefined && severities.includes(severity) ? [id] : [];
    });
  }

  /** Gaps that wait for the user's word on a grave conflict, with those that the same text settles. */
  gapsInConflict(): ReadonlySet<string> {
    const own = this.openConflicts(["CRITICAL", "HIGH"]).flatMap((id) => this.issues.get(id)?.gaps ?? []);
    return new Set(own.flatMap((id) => this.gaps.get(id)?.together ?? [id]));
  }

  /** Whether a fact recorded now may carry this round's number; between rounds it is the last or the next. */
  isNow(round: number): boolean {
    if (this.round !== null) return round === this.round.number;
    return round === this.completed || round === this.completed + 1;
  }

  enter(event: Happened): void {
    this.#enterSession(event);
    this.#enterGaps(event);
    this.#enterIssues(event);
    this.#enterDisputes(event);
    this.#enterCalls(event);
    this.#enterRounds(event);
  }

  #enterSession(event: Happened): void {
    switch (event.type) {
      case "SessionForked":
        this.session = event.data.origin;
        return;
      case "ForkOpened":
        this.session = event.data.session;
        this.copiedTo = null;
        this.running.clear();
        return;
      case "SessionStarted":
        // What is copied was done under the name of the origin.
        if (this.session === "") this.session = event.data.session;
        else this.copiedTo = event.data.session;
        this.settings = event.data.settings;
        this.agents = event.data.settings.agents;
        for (const gap of event.data.gaps) this.#addGap(gap);
        return;
      case "SettingsChanged":
        this.settings = event.data.settings;
        this.agents = event.data.settings.agents;
        return;
      case "RollbackRequested":
      case "RollbackDropped":
        this.rollingBack = event.type === "RollbackRequested";
        return;
      case "RoundsRolledBack":
        this.settings = event.data.settings;
        this.rollingBack = false;
        this.retry = event.data.retry;
        for (const [key, { round }] of this.calls) if (round > event.data.rollback.to) this.undone.add(key);
        return;
      case "AgentChosen":
        this.agents = { ...this.agents, [event.data.role]: event.data.agent };
        return;
      case "SessionPaused":
      case "SessionResumed":
        this.paused = event.type === "SessionPaused";
        return;
      case "QuestionAsked":
        this.questions.set(event.data.question.id, event.data.question);
        return;
      case "QuestionAnswered":
        this.questions.delete(event.data.answer.question);
        return;
      case "QuestionWithdrawn":
        this.questions.delete(event.data.question);
        return;
      default:
        return;
    }
  }

  #enterGaps(event: Happened): void {
    switch (event.type) {
      case "GapEntered":
        this.#addGap(event.data.gap);
        return;
      case "GapMoved": {
        const gap = this.gaps.get(event.data.gap);
        if (gap !== undefined) this.#moveGap(gap, event.data.state);
        if (event.data.state.at === "SUPERSEDED") this.#handOver(event.data.gap);
        this.#follow(event.data);
        return;
      }
      case "GapRated": {
        const gap = this.gaps.get(event.data.gap);
        if (gap !== undefined) gap.severity = event.data.severity;
        return;
      }
      case "ProposalMade": {
        const gap = this.gaps.get(event.data.gap);
        if (gap === undefined) return;
        if (event.data.amends === true) gap.amendment = event.data;
        else {
          gap.proposal = event.data.substance;
          gap.together = event.data.together;
        }
        return;
      }
      case "ProposalReviewed": {
        const gap = this.gaps.get(event.data.gap);
        const { needsRevision } = event.data;
        const text = gap?.amendment?.substance ?? gap?.proposal ?? null;
        if (text !== null) gap?.reviews.set(text, { needsRevision, version: event.version });
        return;
      }
      case "AmendmentSettled": {
        const gap = this.gaps.get(event.data.gap);
        if (gap === undefined) return;
        if (event.data.taken && gap.amendment !== null) {
          gap.proposal = gap.amendment.substance;
          gap.together = gap.amendment.together;
        }
        gap.amendment = null;
        return;
      }
      default:
        return;
    }
  }

  #addGap({ id, origin, state, severity }: Gap): void {
    const former = this.gaps.get(id);
    if (former !== undefined) this.#inState.get(former.state.at)?.delete(id);
    const inherited = origin.from === "split" ? this.gaps.get(origin.parent)?.issues : undefined;
    for (const one of inherited ?? []) {
      const issue = this.issues.get(one);
      if (issue !== undefined) issue.gaps = [...issue.gaps, id];
    }
    const entry: GapEntry = {
      id,
      origin,
      state,
      severity,
      acceptedIn: 0,
      proposal: null,
      amendment: null,
      together: [id],
      reviews: new Map(),
      issues: new Set(inherited),
      ruledAt: 0,
    };
    this.gaps.set(id, entry);
    this.#indexState(id, state.at);
  }

  /** What was said of a gap that is split is said of its parts, and no longer of the whole. */
  #handOver(whole: string): void {
    for (const id of this.gaps.get(whole)?.issues ?? []) {
      const issue = this.issues.get(id);
      if (issue !== undefined) issue.gaps = issue.gaps.filter((gap) => gap !== whole);
    }
  }

  #moveGap(gap: GapEntry, state: GapState): void {
    this.#inState.get(gap.state.at)?.delete(gap.id);
    this.#indexState(gap.id, state.at);
    if (state.at === "ACCEPTED") gap.acceptedIn = this.round?.number ?? this.completed;
    gap.state = state;
  }

  #follow({ gap, state, actor }: DataOf<"GapMoved">): void {
    if (this.round === null) return;
    const { taken, away } = this.round;
    if (state.at === "IN_PROGRESS") {
      taken.add(gap);
      away.delete(gap);
    }
    const gone = ["USER_DEFERRED", "WONT_FIX", "SUPERSEDED"].includes(state.at) && actor === "User";
    if (taken.has(gap) && (gone || state.at === "BLOCKED_EXTERNAL")) away.add(gap);
  }

  #indexState(id: string, state: StateName): void {
    const members = this.#inState.get(state) ?? new Set();
    this.#inState.set(state, members.add(id));
  }

  #enterIssues(event: Happened): void {
    if (event.type === "IssueRaised") this.#addIssue(event.data.issue);
    if (event.type === "IssueRaisedAgain") {
      const again = this.issues.get(event.data.issue);
      if (again !== undefined) again.severity = event.data.severity;
    }
    if (event.type === "IssueRated") {
      const rated = this.issues.get(event.data.issue);
      if (rated !== undefined) rated.severity = event.data.severity;
    }
    if (event.type !== "IssueMoved") return;
    const issue = this.issues.get(event.data.issue);
    if (issue === undefined) return;
    issue.at = event.data.state.at;
    if (
      issue.at === "CLOSED" &&
      this.round !== null &&
      issue.round < this.round.number &&
      IS_GRAVE[issue.severity]
    )
      this.round.closedGrave = true;
    if (issue.at !== "OVERRULED" && issue.at !== "WAIVED") return;
    for (const id of issue.gaps) {
      const gap = this.gaps.get(id);
      if (gap !== undefined) gap.ruledAt = event.version;
    }
  }

  #enterDisputes(event: Happened): void {
    switch (event.type) {
      case "DisagreementStated": {
        const { stated } = event.data;
        if (stated !== null) this.disagreements.set(stated.issue, stated.round);
        return;
      }
      case "DisagreementSettled":
        this.disagreements.delete(event.data.issue);
        return;
      case "ConflictOpened": {
        const { id, round, source } = event.data.conflict;
        this.conflicts.set(id, { type: source.type, round, at: "open" });
        return;
      }
      case "ConflictWithdrawn":
        this.#settleConflict(event.data.conflict, "withdrawn");
        return;
      case "DecisionRecorded": {
        const { about } = event.data.decision;
        if (about.of === "conflict") this.#settleConflict(about.issue, "decided");
        return;
      }
      case "FlagRaised": {
        const { flag, escalation } = event.data;
        this.flags.set(flag.issue, { round: flag.round, escalation, outcome: null });
        return;
      }
      case "FlagSettled": {
        const flag = this.flags.get(event.data.issue);
        if (flag !== undefined) flag.outcome = event.data.outcome;
        return;
      }
      case "AnswersRequested":
        this.answering.set(event.data.question, event.data);
        return;
      case "TurnSettled":
        if (event.data.role === "answer-issue") this.answering.delete(event.data.lane);
        return;
      default:
        return;
    }
  }

  #settleConflict(id: string, at: "decided" | "withdrawn"): void {
    const conflict = this.conflicts.get(id);
    if (conflict !== undefined) conflict.at = at;
    const issue = this.issues.get(id);
    if (issue !== undefined && at === "decided") issue.decided = true;
  }

  #addIssue({ id, severity, round, gaps, state }: Issue): void {
    this.issues.set(id, { severity, round, gaps, at: state.at, decided: false });
    for (const gap of gaps) this.gaps.get(gap)?.issues.add(id);
  }

  #enterCalls(event: Happened): void {
    switch (event.type) {
      case "AgentCallStarted": {
        const { key, round, role, lane, agent } = event.data;
        this.calls.set(key, { round, role, lane, agent, finished: null, judged: "no" });
        this.running.add(key);
        return;
      }
      case "AgentCallFinished": {
        const call = this.calls.get(event.data.key);
        if (call !== undefined) call.finished = event.data.outcome;
        this.running.delete(event.data.key);
        return;
      }
      case "OutputJudged": {
        const call = this.calls.get(event.data.key);
        const { failure } = event.data;
        const passed = failure === null;
        // What is wrong with some texts of a document leaves the others as they are.
        const partly = failure === "EDIT_DOES_NOT_APPLY" || failure === "EDIT_INCOMPLETE";
        if (call !== undefined) call.judged = passed ? "passed" : partly ? "partly" : "failed";
        if (passed || partly) this.round?.passed.add(turnOf(event.data));
        if (passed && event.data.role === "answer-issue") this.answersPassed.add(turnOf(event.data));
        return;
      }
      default:
        return;
    }
  }

  #enterRounds(event: Happened): void {
    switch (event.type) {
      case "RoundStarted":
        this.retry = null;
        this.round = {
          number: event.data.round,
          incarnation: event.data.incarnation,
          focus: event.data.focus,
          openAtStart: this.openCount(),
          lanes: new Map(event.data.lanes.map(({ lane, gaps }) => [lane, new Set<string>(gaps)])),
          proposals: null,
          outcomes: new Map(),
          passed: new Set(),
          taken: new Set(),
          away: new Set(),
          closedGrave: false,
        };
        return;
      case "TurnRestarted":
        this.#restart(event.data);
        return;
      case "TurnSettled":
        this.round?.outcomes.set(turnOf(event.data), event.data.outcome);
        return;
      case "ReviewOpened":
        if (this.round !== null) this.round.proposals = event.data.proposals;
        return;
      case "RoundCompleted":
        this.round = null;
        this.completed = event.data.round;
        return;
      default:
        return;
    }
  }

  #restart(data: DataOf<"TurnRestarted">): void {
    this.round?.outcomes.delete(turnOf(data));
    if (this.round === null || data.role !== "engineer") return;
    const gaps = this.round.lanes.get(data.lane) ?? new Set();
    for (const gap of data.gaps) gaps.add(gap);
    this.round.lanes.set(data.lane, gaps);
  }
}
