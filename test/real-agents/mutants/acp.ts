import {
  ENGINEER_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  SESSION_CASE,
  STRAY_CASE,
  TROUBLE_CASE,
} from "../cases.ts";
import { USAGE } from "./every-agent.ts";
import { ACP, locksOf, type Mutant } from "./mutant.ts";

const policy = locksOf(`${ACP}/permission-policy.ts`);
const starting = locksOf(`${ACP}/acp-agent.ts`);
const session = locksOf(`${ACP}/acp-session.ts`);
const turn = locksOf(`${ACP}/acp-turn.ts`);
const files = locksOf(`${ACP}/view-files.ts`);
const client = locksOf(`${ACP}/acp-client.ts`);
const wrapper = locksOf("src/adapters/agent-process/start-wrapper.ts");

const NO_MODE = session.without(
  '  if (order.mode !== null) await choose(agent, opened, { kind: "mode", value: order.mode, handshakeMs });\n',
);

const EVERY_KIND = policy.without("  if (!writes && !LOOKING.has(kind)) return false;\n");
const EVERYWHERE = files.with(
  'return inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? null : real;',
  "return real;",
);
const RESUMED = starting.with("resume: readSessionRef(resume)?.id ?? null", "resume: null");

export const ACP_MUTANTS: readonly Mutant[] = [
  // opencode tells the tokens of its last step alone, which count as unknown.
  ...(["claude-agent-acp", "codex-acp", "gemini-acp"] as const).map(
    (agent): Mutant => ({
      ...{ agent, row: SESSION_CASE, name: "what it used is not read" },
      shows: "expected false to be true",
      locks: [USAGE],
    }),
  ),
  {
    ...{ agent: "claude-agent-acp", row: REVIEWER_CASE, name: "leave for every kind of tool" },
    shows: "'trespassed'",
    locks: [EVERY_KIND],
  },
  {
    // It ends its turn at the first no.
    ...{ agent: "opencode-acp", row: REVIEWER_CASE, name: "leave for every kind of tool, on every path" },
    shows: "'trespassed'",
    locks: [EVERY_KIND, EVERYWHERE],
  },
  {
    ...{ agent: "codex-acp", row: REVIEWER_CASE, name: "no mode of the session is chosen" },
    shows: "'trespassed'",
    locks: [NO_MODE],
  },
  {
    ...{ agent: "gemini-acp", row: REVIEWER_CASE, name: "no mode, and leave for every kind of tool" },
    shows: "'trespassed'",
    locks: [NO_MODE, EVERY_KIND],
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
  ...(
    [
      ["gemini-acp", "to be 'ok'"],
      ["opencode-acp", "to be 'denied'"],
    ] as const
  ).map(
    ([agent, shows]): Mutant => ({
      ...{ agent, row: RESUME_CASE, name: "resumes: false is not heeded" },
      shows,
      locks: [client.with("order.resumes && (", "(")],
    }),
  ),
  ...(["claude-agent-acp", "gemini-acp"] as const).map(
    (agent): Mutant => ({
      ...{ agent, row: STRAY_CASE, name: "leave for commands, and nobody ends what is left running" },
      shows: "to deeply equal []",
      locks: [
        policy.with(
          'if (kind === "execute") return worktree?.shell === true;',
          'if (kind === "execute") return true;',
        ),
        wrapper.with("reap({ group: agent.pid, marks, settleMs, done });", "done({ strays: [], left: [] });"),
      ],
    }),
  ),
  {
    ...{ agent: "codex-acp", row: TROUBLE_CASE, name: "the end of a turn is believed" },
    shows: "to be 'overloaded'",
    locks: [turn.without('    if (told?.threadStatus?.type === "systemError") this.#hasFailed = true;\n')],
  },
];
