import {
  EFFORT_CASE,
  ELSEWHERE_CASE,
  ENGINEER_CASE,
  ENVIRONMENT_CASE,
  HOSTS_CASE,
  LOGIN_CASE,
  MIXED_CASE,
  PROJECT_CASE,
  REVIEWER_CASE,
  USER_CASE,
} from "../cases.ts";
import { CLI, locksOf, type Mutant } from "./mutant.ts";

const opencode = locksOf(`${CLI}/opencode.ts`);
const agent = "opencode";

const PROJECT_CONFIG = opencode.without('"PROJECT_CONFIG", ');
const PURE = opencode.without('  OPENCODE_PURE: "1",\n');
const HOME = opencode.without("      HOME: home,\n");
const ALL_SETTINGS = opencode.with(
  "settings: pickKeys(Object.assign({}, ...settings), KEPT_SETTINGS)",
  "settings: Object.assign({}, ...settings)",
);
const READ_RULE = opencode.without("    read: here,\n");

export const OPENCODE_MUTANTS: readonly Mutant[] = [
  ...([PROJECT_CASE, MIXED_CASE] as const).map(
    (row): Mutant => ({
      ...{ agent, row, name: "no DISABLE_PROJECT_CONFIG" },
      shows: "planted-project-AGENTS-md",
      locks: [PROJECT_CONFIG],
    }),
  ),
  {
    ...{ agent, row: PROJECT_CASE, name: "no DISABLE_PROJECT_CONFIG, no OPENCODE_PURE" },
    shows: "started: planted-project--opencode-plugin",
    locks: [PROJECT_CONFIG, PURE],
  },
  {
    ...{
      agent,
      row: PROJECT_CASE,
      name: "no DISABLE_PROJECT_CONFIG, no DISABLE_EXTERNAL_SKILLS, no DISABLE_CLAUDE_CODE, leave for skills",
    },
    shows: "skills-planted",
    locks: [
      opencode.without('"PROJECT_CONFIG", "EXTERNAL_SKILLS", "CLAUDE_CODE", '),
      opencode.without('"skill", '),
    ],
  },
  {
    ...{ agent, row: HOSTS_CASE, name: "no DISABLE_MODELS_FETCH" },
    shows: "models.",
    locks: [opencode.with(', "MODELS_FETCH"]', "]")],
  },
  {
    ...{
      agent,
      row: HOSTS_CASE,
      name: "no npm_config_offline, no DISABLE_DEFAULT_PLUGINS, no OPENCODE_PURE",
    },
    shows: "registry.",
    locks: [
      opencode.without('  npm_config_offline: "true",\n'),
      opencode.with('"DEFAULT_PLUGINS", ', ""),
      PURE,
    ],
  },
  {
    ...{
      agent,
      row: HOSTS_CASE,
      name: "the user's share counts: no DISABLE_SHARE, no share, all settings are kept",
    },
    shows: "opncd.ai'",
    locks: [opencode.with(', "SHARE"]', "]"), opencode.without('    share: "disabled",\n'), ALL_SETTINGS],
  },
  {
    ...{ agent, row: ELSEWHERE_CASE, name: "no TMPDIR of its own" },
    shows: "'tmp/",
    locks: [opencode.without("      TMPDIR: `${home}/tmp`,\n")],
  },
  {
    ...{ agent, row: USER_CASE, name: "no XDG_CONFIG_HOME of its own" },
    shows: "planted-user",
    locks: [opencode.without("      XDG_CONFIG_HOME: `${home}/.config`,\n")],
  },
  {
    ...{ agent, row: ELSEWHERE_CASE, name: "no HOME and no XDG_DATA_HOME of its own" },
    shows: "'home/.local/share",
    locks: [HOME, opencode.without("      XDG_DATA_HOME: `${home}/.local/share`,\n")],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no rules at all, for nobody's agent and for its own" },
    shows: "permission requested",
    locks: [
      opencode.without("    snapshot: false,\n    permission,\n"),
      opencode.without("        permission,\n        tools: tools(input),\n"),
    ],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no rule for reading" },
    shows: "'secret-of-project'",
    locks: [READ_RULE],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no rule for reading, and leave to go outside" },
    shows: "'secret-of-user'",
    locks: [READ_RULE, opencode.with('external_directory: "deny"', 'external_directory: "allow"')],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "no rule for writing" },
    shows: "it wrote elsewhere",
    locks: [
      opencode.with(
        'edit: access === "write" ? here : "deny"',
        'edit: access === "write" ? "allow" : "deny"',
      ),
    ],
  },
  {
    ...{ agent, row: REVIEWER_CASE, name: "tools that write, and leave to write, for who only reads" },
    shows: "'trespassed' to be 'ok'",
    locks: [
      opencode.with('edit: access === "write" ? here : "deny"', "edit: here"),
      opencode.without('...(access === "write" ? [] : ["write", "edit", "patch", "apply_patch"])'),
    ],
  },
  {
    ...{ agent, row: ENGINEER_CASE, name: "nobody's tools are offered and allowed" },
    shows: "'bash'",
    locks: [
      opencode.without('    ...Object.fromEntries(NOBODYS_TOOLS.map((name) => [name, "deny"])),\n'),
      opencode.with("const off = [...NOBODYS_TOOLS, ", "const off = ["),
    ],
  },
  {
    ...{ agent, row: ENVIRONMENT_CASE, name: "with a key, its own variables pass" },
    shows: "planted-environment",
    locks: [opencode.with("return api === null && USER", "return USER")],
  },
  {
    ...{ agent, row: LOGIN_CASE, name: "the login in the user's home is not linked to" },
    shows: "'ok'",
    locks: [
      opencode.with(
        'laid: data === null ? [] : linkTo(`${data}/opencode/auth.json`, { below: "home", path: LOGIN_FILE })',
        "laid: []",
      ),
    ],
  },
  {
    ...{ agent, row: USER_CASE, name: "all of the user's settings are kept" },
    shows: "planted-user",
    locks: [ALL_SETTINGS],
  },
  {
    ...{ agent, row: EFFORT_CASE, name: "no effort" },
    shows: "to be 'high'",
    locks: [
      opencode.with("effort === null ? {} : { reasoning: true, options: { reasoningEffort: effort } }", "{}"),
    ],
  },
];
