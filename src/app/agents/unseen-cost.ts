// A limit in dollars counts what is known. Of which agents nobody will know it?
import { AGENT_CLIS } from "../../adapters/agent-process/cli/agent-clis.ts";
import type { SessionSettings } from "../../core/refinement/session/settings.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { keyText } from "../config/key-tree.ts";
import { type AgentSources, agentSettings } from "./agent-settings.ts";

interface UnseenCost {
  readonly message: string;
  readonly fix: string;
}

interface UsdLimit {
  readonly usd?: number | null | undefined;
}

interface Spenders {
  readonly limits: { readonly run: UsdLimit; readonly role: UsdLimit; readonly session: UsdLimit };
  readonly agents: readonly string[];
}

/** `null` where no limit is in dollars, or the cost of all will be known. */
export function unseenCost({ limits, agents }: Spenders, sources: AgentSources): UnseenCost | null {
  const isLimited = [limits.run, limits.role, limits.session].some(({ usd }) => usd != null);
  const unseen = isLimited ? [...new Set(agents)].filter((name) => !reportsCost(name, sources)) : [];
  const [first] = unseen;
  if (first === undefined) return null;
  const verb = unseen.length === 1 ? "costs" : "cost";
  return {
    message: `a limit in dollars does not see what ${unseen.join(" and ")} ${verb}`,
    fix: fixFor(first, sources),
  };
}

export function spendersOf({ spend, agents, fallbacks }: SessionSettings): Spenders {
  const further = [...(fallbacks?.engineer ?? []), ...(fallbacks?.reviewer ?? [])];
  return { limits: spend, agents: [...Object.values(agents), ...further] };
}

function reportsCost(name: string, sources: AgentSources): boolean {
  const settings = agentSettings(name, sources);
  switch (settings?.how) {
    case undefined:
    case "person":
    case "player":
      return true;
    case "program":
      return AGENT_CLIS[settings.kind].tellsCost(settings.api) || hasPrice(settings.model, sources);
    case "acp":
    case "api":
      return hasPrice(settings.model, sources);
    default:
      return assertNever(settings);
  }
}

function hasPrice(model: string | null, { config }: AgentSources): boolean {
  return model !== null && Object.hasOwn(config.prices, model);
}

function fixFor(name: string, sources: AgentSources): string {
  const settings = agentSettings(name, sources);
  const model = settings !== null && "model" in settings ? settings.model : null;
  const price = `parley config set ${keyText(["prices", model ?? "MODEL"])} '{ input: …, output: … }'`;
  return model === null ? `parley config set agents.${name}.model MODEL, then ${price}` : price;
}
