// Protections that all agents have in common.
import {
  CANCEL_CASE,
  CUT_CASE,
  DENIED_CASE,
  ENVIRONMENT_CASE,
  HANG_CASE,
  KILL_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  SESSION_CASE,
  STRAY_CASE,
  TROUBLE_CASE,
} from "../cases.ts";
import { ACP_AGENTS, isAcpAgent, REAL_AGENTS, type TriedAgent } from "../pinned-agents.ts";
import { FIRST_WORDS } from "../real-scenarios.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const starting = locksOf(`${CLI}/cli-agent.ts`);
const environment = locksOf("src/adapters/agent-process/environment.ts");
const wrapper = locksOf("src/adapters/agent-process/start-wrapper.ts");
const picking = locksOf("src/adapters/agent-process/process-agent.ts");
const judging = locksOf("src/adapters/agent-process/judge.ts");
const harvest = locksOf("src/adapters/agent-process/harvest.ts");
const errors = locksOf("src/adapters/shared/provider-error.ts");

/** What an agent told of its tokens and dollars. */
export const USAGE = harvest.with(
  "usage: usageAt(end, heard.usage)",
  "usage: { inputTokens: null, outputTokens: null, usd: null }",
);

interface SharedMutant extends Omit<Mutant, "agent"> {
  /** Where it would show nothing. */
  readonly except?: readonly TriedAgent[];
  /** Where another one shows it already. */
  readonly only?: readonly TriedAgent[];
}

/** Rows of ACP agents have protections of their own as well. */
const HELD_BY_ALL = new Set<string>([CANCEL_CASE, CUT_CASE, DENIED_CASE, HANG_CASE, KILL_CASE, TROUBLE_CASE]);

const SHARED: readonly SharedMutant[] = [
  {
    ...{ row: REVIEWER_CASE, name: "the Reviewer is started as one who writes" },
    shows: "'trespassed' to be 'ok'",
    locks: [starting.with("access: request.access", 'access: "write"')],
  },
  {
    ...{ row: RESUME_CASE, name: "no conversation is gone on with" },
    shows: FIRST_WORDS,
    // A conversation of its is bound to its folder.
    except: ["opencode"],
    locks: [starting.with("resume: readSessionRef(request.resume)?.id ?? null", "resume: null")],
  },
  {
    ...{ row: ENVIRONMENT_CASE, name: "every variable passes" },
    shows: "planted-environment",
    locks: [environment.with("ALLOWED.has(name) ||", 'name !== "" ||')],
  },
  {
    ...{ row: HANG_CASE, name: "nobody minds silence" },
    shows: "until the first call has ended",
    // It takes two minutes, and the same wrapper holds the timer of every agent over ACP.
    except: ["codex-acp", "gemini-acp", "opencode-acp"],
    locks: [wrapper.without('    else if (idleMs !== null && nowMs - lastMs >= idleMs) end("idle");\n')],
  },
  {
    ...{ row: DENIED_CASE, name: "a denial is no outcome" },
    shows: "to be 'denied'",
    // Their own rules refuse it, and they do not tell.
    except: ["gemini-acp", "opencode-acp"],
    locks: [
      judging.without(
        '  if (heard.denials.length > 0 && !(access === "read-only" && hasAnswer(heard))) return "denied";\n',
      ),
    ],
  },
  {
    ...{ row: STRAY_CASE, name: "nobody ends what is left running" },
    shows: "stray process was ended",
    // It ends its own.
    except: ["codex"],
    locks: [
      wrapper.with("reap({ group: agent.pid, marks, settleMs, done });", "done({ strays: [], left: [] });"),
    ],
  },
  {
    ...{ row: KILL_CASE, name: "what ran alone is not picked up" },
    shows: "to be",
    locks: [
      picking.with(
        "      const over = await isOver(watch);\n",
        '      if (mark !== null) return { at: "lost" };\n      const over = await isOver(watch);\n',
      ),
    ],
  },
  {
    ...{ row: SESSION_CASE, name: "what it used is not read" },
    shows: "NaN",
    locks: [USAGE],
  },
  {
    ...{ row: CANCEL_CASE, name: "our own wish to stop is no outcome" },
    shows: "to be 'cancelled'",
    locks: [judging.without('  if (end.at === "cancelled") return "cancelled";\n')],
  },
  {
    ...{ row: TROUBLE_CASE, name: "the provider's trouble counts as the agent's own" },
    shows: "to be 'overloaded'",
    only: ["opencode", "claude-agent-acp", "gemini-acp", "opencode-acp"],
    locks: [errors.with('  overloaded: "overloaded",', '  overloaded: "crashed",')],
  },
  {
    ...{ row: CUT_CASE, name: "the provider's trouble counts as the agent's own" },
    shows: "to be 'overloaded'",
    only: ["claude", "opencode", ...ACP_AGENTS],
    locks: [errors.with('  overloaded: "overloaded",', '  overloaded: "crashed",')],
  },
];

export const EVERY_AGENTS_MUTANTS: readonly Mutant[] = [...REAL_AGENTS, ...ACP_AGENTS].flatMap((agent) =>
  SHARED.filter(({ except = [], only = [agent], row }) => {
    const isHeld = !isAcpAgent(agent) || HELD_BY_ALL.has(row);
    return isHeld && only.includes(agent) && !except.includes(agent);
  }).map(({ except: _, only: __, ...mutant }) => ({ ...mutant, agent })),
);
