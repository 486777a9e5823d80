// A user who has had enough: with what is there, or without anything.

import { isOpen } from "../../core/refinement/gap-state.ts";
import { endingCheck, endingFacts } from "../../core/refinement/session/owed.ts";
import { gapsOf } from "../../core/refinement/session/session.ts";
import { acceptedEndingType } from "../../core/refinement/termination.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import type { SessionEnding } from "../wire/session.ts";
import { type OpenSession, sessionFolder, submitAsPerson, withSession } from "./open-session.ts";
import { type RunInput, runRefinement } from "./run-refinement.ts";
import { settleEnding, waitUntilSettled } from "./settle-ending.ts";
import { leaveSpec } from "./spec-output.ts";
import { whoami } from "./system-ports.ts";

/** To end with what is there: gates that apply become questions at once. */
export async function acceptSession(
  context: CommandContext,
  wanted: string | undefined,
): Outcome<SessionEnding> {
  return await withSession(context, wanted, async (open) => {
    const { engine } = open;
    if (completesByItself(engine))
      return endingResult(open, { as: "COMPLETE", at: "completes", attended: false });
    const refused = await request(engine);
    if (refused !== null) return refused;
    const { attended } = await settleEnding(open);
    const failed = await leaveSpec(open.project, engine);
    return failed ?? endingOf(open, attended);
  });
}

/** How far an ending that was asked for has come; `null` where it is asked for no more. */
export async function lookAtEnding(context: CommandContext, session: string): Outcome<SessionEnding | null> {
  return await withSession<SessionEnding | null>(context, session, async (open) =>
    open.engine.live.at !== "ended" && open.engine.live.work.ending === null ? null : endingOf(open, false),
  );
}

/** Nothing is open, and only the Final Review, if that, stands before COMPLETE. */
function completesByItself({ live }: SessionEngine): boolean {
  if (live.at === "ended" || live.work.ending !== null || gapsOf(live).some(({ state }) => isOpen(state.at)))
    return false;
  const next = endingCheck(live);
  return !isRefusal(next) && (next.next === "end" || next.next === "final-review");
}

/** An ending that is under way already is not asked for again: that would shut gates that were passed. */
async function request(engine: SessionEngine): Outcome<null> {
  const { live } = engine;
  const by = whoami();
  if (live.at === "ended" || live.work.ending === null || live.work.ending.type === "ABANDONED") {
    const type = acceptedEndingType(endingFacts(live));
    const trigger = `accepted by ${by}`;
    const requested = await submitAsPerson(engine, { type: "RequestEnding", ending: type, trigger });
    if (isFailure(requested)) return requested;
  }
  return await wake(engine, by);
}

/** A session that is paused would never come to its end. */
async function wake(engine: SessionEngine, by: string): Outcome<null> {
  if (engine.live.at !== "paused") return null;
  const resumed = await submitAsPerson(engine, { type: "Resume", by });
  return isFailure(resumed) ? resumed : null;
}

function endingOf(open: OpenSession, attended: boolean): SessionEnding | Failure {
  const {
    at,
    work: { ending, questions },
    ledger: { ended },
  } = open.engine.live;
  if (at === "ended" && ended !== null)
    return endingResult(open, { as: ended.type, at: "ended", attended: false });
  if (ending === null) {
    const refusal = "what is left has changed meanwhile, and it cannot end like this any more";
    return refusedFailure("termination", refusal, "see `parley status`");
  }
  const gates = questions.some(({ kind }) => kind === "gate");
  return endingResult(open, { as: ending.type, at: gates ? "gates" : "requested", attended });
}

function endingResult(
  { project, engine }: OpenSession,
  about: Pick<SessionEnding, "as" | "at" | "attended">,
): SessionEnding {
  const {
    id,
    work: { questions },
    ledger: { published, calls },
  } = engine.live;
  return {
    session: id,
    ...about,
    questions: questions.filter(({ kind }) => kind === "gate"),
    output: published?.path ?? null,
    running: calls.map(({ key }) => key),
    folder: sessionFolder(project, id),
  };
}

interface AbandonInput {
  readonly session: string | undefined;
  readonly reason: string | undefined;
  /** Asked once it is known which session it is; false: leave it as it is. */
  confirm(session: string): Outcome<boolean>;
  readonly run: Pick<RunInput, "program" | "tell">;
}

/** To end without a spec. Agents at work are stopped, and what they cost is recorded. */
export async function abandonSession(
  context: CommandContext,
  input: AbandonInput,
): Outcome<SessionEnding | null> {
  return await withSession<SessionEnding | null>(context, input.session, async (open) => {
    const { project, engine } = open;
    if (engine.live.at !== "ended") {
      const sure = await input.confirm(engine.id);
      if (isFailure(sure)) return sure;
      if (!sure) return null;
    }
    const by = whoami();
    const reason = input.reason?.trim() ?? "";
    const trigger = reason === "" ? `abandoned by ${by}` : reason;
    const requested = await submitAsPerson(engine, { type: "RequestEnding", ending: "ABANDONED", trigger });
    if (isFailure(requested)) return requested;
    const asleep = await wake(engine, by);
    if (asleep !== null && engine.live.at !== "ended") return asleep;
    let attended = false;
    if (engine.live.at !== "ended") {
      // Whatever an earlier process left running is stopped by running the session once more: it only ends.
      const refined = await runRefinement(
        context,
        { project, engine },
        { until: "done", policy: null, ...input.run },
      );
      attended = isFailure(refined) && refined.failed === "locked";
      if (isFailure(refined) && !attended) return refined;
      if (attended) await waitUntilSettled(engine);
    }
    await engine.sync();
    return endingOf(open, attended);
  });
}
