// Reports disputes that have been open for too long, each once.
import { join } from "node:path";
import { appendLog } from "../../adapters/notify/append-log.ts";
import { postJson } from "../../adapters/notify/post-json.ts";
import type { AlertChannel } from "../../core/board/board-event.ts";
import { parseActor, type Who } from "../../core/board/who.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import type { Config } from "../config/schema.ts";
import { validConfig } from "../config/valid-config.ts";
import { type Failure, isFailure } from "../failure.ts";
import { failureOfPost } from "../hooks/set-off-hook.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import { changeBoard } from "./change-board.ts";
import { type AgedDispute, disputeViews } from "./disputes-view.ts";

export interface StaleReport {
  readonly channel: Config["disputes"]["alertOnStale"];
  readonly timeoutDays: number;
  /** Those that were reported now, the oldest first. */
  readonly disputes: readonly AgedDispute[];
  /** Why the webhook could not be told; the log has them all the same. */
  readonly failure: string | null;
}

/** All tries with their pauses take less than half a minute. */
const POST = { timeoutMs: 5_000, tries: 4, pauseMs: 500 } as const;
const LOG_BYTES_MAX = 4 * 1024 * 1024;

/** On request, for whoever runs no task loop. */
export async function alertStaleHere(surroundings: Surroundings): Promise<StaleReport | Failure> {
  const config = await validConfig(surroundings);
  if (isFailure(config)) return config;
  return await withProject(surroundings, "read-write", (project) =>
    alertStale(project, config, surroundings),
  );
}

/** Marked first and told then: a crash in between costs an alert, and never repeats one. */
export async function alertStale(
  project: OpenProject,
  { disputes: { alertOnStale: channel, timeoutDays, webhookUrl } }: Config,
  surroundings: Pick<Surroundings, "now" | "cancel">,
): Promise<StaleReport | Failure> {
  if (channel === "none") return { channel, timeoutDays, disputes: [], failure: null };
  const marked = await mark(project, { timeoutDays, channel });
  if (isFailure(marked)) return marked;
  const views = await disputeViews(project.store, surroundings.now);
  const disputes = views.filter(({ id }) => marked.has(id));
  if (disputes.length === 0) return { channel, timeoutDays, disputes, failure: null };
  const told = channel === "webhook" ? webhookUrl : undefined;
  const failure =
    told === undefined
      ? null
      : await post(told, { project: project.root, timeoutDays, disputes }, surroundings.cancel);
  await log(project, disputes, failure);
  return { channel, timeoutDays, disputes, failure };
}

async function mark(
  project: OpenProject,
  wish: { readonly timeoutDays: number; readonly channel: AlertChannel },
): Promise<ReadonlySet<string> | Failure> {
  const change = await changeBoard(project, parley(), () => ({ type: "AlertStale", ...wish }));
  if (isFailure(change)) return change;
  return new Set(
    change.events.flatMap((event) => (event.type === "StaleAlerted" ? [event.data.dispute] : [])),
  );
}

function parley(): Who {
  const actor = parseActor("parley");
  if (actor === null) throw new Error("parley is no actor");
  return { actor, role: "system" };
}

/** All in one document: a server that is down costs its time once. */
async function post(url: string, about: object, cancel: AbortSignal): Promise<string | null> {
  const text = JSON.stringify({ event: "dispute.stale", ...about });
  return failureOfPost(await postJson({ url, text, cancel, ...POST }));
}

async function log(
  project: OpenProject,
  disputes: readonly AgedDispute[],
  failure: string | null,
): Promise<void> {
  const at = timestampFromMs(Date.now());
  const lines = disputes.map(
    ({ id, taskId, taskTitle, daysOpen, reason }) =>
      `${at} dispute ${id} has been open for ${daysOpen} days: ${taskId} "${taskTitle}", ${reason}`,
  );
  const trouble = failure === null ? [] : [`${at} the webhook was not told: ${failure}`];
  await appendLog({ file: join(project.folder, "logs", "disputes.log"), bytesMax: LOG_BYTES_MAX }, [
    ...lines,
    ...trouble,
  ]);
}
