import { type DataOf, type Happened, ofType } from "./happened.ts";
import { type Ledger, payerOf, turnOf } from "./ledger.ts";
import type { Report, Rule } from "./rule.ts";
import { AFTER } from "./tables.ts";

type Payer = "engineer" | "reviewer";
type Settings = DataOf<"SettingsChanged">["settings"];
type Fault = (message: string) => void;

const PAYERS: readonly Payer[] = ["engineer", "reviewer"];

/** Who is called: the agent chosen last. Another takes over only where it is named to, in its order, and once. */
export class AgentRule implements Rule {
  readonly name = "agents";
  readonly #givenUp: Record<Payer, Set<string>> = { engineer: new Set(), reviewer: new Set() };
  #abandoned = false;

  take(event: Happened, ledger: Ledger, report: Report): void {
    const fault: Fault = (message) => report(event.version, message);
    switch (event.type) {
      case "SettingsChanged":
        this.#change(event.data.settings, ledger);
        return;
      case "AgentChosen":
        this.#choose(event.data, ledger, fault);
        return;
      case "QuestionAnswered":
        this.#answer(event.data.answer, ledger);
        return;
      case "AgentCallStarted": {
        const { agent, role, key, prompt } = event.data;
        const chosen = ledger.agents[payerOf(role)];
        if (prompt !== null && agent !== chosen)
          fault(`${key} is given to ${agent}, though ${chosen} is chosen`);
        return;
      }
      case "EndingRequested":
        this.#abandoned ||= event.data.type === "ABANDONED";
        return;
      default:
        return;
    }
  }

  /** An agent that cannot go on is replaced, or somebody is asked. */
  settle(command: readonly Happened[], ledger: Ledger, report: Report): void {
    const ended = ofType(command, "AgentCallFinished").filter(({ data }) => !ledger.undone.has(data.key));
    for (const { version, data } of ended) {
      const after = AFTER[data.outcome];
      const stuck = after === "given-up" || (after === "waited" && data.waitMs === undefined);
      if (!stuck || this.#abandoned || goesOn(data, command)) continue;
      report(version, `${data.key} ended as ${data.outcome}, and nothing comes of it`);
    }
    for (const { version, data } of ofType(command, "AgentChosen")) {
      if (data.insteadOf === undefined || ended.length > 0) continue;
      report(version, `${data.agent} takes over from ${data.insteadOf}, which was not at work`);
    }
  }

  #change({ agents }: Settings, ledger: Ledger): void {
    for (const payer of PAYERS) if (agents[payer] !== ledger.agents[payer]) this.#givenUp[payer].clear();
  }

  #choose({ role, agent, insteadOf }: DataOf<"AgentChosen">, ledger: Ledger, fault: Fault): void {
    const left = this.#givenUp[role];
    if (insteadOf === undefined) {
      left.clear();
      return;
    }
    if (insteadOf !== ledger.agents[role])
      fault(`${agent} takes over from ${insteadOf}, which is not the ${role}`);
    const named = ledger.settings?.fallbacks?.[role] ?? [];
    const next = named.find((name) => name !== insteadOf && !left.has(name));
    if (agent !== next) fault(`${agent} takes over from ${insteadOf}, where ${next ?? "no other"} should`);
    left.add(insteadOf);
  }

  #answer({ question, option }: DataOf<"QuestionAnswered">["answer"], ledger: Ledger): void {
    const asked = ledger.questions.get(question);
    if (asked?.kind === "execution" && asked.subject.of === "turn" && option !== "human")
      this.#givenUp[payerOf(asked.subject.role)].clear();
  }
}

function goesOn(end: DataOf<"AgentCallFinished">, command: readonly Happened[]): boolean {
  const turn = turnOf(end);
  return command.some((event) => {
    if (event.type === "QuestionAsked") return event.data.question.kind === "execution";
    if (event.type === "TurnRestarted" || event.type === "TurnSettled") return turnOf(event.data) === turn;
    return false;
  });
}
