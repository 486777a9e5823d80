// Looking at disputes: tables only, so that a list is there at once.

import { DISPUTE_STATUSES } from "../../core/board/dispute.ts";
import { isStale } from "../../core/board/stale.ts";
import { type Timestamp, timestampFromMs } from "../../core/shared/timestamp.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import { matchWord } from "../nearest.ts";
import { withProject } from "../sessions/with-project.ts";
import type { AgedDispute, DisputeView, WholeDispute } from "../wire/dispute.ts";
import { disputeViews, wholeDispute } from "./disputes-view.ts";
import { DISPUTES, findByStart } from "./find-on-board.ts";
import { ALL } from "./status-named.ts";

interface ListDisputesInput {
  /** All, where nothing is said. */
  readonly status: string | undefined;
  readonly stale: boolean;
}

export interface DisputeList {
  readonly disputes: readonly AgedDispute[];
  /** Whether there is any dispute at all. */
  readonly isEmpty: boolean;
  /** After how many days one is stale; `null` where nobody asked. */
  readonly timeoutDays: number | null;
}

export async function listDisputes(context: CommandContext, input: ListDisputesInput): Outcome<DisputeList> {
  const { status: word = ALL } = input;
  const about = { code: "status", message: `no dispute is ever ${word}` };
  const status = matchWord([...DISPUTE_STATUSES, ALL], word, about);
  if (isFailure(status)) return status;
  const timeoutDays = input.stale ? await staleAfter(context) : null;
  if (isFailure(timeoutDays)) return timeoutDays;
  return await withProject(context, "read-only", async ({ store }) => {
    const now = timestampFromMs(context.now.getTime());
    const views = await disputeViews(store, context.now);
    const isWanted = (view: DisputeView): boolean =>
      (status === ALL || view.status === status) &&
      (timeoutDays === null || isStaleView(view, { now, timeoutDays }));
    return { disputes: views.filter(isWanted), isEmpty: views.length === 0, timeoutDays };
  });
}

/** The settings are read only where they matter: their schema takes longer to load than the list. */
async function staleAfter(context: CommandContext): Outcome<number> {
  const { validConfig } = await import("../config/layers.ts");
  const config = await validConfig(context);
  return isFailure(config) ? config : config.disputes.timeoutDays;
}

function isStaleView(
  { status, createdAt }: DisputeView,
  limit: { readonly now: Timestamp; readonly timeoutDays: number },
): boolean {
  if (status !== "open") return false;
  return isStale({ state: { at: "open", former: "review" }, createdAt: createdAt as Timestamp }, limit);
}

/** By its id, or a beginning that only one has. */
export async function showDispute(context: CommandContext, word: string): Outcome<WholeDispute> {
  return await withProject(context, "read-only", async ({ store }) => {
    const views = await disputeViews(store, context.now);
    const found = findByStart(word, (start) => views.filter(({ id }) => id.startsWith(start)), DISPUTES);
    return isFailure(found) ? found : await wholeDispute(store, found);
  });
}
