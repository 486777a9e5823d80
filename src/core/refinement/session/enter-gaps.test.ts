import { describe, expect, it } from "vitest";
import { exampleGap, gapId } from "../../../../test/support/example-gap.ts";
import { NO_CAP } from "../../../../test/support/no-cap.ts";
import type { ProposedGap } from "../../documents/engineer-document.ts";
import { parseTimestamp } from "../../shared/timestamp.ts";
import { Draft } from "./draft.ts";
import { enterProposedGaps } from "./enter-gaps.ts";
import { gapsOf, startedSession } from "./session.ts";
import type { SessionSettings } from "./settings.ts";

const AT = parseTimestamp("2026-01-12T14:30:00Z");
const KNOWN = "GAP-FLOW-001";

const SETTINGS: SessionSettings = {
  limits: { gapsPerRound: 10, maxRounds: 10, hardLimit: 50, parallelGaps: 1 },
  thresholds: { stallThreshold: 2, divergenceThreshold: 8 },
  criticalOverride: true,
  backupRetentionRounds: 3,
  agents: { engineer: "one", reviewer: "two" },
  spend: { run: NO_CAP, role: NO_CAP, session: NO_CAP },
};

function row(id: string, title: string, ...blockedBy: readonly string[]): ProposedGap {
  return { id: gapId(id), line: 1, title, severity: null, blockedBy: blockedBy.map(gapId) };
}

/** The new gaps with what they wait for. */
function entered(rows: readonly ProposedGap[]) {
  if (AT === null) throw new Error("no time");
  const session = startedSession({
    id: "s",
    spec: { name: "spec.md", path: "spec.md", sha256: "0" },
    settings: SETTINGS,
    gaps: [exampleGap(KNOWN)],
    settled: [],
    rules: 2,
    openStart: 1,
    at: AT,
  });
  const draft = new Draft(session, AT);
  enterProposedGaps(draft, rows, () => ({ from: "gap", parent: gapId(KNOWN) }));
  return gapsOf(draft.session)
    .filter(({ id }) => id !== KNOWN)
    .map(({ id, blockedBy }) => [id, blockedBy]);
}

describe("what new gaps wait for", () => {
  it("given the table names blockers, then they have them", () => {
    expect(
      entered([row("GAP-NEW-001", "Refunds", KNOWN), row("GAP-NEW-002", "Fees", "GAP-NEW-001")]),
    ).toEqual([
      ["GAP-NEW-001", [KNOWN]],
      ["GAP-NEW-002", ["GAP-NEW-001"]],
    ]);
  });

  it("given a row whose id was taken, then those that name it wait for the gap it became, also from above it", () => {
    expect(entered([row("GAP-NEW-002", "Fees", KNOWN), row(KNOWN, "Refunds")])).toEqual([
      ["GAP-NEW-002", ["GAP-FLOW-002"]],
      ["GAP-FLOW-002", []],
    ]);
  });

  it("given an id that nobody knows, then no further gap gets it by chance", () => {
    const unnamed = { id: null, line: 1, title: "Receipts", severity: null };
    expect(entered([row("GAP-NEW-002", "Fees", "GAP-FLOW-002"), unnamed])).toEqual([
      ["GAP-NEW-002", ["GAP-FLOW-002"]],
      ["GAP-FLOW-003", []],
    ]);
  });
});
