// Reports disputes that have been open for too long, each until somebody was told of it.

import { join } from "node:path";
import { appendLog } from "../../adapters/notify/append-log.ts";
import { postJson } from "../../adapters/notify/post-json.ts";
import { reasonOf } from "../../adapters/shared/system-error.ts";
import type { AlertChannel } from "../../core/board/board-event.ts";
import type { DisputeId } from "../../core/board/board-id.ts";
import { staleDisputes } from "../../core/board/stale.ts";
import { parseActor, type Who } from "../../core/board/who.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure, lockedFailure, type Outcome } from "../failure.ts";
import { failureOfPost } from "../hooks/set-off-hook.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import { trustedConfig } from "../trust/project-trust.ts";
import type { AgedDispute, StaleReport } from "../wire/dispute.ts";
import { whileLocked } from "../with-file-lock.ts";
import { changeBoard, readBoard } from "./change-board.ts";
import { disputeViews } from "./disputes-view.ts";

/** All tries with their pauses take less than half a minute … */
const POST = { timeoutMs: 5_000, tries: 4, pauseMs: 500 } as const;
/** … so that whoever finds another at it can wait for what comes of it. */
const LOCK_WAIT_MS = 30_000;

/** On request; a build does it when it begins. */
export async function alertStaleHere(context: CommandContext): Outcome<StaleReport> {
  const settings = await validConfig(context);
  if (isFailure(settings)) return settings;
  // Only a webhook is somebody else's.
  const config = settings.disputes.alertOnStale === "webhook" ? await trustedConfig(context) : settings;
  if (isFailure(config)) return config;
  return await withProject(context, "read-write", (project) => alertStale(project, config, context));
}

/** One process at a time: two that told of the same dispute would both be believed. */
export async function alertStale(
  project: OpenProject,
  { disputes: settings }: Pick<Config, "disputes">,
  context: Pick<CommandContext, "now" | "cancel">,
): Outcome<StaleReport> {
  const { alertOnStale: channel, timeoutDays } = settings;
  if (channel === "none") return { channel, timeoutDays, disputes: [], notices: [] };
  return await whileLocked(
    { path: join(project.folder, "dispute-alert.lock"), waitMs: LOCK_WAIT_MS },
    () => tellAndMark(project, { ...settings, channel }, context),
    alertedByAnother,
  );
}

type Settings = Config["disputes"] & { readonly channel: AlertChannel };

/** Told first and marked then: an alert that nobody took is made again, and a crash in between repeats one. */
async function tellAndMark(
  project: OpenProject,
  settings: Settings,
  { now, cancel }: Pick<CommandContext, "now" | "cancel">,
): Outcome<StaleReport> {
  const { channel, timeoutDays } = settings;
  const due = await dueDisputes(project, { now, timeoutDays });
  const disputes = (await disputeViews(project.store, now)).filter(({ id }) => due.has(id as DisputeId));
  if (disputes.length === 0) return { channel, timeoutDays, disputes, notices: [] };
  const failure = await sendAlert(project, { disputes, settings, cancel });
  if (failure !== null) return failure;
  const command = { type: "AlertStale", timeoutDays, channel, disputes: [...due] } as const;
  const marked = await changeBoard(project, parley(), () => command);
  if (isFailure(marked)) return marked;
  const told = (await disputeViews(project.store, now)).filter(({ id }) => due.has(id as DisputeId));
  return { channel, timeoutDays, disputes: told, notices: marked.notices };
}

async function dueDisputes(
  project: OpenProject,
  { now, timeoutDays }: { readonly now: Date; readonly timeoutDays: number },
): Promise<ReadonlySet<DisputeId>> {
  const limit = { now: timestampFromMs(now.getTime()), timeoutDays };
  const stale = staleDisputes(await readBoard(project), limit);
  return new Set(stale.filter(({ staleAlertedAt }) => staleAlertedAt === null).map(({ id }) => id));
}

function parley(): Who {
  const actor = parseActor("parley");
  if (actor === null) throw new Error("parley is no actor");
  return { actor, role: "system" };
}

interface Alert {
  readonly disputes: readonly AgedDispute[];
  readonly settings: Settings;
  readonly cancel: AbortSignal;
}

/** `null` once whoever is to hear of it has; the log hears of everything, but only its own alerts depend on it. */
async function sendAlert(project: OpenProject, { disputes, settings, cancel }: Alert): Outcome<null> {
  const { channel, timeoutDays, webhookUrl } = settings;
  const lines = disputes.map(
    ({ id, taskId, taskTitle, daysOpen, reason }) =>
      `dispute ${id} has been open for ${daysOpen} days: ${taskId} "${taskTitle}", ${reason}`,
  );
  if (channel === "log" || webhookUrl === undefined) return await log(project, lines);
  const failure = await post(webhookUrl, { project: project.root, timeoutDays, disputes }, cancel);
  if (failure === null) {
    await log(project, lines);
    return null;
  }
  await log(project, [`the webhook was not told of ${disputes.map(({ id }) => id).join(", ")}: ${failure}`]);
  return webhookFailure(disputes.length, failure);
}

/** All in one document: a server that is down costs its time once. */
async function post(url: string, about: object, cancel: AbortSignal): Promise<string | null> {
  const text = JSON.stringify({ event: "dispute.stale", ...about });
  return failureOfPost(await postJson({ url, text, cancel, ...POST }));
}

async function log({ folder }: OpenProject, said: readonly string[]): Outcome<null> {
  const at = timestampFromMs(Date.now());
  const file = join(folder, "logs", "disputes.log");
  try {
    const lines = said.map((words) => `${at} ${words}`);
    await appendLog({ file }, lines);
    return null;
  } catch (error) {
    return {
      failed: "failed",
      code: "not-alerted",
      message: `the log cannot be written: ${reasonOf(error)}`,
      place: file,
      fix: RETRY_HINT,
    };
  }
}

const RETRY_HINT = "the next `parley dispute alert` tries again";

function webhookFailure(count: number, failure: string): Failure {
  return {
    failed: "failed",
    code: "not-alerted",
    message: `the webhook was not told of ${count === 1 ? "1 dispute" : `${count} disputes`}: ${failure}`,
    // The address itself may be a secret.
    place: "disputes.webhookUrl",
    fix: RETRY_HINT,
  };
}

function alertedByAnother(): Failure {
  return lockedFailure("alerting", "another process is reporting stale disputes", RETRY_HINT);
}
