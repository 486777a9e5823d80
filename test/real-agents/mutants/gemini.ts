import {
  CUT_CASE,
  EFFORT_CASE,
  ELSEWHERE_CASE,
  ENGINEER_CASE,
  ENVIRONMENT_CASE,
  HOSTS_CASE,
  LIMIT_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  PROJECT_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  SESSION_CASE,
  TROUBLE_CASE,
  USER_CASE,
} from "../cases.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const gemini = locksOf(`${CLI}/gemini.ts`);
const checks = locksOf("src/app/config/cross-checks.ts");
const agent = "gemini";

const NO_HOME = [gemini.without("      HOME: home,\n"), gemini.without("      GEMINI_CLI_HOME: home,\n")];

export const GEMINI_MUTANTS: readonly Mutant[] = [
  {
    ...{ agent, row: REVIEWER_CASE, name: "tools that write, and no plan mode, for who only reads" },
    shows: "'trespassed' to be 'ok'",
    locks: [
      gemini.with('"read-only": LOOKS', '"read-only": [...LOOKS, "replace", "write_file"]'),
      gemini.with('"read-only": "plan"', '"read-only": "auto_edit"'),
    ],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no tools.core, no experimental.enableAgents" },
    shows: "'web_fetch'",
    locks: [
      gemini.without("    tools: worktree === null ? { core: tools } : { core: tools, allowed: tools },\n"),
      gemini.without("    experimental: { enableAgents: false },\n"),
    ],
  },
  {
    ...{ agent, row: SESSION_CASE, name: "no --skip-trust" },
    shows: "trusted directory",
    locks: [gemini.with(', "--skip-trust"]', "]")],
  },
  ...(
    [
      [USER_CASE, "planted-user"],
      [MIXED_CASE, "planted-user"],
      [ELSEWHERE_CASE, "'home/.gemini"],
    ] as const
  ).map(
    ([row, shows]): Mutant => ({
      ...{ agent, row, name: "no HOME and no GEMINI_CLI_HOME of its own" },
      shows,
      locks: NO_HOME,
    }),
  ),
  {
    ...{ agent, row: LOGIN_CASE, name: "none of its own variables passes" },
    shows: "'unauthorised'",
    locks: [gemini.with("return api === null && USER_VARIABLES.has(name);", "return false;")],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "any effort is taken" },
    shows: "to be 3",
    locks: [checks.with("effort === undefined || known", "effort !== null || known")],
  },
  {
    ...{ agent, row: USER_CASE, name: "no home of its own, no --extensions, no --allowed-mcp-server-names" },
    shows: "started: planted-user",
    locks: [
      ...NO_HOME,
      gemini.without('    ...["--extensions", NONE, "--allowed-mcp-server-names", NONE],\n'),
    ],
  },
  {
    ...{ agent, row: TROUBLE_CASE, name: "no TMPDIR of its own" },
    shows: "gemini-client-error",
    locks: [gemini.without("      TMPDIR: `${home}/tmp`,\n")],
  },
  {
    ...{ agent, row: PROJECT_CASE, name: "no .env of its own" },
    shows: "planted-project--gemini-env",
    locks: [gemini.without('...(hasEnvFile ? [] : [{ below: "run", path: ENV_FILE, text: "" } as const]),')],
  },
  {
    ...{ agent, row: RESUME_CASE, name: "each run is a project of its own" },
    shows: "No previous sessions",
    locks: [gemini.without("      ...projectFiles(input),\n")],
  },
  {
    ...{ agent, row: HOSTS_CASE, name: "no usageStatisticsEnabled" },
    shows: "googleapis.com'",
    locks: [gemini.without("    privacy: { usageStatisticsEnabled: false },\n")],
  },
  {
    ...{ agent, row: TROUBLE_CASE, name: "tries as often as it likes" },
    shows: "until the first call has ended",
    locks: [gemini.with(", maxAttempts: TRIES_MAX }", " }")],
  },
  {
    ...{ agent, row: LIMIT_CASE, name: "does not try again by itself" },
    shows: "'rate-limited' to be 'ok'",
    locks: [gemini.with("const TRIES_MAX = 3;", "const TRIES_MAX = 1;")],
  },
  {
    ...{ agent, row: CUT_CASE, name: "its words for a stream that broke off are not known" },
    shows: "to be 'overloaded'",
    locks: [gemini.with('"[API Error: terminated]"', '"[API Error: something else]"')],
  },
  {
    ...{
      agent,
      row: PROJECT_CASE,
      name: "no memoryBoundaryMarkers, no discoveryMaxDirs, no includeDirectoryTree",
    },
    shows: "'planted-project-GEMINI-md'",
    locks: [
      gemini.without(
        "    context: { memoryBoundaryMarkers: [], discoveryMaxDirs: 0, includeDirectoryTree: false },\n",
      ),
    ],
  },
  {
    ...{ agent, row: ENVIRONMENT_CASE, name: "with a key, its own variables pass" },
    shows: "planted-environment",
    locks: [gemini.with("return api === null && USER", "return USER")],
  },
];
