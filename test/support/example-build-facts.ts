// For tests: facts of the build loop's prompts, with any text in every place that holds text of others.
import { type FindingId, makeFindingId } from "../../src/core/shared/finding-id.ts";
import type {
  BuildFacts,
  ChangeShown,
  CheckShown,
  CodeReviewFacts,
  CoderCause,
  CoderFacts,
  FindingBrief,
  GuideFacts,
  PositionFacts,
} from "../../src/prompts/build/build-facts.ts";
import type { Saying } from "./example-facts.ts";

export function findingId(number: number): FindingId {
  const id = makeFindingId(number);
  if (id === null) throw new Error(`no finding ${number}`);
  return id;
}

export function sayingFinding(
  number: number,
  say: Saying,
  standing: FindingBrief["standing"] = "open",
): FindingBrief {
  return {
    finding: findingId(number),
    round: 1,
    severity: number % 2 === 0 ? "MEDIUM" : "HIGH",
    title: say("finding title"),
    place: say("finding place"),
    why: say("finding reason"),
    settledBy: say("finding settled by"),
    standing,
    answer: { status: "DISAGREE", where: say("answer") },
    said: say("said of the finding"),
  };
}

function buildFacts(say: Saying): BuildFacts {
  return {
    documentName: ".parley-out/coder.md",
    byHand: false,
    task: { id: "a1b2c3d4", title: say("task title"), notes: say("task notes"), files: [say("glob")] },
    folder: say("project folder"),
    spec: { from: say("place of the spec"), own: say("spec"), around: say("rest of the spec") },
    resolutions: [{ decision: "custom", notes: say("resolution") }],
    narrowings: [say("narrowing")],
    guidance: [say("guidance")],
    findings: [
      sayingFinding(1, say),
      sayingFinding(2, say),
      sayingFinding(3, say, "overruled"),
      sayingFinding(4, say, "fixed"),
    ],
    others: [{ id: "b1b2c3d4", title: say("other task"), status: "pending" }],
    rounds: [
      {
        ...{ round: 1, summary: say("earlier summary"), notDone: say("earlier not done") },
        remarks: say("remarks"),
      },
    ],
    rejections: 2,
  };
}

function sayingChange(say: Saying): ChangeShown {
  return {
    files: [{ path: say("file name"), change: "changed", added: 3, removed: 1 }],
    diff: `+${say("diff")}`,
  };
}

function sayingChecks(say: Saying): readonly CheckShown[] {
  return [{ command: say("command"), outcome: "failed with exit code 1", output: say("test output") }];
}

const DISPUTE = { mayRaise: true, land: "merge", decided: [] } as const;

export function coderFacts(say: Saying, facts: Partial<CoderFacts> = {}): CoderFacts {
  return {
    ...buildFacts(say),
    dispute: DISPUTE,
    because: { at: "rejected" },
    commands: [say("command")],
    ...facts,
  };
}

export function coderCauses(say: Saying): readonly CoderCause[] {
  return [
    { at: "begin" },
    { at: "reopened" },
    { at: "rejected" },
    { at: "red", checks: sayingChecks(say) },
    { at: "alarms", alarms: [{ kind: "secret", path: say("alarm path"), what: say("alarm") }] },
    { at: "unchanged" },
    { at: "carried", why: "conflict", text: say("conflict"), diff: `+${say("former change")}` },
    { at: "carried", why: "red-on-target", text: say("conflict"), diff: `+${say("former change")}` },
  ];
}

export function codeReviewFacts(say: Saying, facts: Partial<CodeReviewFacts> = {}): CodeReviewFacts {
  return {
    ...buildFacts(say),
    documentName: "review.md",
    dispute: DISPUTE,
    openDisputes: [
      {
        task: { id: "b1b2c3d4", title: say("disputed task") },
        ...{ reason: "scope_disagreement", isLanded: true },
      },
    ],
    round: 3,
    sinceLast: { round: 2, diff: `+${say("later diff")}`, reds: 1 },
    change: sayingChange(say),
    summary: say("summary"),
    notDone: say("not done"),
    noChangeNeeded: null,
    checks: sayingChecks(say),
    alarms: [{ kind: "own-history", path: null, what: say("commit message") }],
    readsProject: true,
    ...facts,
  };
}

export function positionFacts(say: Saying, facts: Partial<PositionFacts> = {}): PositionFacts {
  return {
    ...buildFacts(say),
    documentName: "position.md",
    side: "coder",
    dispute: { reason: "other", detail: say("dispute detail"), position: say("other position") },
    code: "landed",
    change: sayingChange(say),
    ...facts,
  };
}

export function guideFacts(say: Saying, facts: Partial<GuideFacts> = {}): GuideFacts {
  return { ...buildFacts(say), documentName: "guide.md", change: sayingChange(say), ...facts };
}
