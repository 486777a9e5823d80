// A call of the loop: it starts only where it is owed, and what comes of it follows from its outcome.
import { findTask } from "../../board/board.ts";
import type { TaskId } from "../../board/board-id.ts";
import { refuse } from "../../board/board-refusal.ts";
import type { Draft } from "../../board/draft.ts";
import { isByHand } from "../../refinement/session/session.ts";
import { DRAFT_PATIENCE, PATIENCE, waitWithin } from "../../refinement/session/waiting.ts";
import { type AgentOutcome, OUTCOME_RULES } from "../../shared/agent-outcome.ts";
import { assertNever } from "../../shared/assert-never.ts";
import { type CallKey, callKeyParts } from "../../shared/call-key.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { askAboutCall } from "../ask.ts";
import type { AsideSubject } from "../board-question.ts";
import type { BuildCommandOf, BuildOutput } from "../build-command.ts";
import { findWork, turnOf } from "../evolve-work.ts";
import { ASIDE_LAUNCHES_MAX } from "../limits.ts";
import { owedToBuild } from "../owed-to-build.ts";
import { isWorkRole, roleOf, type TaskWork, WORK_PURPOSES, type WorkTurn } from "../task-work.ts";
import { agentFor, fallbackFor } from "../who-plays.ts";
import { mayLaunchAgain } from "../work-turn.ts";
import type { FinishedRun } from "./finished-run.ts";
import { refuseUnowed, turnPlace, workOn } from "./steps.ts";
import { giveUpAside, takeAside } from "./take-aside.ts";
import { takeCoderOutput } from "./take-coder-output.ts";
import { takeReview } from "./take-review.ts";

export function startCall(draft: Draft, command: BuildCommandOf<"StartCall">): Refusal | null {
  const { key, agent, prompt, mark, seal } = command;
  const owed = owedToBuild(draft.board).find((effect) => effect.do === "call" && effect.order.key === key);
  if (owed?.do !== "call") return refuseUnowed(`the call ${key}`);
  const { task, incarnation, round, purpose, lane, about, retry, agent: wanted } = owed.order;
  // Whoever was quicker has chosen another meanwhile.
  if (wanted !== agent) return refuse("not-owed", `the call ${key} is owed to ${wanted}, not ${agent}`);
  const { attempt, launch } = callKeyParts(key);
  const place = { task, incarnation, round, purpose, lane };
  const called = { key, attempt, launch, agent, about, prompt, retry, mark };
  draft.emit("AgentCallStarted", { ...place, ...called, ...(seal === undefined ? {} : { seal }) });
  return null;
}

/** Only one that was started and has not come back; a person's bears no seal. */
export function sealCall(draft: Draft, { key, seal }: BuildCommandOf<"SealCall">): Refusal | null {
  const call = draft.board.build.calls.find((started) => started.key === key);
  if (call === undefined || isByHand(call)) return refuse("not-running", `the call ${key} is not under way`);
  draft.emit("AgentCallSealed", { ...keyPlace(key, call.task), key, seal });
  return null;
}

export function finishCall(draft: Draft, command: BuildCommandOf<"FinishCall">): Refusal | null {
  const { key, outcome, usage, elapsedMs, evidence, stoppedBecause, sessionRef, dispute } = command;
  const call = draft.board.build.calls.find((started) => started.key === key);
  if (call === undefined)
    return refuse("not-running", `the call ${key} was not started, or is finished already`);
  const found = findCall(draft, call.task, key);
  const output = acceptableOutput(outcome, command.output);
  const patience = found?.about === null ? PATIENCE : DRAFT_PATIENCE;
  const waitMs = found === null ? null : waitWithin(patience, found.turn.waits, command);
  draft.emit("AgentCallFinished", {
    ...keyPlace(key, call.task),
    ...{ key, outcome, document: output.ref, usage, elapsedMs, evidence },
    ...(stoppedBecause === undefined ? {} : { stoppedBecause }),
    ...(waitMs === null ? {} : { waitMs }),
    ...(sessionRef === undefined ? {} : { sessionRef }),
  });
  // Its turn is over, or the task is gone: what it used is counted, what it says is not taken.
  if (found === null) return null;
  const { about } = found;
  const run: FinishedRun = { task: call.task, agent: call.agent, outcome, evidence, dispute, output, waitMs };
  if (about === null) takeWork(draft, run);
  else takeBeside(draft, run, about, found.turn);
  return null;
}

interface FoundCall {
  readonly turn: WorkTurn;
  readonly about: AsideSubject | null;
}

/** The turn that still waits for this call. */
function findCall(draft: Draft, task: TaskId, key: CallKey): FoundCall | null {
  const work = findWork(draft.board, task);
  if (work === null || findTask(draft.board, task) === null) return null;
  const isIts = ({ state }: WorkTurn): boolean => state.at === "running" && state.key === key;
  const turn = turnOf(work);
  if (turn !== null && isIts(turn)) return { turn, about: null };
  const aside = work.asides.find((one) => isIts(one.turn));
  return aside === undefined ? null : { turn: aside.turn, about: aside.subject };
}

function keyPlace(key: CallKey, task: TaskId) {
  const { round, incarnation, lane, purpose } = callKeyParts(key);
  const ours = WORK_PURPOSES.find((one) => one === purpose);
  if (ours === undefined) throw new Error(`${key} is no call of a build`);
  return { task, incarnation, round, purpose: ours, lane };
}

const NOTHING: BuildOutput = { ref: null, content: null };

/** Nothing is taken of an agent that went where it may not go, nor a text of one that left none. */
function acceptableOutput(outcome: AgentOutcome, output: BuildOutput): BuildOutput {
  return outcome === "trespassed" || outcome === "empty" ? NOTHING : output;
}

function takeWork(draft: Draft, run: FinishedRun): void {
  const turn = turnOf(workOn(draft, run.task));
  if (turn === null) return;
  const { next } = OUTCOME_RULES[run.outcome];
  switch (next) {
    case "judge":
      takeOutput(draft, run, turn);
      return;
    case "stop":
      return;
    case "wait":
      if (run.waitMs === null) giveUp(draft, run);
      return;
    case "launch-again":
      if (!mayLaunchAgain(turn)) giveUp(draft, run);
      return;
    case "ask":
      giveUp(draft, run);
      return;
    default:
      assertNever(next);
  }
}

export function takeOutput(draft: Draft, run: FinishedRun, { purpose }: WorkTurn): void {
  if (purpose === "coder") takeCoderOutput(draft, run);
  else takeReview(draft, run);
}

/** What nobody waits for is given up early. */
function takeBeside(draft: Draft, run: FinishedRun, about: AsideSubject, { launches }: WorkTurn): void {
  const { next } = OUTCOME_RULES[run.outcome];
  const goesOn =
    next === "stop" ||
    (next === "wait" && run.waitMs !== null) ||
    (next === "launch-again" && launches < ASIDE_LAUNCHES_MAX);
  if (next === "judge") takeAside(draft, run, about);
  else if (!goesOn)
    giveUpAside(draft, run.task, about, `${run.outcome}: ${OUTCOME_RULES[run.outcome].because}`);
}

/** This agent gets no further: the next that is named takes over, else a person decides. */
function giveUp(draft: Draft, { task, agent, outcome, evidence }: FinishedRun): void {
  const work = workOn(draft, task);
  const turn = turnOf(work);
  const role = turn === null ? null : roleOf(turn.purpose, null);
  if (turn === null || role === null || !isWorkRole(role)) return;
  const { build } = draft.board;
  // Another was chosen while it ran.
  if (agentFor(build, role) !== agent) {
    renew(draft, work, turn);
    return;
  }
  const other = fallbackFor(build, role, agent);
  if (other === null) {
    askAboutCall(draft, work, { role, agent, outcome, evidence });
    return;
  }
  const because = `${outcome}: ${OUTCOME_RULES[outcome].because}`;
  draft.emit("AgentChosen", { role, agent: other, insteadOf: agent, because });
  renew(draft, work, turn);
}

/** The same attempt, with as many launches again. */
function renew(draft: Draft, work: TaskWork, turn: WorkTurn): void {
  draft.emit("TurnRenewed", { ...turnPlace(work, turn), retry: null });
}
