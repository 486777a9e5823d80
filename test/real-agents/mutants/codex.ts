import {
  CUT_CASE,
  EFFORT_CASE,
  ELSEWHERE_CASE,
  ENGINEER_CASE,
  ENVIRONMENT_CASE,
  GIT_CASE,
  HOSTS_CASE,
  LIMIT_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  RESUME_CASE,
  REVIEWER_CASE,
  TROUBLE_CASE,
  USER_CASE,
} from "../cases.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const codex = locksOf(`${CLI}/codex.ts`);
const agent = "codex";

const withSandbox = (mode: string) =>
  codex.with("const profile = permissionProfile(input);", `const profile = ['sandbox_mode="${mode}"'];`);

export const CODEX_MUTANTS: readonly Mutant[] = [
  {
    ...{ agent, row: USER_CASE, name: "no --ignore-rules" },
    shows: "its command is forbidden",
    locks: [codex.with(', "--ignore-rules"]', "]")],
  },
  {
    ...{ agent, row: USER_CASE, name: "no --ignore-user-config" },
    shows: "planted-user--codex-config-toml",
    locks: [codex.without('"--ignore-user-config", ')],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "no --skip-git-repo-check" },
    shows: "trusted directory",
    locks: [codex.without('"--skip-git-repo-check",')],
  },
  ...([GIT_CASE, MIXED_CASE] as const).map(
    (row): Mutant => ({
      ...{ agent, row, name: "no GIT_CEILING_DIRECTORIES" },
      shows: "planted-",
      locks: [codex.without("    GIT_CEILING_DIRECTORIES: dirname(workFolder),\n")],
    }),
  ),
  {
    ...{ agent, row: LIMIT_CASE, name: "does not try again by itself" },
    shows: "'rate-limited' to be 'ok'",
    locks: [
      codex.with("const REQUEST_RETRIES_MAX = 2;", "const REQUEST_RETRIES_MAX = 0;"),
      codex.with("const STREAM_RETRIES_MAX = 1;", "const STREAM_RETRIES_MAX = 0;"),
    ],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "its own sandbox in place of the permission profile" },
    shows: "'secret-of",
    locks: [withSandbox("workspace-write")],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no sandbox at all" },
    shows: "'secret-of",
    locks: [withSandbox("danger-full-access")],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "its profile shows the whole disk" },
    shows: "'secret-of",
    locks: [codex.with('[":minimal", "read"]', '[":root", "read"]')],
  },
  {
    ...{ agent, row: REVIEWER_CASE, name: "its profile lets the Reviewer write" },
    shows: "'trespassed' to be 'ok'",
    locks: [codex.with('"read-only": "read", write', '"read-only": "write", write')],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "no agents.enabled" },
    shows: "spawn_agent",
    locks: [codex.without('    "agents.enabled=false",\n')],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no web_search" },
    shows: "'web_search'",
    locks: [codex.without('    `web_search=${tomlText("disabled")}`,\n')],
  },
  {
    ...{ agent, row: HOSTS_CASE, name: "no analytics.enabled" },
    shows: "chatgpt.com'",
    locks: [codex.without('    "analytics.enabled=false",\n')],
  },
  {
    ...{ agent, row: USER_CASE, name: "no skills.include_instructions" },
    shows: "planted-user--agents-skills",
    locks: [codex.without('    "skills.include_instructions=false",\n')],
  },
  {
    ...{ agent, row: HOSTS_CASE, name: "feature plugins" },
    shows: "github.com'",
    locks: [codex.without('  "plugins",\n')],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "feature goals" },
    shows: "create_goal",
    locks: [codex.without('  "goals",\n')],
  },
  {
    ...{ agent, row: ENVIRONMENT_CASE, name: "its shell has the key, by its name and by name alike" },
    shows: "fake-engineer-tells-environment",
    locks: [
      codex.with(
        "shell_environment_policy.ignore_default_excludes=false",
        "shell_environment_policy.ignore_default_excludes=true",
      ),
      codex.without("`shell_environment_policy.exclude=[${tomlText(api.keyEnv)}]`, "),
    ],
  },
  {
    ...{ agent, row: ELSEWHERE_CASE, name: "no CODEX_HOME of its own" },
    shows: "'home/.codex",
    locks: [codex.without("...(homeFolder === null ? {} : { CODEX_HOME: `${homeFolder}/${HOME_NAME}` }),")],
  },
  {
    ...{ agent, row: LOGIN_CASE, name: "the login in the user's home is not linked to" },
    shows: "'unauthorised'",
    locks: [codex.with("    laid: login,\n", "    laid: [],\n")],
  },
  {
    ...{ agent, row: ENVIRONMENT_CASE, name: "with a key, its own variables pass" },
    shows: "planted-environment",
    locks: [codex.with("return api === null && (USER", "return (USER")],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "no effort" },
    shows: "to be 'high'",
    locks: [
      codex.without(
        "    `model_reasoning_effort=${tomlText(effort ?? String(chosen ?? EFFORT_DEFAULT))}`,\n",
      ),
    ],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "no verbosity" },
    shows: "verbosity: 'medium'",
    locks: [codex.without("    `model_verbosity=${tomlText(String(verbosity ?? VERBOSITY_DEFAULT))}`,\n")],
  },
  {
    ...{ agent, row: RESUME_CASE, name: "what it counts over the conversation is taken for the run's" },
    shows: "inputTokens",
    locks: [codex.with("const own = usageSince(state.before, reported);", "const own = reported;")],
  },
  {
    ...{ agent, row: TROUBLE_CASE, name: "tries as often as it likes" },
    shows: "to be 6",
    locks: [codex.without("    request_max_retries: REQUEST_RETRIES_MAX,\n")],
  },
  {
    ...{ agent, row: CUT_CASE, name: "begins a broken stream again as often as it likes" },
    shows: "to be 2",
    locks: [codex.without("    stream_max_retries: STREAM_RETRIES_MAX,\n")],
  },
];
