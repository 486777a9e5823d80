import type { DraftFacts } from "./draft-rule.ts";
import { type DataOf, type Happened, ofType } from "./happened.ts";
import { type Ledger, turnOf } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";
import { SEVERITY_WEIGHT } from "./tables.ts";

type Taken = DataOf<"SurveyTaken">;
type Hole = Taken["holes"][number];
type Inventory = DataOf<"SurveyJoined">["inventory"];
type Settled = DataOf<"SurveySettled">;
type Gap = DataOf<"GapEntered">["gap"];
type Fault = (message: string) => void;

/** Before the first round and once; what it finds has a place, is one gap whoever names it, and is the user's to take. */
export class SurveyRule implements Rule {
  readonly name = "survey";
  readonly #texts: DraftFacts["texts"] | null;
  #source = "";
  #roles: readonly Taken["role"][] | null = null;
  readonly #outcomes = new Map<string, DataOf<"TurnSettled">["outcome"]>();
  readonly #holes = new Map<Taken["role"], readonly Hole[]>();
  #inventory: Inventory | null = null;
  #asked = false;
  /** What the user, or a policy for them, said. */
  #answer: string | null = null;
  #settled: Settled["outcome"] | null = null;
  /** Where the linter's gaps are marked. */
  readonly #marks: { readonly from: number; readonly to: number }[] = [];

  constructor(facts: DraftFacts | null) {
    this.#texts = facts?.texts ?? null;
  }

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "SessionStarted":
        this.#source = this.#texts?.get(event.data.spec.sha256) ?? "";
        for (const { origin } of event.data.gaps)
          if (origin.from === "source" && origin.mark !== undefined) this.#marks.push(origin.mark);
        return;
      case "SurveyRequested":
        this.#request(event.data.roles, ledger, fault);
        return;
      case "TurnSettled":
        this.#outcomes.set(turnOf(event.data), event.data.outcome);
        return;
      case "SurveyTaken":
        this.#takeSurvey(event.data, ledger, fault);
        return;
      case "SurveyJoined":
        this.#join(event.data.inventory, ledger, fault);
        return;
      case "QuestionAsked":
        if (event.data.question.kind !== "survey") return;
        if (this.#asked) fault("the user is asked about a survey twice");
        if (this.#inventory === null) fault("the user is asked about a survey that is not joined");
        this.#asked = true;
        return;
      case "QuestionAnswered":
        if (ledger.questions.get(event.data.answer.question)?.kind === "survey")
          this.#answer = event.data.answer.option;
        return;
      case "SurveySettled":
        this.#settle(event.data, fault);
        return;
      case "RoundStarted":
        if (ledger.settings?.survey !== undefined && this.#settled === null)
          fault(`round ${event.data.round} starts before the survey is settled`);
        return;
      default:
        return;
    }
  }

  /** What a survey brings enters with the word about it, as a whole, and at no other time. */
  settle(command: readonly Happened[], _ledger: Ledger, report: Report): void {
    const entered = ofType(command, "GapEntered").filter(({ data }) => data.gap.origin.from === "survey");
    const confirmed = ofType(command, "GapConfirmed");
    const [settled] = ofType(command, "SurveySettled");
    const version = entered[0]?.version ?? confirmed[0]?.version ?? settled?.version ?? 0;
    if (settled?.data.outcome !== "taken") {
      for (const { data } of entered) report(version, `${data.gap.id} of a survey enters unasked`);
      for (const { data } of confirmed) report(version, `${data.gap} is confirmed by a survey unasked`);
      return;
    }
    const gaps = entered.map(({ data }) => data.gap);
    if (this.#answer === "choose") this.#checkChosen(gaps, (message) => report(version, message));
    else if (named(gaps) !== named(this.#inventory?.gaps ?? []))
      report(version, `${named(gaps)} enter, found were ${named(this.#inventory?.gaps ?? [])}`);
    const wanted = (this.#inventory?.confirmed ?? []).map(({ gap }) => gap);
    const got = confirmed.map(({ data }) => data.gap);
    if (got.join(" ") !== wanted.join(" ")) report(version, `confirmed are ${got}, found were ${wanted}`);
  }

  #request(roles: readonly Taken["role"][], ledger: Ledger, fault: Fault): void {
    const wanted = ledger.settings?.survey;
    if (this.#roles !== null) fault("a second survey of the whole is requested");
    if (ledger.round !== null || ledger.completed > 0) fault("a survey is requested after round 1 began");
    const due = wanted === undefined ? [] : wanted.second ? ["survey", "second-survey"] : ["survey"];
    if (roles.join(" ") !== due.join(" ")) fault(`${roles.join(" and ")} are requested, not ${due}`);
    this.#roles = roles;
  }

  #takeSurvey({ role, holes }: Taken, ledger: Ledger, fault: Fault): void {
    if (this.#roles?.includes(role) !== true) fault(`a ${role} that nobody requested is taken`);
    if (this.#holes.has(role)) fault(`the ${role} is taken twice`);
    const passed = [...ledger.calls.values()].some((call) => call.role === role && call.judged === "passed");
    if (!passed) fault(`the ${role} is taken without having passed its gate`);
    this.#holes.set(role, holes);
    for (const hole of holes) this.#checkPlace(hole, fault);
  }

  #checkPlace({ title, path, passage, span, line }: Hole, fault: Fault): void {
    if (this.#texts === null) return;
    const heading = path.at(-1) ?? "";
    if (!headingsOf(this.#source).includes(heading))
      fault(`"${title}" is placed at "${heading}", which is no heading`);
    if (passage === null) return;
    const words = span === null ? "" : this.#source.slice(span.from, span.to);
    if (!plain(passage).includes(plain(words)) || words === "")
      fault(`"${title}" quotes ${JSON.stringify(passage)}, there it says ${JSON.stringify(words)}`);
    if (span !== null && this.#source.slice(0, span.from).split("\n").length !== line)
      fault(`"${title}" is said to stand in line ${line}`);
  }

  #join(inventory: Inventory, ledger: Ledger, fault: Fault): void {
    const { gaps, confirmed, leftOut, surveys } = inventory;
    if (this.#inventory !== null) fault("what was found is joined twice");
    this.#inventory = inventory;
    for (const role of this.#roles ?? [])
      if (!this.#outcomes.has(turnOf({ round: 0, role, lane: "-" }))) fault(`the ${role} has no outcome yet`);
    if (surveys !== this.#holes.size) fault(`${surveys} surveys are joined, taken were ${this.#holes.size}`);
    const most = ledger.settings?.survey?.gapsMax ?? 0;
    if (gaps.length > most) fault(`a survey brings ${gaps.length} gaps, of at most ${most}`);
    if (leftOut > 0 && gaps.length < most)
      fault(`${leftOut} are left out, though only ${gaps.length} are in`);
    const found = [...this.#holes.values()].flat();
    if (gaps.length + leftOut > found.length) fault(`of ${found.length} holes ${gaps.length} gaps are made`);
    for (const gap of gaps) this.#checkFound(gap, found, { ledger, fault });
    const weights = gaps.map(({ severity }) => SEVERITY_WEIGHT[severity.level]);
    if (weights.some((weight, index) => weight > (weights[index - 1] ?? weight)))
      fault("the gravest is not first");
    const subjects = gaps.map((gap) => JSON.stringify([pathOf(gap), gap.title]));
    if (new Set(subjects).size !== subjects.length) fault("one hole is two gaps");
    for (const { gap } of confirmed)
      if (ledger.gaps.get(gap)?.origin.from !== "source") fault(`${gap} is confirmed, but not the linter's`);
  }

  #checkFound(gap: Gap, found: readonly Hole[], { ledger, fault }: { ledger: Ledger; fault: Fault }): void {
    const own = found.filter(
      ({ title, path }) => title === gap.title && path.join("\n") === pathOf(gap).join("\n"),
    );
    if (own.length === 0) fault(`${gap.id} was found by nobody: ${gap.title}`);
    if (ledger.gaps.has(gap.id)) fault(`the id ${gap.id} is used again`);
    const first = own[0]?.span ?? null;
    if (first !== null && this.#marks.some(({ from, to }) => first.from < to && from < first.to))
      fault(`${gap.id} is what the linter has marked already`);
    const isLow = gap.severity.level === "LOW";
    const due = isLow ? "USER_DEFERRED" : "OPEN";
    if (gap.state.at !== due) fault(`${gap.id} is ${gap.severity.level}, and ${gap.state.at}`);
    if (gap.state.at === "USER_DEFERRED" && gap.state.deferredBy !== "survey")
      fault(`${gap.id} does not say who put it off`);
  }

  /** Dropped, put off or rated, and what the user added; nothing else. */
  #checkChosen(gaps: readonly Gap[], fault: Fault): void {
    const found = new Map((this.#inventory?.gaps ?? []).map((gap) => [gap.id, gap]));
    for (const gap of gaps) {
      const before = found.get(gap.id);
      if (before === undefined && gap.foundBy?.join() !== "user") fault(`${gap.id} was found by nobody`);
      if (before === undefined) continue;
      if (gap.title !== before.title) fault(`${gap.id} has another title than was found`);
      const rated = gap.severity.setBy === "user";
      if (gap.severity.level !== before.severity.level && !rated) fault(`${gap.id} is rated by nobody`);
      if (gap.state.at === "OPEN" && before.state.at !== "OPEN" && !rated) fault(`${gap.id} is open again`);
    }
  }

  #settle({ outcome }: Settled, fault: Fault): void {
    if (this.#settled !== null) fault("a survey is settled twice");
    this.#settled = outcome;
    const brings = (this.#inventory?.gaps.length ?? 0) > 0;
    const isAnswered = this.#answer !== null;
    if ((this.#answer === "lint-only") !== (outcome === "dropped"))
      fault(`the survey is ${outcome}, the answer was ${this.#answer}`);
    if (outcome === "taken" && brings && !isAnswered) fault("what was found is taken without a word");
    if (outcome === "left-out" && this.#holes.size > 0) fault("a survey that passed its gate is left out");
    if (outcome === "nothing" && this.#holes.size === 0) fault("no survey passed, and nothing is said of it");
    if (outcome !== "taken" && outcome !== "dropped" && this.#inventory !== null)
      fault(`the survey is ${outcome}, though something was joined`);
  }
}

function pathOf({ origin }: Gap): readonly string[] {
  return origin.from === "survey" ? origin.path : [];
}

function named(gaps: readonly Gap[]): string {
  return gaps.map(({ id, severity, state }) => `${id} ${severity.level} ${state.at}`).join(", ");
}

function headingsOf(source: string): readonly string[] {
  const headings = source.matchAll(/^(?:#{1,6} (.+)|(\S.*?)\r?\n(?:=+|-+))\r?$/gm);
  return [...headings].map(([, marked, underlined]) => (marked ?? underlined ?? "").trim());
}

/** Without marks and targets of links, and however it is broken. */
function plain(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}
