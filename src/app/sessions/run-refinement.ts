// Running a session in this process, until it has to wait for somebody.

import { resolve } from "node:path";
import { removeHomes } from "../../adapters/agent-process/cli/homes.ts";
import type { Question, QuestionAnswer } from "../../core/refinement/questions/question.ts";
import { type SessionEvent, upcast } from "../../core/refinement/session/session-event.ts";
import type { Lease } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { PolicyRefused } from "../../runner/answer-by-policy.ts";
import { holdLease } from "../../runner/hold-lease.ts";
import type { RunProgress as Progress } from "../../runner/run-progress.ts";
import { type RunEnd, runSession } from "../../runner/run-session.ts";
import { homesFolder } from "../agents/make-agent.ts";
import { agentNamed } from "../agents/named-agents.ts";
import { providersOf } from "../agents/providers-of.ts";
import { spendersOf, unseenCost } from "../agents/unseen-cost.ts";
import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import { type Failure, isFailure, lockedFailure, type Outcome } from "../failure.ts";
import { isSessionHookEvent } from "../hooks/hook-event.ts";
import { scheduleHooks } from "../hooks/run-hooks.ts";
import type { OpenProject } from "../project.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { RunResult } from "../wire/session.ts";
import { awaitedDocuments } from "./awaited-documents.ts";
import { humanInbox } from "./human-inbox.ts";
import { acquireLease, LEASE_MS, sessionFolder, shelfOf } from "./open-session.ts";
import { type Policy, policyAnswer, useOn } from "./policy.ts";
import { rollbackPorts } from "./rollback-ports.ts";
import { type RunView, RunViewer } from "./run-view.ts";
import { sessionState } from "./session-state.ts";
import { placingFailure } from "./spec-output.ts";
import { cancelOf, systemClock } from "./system-ports.ts";

export interface RunInput {
  readonly until: "round" | "done";
  readonly policy: Policy | null;
  /** Nobody is there to be asked. */
  readonly unattended?: boolean;
  /** The file that node runs as parley. */
  readonly program: string;
  /** `look` tells how the session stands now. */
  tell(news: RunNews, look: () => RunView): void;
  /** Told before the first call, where there is something to know about the settings. */
  remark?(text: string): void;
}

/** What the log says, event by event, whoever appended it; and between them what passes and is kept nowhere. */
export type RunNews = { readonly at: "happened"; readonly event: SessionEvent } | RunProgress;
export type RunProgress = Progress<string>;

export async function runRefinement(
  context: CommandContext,
  { project, engine }: { readonly project: OpenProject; readonly engine: SessionEngine },
  input: RunInput,
): Outcome<RunResult> {
  const { store } = project;
  // A session that was given up only stops what runs: nothing is started for it.
  const givenUp = engine.live.work.ending?.type === "ABANDONED";
  const config = await (givenUp ? validConfig : trustedConfig)(context);
  if (isFailure(config)) return config;
  const acquired = await acquireLease(store, engine.stream);
  if (acquired.at === "held") return sessionLocked(engine.id, acquired.by);
  const lost = new AbortController();
  const onLost = (): void => lost.abort();
  let unfollow = (): void => undefined;
  const held = holdLease({
    leases: store,
    lease: acquired.lease,
    clock: systemClock,
    leaseMs: LEASE_MS,
    onLost,
  });
  try {
    await engine.refresh();
    const unseen = unseenCost(spendersOf(engine.live.settings), { config, env: context.env });
    if (unseen !== null) input.remark?.(`${unseen.message}: ${unseen.fix}`);
    const viewer = new RunViewer(engine, store);
    const tell = (news: RunNews): void => input.tell(news, () => viewer.look());
    const { used, countUse } = policyUses(project, engine, input.policy);
    unfollow = engine.follow((event) => {
      countUse(event);
      if (isSessionHookEvent(event)) scheduleHooks(context, project);
      tell({ at: "happened", event });
      viewer.hear(event);
    });
    const end = await runSession({
      engine,
      lease: acquired.lease,
      agentNamed: agentNamed({
        project,
        inbox: humanInbox(project, engine),
        config,
        env: context.env,
        program: input.program,
        playScript: context.playScript,
      }),
      answerByPolicy: (question) =>
        answerFor(question, engine, {
          policy: input.policy,
          used,
          unattended: input.unattended === true,
        }),
      progress: tell,
      // Somebody may choose another place while the session runs.
      shelf: { put: async (bytes) => (await shelfOf(project, engine)).put(bytes) },
      rollback: rollbackPorts(context, { project, engine }),
      untilRound: input.until === "round",
      stopSoon: cancelOf([context.cancel, lost.signal]),
      stopNow: cancelOf([context.cancelNow, lost.signal]),
      ...providersOf({ config, env: context.env }),
    });
    if (end === "fenced" || lost.signal.aborted) return sessionTakenOver(engine.id);
    await engine.sync();
    await engine.saveSnapshot();
    // What its agents remembered is of no more use, and may hold what nobody should read.
    if (engine.live.at === "ended")
      await removeHomes(homesFolder(resolve(project.folder, "runs")), engine.id);
    return runResult(end, { project, engine });
  } catch (error) {
    if (error instanceof PolicyRefused) return policyRefused(error, input.policy);
    // Beside the store, which has errors of its own, and the agents, whose failures are values: the finished spec.
    if (engine.live.at === "ended" && error instanceof Error && "syscall" in error)
      return placingFailure(error, project, engine);
    throw error;
  } finally {
    unfollow();
    await held.stop();
    await store.release(acquired.lease);
  }
}

export function runResult(
  end: RunEnd,
  { project, engine }: { readonly project: OpenProject; readonly engine: SessionEngine },
): RunResult {
  return {
    end,
    folder: sessionFolder(project, engine.id),
    spec:
      engine.live.ledger.published === null ? null : resolve(project.root, engine.live.ledger.published.path),
    status: sessionState(engine.live),
    awaited: awaitedDocuments(project, engine.live),
  };
}

function answerFor(
  question: Question,
  engine: SessionEngine,
  {
    policy,
    used,
    unattended,
  }: {
    readonly policy: Policy | null;
    readonly used: ReadonlyMap<string, number>;
    readonly unattended: boolean;
  },
): QuestionAnswer | null {
  const said = policy === null ? null : policyAnswer(policy, question, { ...engine.live.work, used });
  if (said !== null || !unattended) return said;
  if (question.kind === "archives") return unattendedAnswer(question, "cold");
  return question.kind === "survey" ? startSurveyed(question, engine) : null;
}

/** Where nobody is there, work begins with all that was found; whoever wanted the survey alone looks at it first. */
function startSurveyed(question: Question, { live }: SessionEngine): QuestionAnswer | null {
  return live.settings.survey?.alone === true ? null : unattendedAnswer(question, "start");
}

function unattendedAnswer({ id }: Question, option: QuestionAnswer["option"]): QuestionAnswer {
  return {
    question: id,
    option,
    text: null,
    rationales: {},
    gaps: [],
    phrase: null,
    by: "policy:unattended",
  };
}

interface PolicyUses {
  readonly used: ReadonlyMap<string, number>;
  countUse(event: SessionEvent): void;
}

/** How often each of its answers was given in this session: by earlier runs, and as more of the log is counted. */
function policyUses({ store }: OpenProject, engine: SessionEngine, policy: Policy | null): PolicyUses {
  const used = new Map<string, number>();
  const asked = new Map<string, Question>();
  const countUse = ({ type, data }: SessionEvent): void => {
    if (type === "QuestionAsked") asked.set(data.question.id, data.question);
    if (type !== "QuestionAnswered" || data.again === true) return;
    const { by, question: id } = data.answer;
    const question = asked.get(id);
    for (const use of question === undefined ? [by] : [by, useOn(by, question)])
      used.set(use, (used.get(use) ?? 0) + 1);
  };
  const before = policy === null ? [] : store.loadAtOnce(engine.stream, engine.version);
  for (const recorded of before) countUse(upcast(recorded));
  return { used, countUse };
}

export function sessionLocked(session: string, { holder, expiresAtMs }: Lease): Failure {
  const until = new Date(expiresAtMs).toISOString().replace(/\.\d+Z$/, "Z");
  return lockedFailure(
    "session-held",
    `the session ${session} is being run by process ${holder.pid} on ${holder.host} (its hold lasts until ${until} unless renewed)`,
    "answer its questions from here with `parley answer`, or stop that process first",
  );
}

function sessionTakenOver(session: string): Failure {
  return lockedFailure(
    "session-taken-over",
    `another process has taken over the session ${session}; nothing of this one was written after that`,
    "see `parley status`",
  );
}

function policyRefused({ message }: PolicyRefused, policy: Policy | null): Failure {
  return {
    failed: "config",
    code: "policy",
    message,
    ...(policy === null ? {} : { place: policy.file }),
    fix: "change the policy, or answer the question with `parley answer`",
  };
}
