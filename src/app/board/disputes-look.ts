// Looking at disputes: tables only, so that a list is there at once.

import { DISPUTE_STATUSES } from "../../core/board/dispute.ts";
import { isStale } from "../../core/board/stale.ts";
import { NAMES_SHOWN_MAX } from "../../core/shared/bounds.ts";
import { type Timestamp, timestampFromMs } from "../../core/shared/timestamp.ts";
import { type Failure, isFailure } from "../failure.ts";
import { nearest } from "../nearest.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { AgedDispute, DisputeView, WholeDispute } from "../wire/dispute.ts";
import { disputeViews, listedDisputes, wholeDispute } from "./disputes-view.ts";

interface DisputeListWishes {
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

const ALL = "all";

export async function listDisputes(
  surroundings: Surroundings,
  wishes: DisputeListWishes,
): Promise<DisputeList | Failure> {
  const status = statusNamed(wishes.status ?? ALL);
  if (isFailure(status)) return status;
  const timeoutDays = wishes.stale ? await staleAfter(surroundings) : null;
  if (isFailure(timeoutDays)) return timeoutDays;
  return await withProject(surroundings, "read-only", async ({ store }) => {
    const now = timestampFromMs(surroundings.now.getTime());
    const views = await disputeViews(store, surroundings.now);
    const isWanted = (view: DisputeView): boolean =>
      (status === ALL || view.status === status) &&
      (timeoutDays === null || isStaleView(view, { now, timeoutDays }));
    return { disputes: views.filter(isWanted), isEmpty: views.length === 0, timeoutDays };
  });
}

function statusNamed(word: string): string | Failure {
  const known = [...DISPUTE_STATUSES, ALL];
  const typed = word.trim().toLowerCase();
  if (known.includes(typed)) return typed;
  const meant = nearest(typed, known);
  return {
    failed: "usage",
    code: "status",
    message: `no dispute is ever ${word}`,
    fix: meant === undefined ? `one of ${known.join(", ")}` : `did you mean ${meant}?`,
  };
}

/** The settings are read only where they matter: their schema takes longer to load than the list. */
async function staleAfter(surroundings: Surroundings): Promise<number | Failure> {
  const { validConfig } = await import("../config/valid-config.ts");
  const config = await validConfig(surroundings);
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
export async function showDispute(surroundings: Surroundings, word: string): Promise<WholeDispute | Failure> {
  return await withProject(surroundings, "read-only", async ({ store }) => {
    const typed = word.trim().toLowerCase();
    const views = await listedDisputes(store);
    const begun = typed === "" ? [] : views.filter(({ id }) => id.startsWith(typed));
    const [only] = begun;
    if (only !== undefined && begun.length === 1) return await wholeDispute(store, only, surroundings.now);
    const names = begun.slice(0, NAMES_SHOWN_MAX).map(({ id, taskTitle }) => `${id} "${taskTitle}"`);
    return begun.length > 1
      ? {
          failed: "not-found",
          code: "several-disputes",
          message: `${word} may be any of ${begun.length} disputes`,
          fix: names.join(", "),
        }
      : {
          failed: "not-found",
          code: "no-dispute",
          message: `there is no dispute ${word}`,
          fix: "see `parley dispute list`",
        };
  });
}
