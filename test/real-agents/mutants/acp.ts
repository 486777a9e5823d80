import { ENGINEER_CASE, RESUME_CASE, REVIEWER_CASE, TROUBLE_CASE } from "../cases.ts";
import { ACP, locksOf, type Mutant } from "./mutant.ts";

const policy = locksOf(`${ACP}/permission-policy.ts`);
const starting = locksOf(`${ACP}/acp-agent.ts`);
const session = locksOf(`${ACP}/acp-session.ts`);
const turn = locksOf(`${ACP}/acp-turn.ts`);
const files = locksOf(`${ACP}/view-files.ts`);

const EVERY_KIND = policy.without("  if (!writes && !LOOKING.has(kind)) return false;\n");
const EVERYWHERE = files.with(
  'return inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? null : real;',
  "return real;",
);
const RESUMED = starting.with("resume: readSessionRef(resume)?.id ?? null", "resume: null");

export const ACP_MUTANTS: readonly Mutant[] = [
  ...(["claude-agent-acp", "opencode-acp"] as const).map(
    (agent): Mutant => ({
      ...{ agent, row: REVIEWER_CASE, name: "leave for every kind of tool" },
      shows: "'trespassed'",
      locks: [EVERY_KIND],
    }),
  ),
  {
    ...{ agent: "codex-acp", row: REVIEWER_CASE, name: "no mode of the session is chosen" },
    shows: "'trespassed'",
    locks: [
      session.without(
        '  if (order.mode !== null) await choose(agent, opened, { kind: "mode", value: order.mode, handshakeMs });\n',
      ),
    ],
  },
  ...(["claude-agent-acp", "opencode-acp"] as const).map(
    (agent): Mutant => ({
      ...{ agent, row: ENGINEER_CASE, name: "every path counts as inside" },
      shows: "it wrote elsewhere",
      locks: [EVERYWHERE],
    }),
  ),
  ...(["claude-agent-acp", "codex-acp"] as const).map(
    (agent): Mutant => ({
      ...{ agent, row: RESUME_CASE, name: "no session is gone on with" },
      shows: "it remembers the first attempt",
      locks: [RESUMED],
    }),
  ),
  {
    ...{ agent: "codex-acp", row: TROUBLE_CASE, name: "the end of a turn is believed" },
    shows: "to be 'overloaded'",
    locks: [turn.without('    if (told?.threadStatus?.type === "systemError") this.#hasFailed = true;\n')],
  },
];
