// A build run in this process, until it is done or has to wait for somebody.
import { shellChecks } from "../../adapters/checks/run-check.ts";
import { GitTasks } from "../../adapters/git/task-repository.ts";
import { ed25519Seals } from "../../adapters/host/seals.ts";
import { secretsOf } from "../../adapters/shared/redact.ts";
import type { Board } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import type { BuildScope, BuildSettings } from "../../core/build/build-settings.ts";
import type { SpendCap } from "../../core/refinement/session/settings.ts";
import type { BoardEngine } from "../../engine/board-engine.ts";
import { BUILD_LEASE } from "../../engine/build-ports.ts";
import type { BuildContext } from "../../engine/build-step.ts";
import type { Lease } from "../../engine/ports.ts";
import { holdLease } from "../../runner/hold-lease.ts";
import { type BuildEnd, type BuildProgress, runBuild } from "../../runner/run-build.ts";
import { keyVariables } from "../agents/agent-settings.ts";
import { agentNamed } from "../agents/named-agents.ts";
import { providersOf } from "../agents/providers-of.ts";
import { unseenCost } from "../agents/unseen-cost.ts";
import { boardFailure, openBoard } from "../board/change-board.ts";
import { sectionNamed, taskNamed } from "../board/find-on-board.ts";
import { alertStale } from "../board/stale-alerts.ts";
import type { CommandContext } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure, lockedFailure, type Outcome, refusedFailure } from "../failure.ts";
import { isBoardHookEvent } from "../hooks/hook-event.ts";
import { scheduleHooks } from "../hooks/run-hooks.ts";
import type { OpenProject } from "../project.ts";
import { acquireLease, LEASE_MS, readerOf } from "../sessions/open-session.ts";
import { cancelOf, systemClock } from "../sessions/system-ports.ts";
import { withProject } from "../sessions/with-project.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { BuildResult, BuildStart, BuildView } from "../wire/build.ts";
import { awaitedWork } from "./awaited-work.ts";
import { buildSettings, type CodersInput, chosenCoders, findChecks } from "./build-settings.ts";
import { buildView } from "./build-view.ts";
import { workInbox } from "./work-inbox.ts";

export interface BuildInput extends CodersInput {
  /** As a person names them. */
  readonly task: string | undefined;
  readonly section: string | undefined;
  readonly once: boolean;
  readonly parallel: number | undefined;
  /** The number of a build that goes on, with what it has spent and taken up; a new one begins where it is over. */
  readonly goesOn?: number | undefined;
  /** The file that node runs as parley. */
  readonly program: string;
  /** Told before anything is done. */
  started(about: BuildStart): void;
  /** `look` tells how the build stands now. */
  tell(news: BuildNews, look: () => LiveBuild): void;
}

/** What the log says, event by event, whoever appended it; and between them what passes and is kept nowhere. */
export type BuildNews = { readonly at: "happened"; readonly event: BoardEvent } | BuildProgress;

/** What somebody who watches may want to know beside where the build stands. */
export interface LiveBuild extends BuildView {
  /** The task that was taken up last. */
  readonly newest: string | null;
  readonly spendCap: SpendCap;
  /** So many tasks may be worked on at once. */
  readonly parallel: number;
}

export async function buildTasks(context: CommandContext, input: BuildInput): Outcome<BuildResult> {
  const config = await trustedConfig(context);
  if (isFailure(config)) return config;
  return await withProject(context, "read-write", async (project) => {
    const board = await openBoard(project, (notice) => context.warn?.(notice));
    const acquired = await acquireLease(project.store, BUILD_LEASE);
    if (acquired.at === "held") return buildHeld(acquired.by);
    try {
      if (input.goesOn === undefined) await reportStale(project, config, context);
      await board.refresh();
      return await buildHolding({ context, project, board, config, lease: acquired.lease }, input);
    } finally {
      await project.store.release(acquired.lease);
    }
  });
}

/** Nobody's build waits for somebody to hear of it. */
async function reportStale(project: OpenProject, config: Config, context: CommandContext): Promise<void> {
  const reported = await alertStale(project, config, context);
  if (isFailure(reported)) context.warn?.(`stale disputes are not reported: ${reported.message}`);
}

interface Held {
  readonly context: CommandContext;
  readonly project: OpenProject;
  readonly board: BoardEngine;
  readonly config: Config;
  readonly lease: Lease;
}

async function buildHolding(held: Held, input: BuildInput): Outcome<BuildResult> {
  const { context, project, board, config } = held;
  const scope = scopeOf(board.state, input);
  if (isFailure(scope)) return scope;
  const place = { config, env: context.env, root: project.root };
  const { named } = board.state.build;
  const coders = await chosenCoders(context, input, { ...place, named });
  if (isFailure(coders)) return coders;
  const { agents, remarks } = coders;
  const secrets = secretsOf(context.env, keyVariables(config));
  const { env, cancelNow: cancel } = context;
  const repository = context.tasks ?? new GitTasks({ root: project.root, env, secrets, cancel });
  const looked = await repository.look({ target: config.build.target ?? null });
  if (looked.at === "unfit") return refusedFailure(looked.code, looked.message, looked.fix, project.root);
  const { checks, detectedBy } = await findChecks(project.root, config);
  const { target, prefix: folder } = looked;
  const settings = buildSettings(config, { agents, checks, target, folder, parallel: input.parallel });
  const unseen = unseenCost(spendersOf(settings), place);
  const notes = [
    ...remarks,
    ...(unseen === null ? [] : [`${unseen.message}: ${unseen.fix}`]),
    ...looked.notes,
  ];
  input.started({ ...agents, checks, detectedBy, target, notes });
  const build: BuildContext = {
    ...{ board, repository, seals: ed25519Seals, project: readerOf(project), setUp: new Map() },
    checks: shellChecks({ env: context.env, secrets }),
    prefix: looked.prefix,
  };
  return await runHeld(held, { ...input, settings, scope, build });
}

type ToRun = Pick<BuildInput, "goesOn" | "program" | "tell"> & {
  readonly settings: BuildSettings;
  readonly scope: BuildScope;
  readonly build: BuildContext;
};

async function runHeld(
  { context, project, board, config, lease }: Held,
  { settings, scope, build, goesOn, program, tell }: ToRun,
): Outcome<BuildResult> {
  const lost = new AbortController();
  const held = holdLease({
    ...{ leases: project.store, lease, clock: systemClock, leaseMs: LEASE_MS },
    onLost: () => lost.abort(),
  });
  const look = (): LiveBuild => ({
    ...buildView(board.state),
    newest: board.state.build.taken.at(-1) ?? null,
    spendCap: settings.limits.build,
    parallel: settings.parallel,
  });
  const unfollow = board.follow((event) => {
    if (isBoardHookEvent(event)) scheduleHooks(context, project);
    tell({ at: "happened", event }, look);
  });
  try {
    const end = await runBuild({
      ...{ context: build, lease, settings, scope },
      ...(goesOn === undefined ? {} : { goesOn }),
      agentNamed: agentNamed({
        ...{ project, config, program, env: context.env, playScript: context.playScript },
        inbox: workInbox(project, board),
      }),
      progress: (progress) => tell(progress, look),
      stopSoon: cancelOf([context.cancel, lost.signal]),
      stopNow: cancelOf([context.cancelNow, lost.signal]),
      ...providersOf({ config, env: context.env }),
    });
    if (end.at === "refused") return boardFailure(end.refusal);
    if (end.at === "fenced" || lost.signal.aborted) return buildTakenOver();
    await board.sync();
    await board.saveSnapshot();
    return buildResult(end, project, board);
  } finally {
    unfollow();
    await held.stop();
  }
}

function scopeOf(
  board: Board,
  { task: wantedTask, section: wantedSection, once }: BuildInput,
): BuildScope | Failure {
  const task = wantedTask === undefined ? null : taskNamed(board, wantedTask);
  if (isFailure(task)) return task;
  const section = wantedSection === undefined ? null : sectionNamed(board, wantedSection);
  if (isFailure(section)) return section;
  return { task: task?.id ?? null, section: section?.id ?? null, once };
}

function spendersOf({ limits, agents, fallbacks }: BuildSettings): Parameters<typeof unseenCost>[0] {
  const { run, task, build } = limits;
  return {
    limits: { run, role: task, session: build },
    agents: [...Object.values(agents), ...fallbacks.coder, ...fallbacks.reviewer],
  };
}

function buildResult(
  end: Exclude<BuildEnd, { at: "fenced" | "refused" }>,
  project: OpenProject,
  board: BoardEngine,
): BuildResult {
  return {
    ...buildView(board.state),
    end: end.at,
    because: end.at === "paused" ? end.because : null,
    awaited: awaitedWork(project, board.state),
  };
}

function buildHeld({ holder, expiresAtMs }: Lease): Failure {
  const until = new Date(expiresAtMs).toISOString().replace(/\.\d+Z$/, "Z");
  return lockedFailure(
    "build-held",
    `a build runs in process ${holder.pid} on ${holder.host} (its hold lasts until ${until} unless renewed)`,
    "answer its questions from here with `parley answer`, watch it with `parley board`, or stop that process first",
  );
}

function buildTakenOver(): Failure {
  return lockedFailure(
    "build-taken-over",
    "another process has taken over the build; nothing of this one was written after that",
    "see `parley board`",
  );
}
