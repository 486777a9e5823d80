import {
  CANCEL_CASE,
  EFFORT_CASE,
  ELSEWHERE_CASE,
  ENGINEER_CASE,
  ENVIRONMENT_CASE,
  GIT_CASE,
  HOSTS_CASE,
  LIMIT_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  PROJECT_CASE,
  REVIEWER_CASE,
  SESSION_CASE,
  TROUBLE_CASE,
  USER_CASE,
} from "../cases.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const claude = locksOf(`${CLI}/claude.ts`);
const harvest = locksOf("src/adapters/agent-process/harvest.ts");
const agent = "claude";

const SETTING_SOURCES = claude.without('"--setting-sources", "", ');
const SET_UP = [SETTING_SOURCES, claude.without('    ...["--safe-mode", "--strict-mcp-config"],\n')];
const SET_UP_NAME = "no --setting-sources, no --safe-mode, no --strict-mcp-config";

export const CLAUDE_MUTANTS: readonly Mutant[] = [
  { agent, row: USER_CASE, name: SET_UP_NAME, shows: "planted-user", locks: SET_UP },
  { agent, row: PROJECT_CASE, name: SET_UP_NAME, shows: "planted-project", locks: SET_UP },
  { agent, row: MIXED_CASE, name: SET_UP_NAME, shows: "planted-project", locks: SET_UP },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no --setting-sources" },
    shows: "secret-of",
    locks: [SETTING_SOURCES],
  },
  {
    ...{ agent, row: USER_CASE, name: "no --setting-sources, no language of parley's" },
    shows: "planted-language",
    locks: [SETTING_SOURCES, claude.without('language: "", ')],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "all of the user's settings are kept" },
    shows: "secret-of",
    locks: [claude.with("settings: pickKeys(settings, KEPT_SETTINGS)", "settings")],
  },
  {
    ...{ agent, row: LOGIN_CASE, name: "the login in the user's settings is not taken along" },
    shows: "'unauthorised'",
    locks: [
      claude.with(
        'typeof env === "object" && env !== null ? Object.entries(env) : []',
        "[] as [string, unknown][]",
      ),
    ],
  },
  {
    ...{ agent, row: GIT_CASE, name: "no includeGitInstructions, and its own system prompt is kept" },
    shows: "planted-",
    locks: [
      claude.without(", includeGitInstructions: false"),
      claude.with('? "--system-prompt-file"', '? "--append-system-prompt-file"'),
    ],
  },
  {
    ...{ agent, row: SESSION_CASE, name: "no --permission-mode" },
    shows: "denied: Write",
    locks: [claude.without('"--permission-mode", PERMISSION_MODE[access], ')],
  },
  {
    ...{ agent, row: REVIEWER_CASE, name: "no --tools" },
    shows: "'Bash'",
    locks: [claude.without('    ...["--tools", tools],\n')],
  },
  {
    ...{ agent, row: REVIEWER_CASE, name: "tools that write for who only reads" },
    shows: "'Write'",
    locks: [claude.with('"read-only": "Read,Grep,Glob"', '"read-only": "Read,Grep,Glob,Edit,Write"')],
  },
  {
    ...{ agent, row: HOSTS_CASE, name: "none of the variables against calls of its own" },
    shows: ".com'",
    locks: [claude.without("      ...QUIET,\n")],
  },
  {
    ...{ agent, row: ELSEWHERE_CASE, name: "no CLAUDE_CONFIG_DIR of its own" },
    shows: "'home/.claude",
    locks: [
      claude.without("...(homeFolder === null ? {} : { CLAUDE_CONFIG_DIR: `${homeFolder}/${HOME_NAME}` }),"),
    ],
  },
  {
    ...{ agent, row: ENVIRONMENT_CASE, name: "with a key, its own variables pass" },
    shows: "planted-environment",
    locks: [claude.with("if (api !== null || OUTER", "if (OUTER")],
  },
  // The others tell nothing at all of a run that was broken off.
  {
    ...{ agent, row: CANCEL_CASE, name: "nothing told counts as nothing used" },
    shows: "expected +0 to be null",
    locks: [harvest.with("if (!isBrokenOff) return usage;", "return usage;")],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "no --effort" },
    shows: "to be 'low'",
    locks: [claude.without('if (effort !== null) argv.push("--effort", assertArgument(effort));')],
  },
  {
    ...{ agent, row: TROUBLE_CASE, name: "tries as often as it likes" },
    shows: "until the first call has ended",
    locks: [claude.without("CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX),")],
  },
  {
    ...{ agent, row: LIMIT_CASE, name: "does not try again by itself" },
    shows: "'rate-limited' to be 'ok'",
    locks: [claude.with("CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX)", 'CLAUDE_CODE_MAX_RETRIES: "0"')],
  },
];
