// Protections that all agents have in common.
import {
  DENIED_CASE,
  ENVIRONMENT_CASE,
  HANG_CASE,
  KILL_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  STRAY_CASE,
} from "../cases.ts";
import { REAL_AGENTS, type RealAgentName } from "../pinned-agents.ts";
import { FIRST_WORDS } from "../real-scenarios.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const starting = locksOf(`${CLI}/cli-agent.ts`);
const environment = locksOf("src/adapters/agent-process/environment.ts");
const wrapper = locksOf("src/adapters/agent-process/start-wrapper.ts");
const picking = locksOf("src/adapters/agent-process/process-agent.ts");
const judging = locksOf("src/adapters/agent-process/judge.ts");

interface SharedMutant extends Omit<Mutant, "agent"> {
  /** Where it would show nothing. */
  readonly except?: RealAgentName;
}

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
    except: "opencode",
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
    locks: [wrapper.without('    else if (idleMs !== null && nowMs - lastMs >= idleMs) end("idle");\n')],
  },
  {
    ...{ row: DENIED_CASE, name: "a denial is no outcome" },
    shows: "to be 'denied'",
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
    except: "codex",
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
];

export const EVERY_AGENTS_MUTANTS: readonly Mutant[] = REAL_AGENTS.flatMap((agent) =>
  SHARED.filter(({ except }) => except !== agent).map(({ except: _, ...mutant }) => ({ ...mutant, agent })),
);
