// The ledger of a session: every issue the Reviewer raised, on which gaps, and what became of it.
import { gapsOf } from "../../core/refinement/session/session.ts";
import { compareIssueIds } from "../../core/shared/issue-id.ts";
import { compareSeverities } from "../../core/shared/severity.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure, type Outcome } from "../failure.ts";
import type { IssueLedger } from "../wire/gap.ts";
import { findGap } from "./find-gap.ts";
import { issueRow } from "./gap-story.ts";
import { withFoldedSession } from "./look-at-session.ts";

interface LedgerInput {
  readonly session: string | undefined;
  /** Only the issues on this gap. */
  readonly gap: string | undefined;
  /** Also those that are settled. */
  readonly all: boolean;
}

/** Open ones first, the gravest of them first. */
export async function listIssues(context: CommandContext, input: LedgerInput): Outcome<IssueLedger> {
  return await withFoldedSession(context, input.session, async (session) => {
    const gap = input.gap === undefined ? null : findGap(gapsOf(session), input.gap);
    if (isFailure(gap)) return gap;
    const wanted = Object.values(session.work.issues)
      .filter(({ issue }) => gap === null || issue.gaps.some((id) => id === gap.id))
      .filter(({ issue }) => input.all || issue.state.at === "OPEN")
      .sort(
        ({ issue: a }, { issue: b }) =>
          Number(b.state.at === "OPEN") - Number(a.state.at === "OPEN") ||
          compareSeverities(a.severity, b.severity) ||
          compareIssueIds(a.id, b.id),
      );
    const issues = wanted.map((entry) => ({ ...issueRow(entry), gaps: entry.issue.gaps }));
    return { session: session.id, issues };
  });
}
