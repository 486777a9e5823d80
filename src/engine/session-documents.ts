// The files of a session as its state wants them.
import {
  type FileContent,
  mergedDocument,
  type OwnDocument,
  sessionFiles,
} from "../core/refinement/records/session-files.ts";
import type { LiveSession } from "../core/refinement/session/session.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { renderDecisions } from "../document/decisions/decisions.ts";
import { withHistory } from "../document/record/rollback.ts";
import { renderStatus } from "../document/status/render-status.ts";
import { renderClosingSummary } from "../document/summary/closing-summary.ts";
import { renderRoundSummary } from "../document/summary/round-summary.ts";
import type { Documents } from "./documents.ts";
import { forReviewText } from "./for-review.ts";
import type { ViewFile } from "./sync-files.ts";

/** Files of rounds before `sinceRound` are known to be in step. */
export function sessionViews(
  session: LiveSession,
  documents: Documents,
  { sinceRound = 0 }: { readonly sinceRound?: number } = {},
): readonly ViewFile[] {
  return sessionFiles(session, { sinceRound }).map(({ path, content }) => ({
    path,
    ...(content.of === "blob" ? { sha256: content.sha256 } : {}),
    text: () => contentText(content, documents),
  }));
}

const BACKUP = /(?:^|\/)(?:status|decisions)_backup_round_\d+\.md$/;
const FINAL_REVIEW = /^final_review(?:\.attempt-\d+)?\.md$/;

/** Only the newest backups are kept; a Final Review goes with the round it followed, whose archive holds it. */
export function isTransient(path: string): boolean {
  return BACKUP.test(path) || FINAL_REVIEW.test(path);
}

/** The round whose folder it lies in; no round has as many where it lies elsewhere. */
export function roundOfFile(path: string): number {
  return Number(ROUND_FILE.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);
}

const ROUND_FILE = /^round_(\d{3})\//;

export async function contentText(content: FileContent, documents: Documents): Promise<string> {
  switch (content.of) {
    case "blob":
      return await documents.text(content.sha256);
    case "merged":
      return mergedDocument(await Promise.all(content.blobs.map((sha256) => documents.text(sha256))));
    case "for-review":
      return await forReviewText(content.session, documents);
    case "restored":
      return withHistory(await documents.text(content.sha256), content.rollbacks, content.summary);
    case "rendered":
      return renderDocument(content);
    default:
      return assertNever(content);
  }
}

function renderDocument(own: OwnDocument): string {
  switch (own.kind) {
    case "status":
      return renderStatus(own.document);
    case "decisions":
      return renderDecisions(own.decisions, own);
    case "round-summary":
      return renderRoundSummary(own.document);
    case "closing-summary":
      return renderClosingSummary(own.document);
    default:
      return assertNever(own);
  }
}
