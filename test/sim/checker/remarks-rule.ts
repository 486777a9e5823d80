import type { DataOf } from "./happened.ts";
import type { Ledger } from "./ledger.ts";
import type { Rule } from "./rule.ts";
import { OPEN } from "./tables.ts";

type Fault = (message: string) => void;

/** Once, before the Final Review, remarks on accepted gaps are taken up; the gaps stay accepted all the while. */
export function remarksRule(): Rule {
  let held = false;
  return {
    name: "remarks",
    take(event, ledger, report) {
      const fault: Fault = (message) => report(event.version, message);
      if (event.type === "RoundStarted" && event.data.focus === "remarks") {
        if (held) fault("a second round of remarks");
        held = true;
        checkStart(event.data, ledger, fault);
      }
      if (event.type === "ProposalMade") checkAmendment(event.data, ledger, fault);
      if (event.type === "AmendmentSettled") checkSettled(event.data, ledger, fault);
      if (event.type === "RoundCompleted") {
        const loose = [...ledger.gaps.values()].filter(({ amendment }) => amendment !== null);
        if (loose.length > 0) fault(`the round leaves amendments of ${loose.map(({ id }) => id).join(", ")}`);
      }
    },
    settle(command, ledger, report) {
      const [first] = command;
      const asked = command.find(({ type }) => type === "FinalReviewRequested");
      const byUser = command.some(({ type }) => type === "QuestionAnswered");
      if (first === undefined || asked === undefined || byUser || held || !isWanted(ledger)) return;
      const owed = [...ledger.gaps.values()].filter(({ id }) => hasRemark(id, ledger));
      if (owed.length > 0)
        report(asked.version, `remarks on ${owed.map(({ id }) => id).join(", ")} are passed over`);
    },
  };
}

function isWanted({ settings, completed }: Ledger): boolean {
  return settings?.remarksRound === true && completed < settings.limits.maxRounds;
}

function isAccepted(id: string, ledger: Ledger): boolean {
  return ledger.gapsIn("ACCEPTED").has(id) || ledger.gapsIn("RESOLVED").has(id);
}

/** LOW ones alone are no reason for a round, and go along with others. */
function hasRemark(id: string, ledger: Ledger, { low = false } = {}): boolean {
  return (
    isAccepted(id, ledger) &&
    [...ledger.issues.values()].some(
      ({ at, severity, gaps }) => at === "OPEN" && (low || severity !== "LOW") && gaps.includes(id),
    )
  );
}

function checkStart({ lanes }: DataOf<"RoundStarted">, ledger: Ledger, fault: Fault): void {
  if (!isWanted(ledger)) fault("a round of remarks that nobody wants, or that no round is left for");
  const open = OPEN.flatMap((state) => [...ledger.gapsIn(state)]);
  if (open.length > 0) fault(`remarks are taken up while ${open.join(", ")} is open`);
  const taken = lanes.flatMap(({ gaps }) => gaps);
  const idle = taken.filter((id) => !hasRemark(id, ledger, { low: true }));
  if (!taken.some((id) => hasRemark(id, ledger))) fault("a round of remarks for LOW ones alone");
  if (taken.length === 0 || lanes.length !== 1) fault("a round of remarks hands them over together");
  if (idle.length > 0) fault(`there is no remark on ${idle.join(", ")}`);
}

function checkAmendment({ gap, amends }: DataOf<"ProposalMade">, ledger: Ledger, fault: Fault): void {
  const inRemarks = ledger.round?.focus === "remarks";
  if ((amends === true) !== inRemarks)
    fault(`${gap} is ${amends === true ? "" : "not "}amended in this round`);
  if (amends === true && !isAccepted(gap, ledger)) fault(`${gap} is amended, but is not accepted`);
}

function checkSettled({ gap: id, taken }: DataOf<"AmendmentSettled">, ledger: Ledger, fault: Fault): void {
  const gap = ledger.gaps.get(id);
  if (gap?.amendment == null) {
    fault(`${id} has no amendment`);
    return;
  }
  const review = gap.reviews.get(gap.amendment.substance);
  const grave = ledger.openGraveIssues(gap);
  if (taken && (review === undefined || review.needsRevision))
    fault(`${id} is amended without a review that says so`);
  if (taken && grave.length > 0) fault(`${id} is amended though ${grave.join(", ")} is open`);
}
