import { type DataOf, type Happened, ofType } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import { isBlank, type Report, type Rule } from "./rule.ts";
import { SEVERITY_WEIGHT } from "./tables.ts";

const GRAMMAR = /^ISSUE-R(\d{1,2})-\d{3}$/;

type Issue = DataOf<"IssueRaised">["issue"];
type Move = DataOf<"IssueMoved">;
type Fault = (message: string) => void;

/** Issues carry their round, and leave OPEN once: closed by a later review, overruled or waived. */
export function issueRule(): Rule {
  return {
    name: "issues",
    take(event, ledger, report) {
      const fault: Fault = (message) => report(event.version, message);
      if (event.type === "IssueRaised") checkRaised(event.data.issue, ledger, fault);
      if (event.type === "IssueRaisedAgain") checkAgain(event.data, ledger, fault);
      if (event.type === "IssueMoved") checkMove(event.data, ledger, fault);
    },
    settle(command, ledger, report) {
      checkClosings(command, ledger, report);
      for (const { version, data } of ofType(command, "IssueRaised")) {
        const unknown = data.issue.gaps.filter((id) => !ledger.gaps.has(id));
        if (unknown.length > 0)
          report(version, `${data.issue.id} is about ${unknown.join(", ")}, unknown here`);
      }
    },
  };
}

function checkRaised(issue: Issue, ledger: Ledger, fault: Fault): void {
  const round = Number(GRAMMAR.exec(issue.id)?.[1] ?? Number.NaN);
  if (round !== issue.round) fault(`${issue.id} is of round ${issue.round}`);
  if (ledger.round?.number !== issue.round) fault(`${issue.id} is raised outside its round`);
  if (ledger.issues.has(issue.id)) fault(`the id ${issue.id} is used again`);
  if (issue.state.at !== "OPEN") fault(`${issue.id} is raised as ${issue.state.at}`);
  if (issue.gaps.length === 0) fault(`${issue.id} is about no gap`);
}

/** Only what is not closed comes back as itself, in a later round, and never as less than it was. */
function checkAgain(again: DataOf<"IssueRaisedAgain">, ledger: Ledger, fault: Fault): void {
  const issue = ledger.issues.get(again.issue);
  if (issue === undefined) {
    fault(`${again.issue} was never raised`);
    return;
  }
  if (issue.at === "CLOSED" || issue.at === "WITHDRAWN")
    fault(`${again.issue} is ${issue.at}, yet comes back`);
  if (ledger.round?.number !== again.round || again.round <= issue.round)
    fault(`${again.issue} of round ${issue.round} is raised again under round ${again.round}`);
  if (SEVERITY_WEIGHT[again.severity] < SEVERITY_WEIGHT[issue.severity])
    fault(`${again.issue} is less grave than it was`);
}

function checkMove({ issue: id, from, state }: Move, ledger: Ledger, fault: Fault): void {
  const issue = ledger.issues.get(id);
  if (issue === undefined) {
    fault(`${id} was never raised`);
    return;
  }
  if (issue.at !== from) fault(`${id} is ${issue.at}, not ${from}`);
  if (issue.at !== "OPEN") fault(`${id} leaves ${issue.at}, which is final`);
  switch (state.at) {
    case "OPEN":
      if (state.decision === null) fault(`${id} goes from OPEN to OPEN`);
      return;
    case "OVERRULED":
      if (isBlank(state.decision)) fault(`${id} is overruled by no decision`);
      return;
    case "WAIVED":
      if (isBlank(state.reason)) fault(`${id} is waived without a reason`);
      return;
    case "WITHDRAWN":
      fault(`${id} is withdrawn, though its round was not undone`);
      return;
    case "CLOSED":
      return;
    default:
      state satisfies never;
      return;
  }
}

/** What was found in amendments that were not taken is closed at once. */
function isUntaken(command: readonly Happened[], gaps: readonly string[]): boolean {
  const dropped = ofType(command, "AmendmentSettled").filter(({ data }) => !data.taken);
  return gaps.every((gap) => dropped.some(({ data }) => data.gap === gap));
}

/** What is open on accepted gaps alone may be settled by the text for another, where a review says so. */
function isRemark(ledger: Ledger, gaps: readonly string[]): boolean {
  return gaps.every((gap) => ["ACCEPTED", "RESOLVED"].includes(ledger.gaps.get(gap)?.state.at ?? ""));
}

function isWithdrawn(command: readonly Happened[], issue: string): boolean {
  return ofType(command, "DisagreementSettled").some(
    ({ data }) => data.issue === issue && data.outcome === "withdrawn",
  );
}

function checkClosings(command: readonly Happened[], ledger: Ledger, report: Report): void {
  const reviews = ofType(command, "ProposalReviewed").map(({ data }) => data);
  const again = ofType(command, "IssueRaisedAgain").map(({ data }) => data.issue);
  for (const { version, data } of ofType(command, "IssueMoved")) {
    if (data.state.at !== "CLOSED") continue;
    if (again.includes(data.issue))
      report(version, `${data.issue} is closed by the review that raises it again`);
    const { round } = data.state;
    // What the Reviewer withdraws needs no text to settle it.
    if (isWithdrawn(command, data.issue)) continue;
    const issue = ledger.issues.get(data.issue);
    if (issue !== undefined && round > issue.round && isUntaken(command, issue.gaps))
      report(version, `${data.issue} is closed by a text that is not taken`);
    const review = reviews.find((one) => one.round === round && issue?.gaps.includes(one.gap));
    if (review === undefined && !isRemark(ledger, issue?.gaps ?? []))
      report(version, `${data.issue} is closed, but its gap is not reviewed`);
    else if (issue !== undefined && round <= issue.round && !isUntaken(command, issue.gaps)) {
      report(version, `${data.issue} is closed by the review that raised it`);
    }
  }
}
