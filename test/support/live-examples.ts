// What tests of the live view begin with.
import type { RunNews } from "../../src/app/sessions/run-refinement.ts";
import type { RunView } from "../../src/app/sessions/run-view.ts";

export function exampleView(changes: Partial<RunView> = {}): RunView {
  return {
    session: "checkout",
    spec: "checkout.md",
    state: "CONVERGING",
    round: 2,
    completedRounds: 1,
    maxRounds: 10,
    open: 2,
    gaps: [
      { id: "GAP-FLOW-001", title: "who may cancel", severity: "HIGH", state: "IN_PROGRESS" },
      { id: "GAP-FLOW-002", title: "declined cards", severity: "MEDIUM", state: "OPEN" },
    ],
    running: [],
    questions: [],
    spent: { tokens: 0, usd: 0, minutes: 0, calls: 0 },
    unpricedCalls: 0,
    spendCap: { tokens: null, usd: null, minutes: null, calls: null },
    openAtEnds: [],
    updatedAt: "2026-03-01T10:00:00Z",
    story: { issue: () => null, issuesHolding: () => [], question: () => null, gist: () => null },
    ...changes,
  } as RunView;
}

export function questions(count: number): RunView["questions"] {
  return Array.from({ length: count }, (_, index) => ({
    id: `Q${index + 1}`,
    blocks: [],
  })) as unknown as RunView["questions"];
}

export const KEY = "checkout/2.1/engineer/-/1/1";

export function callStarted(key = KEY, agent = "claude"): RunNews {
  const [, , role = "engineer", lane = "-", attempt = "1", launch = "1"] = key.split("/");
  const place = { role, lane, attempt: Number(attempt), launch: Number(launch) };
  return happened("AgentCallStarted", { key, agent, ...place });
}

export function callSaid(text: string, key = KEY): RunNews {
  return { at: "call-event", key, event: { at: "said", text } } as RunNews;
}

export function callUsed(
  usage: { inputTokens?: number; outputTokens?: number; usd?: number },
  key = KEY,
): RunNews {
  const whole = { inputTokens: null, outputTokens: null, usd: null, ...usage };
  return { at: "call-event", key, event: { at: "used", usage: whole } } as RunNews;
}

export function callFinished(key = KEY, changes: object = {}): RunNews {
  const usage = { inputTokens: null, outputTokens: null, usd: null };
  return happened("AgentCallFinished", {
    key,
    role: "engineer",
    lane: "-",
    outcome: "ok",
    document: null,
    usage,
    elapsedMs: 1234,
    evidence: [],
    ...changes,
  });
}

export function roundCompleted(round: number, openEnd: number): RunNews {
  const net = { unweighted: 0, weighted: 0, resolved: [], created: [], note: null };
  return happened("RoundCompleted", { round, net, openStart: openEnd, openEnd });
}

export function happened(type: string, data: object): RunNews {
  return { at: "happened", event: { type, v: 1, data } } as unknown as RunNews;
}
