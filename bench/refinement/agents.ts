// Two agents that answer at once. Of every four gaps one is sent back once, and one is accepted with a note; one of
// twenty-five cannot be resolved before the user has said something; each fifth round begins with a document that
// fails the gate. So any five rounds in a row are much the same work.
import { type CallKeyParts, callKeyParts } from "../../src/core/shared/call-key.ts";
import { type GapId, gapIdParts } from "../../src/core/shared/gap-id.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentPort, AgentResult } from "../../src/engine/ports.ts";
import type { SessionEngine } from "../../src/engine/session-engine.ts";
import { answerText, type Finding, formlessText, resolutionText, reviewText } from "./documents.ts";

export interface WrittenDocument {
  readonly round: number;
  readonly role: "engineer" | "reviewer";
  readonly text: string;
}

export interface Agents {
  readonly engineer: AgentPort;
  readonly reviewer: AgentPort;
  readonly written: readonly WrittenDocument[];
  /** Spent in writing, in milliseconds. */
  spentMs(): number;
}

export function scriptedAgents(engine: SessionEngine): Agents {
  const memory: Memory = { proposals: new Map(), blocked: new Set(), open: new Map() };
  const written: WrittenDocument[] = [];
  let spentMs = 0;
  const agent = (role: WrittenDocument["role"], write: Write): AgentPort => ({
    async start({ key }) {
      const start = performance.now();
      const call = callKeyParts(key);
      const text = write(call, gapsAtHand(engine, role), memory);
      written.push({ round: call.round, role, text });
      const result = resultOf(text);
      spentMs += performance.now() - start;
      return result;
    },
    recover: async () => ({ at: "unknown" }),
  });
  return {
    engineer: agent("engineer", engineerDocument),
    reviewer: agent("reviewer", reviewerDocument),
    written,
    spentMs: () => spentMs,
  };
}

/** The numbers of gaps that come up on the way. */
const SPAWNED_FROM = 500;

interface Memory {
  readonly proposals: Map<GapId, number>;
  readonly blocked: Set<GapId>;
  readonly open: Map<GapId, string>;
}

type Write = (call: CallKeyParts, gaps: readonly GapId[], memory: Memory) => string;

function gapsAtHand({ live }: SessionEngine, role: WrittenDocument["role"]): readonly GapId[] {
  const { round } = live.work;
  return role === "engineer" ? (round?.lanes[0]?.gaps ?? []) : (round?.reviewer?.gaps ?? []);
}

function engineerDocument({ round, attempt }: CallKeyParts, gaps: readonly GapId[], memory: Memory): string {
  if (round % 5 === 0 && attempt === 1) return formlessText(gaps);
  const parts = gaps.map((gap) => {
    if (everyNth(gap, 25, 12) && !memory.blocked.has(gap)) {
      memory.blocked.add(gap);
      return `BLOCKED_NEEDS_INPUT: ${gap} which limits does the operator allow?\n`;
    }
    const revision = memory.proposals.get(gap) ?? 0;
    memory.proposals.set(gap, revision + 1);
    const { category, number } = gapIdParts(gap);
    const newGap = revision === 0 && everyNth(gap, 10, 5) ? `GAP-${category}-${number + SPAWNED_FROM}` : null;
    const issue = memory.open.get(gap);
    const answer = issue === undefined ? "" : `\n${answerText(issue, gap)}`;
    const place = number >= SPAWNED_FROM ? "After: A service of many parts" : null;
    return resolutionText({ gap, revision, newGap, place }) + answer;
  });
  return `# Engineer\n\n${parts.join("\n")}`;
}

function reviewerDocument({ round }: CallKeyParts, gaps: readonly GapId[], memory: Memory): string {
  const settled = gaps.flatMap((gap) => memory.open.get(gap) ?? []);
  const findings = gaps.flatMap((gap): Finding[] => {
    const isFirst = memory.proposals.get(gap) === 1;
    if (!isFirst || (!everyNth(gap, 4, 3) && !everyNth(gap, 4, 1))) return [];
    return [{ id: "", gap, severity: everyNth(gap, 4, 3) ? "HIGH" : "LOW" }];
  });
  const numbered = findings.map((finding, index) => ({
    ...finding,
    id: `ISSUE-R${round}-${String(index + 1).padStart(3, "0")}`,
  }));
  for (const gap of gaps) memory.open.delete(gap);
  for (const { id, gap, severity } of numbered) if (severity === "HIGH") memory.open.set(gap, id);
  return reviewText({ gaps, findings: numbered, settled });
}

function everyNth(gap: GapId, nth: number, which: number): boolean {
  const { category, number } = gapIdParts(gap);
  return (number + category.charCodeAt(0)) % nth === which;
}

function resultOf(text: string): AgentResult {
  return {
    outcome: "ok",
    document: { text, bytes: Buffer.byteLength(text), repaired: false },
    text: null,
    usage: USAGE_UNKNOWN,
    elapsedMs: 1_000,
    evidence: [],
  };
}
