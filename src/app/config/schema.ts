// The one description of every setting: checking, suggestions and the documentation's table come from it.
import * as z from "zod";
import { SERVER_PROTOCOLS } from "../../adapters/shared/model-protocol.ts";
import { LINT_RULES, type RuleId } from "../../lint/lint-rules.ts";
import { AGENT_KINDS } from "../agents/known-agents.ts";
import { HOOK_EVENTS } from "../hooks/hook.ts";

/** Issue and decision ids carry the round in two digits. */
const ROUNDS_MAX = 99;

/** How an agent, an API or a role may be called; a dot would read as a key inside it. */
const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const NAME_WORDS = "letters, digits, - and _";

/** Providers put dots, slashes and colons into the names of models. */
const MODEL_PATTERN = /^[A-Za-z0-9][\w.:/@+-]*$/;
const MODEL_WORDS = "letters, digits and any of - _ . : / @ +";

/** What git takes as a branch's name, and no more than that. */
const BRANCH_PATTERN = /^(?![-/.])(?!.*(\.\.|\/\/|@\{|\/\.|\.lock(\/|$)))[A-Za-z0-9._/@+-]*[A-Za-z0-9_@+-]$/;

const ENV_NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Said in the table and in messages, where the plain type would say too little. */
const describedAs = (words: string, description: string) => ({ words, description });

/** A day: what takes longer hangs. */
const MINUTES_MAX = 24 * 60;

const text = () => z.string().min(1);
const wholeNumber = (low: number, high = 1_000_000_000) => z.int().min(low).max(high);
const name = () => z.string().regex(NAME_PATTERN);

const webAddress = () => z.string().regex(/^https?:\/\/[^\s/@?#]+([/?#]\S*)?$/);
const WEB_ADDRESS_WORDS = "a web address (http or https) without a user name";

/** Of a model server: what follows a ? or # may be a key, and goes into logs with the address. */
const serverAddress = () => z.string().regex(/^https?:\/\/[^\s/@?#]+(\/[^\s?#]*)?$/);
const SERVER_ADDRESS_WORDS = `${WEB_ADDRESS_WORDS}, and without ? or # and what follows`;

const agentName = () => z.string().regex(/^(player:.+|[A-Za-z0-9][A-Za-z0-9_-]*)$/);

function role(who: string) {
  return agentName().optional().meta(describedAs("the name of an agent, human, or player:FILE", who));
}

function fallback(role: string) {
  return z
    .array(agentName())
    .default([])
    .meta(
      describedAs(
        "a list of names of agents",
        `Who takes over, in this order, where the ${role}'s agent cannot go on.`,
      ),
    );
}

function budget(scope: string) {
  return z
    .strictObject({
      tokens: wholeNumber(1).optional().describe(`Most tokens for ${scope}; unset: no such limit.`),
      usd: z.number().positive().optional().describe(`Most US dollars for ${scope}; unset: no such limit.`),
      minutes: z.number().positive().optional().describe(`Most minutes for ${scope}; unset: no such limit.`),
      calls: wholeNumber(1).optional().describe(`Most agent calls for ${scope}; unset: no such limit.`),
    })
    .prefault({});
}

const roles = z.strictObject({
  engineer: role("Who proposes the text that closes a gap; unset: an agent that is found on this machine."),
  reviewer: role("Who reviews the proposals; unset: another agent that is found, else the same."),
  coder: role("Who writes the code of a task; unset: an agent that is found on this machine."),
  drafter: role(
    "Who drafts option C of a grave conflict where no built-in rule makes one, in two calls, and guidance for a task that was rejected twice; unset: nobody is asked.",
  ),
  fallback: z
    .strictObject({
      engineer: fallback("Engineer"),
      reviewer: fallback("Reviewer"),
      coder: fallback("Coder"),
    })
    .prefault({}),
});

const agent = z.strictObject({
  kind: z
    .enum(AGENT_KINDS)
    .optional()
    .describe(
      "How it is driven: a command line, any ACP agent, or a direct API. Unset: what the name stands for; a name of your own needs it.",
    ),
  command: text()
    .optional()
    .describe(
      "The program to run; unset: the kind's own name. Needed for acp, with what makes it speak ACP in args.",
    ),
  args: z
    .array(z.string())
    .optional()
    .meta(describedAs("a list of text", "Further arguments for the program.")),
  model: text().optional().describe("The model to ask for; unset: the agent's own default."),
  effort: name()
    .optional()
    .meta(
      describedAs(
        "a level that the agent knows",
        "How hard it is to think: low to max for claude, minimal to xhigh for codex, minimal to max for opencode. Unset: for codex what your own config.toml says, else medium; for the others their own default.",
      ),
    ),
  env: z
    .array(z.string().regex(ENV_NAME_PATTERN))
    .optional()
    .meta(
      describedAs("a list of names of environment variables", "What of the environment the agent may see."),
    ),
  variables: z
    .record(
      z.string().regex(ENV_NAME_PATTERN).meta({ words: "letters, digits and _" }),
      z
        .string()
        .describe("For kind acp: what the agent finds under that name in its environment; a key is refused."),
    )
    .optional()
    .describe("For kind acp: what the agent finds in its environment beside that."),
  sessionMode: text()
    .optional()
    .describe("For kind acp: the mode its session is set to, of those it offers; unset: its own."),
  readOnlyMode: text()
    .optional()
    .describe("For kind acp: the same for a role that may only read; unset: as sessionMode."),
  resumes: z
    .boolean()
    .optional()
    .meta(
      describedAs(
        "true or false",
        "For kind acp: whether a second attempt goes on in the conversation of the first, in another folder. Unset: where the agent says that it can.",
      ),
    ),
  api: name()
    .optional()
    .meta(
      describedAs(
        "the name of an entry of api",
        "The model server it talks to. Unset: for kind api the entry of the same name, for a command line its own login.",
      ),
    ),
  minutes: z
    .number()
    .positive()
    .max(MINUTES_MAX)
    .optional()
    .describe(
      "Minutes after which a run of it is stopped, where limits.run.minutes says nothing; unset: as `parley agents explain` tells.",
    ),
  idleMinutes: z
    .number()
    .positive()
    .max(MINUTES_MAX)
    .optional()
    .describe(
      "Minutes without output after which a run of it is stopped; unset: as `parley agents explain` tells.",
    ),
});

const api = z.strictObject({
  protocol: z
    .enum(SERVER_PROTOCOLS)
    .describe("The protocol the server speaks; gemini is for agents of that kind alone."),
  baseUrl: serverAddress()
    .optional()
    .meta(describedAs(SERVER_ADDRESS_WORDS, "Where the server is; unset: the provider's own address.")),
  keyEnv: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]{0,63}$/)
    .meta(
      describedAs(
        "the NAME of an environment variable, in capitals",
        "The environment variable that holds the key; a key itself is refused.",
      ),
    ),
  model: text().optional().describe("The model to ask for; unset: the agent that uses this must name one."),
});

const dollars = (what: string) => z.number().min(0).describe(`US dollars for a million ${what}.`);

const price = z.strictObject({
  input: dollars("tokens of a prompt"),
  output: dollars("tokens of an answer"),
  cachedInput: dollars("tokens of a prompt that the provider had at hand; unset: as input").optional(),
});

const limits = z.strictObject({
  run: budget("one agent run"),
  role: budget("all runs of one role in a session"),
  session: budget("a whole session"),
  task: budget("all runs for one task"),
  build: budget("a build, from one `parley build` to its end"),
});

const refine = z.strictObject({
  gapsPerRound: wholeNumber(1, 100).optional().meta({
    description:
      "Gaps taken up in one round, by section; unset: 10, or fewer where the prompt would grow too long.",
    derived: "from the spec",
  }),
  parallelGaps: wholeNumber(1, 4)
    .default(1)
    .describe("Engineer runs at once for independent gaps of a round."),
  maxRounds: wholeNumber(1, ROUNDS_MAX).optional().meta({
    description:
      "Rounds before parley asks; unset: max(10, ceil(2 × initial gaps / gapsPerRound)), at most hardLimit.",
    derived: "from the spec",
  }),
  hardLimit: wholeNumber(1, ROUNDS_MAX).default(50).describe("Rounds that no extension goes past."),
  stallThreshold: wholeNumber(1).optional().meta({
    description:
      "Rounds without progress that count as stalled; unset: 2, 3 or 4 for < 10, 10–30, > 30 initial gaps.",
    derived: "from the spec",
  }),
  divergenceThreshold: wholeNumber(1).optional().meta({
    description:
      "Weighted net loss of a round that warns when passed; unset: 8, 12 or 16 for < 10, 10–30, > 30 initial gaps.",
    derived: "from the spec",
  }),
  survey: z
    .union([z.boolean(), z.literal("both")])
    .optional()
    .meta({
      words: "true, false or both",
      description:
        "Whether the Reviewer reads the whole spec before the first round and lists what nothing marks; both: the Engineer's agent, too. Unset: true, but false where the Reviewer is a script (player:FILE).",
      derived: "from the Reviewer",
    }),
  surveyMax: wholeNumber(1, 200)
    .default(30)
    .describe("Gaps that a survey may bring, gravest first; LOW ones enter deferred."),
  remarksRound: z
    .boolean()
    .default(true)
    .describe(
      "One round before the Final Review for the remarks that are open on accepted gaps, where one of them is MEDIUM.",
    ),
  criticalOverride: z.boolean().default(true).describe("A new CRITICAL gap warns of divergence by itself."),
  semanticOverlapMinimum: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe("Share of a concern's keywords that an answer must touch."),
  unaddressedHighThreshold: wholeNumber(1)
    .default(2)
    .describe("Unanswered HIGH issues that raise a question."),
  unaddressedCriticalThreshold: wholeNumber(1)
    .default(1)
    .describe("Unanswered CRITICAL issues that raise a question."),
  patternThreshold: wholeNumber(1)
    .default(3)
    .describe("Rounds in which the same concern goes unanswered that count as systematic."),
  readProject: z
    .boolean()
    .default(false)
    .describe(
      "Whether agents may read the project's files beside the spec; they get a copy, never the files.",
    ),
});

const rollback = z.strictObject({
  mode: z
    .enum(["INTERACTIVE", "AUTO_RETRY", "STRICT"])
    .default("INTERACTIVE")
    .describe(
      "INTERACTIVE asks each time, AUTO_RETRY from the second time, STRICT also analyses after the first.",
    ),
  backupRetentionRounds: wholeNumber(1, 5)
    .default(3)
    .describe(
      "Rounds whose ends are kept as backup files; to earlier ones a rollback goes back from the log.",
    ),
  rollbackAnalysisThreshold: wholeNumber(1)
    .default(2)
    .describe("Rollbacks of one round before its cause is looked for."),
  maxRollbacksSession: wholeNumber(1, 10)
    .default(7)
    .describe(
      "Rollbacks in a session before parley asks how to go on; a session under way takes up more with its next resume or rollback.",
    ),
});

const checkMinutes = (what: string, usual: number) =>
  z.number().positive().max(MINUTES_MAX).default(usual).describe(`Minutes after which ${what} is stopped.`);

const build = z.strictObject({
  setup: text()
    .optional()
    .describe(
      "Shell command that is run once in each fresh worktree; unset: what the project's files call for.",
    ),
  command: text()
    .optional()
    .describe("Shell command that builds the code; unset: what the project's files call for."),
  testCommand: text()
    .optional()
    .describe("Shell command that tests the code; unset: what the project's files call for."),
  detect: z
    .boolean()
    .default(true)
    .describe(
      "Whether a command that is not set is taken from the project's files (package.json, Makefile, Cargo.toml, go.mod, pyproject.toml); false: such a step is left out.",
    ),
  minutes: z
    .strictObject({
      setup: checkMinutes("setup", 15),
      command: checkMinutes("the build", 15),
      testCommand: checkMinutes("the tests", 30),
    })
    .prefault({}),
  target: text()
    .regex(BRANCH_PATTERN)
    .optional()
    .meta(
      describedAs(
        "the name of a branch",
        "The branch that approved work lands on; unset: the remote's default branch, or parley/landed where there is no remote.",
      ),
    ),
  parallel: wholeNumber(1, 8)
    .default(1)
    .describe("Tasks that are worked on at once, where neither needs the other nor touches its files."),
  shell: z
    .boolean()
    .optional()
    .describe(
      "Whether the coder may run shell commands in its worktree; unset: where the agent's own sandbox confines them, see `parley agents explain`.",
    ),
});

const disputes = z.strictObject({
  onMajor: z
    .enum(["continue", "hold-dependents", "stop"])
    .default("continue")
    .describe("What the task loop does after a major dispute."),
  land: z
    .enum(["merge", "branch"])
    .default("merge")
    .describe(
      "What becomes of the code of a disputed task whose build and tests pass: merged like approved work, or pushed on its own branch.",
    ),
  timeoutDays: wholeNumber(1, 3650).default(7).describe("Days after which an open dispute is stale."),
  alertOnStale: z
    .enum(["log", "webhook", "none"])
    .default("log")
    .describe("How a stale dispute is reported, once."),
  webhookUrl: webAddress()
    .optional()
    .meta(describedAs(WEB_ADDRESS_WORDS, "Where alertOnStale: webhook posts to; needed for it.")),
});

const lintRules = Object.fromEntries(
  LINT_RULES.map(({ id, summary, onByDefault }) => [
    id,
    z.boolean().default(onByDefault).describe(`Whether to look for: ${summary}.`),
  ]),
) as Record<RuleId, z.ZodDefault<z.ZodBoolean>>;

const hook = z.strictObject({
  on: z.enum(HOOK_EVENTS).describe("What sets the hook off."),
  run: text()
    .optional()
    .describe("Shell command to run, with what happened as JSON on its input; either this or post."),
  post: webAddress()
    .optional()
    .meta(describedAs(WEB_ADDRESS_WORDS, "Where to post what happened, as JSON; either this or run.")),
});

const namedEntries = <Entry extends z.ZodType>(entry: Entry) =>
  z.record(name().meta({ words: NAME_WORDS }), entry);
const byModel = <Entry extends z.ZodType>(entry: Entry) =>
  z.record(z.string().regex(MODEL_PATTERN).meta({ words: MODEL_WORDS }), entry);

export const configSchema = z.strictObject({
  roles: roles.prefault({}),
  agents: namedEntries(agent)
    .default({})
    .describe("Agents by name, beside claude, codex, anthropic and openai."),
  api: namedEntries(api).default({}).describe("Model servers by name, beside anthropic and openai."),
  prices: byModel(price).default({}).describe("What models cost, for agents that do not tell it themselves."),
  limits: limits.prefault({}),
  refine: refine.prefault({}),
  rollback: rollback.prefault({}),
  build: build.prefault({}),
  disputes: disputes.prefault({}),
  lint: z.strictObject({ rules: z.strictObject(lintRules).prefault({}) }).prefault({}),
  hooks: z.array(hook).default([]).describe("What happens beside parley's own work when something happens."),
});

/** The settings as they hold: files over defaults. */
export type Config = z.output<typeof configSchema>;
