// The steps by which rounds are undone, each through a port: whoever comes to one takes it, and may take it again.
import { sessionFiles } from "../core/refinement/records/session-files.ts";
import { reasonWords } from "../core/refinement/rollback/reason-words.ts";
import {
  type ArchivedFile,
  type PendingRollback,
  type RestoredFiles,
  suggestionsOf,
  type UndoneRound,
} from "../core/refinement/rollback/rollback.ts";
import { owedToRollback, type RollbackEffect } from "../core/refinement/session/owed.ts";
import { roundsToUndo } from "../core/refinement/session/roll-back.ts";
import type { LiveSession } from "../core/refinement/session/session.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { roundFolder } from "../core/shared/round-folder.ts";
import { timestampToMs } from "../core/shared/timestamp.ts";
import { renderUndoneDecisions } from "../document/decisions/decisions.ts";
import { withHistory } from "../document/record/rollback.ts";
import { renderAnalysis } from "../document/rollback/render-analysis.ts";
import { earlierAnalyses } from "./analyse-rollback.ts";
import type { Blob, Fence, RoundArchives } from "./ports.ts";
import { contentText } from "./session-documents.ts";
import type { SessionEngine, SessionOutcome } from "./session-engine.ts";
import { MEDIATOR } from "./step.ts";

export interface RollbackPorts {
  readonly archives: Pick<RoundArchives, "write" | "removeArchived">;
  /** What becomes of the archives after the end; tells what was done. */
  clearArchives(option: ClearArchives["option"]): Promise<string>;
}

type ClearArchives = Extract<RollbackEffect, { readonly do: "clear-archives" }>;

/** Everything that is owed of it, in turn, as far as nobody has to be asked. */
export async function carryOutRollback(
  engine: SessionEngine,
  ports: RollbackPorts,
  fence: Fence,
): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const [effect] = owedToRollback(engine.live);
    if (effect === undefined) return;
    if (needsFiles(effect)) await engine.sync();
    await rollbackStep(engine, effect, ports, fence);
  }
  throw new Error(`a rollback of ${engine.id} takes more than ${STEPS_MAX} steps`);
}

/** What is archived is what the files show; and nothing of a round is written after it was put away. */
export function needsFiles({ do: step }: RollbackEffect): boolean {
  return step === "undo-rounds" || step === "archive";
}

/** Three for each rollback, and one for each of its archives. */
const STEPS_MAX = 200;

export async function rollbackStep(
  engine: SessionEngine,
  effect: RollbackEffect,
  { archives, clearArchives }: RollbackPorts,
  fence: Fence,
): Promise<SessionOutcome> {
  const by = { actor: MEDIATOR, fence };
  const id = `${engine.stream}/${engine.version}/${effect.do}`;
  switch (effect.do) {
    case "analyse-rollback":
      return await engine.submit(
        { type: "AnalyseRollback", analysis: await engine.analyseRound() },
        { ...by, id },
      );
    case "undo-rounds": {
      // Somebody may have dropped it by now.
      if (engine.live.work.rollback?.order === undefined) return { at: "known" };
      const { rounds, restored, blobs } = await gatherRounds(engine);
      return await engine.submit({ type: "UndoRounds", rounds, restored }, { ...by, id, blobs });
    }
    case "archive": {
      const { name, round, files, at } = effect.archive;
      const contents = await Promise.all(
        files.map(async ({ path, sha256 }) => ({ path, bytes: await engine.documents.get(sha256) })),
      );
      const { sha256, bytes } = await archives.write({
        name,
        round,
        files: contents,
        undoneAtMs: timestampToMs(at),
      });
      // Before it is recorded: whoever comes after a crash finds the archive, and whatever is left of the files.
      await archives.removeArchived({ name, round });
      return await engine.submit(
        { type: "NoteArchive", name, sha256, bytes },
        { ...by, id: `${engine.stream}/${name}` },
      );
    }
    case "clear-archives": {
      const detail = await clearArchives(effect.option);
      return await engine.submit(
        { type: "ClearArchives", detail },
        { ...by, id: `${engine.stream}/archives/${effect.option}` },
      );
    }
    default:
      return assertNever(effect);
  }
}

interface GatheredRounds {
  readonly rounds: readonly { readonly round: number; readonly files: readonly ArchivedFile[] }[];
  readonly restored: RestoredFiles;
  readonly blobs: readonly Blob[];
}

/** Every file of the rounds that are undone, with what tells why, and the documents that are put back. */
async function gatherRounds(engine: SessionEngine): Promise<GatheredRounds> {
  const { live, documents } = engine;
  const to = live.work.rollback?.order?.to;
  if (to === undefined) throw new Error("no rollback is ordered");
  const blobs: Blob[] = [];
  const keep = (text: string): string => {
    const blob = documents.blobOf(text);
    blobs.push(blob);
    return blob.sha256;
  };
  const undone = roundsToUndo(live, to);
  const rounds = [];
  for (const one of undone) {
    const files: ArchivedFile[] = [];
    for (const { path, content } of sessionFiles(live, { sinceRound: one.round })) {
      const name = nameInArchive(path, one.round, one === undone[0]);
      if (name !== null) files.push({ path: name, sha256: keep(await contentText(content, documents)) });
    }
    const report = one === undone[0] ? analysisReport(live, one) : [];
    for (const [path, text] of [...report, ...ownFiles(live, one)]) files.push({ path, sha256: keep(text) });
    rounds.push({ round: one.round, files });
  }
  const { status, decisions } = await backupBodies(engine, to);
  return { rounds, restored: { status: keep(status), decisions: keep(decisions) }, blobs };
}

/** `null` for what belongs to another round; the Final Review goes with the newest, which it followed. */
function nameInArchive(path: string, round: number, isNewest: boolean): string | null {
  const prefix = `${roundFolder(round)}/`;
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  return isNewest && path.startsWith("final_review") ? path : null;
}

type NamedText = readonly [path: string, text: string];

function pendingOf({ work: { rollback } }: LiveSession): PendingRollback {
  if (rollback === null) throw new Error("no rollback is under way");
  return rollback;
}

/** What an archive holds beside the files of its round. */
function ownFiles(live: LiveSession, { round, attempt, decisions }: UndoneRound): readonly NamedText[] {
  const { reason, requestedAt, analysis, order, by, mode, trigger, to } = pendingOf(live);
  const metadata = {
    original_round: round,
    rollback_timestamp: requestedAt,
    reason: reasonWords(reason),
    attempt_number: attempt,
    user_adjustments: order?.context === undefined ? [] : [order.context.text],
    suggested_adjustments: suggestionsOf({ adjustments: order?.adjustments ?? [], analysis }),
    rolled_back_to: order?.to ?? to,
    mode,
    trigger,
    requested_by: by,
  };
  return [
    ["rollback_metadata.json", `${JSON.stringify(metadata, null, 2)}\n`],
    [`decisions_from_round_${round}.md`, renderUndoneDecisions(round, decisions)],
  ];
}

function analysisReport(live: LiveSession, { round, attempt }: UndoneRound): readonly NamedText[] {
  const { reason, requestedAt: timestamp, analysis } = pendingOf(live);
  if (analysis === null) return [];
  const previous = earlierAnalyses(live, round);
  return [
    ["rollback_analysis.md", renderAnalysis({ round, attempt, reason, timestamp, analysis, previous })],
  ];
}

/** `status.md` and `decisions.md` at the end of a round, without the history that closes them. */
async function backupBodies({ live, documents }: SessionEngine, to: number): Promise<RestoredFiles> {
  const log = [...live.work.past, live.work.now].find(({ round }) => round === to + 1);
  const backup = log?.backup ?? null;
  if (backup === null) throw new Error(`there is no backup of the end of round ${to}`);
  const status = await documents.text(backup.status);
  const decisions = await documents.text(backup.decisions);
  const { bodyChars } = backup;
  if (bodyChars !== undefined)
    return { status: status.slice(0, bodyChars.status), decisions: decisions.slice(0, bodyChars.decisions) };
  // One of an older parley, in which no round could be undone: its history is always the same.
  const history = withHistory("", [], NO_ROLLBACKS);
  return {
    status: status.endsWith(history) ? status.slice(0, -history.length) : status,
    decisions,
  };
}

const NO_ROLLBACKS = {
  used: 0,
  limit: 7,
  successfulRetries: 0,
  rootCauseAnalyses: 0,
  gapsSplit: [],
} as const;
