// What a coder says of its work; the work itself is looked at next.
import { refuseDispute } from "../../board/change-dispute.ts";
import type { Draft } from "../../board/draft.ts";
import type { CoderDocument } from "../../documents/coder-document.ts";
import type { FormFault } from "../../documents/form-reading.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { coderFaults } from "../forms/coder-faults.ts";
import { knownFindings } from "../same-finding.ts";
import type { RaisedDispute } from "../task-work.ts";
import type { FinishedRun } from "./finished-run.ts";
import { failAttempt, placeOf, taskOf, workOn } from "./steps.ts";

const NO_DOCUMENT = "There is no document: write it to the file that the task names.";

export function takeCoderOutput(draft: Draft, run: FinishedRun): void {
  const { task, agent, output } = run;
  const { content } = output;
  if (content?.of !== "coder") {
    refuseDocument(draft, run, NO_DOCUMENT);
    return;
  }
  if (content.reading.at === "refused") {
    refuseForm(draft, run, content.reading.faults);
    return;
  }
  const { form } = content.reading;
  const work = workOn(draft, task);
  const known = knownFindings(work.findings);
  const faults = coderFaults(form, { known, wasRejected: taskOf(draft, task).rejectionCount > 0 });
  if (faults.length > 0) {
    refuseForm(draft, run, faults);
    return;
  }
  const { outcome, answers, summary, notDone } = form;
  if (outcome.at === "blocked") {
    failAttempt(draft, task, { because: "blocked", messages: [outcome.missing] });
    return;
  }
  const raised = raisedBy(draft, run, outcome);
  if (isRefusal(raised)) {
    refuseDocument(draft, run, raised.message);
    return;
  }
  draft.emit("CoderReported", {
    ...placeOf(work),
    round: work.round,
    agent,
    outcome: outcome.at,
    why: outcome.at === "no-change-needed" ? outcome.why : null,
    answers: answers.map(({ finding, status, where }) => ({ finding, status, where })),
    raised,
    ...(summary === "" ? {} : { summary }),
    ...(notDone === "" ? {} : { notDone }),
    document: output.ref,
  });
}

/** The dispute is opened when its work was looked at; whether it can be is known now. */
function raisedBy(
  draft: Draft,
  { task, agent, dispute: id }: FinishedRun,
  outcome: CoderDocument["outcome"],
) {
  if (outcome.at !== "disputed") return null;
  const { reason, detail, position } = outcome.dispute;
  const raised: RaisedDispute = { id, reason, detail, position, by: draft.by, model: agent };
  return refuseDispute(draft, coderDispute(task, raised, []), draft.by) ?? raised;
}

export function coderDispute(
  task: FinishedRun["task"],
  { id, reason, detail, position, model }: RaisedDispute,
  files: readonly string[],
) {
  return { id, task, raisedBy: "coder" as const, reason, detail, position, model, files };
}

export function refuseDocument(draft: Draft, { task }: FinishedRun, message: string): void {
  failAttempt(draft, task, { because: "form", messages: [message] });
}

export function refuseForm(draft: Draft, { task }: FinishedRun, faults: readonly FormFault[]): void {
  failAttempt(draft, task, {
    because: "form",
    messages: faults.map(({ message }) => message),
    lines: faults.map(({ line }) => line),
  });
}
