import type { ExplainedAgent, RoleStart } from "../wire/agent.ts";
import "./whole-core.ts";
// Everything that parley would do with an agent, told before it does it.
import { join, relative } from "node:path";
import {
  IDLE_MS_DEFAULT as SERVER_IDLE_MS,
  WALL_MS_DEFAULT as SERVER_WALL_MS,
} from "../../adapters/agent-api/api-agent.ts";
import { modelUrl } from "../../adapters/agent-api/model-url.ts";
import { acpCommand } from "../../adapters/agent-process/acp/acp-agent.ts";
import { AGENT_CLIS } from "../../adapters/agent-process/cli/agent-clis.ts";
import {
  AFTER_RESULT_MS_DEFAULT,
  cliCommand,
  homeKind,
  IDLE_MS_DEFAULT,
} from "../../adapters/agent-process/cli/cli-agent.ts";
import type { HomeKind } from "../../adapters/agent-process/cli/user-login.ts";
import { agentEnvironment } from "../../adapters/agent-process/environment.ts";
import { GRACE_MS_DEFAULT, WALL_MS_DEFAULT } from "../../adapters/agent-process/process-agent.ts";
import { runFolderAt } from "../../adapters/agent-process/run-folder.ts";
import { accessOf, documentName, ROLES, type Role } from "../../core/refinement/role.ts";
import { AGENT_OUTCOMES, OUTCOME_RULES } from "../../core/shared/agent-outcome.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { makeCallKey } from "../../core/shared/call-key.ts";
import type { AgentTask } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import { isFailure, type Outcome } from "../failure.ts";
import { findProject, projectAt } from "../project.ts";
import { systemClock } from "../sessions/system-ports.ts";
import {
  type AcpAgentSettings,
  type ApiAgentSettings,
  type CliAgentSettings,
  kindWord,
} from "./agent-settings.ts";
import { type DescribedAgent, describeAgent } from "./describe-agent.ts";
import { explainCoding } from "./explain-coder.ts";
import { type AgentSite, acpOptions, cliOptions, PLAYER_COMMAND, priceOf } from "./make-agent.ts";

export async function explainAgent(
  context: CommandContext,
  { name, program }: { readonly name: string; readonly program: string },
): Outcome<ExplainedAgent> {
  const { cwd, env } = context;
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  const project = (await findProject(cwd)) ?? projectAt(cwd);
  const agent = await describeAgent(name, { config, env, root: project.root });
  if (isFailure(agent)) return agent;
  const runsDir = join(project.folder, "runs");
  const site = { config, env, program, runsDir, projectRoot: project.root, clock: systemClock };
  const { settings, file, unusable } = agent;
  const model = "model" in settings ? settings.model : null;
  return {
    name,
    kind: kindWord(settings),
    unusable,
    file,
    model,
    provider: "provider" in settings ? settings.provider : null,
    ...mechanics(agent, site),
    isolation: isolationWords(agent, site),
    coding: explainCoding(agent, requestOf("engineer"), site),
    price: priceOf(model, config),
    outcomes:
      settings.how === "person"
        ? []
        : AGENT_OUTCOMES.map((outcome) => ({ outcome, ...OUTCOME_RULES[outcome] })),
  };
}

type Mechanics = Pick<ExplainedAgent, "address" | "starts" | "environment" | "folders" | "timers">;

function mechanics({ settings, file }: DescribedAgent, site: AgentSite): Mechanics {
  switch (settings.how) {
    case "program":
      return programMechanics(settings, file ?? settings.command, site);
    case "api":
      return serverMechanics(settings, site);
    case "acp":
      return acpMechanics(settings, file ?? settings.command, site);
    case "player":
      return playerMechanics(file ?? settings.script, site);
    case "person":
      return NOTHING_STARTED;
    default:
      return assertNever(settings);
  }
}

const NOTHING_STARTED: Mechanics = {
  address: null,
  starts: [],
  environment: { passed: [], told: [] },
  folders: [],
  timers: [],
};

const RULES = "RULES\n\n";

/** A call as sessions make it; the names in capitals stand for what each has. */
function requestOf(role: Role): AgentTask {
  const subject = { of: "session", id: "SESSION" } as const;
  const place = { subject, round: 1, incarnation: 1, lane: "-", attempt: 1, launch: 1 };
  return {
    key: makeCallKey({ ...place, purpose: role }),
    prompt: `${RULES}TASK`,
    standingChars: RULES.length,
    document: documentName(role, "-"),
    wallMs: null,
    access: accessOf(role),
    readsProject: false,
    resume: null,
  };
}

function startsWith(argv: (request: AgentTask) => readonly string[] | null): readonly RoleStart[] {
  return ROLES.map((role) => {
    const request = requestOf(role);
    return { role, access: request.access, document: request.document, argv: argv(request) };
  });
}

function programMechanics(settings: CliAgentSettings, file: string, site: AgentSite): Mechanics {
  const { kind, api, envNames, timers } = settings;
  const options = cliOptions(settings, file, site);
  const run = runFolderAt(join(site.runsDir, "RUN"), "RUN");
  const { env, envFrom } = cliCommand(options, requestOf("engineer"), run);
  const passed = agentEnvironment({
    env: site.env,
    passes: (name) => envNames.includes(name) || AGENT_CLIS[kind].passes(name, api),
    told: {},
  });
  const told = [...new Set([...RUN_VARIABLES, ...Object.keys(env), ...Object.keys(envFrom)])];
  const home = {
    path: join(options.homesDir, "SESSION", "ROLE"),
    holds: "its own settings and sessions, by role",
  };
  return {
    address: api !== null && modelUrl(api.protocol, api.baseUrl).at === "url" ? api.baseUrl : null,
    starts: startsWith((request) => cliCommand(options, request, run).argv),
    environment: { passed: Object.keys(passed).filter((name) => !told.includes(name)), told },
    folders: relativeToRoot(
      [...runFolders(site), ...promptFolders(site), ...(homeKind(options) === "user" ? [] : [home])],
      site,
    ),
    timers: programTimers(timers),
  };
}

function programTimers({ wallMs, idleMs }: CliAgentSettings["timers"]): Mechanics["timers"] {
  return [
    { timer: "wall", ms: wallMs ?? WALL_MS_DEFAULT },
    { timer: "idle", ms: idleMs ?? IDLE_MS_DEFAULT },
    { timer: "after-result", ms: AFTER_RESULT_MS_DEFAULT },
    { timer: "grace", ms: GRACE_MS_DEFAULT },
  ];
}

function acpMechanics(settings: AcpAgentSettings, file: string, site: AgentSite): Mechanics {
  const { envNames, variables, timers } = settings;
  const options = acpOptions(settings, file, site);
  const passed = agentEnvironment({ env: site.env, passes: (name) => envNames.includes(name), told: {} });
  const told = [...new Set([...RUN_VARIABLES, ...Object.keys(variables)])];
  return {
    address: null,
    starts: startsWith((request) => acpCommand(options, request)),
    environment: { passed: Object.keys(passed).filter((name) => !told.includes(name)), told },
    folders: relativeToRoot(runFolders(site), site),
    timers: programTimers(timers),
  };
}

/** Of every run of a program. */
const RUN_VARIABLES = ["PARLEY_RUN", "PARLEY_ROLE", "PARLEY_OUT", "PARLEY_KEY"];

function serverMechanics({ api, timers }: ApiAgentSettings, site: AgentSite): Mechanics {
  const url = modelUrl(api.protocol, api.baseUrl);
  const run = join(site.runsDir, "RUN");
  const files = [
    { path: join(run, "prompt.md"), holds: "what it was asked" },
    { path: join(run, "response.log"), holds: "what it answered, as it came, keys taken out" },
    { path: join(run, "result.json"), holds: "what came of it" },
  ];
  return {
    address: url.at === "url" ? url.url : null,
    starts: startsWith(() => null),
    environment: { passed: [api.keyEnv], told: [] },
    folders: relativeToRoot(files, site),
    timers: [
      { timer: "wall", ms: timers.wallMs ?? SERVER_WALL_MS },
      { timer: "idle", ms: timers.idleMs ?? SERVER_IDLE_MS },
    ],
  };
}

function playerMechanics(script: string, site: AgentSite): Mechanics {
  const passed = agentEnvironment({ env: site.env, passes: () => false, told: {} });
  return {
    address: null,
    starts: startsWith(() => [process.execPath, site.program, PLAYER_COMMAND, script]),
    environment: { passed: Object.keys(passed), told: RUN_VARIABLES },
    folders: relativeToRoot(runFolders(site), site),
    timers: [
      { timer: "wall", ms: WALL_MS_DEFAULT },
      { timer: "grace", ms: GRACE_MS_DEFAULT },
    ],
  };
}

function runFolders({ runsDir }: AgentSite): ExplainedAgent["folders"] {
  const run = join(runsDir, "RUN");
  return [
    { path: join(run, "view"), holds: "where it works and leaves its document" },
    { path: join(run, "view", "project"), holds: "a copy of the project, with refine.readProject alone" },
    { path: join(run, "prompt.md"), holds: "what it was asked" },
    { path: join(run, "stdout.log"), holds: "what it said; beside it stderr.log, exit and result.json" },
  ];
}

/** Of a program that is started with a system prompt. */
function promptFolders({ runsDir }: AgentSite): ExplainedAgent["folders"] {
  const run = join(runsDir, "RUN");
  return [
    { path: join(run, "system.md"), holds: "of that, what always holds for its role: its system prompt" },
    { path: join(run, "input.md"), holds: "the rest, which comes on its input" },
  ];
}

function relativeToRoot(
  folders: ExplainedAgent["folders"],
  { projectRoot }: AgentSite,
): ExplainedAgent["folders"] {
  return folders.map(({ path, holds }) => ({ path: relative(projectRoot, path), holds }));
}

const PROGRAM_ISOLATION = [
  "each role has a session and a folder of its own; they share documents and nothing else",
  "your files are out of its folder: where refine.readProject lets it read them it gets a copy, and a run that changes the copy is thrown away",
  "the run of a role that only reads and leaves a file in its folder is thrown away, too: its answer is its document",
  "that folder is all that is checked: parley does not contain a program that ignores its own flags",
  "whatever it started is ended with it (on macOS: as far as it stayed in its process group)",
  "keys, and whatever the variables hold that its settings name, are taken out of its documents, its words and its logs",
];

const ACP_ISOLATION = [
  "it speaks to a process of parley's, which answers what it asks: leave to read files in its folder, to write them there where its role may write, and nothing else",
  "files and terminals of parley's are not offered; where it writes a file through parley all the same, only inside its folder, links followed to their end",
  "what it does without asking is up to its own mode and settings (agents.NAME.sessionMode, readOnlyMode, variables), and to your settings for it: it uses the home and the login it has",
];

/** What keeps an agent to its work. */
function isolationWords({ settings, file }: DescribedAgent, site: AgentSite): readonly string[] {
  switch (settings.how) {
    case "program": {
      const home = homeKind(cliOptions(settings, file ?? settings.command, site));
      const own = AGENT_CLIS[settings.kind].isolation(home);
      return [...own, ...loginWords(settings, home), ...PROGRAM_ISOLATION];
    }
    case "acp":
      return [...ACP_ISOLATION, ...PROGRAM_ISOLATION];
    case "api":
      return [
        "it gets the prompt and nothing else; with refine.readProject also tools that list, read and search the project's files, within bounds",
        "keys are taken out of its documents, its words and its logs",
      ];
    case "player":
      return [
        "a script of yours, run as a program in a folder of its own; nothing leaves this machine",
        ...PROGRAM_ISOLATION.slice(-2),
      ];
    case "person":
      return ["you write in an editor; parley lays out the form and checks what you hand in"];
    default:
      return assertNever(settings);
  }
}

function loginWords({ kind, api }: CliAgentSettings, home: HomeKind): readonly string[] {
  const login =
    api === null
      ? `it uses the login that ${AGENT_CLIS[kind].program} has on this machine`
      : `it has the key in ${api.keyEnv} for ${api.name}`;
  return [login, HOME_WORDS[home]];
}

const HOME_WORDS: Record<HomeKind, string> = {
  private: "it has a private home by session and role, where it keeps its conversation as it was",
  user: "it keeps its conversation as it was in your own home, as when you use it yourself",
};
