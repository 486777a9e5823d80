// What a run may take, told before it begins: from its gaps and settings, and from what calls have cost in this project.
import { isOpen } from "../../core/refinement/gap-state.ts";
import { gapsOf, type LiveSession } from "../../core/refinement/session/session.ts";
import type { SessionSettings } from "../../core/refinement/session/settings.ts";
import { estimateRun } from "../../core/refinement/survey/estimate-run.ts";
import type { EventLog, Snapshots } from "../../engine/ports.ts";
import { type AgentSources, agentSettings } from "../agents/agent-settings.ts";
import { pricedUsage } from "../agents/priced-agent.ts";
import { listSessionRows, streamOf } from "./find-session.ts";
import { foldSession } from "./look-at-session.ts";

export interface RunForecast {
  readonly gaps: number;
  readonly gapsPerRound: number;
  readonly parallelGaps: number;
  /** The spec is read as a whole first, which may find more. */
  readonly survey: boolean;
  readonly likely: RunSize;
  /** As the settings allow it without asking; calls that are made again are not in it. */
  readonly most: RunSize;
  /** Where the run stops and asks. */
  readonly caps: SessionSettings["spend"]["session"];
  /** Where the costs come from; `null`: nothing is known of them, or there are none. */
  readonly costBy: "calls" | "prices" | null;
}

interface RunSize {
  readonly rounds: number;
  readonly calls: number;
  readonly usd: number | null;
}

interface ForecastSources extends AgentSources {
  readonly store: EventLog & Snapshots;
}

export async function forecastRun(session: LiveSession, sources: ForecastSources): Promise<RunForecast> {
  const { settings } = session;
  const { gapsPerRound, parallelGaps, maxRounds } = settings.limits;
  const gaps = gapsOf(session);
  const open = gaps.filter(({ state }) => isOpen(state.at)).length;
  const remarksRound = settings.remarksRound === true;
  const { rounds } = estimateRun({ gaps, gapsPerRound, remarksRound, spent: { usd: 0, calls: 0 } });
  const once = settings.survey === undefined ? 1 : settings.survey.second ? 3 : 2;
  const callsIn = (count: number): number => count * (Math.min(parallelGaps, Math.max(open, 1)) + 1) + once;
  const cost = await costOfCall(session, sources);
  const sizeOf = (count: number): RunSize => ({
    rounds: count,
    calls: callsIn(count),
    usd: cost === null ? null : cost.usd * callsIn(count),
  });
  return {
    gaps: open,
    gapsPerRound,
    parallelGaps,
    survey: settings.survey !== undefined,
    likely: sizeOf(Math.min(rounds, maxRounds)),
    most: sizeOf(maxRounds),
    caps: settings.spend.session,
    costBy: cost === null ? null : cost.by,
  };
}

interface CallCost {
  readonly usd: number;
  readonly by: "calls" | "prices";
}

async function costOfCall(session: LiveSession, sources: ForecastSources): Promise<CallCost | null> {
  const { engineer, reviewer } = session.settings.agents;
  const agents = [engineer, reviewer];
  const paid = (await paidCalls(sources.store)).filter(({ agent }) => agents.includes(agent));
  const calls = paid.reduce((sum, row) => sum + row.calls, 0);
  const usd = paid.reduce((sum, row) => sum + row.usd, 0);
  if (usd > 0 && calls > 0) return { usd: usd / calls, by: "calls" };
  const priced = agents.map((name) => costByPrice(name, session.spec.chars ?? 0, sources));
  if (priced.some((one) => one === null)) return null;
  const sum = priced.reduce<number>((total, one) => total + (one ?? 0), 0);
  return sum === 0 ? null : { usd: sum / priced.length, by: "prices" };
}

/** As many sessions as say enough. */
const SESSIONS_LOOKED_AT_MAX = 5;

async function paidCalls(store: ForecastSources["store"]) {
  const newest = (await listSessionRows(store)).slice(-SESSIONS_LOOKED_AT_MAX);
  const sessions = await Promise.all(newest.map((listed) => foldSession(store, streamOf(listed))));
  return sessions
    .flatMap((session) => (session.at === "none" ? [] : session.ledger.usage))
    .map(({ agent, calls, unpricedCalls, usd }) => ({ agent, calls: calls - unpricedCalls, usd: usd ?? 0 }));
}

const CHARS_PER_TOKEN = 4;
/** Of a prompt beside the spec: what a role is told, the ledger, an example. */
const PROMPT_CHARS = 12_000;
const ANSWER_TOKENS = 2_000;

/** Of one call to a model whose price the settings name; `null` where they name none. */
function costByPrice(name: string, specChars: number, sources: AgentSources): number | null {
  const settings = agentSettings(name, sources);
  if (settings === null || settings.how === "program") return null;
  if (settings.how === "person" || settings.how === "player") return 0;
  const { prices } = sources.config;
  const price =
    settings.model !== null && Object.hasOwn(prices, settings.model) ? prices[settings.model] : undefined;
  if (price === undefined) return null;
  const inputTokens = (PROMPT_CHARS + specChars) / CHARS_PER_TOKEN;
  const usage = { inputTokens, outputTokens: ANSWER_TOKENS, usd: null };
  return pricedUsage(usage, price).usd;
}
