// What the documents of the newest round show, before it is undone.
import { sessionFiles } from "../core/refinement/records/session-files.ts";
import type { RollbackAnalysis } from "../core/refinement/rollback/rollback-analysis.ts";
import { givenGaps, newestRound } from "../core/refinement/session/roll-back.ts";
import { gapsOf, knownGaps, type LiveSession } from "../core/refinement/session/session.ts";
import { roundFolder } from "../core/shared/round-folder.ts";
import { analyseRound } from "../document/rollback/analyse-round.ts";
import type { Documents } from "./documents.ts";
import { draftText } from "./draft-text.ts";
import { contentText } from "./session-documents.ts";

export async function analyseNewestRound(
  session: LiveSession,
  documents: Documents,
): Promise<RollbackAnalysis> {
  const round = newestRound(session);
  const prefix = `${roundFolder(round)}/`;
  const files = sessionFiles(session, { sinceRound: round }).filter(
    ({ path, content }) => path.startsWith(`${prefix}engineer`) && content.of !== "rendered",
  );
  const written = await Promise.all(
    files.map(async ({ path, content }) => {
      const text = await contentText(content, documents);
      const document = await documents.engineer(documents.blobOf(text).sha256);
      return { file: path.slice(prefix.length), text, document };
    }),
  );
  const { text: source } = await draftText(session, documents);
  // Where nothing was written yet there is nothing to find fault with.
  const assigned = written.length === 0 ? [] : givenGaps(session, round);
  return analyseRound({
    assigned: assigned.map((gap) => ({
      gap,
      title: session.work.gaps[gap]?.title ?? gap,
    })),
    documents: written,
    knownGaps: knownGaps(session),
    source,
    explained: [
      ...gapsOf(session).flatMap(({ title, description }) => [title, description]),
      ...session.work.decisions.map(({ decision }) => decision),
    ],
    previous: earlierAnalyses(session, round),
  });
}

export function earlierAnalyses({ ledger }: LiveSession, round: number): readonly RollbackAnalysis[] {
  return ledger.rollbacks.flatMap(({ rounds, analysis }) =>
    analysis !== null && rounds.some((one) => one.round === round) ? [analysis] : [],
  );
}
