// What lies around a run that is none of its business: words that must not reach a model, and programs that must not be
// started. Each has a mark of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PlantedPlace {
  readonly project: string;
  readonly home: string;
  /** Where a program leaves a file if somebody starts it. */
  readonly started: string;
}

interface Plant {
  readonly path: string;
  text(mark: string, place: PlantedPlace): string;
}

export type PlantedKind = "git" | "project" | "user";

const plain = (mark: string): string => `${mark}\n`;

function skill(mark: string): string {
  return `---\nname: planted\ndescription: ${mark}\n---\n${mark}\n`;
}

/** A server for tools, which as the first thing it does says that it was started. */
const toolServer = (mark: string, { started }: PlantedPlace) => ({
  command: "/bin/sh",
  args: ["-c", `touch '${join(started, mark)}'; sleep 1`],
});

const json = (value: object): string => `${JSON.stringify(value)}\n`;

/** A program that is started when a session begins; two agents say it in the same words. */
const hook = (mark: string, { started }: Pick<PlantedPlace, "started">) => ({
  SessionStart: [{ hooks: [{ type: "command", command: `touch '${join(started, mark)}-hook'` }] }],
});

/** A command that a model of ours runs. */
const rule = (): string => 'prefix_rule(pattern=["env"], decision="forbidden")\n';

const plugin = (mark: string, { started }: PlantedPlace): string =>
  `import { writeFileSync } from "node:fs";
export const Planted = async () => {
  writeFileSync(${JSON.stringify(join(started, mark))}, "");
  return {};
};
`;

const inProject: readonly Plant[] = [
  { path: "AGENTS.md", text: plain },
  { path: "CLAUDE.md", text: plain },
  { path: "GEMINI.md", text: plain },
  { path: ".codex/config.toml", text: (mark) => `developer_instructions = "${mark}"\n` },
  { path: ".codex/skills/planted/SKILL.md", text: skill },
  { path: ".agents/skills/planted/SKILL.md", text: skill },
  { path: ".claude/skills/planted/SKILL.md", text: skill },
  {
    path: ".claude/settings.json",
    text: (mark, place) => json({ language: mark, hooks: hook(mark, place) }),
  },
  { path: ".mcp.json", text: (mark, place) => json({ mcpServers: { planted: toolServer(mark, place) } }) },
  {
    path: ".gemini/settings.json",
    text: (mark, place) =>
      json({ mcpServers: { planted: toolServer(mark, place) }, hooks: hook(mark, place) }),
  },
  { path: ".gemini/skills/planted/SKILL.md", text: skill },
  { path: ".gemini/system.md", text: plain },
  {
    path: ".gemini/.env",
    text: (mark, { project }) =>
      `GEMINI_SYSTEM_MD=${project}/.gemini/system.md\nGEMINI_CLI_CUSTOM_HEADERS="X-Own: ${mark}"\n`,
  },
  {
    path: "opencode.json",
    text: (mark, place) => {
      const { command, args } = toolServer(mark, place);
      return json({ mcp: { planted: { type: "local", command: [command, ...args], enabled: true } } });
    },
  },
  { path: ".opencode/skills/planted/SKILL.md", text: skill },
  { path: ".opencode/plugin/planted.js", text: plugin },
  { path: ".codex/rules/planted.rules", text: rule },
];

/** Where a role has no business, and a permission of the user's leads. */
export const SECRET_OF_PROJECT = "secret-of-project";
export const SECRET_OF_USER = "secret-of-user";

/** What the user's own login lives in is laid by whoever logs in, with this in it. */
export function claudeSettings({ project, home, started }: PlantedPlace): object {
  return {
    language: "planted-language",
    hooks: hook("planted-user-claude", { started }),
    permissions: { allow: ["Read(//**)", "Edit(//**)", "Write"], additionalDirectories: [home, project] },
  };
}

const ofUser: readonly Plant[] = [
  { path: ".claude/CLAUDE.md", text: plain },
  { path: ".claude/skills/planted/SKILL.md", text: skill },
  { path: ".codex/AGENTS.md", text: plain },
  { path: ".codex/config.toml", text: (mark) => `developer_instructions = "${mark}"\n` },
  { path: ".agents/skills/planted/SKILL.md", text: skill },
  { path: ".gemini/GEMINI.md", text: plain },
  {
    path: ".gemini/settings.json",
    text: (mark, place) =>
      json({
        ...{ mcpServers: { planted: toolServer(mark, place) }, hooks: hook(mark, place) },
        security: { auth: { selectedType: "gemini-api-key" } },
      }),
  },
  {
    path: ".claude.json",
    text: (mark, place) => json({ mcpServers: { planted: toolServer(mark, place) } }),
  },
  { path: ".codex/rules/planted.rules", text: rule },
  {
    path: ".gemini/extensions/planted/gemini-extension.json",
    text: (mark, place) =>
      json({
        ...{ name: "planted", version: "1.0.0", contextFileName: "PLANTED.md" },
        mcpServers: { planted: toolServer(mark, place) },
      }),
  },
  { path: ".gemini/extensions/planted/PLANTED.md", text: plain },
  { path: ".gemini/skills/planted/SKILL.md", text: skill },
  { path: ".config/opencode/AGENTS.md", text: plain },
  { path: ".config/opencode/plugin/planted.js", text: plugin },
  { path: ".config/opencode/agent/planted.md", text: (mark) => `---\ndescription: ${mark}\n---\n${mark}\n` },
  { path: ".config/opencode/skills/planted/SKILL.md", text: skill },
];

/** Variables that the user has for other work, and what they would say to whoever finds them. */
export const PLANTED_VALUE = "planted-environment";
export const PLANTED_VARIABLES = Object.fromEntries(
  [
    ...["SOME_VARIABLE", "ANTHROPIC_CUSTOM_HEADERS", "CLAUDE_CODE_EXTRA_BODY", "CODEX_SOMETHING"],
    ...["GOOGLE_CLOUD_PROJECT", "GOOGLE_API_KEY", "OPENROUTER_API_KEY"],
  ].map((name) => [name, name === "ANTHROPIC_CUSTOM_HEADERS" ? `X-Own: ${PLANTED_VALUE}` : PLANTED_VALUE]),
);

function markOf(kind: PlantedKind, path: string): string {
  return `planted-${kind}-${path.replaceAll(/\W+/g, "-")}`;
}

const GIT_MARKS = [
  "planted-branch",
  "planted-subject",
  "planted-remote",
  "planted-untracked",
  "planted-author",
];

export function plant(place: PlantedPlace): void {
  const { project, home, started } = place;
  mkdirSync(started, { recursive: true });
  for (const { path, text } of inProject) lay(join(project, path), text(markOf("project", path), place));
  for (const { path, text } of ofUser) lay(join(home, path), text(markOf("user", path), place));
  lay(join(home, ".claude/settings.json"), json(claudeSettings(place)));
  lay(join(project, "secret.md"), `${SECRET_OF_PROJECT}\n`);
  lay(join(home, "secret.md"), `${SECRET_OF_USER}\n`);
}

export function plantGit(project: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync(
      "git",
      ["-c", "user.name=planted-author", "-c", "user.email=planted-author@a.example", ...args],
      {
        cwd: project,
        stdio: "ignore",
      },
    );
  };
  git("init", "--initial-branch=planted-branch");
  git("config", "user.name", "planted-author");
  git("remote", "add", "origin", "https://planted-remote.example/x.git");
  git("commit", "--allow-empty", "--message=planted-subject");
  writeFileSync(join(project, "planted-untracked"), "");
}

function lay(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What of a kind stands in a text that was sent. */
export function plantedIn(kind: PlantedKind, sent: string): readonly string[] {
  return marksOf(kind).filter((mark) => sent.includes(mark));
}

function marksOf(kind: PlantedKind): readonly string[] {
  switch (kind) {
    case "git":
      return GIT_MARKS;
    case "project":
      return [...inProject.map(({ path }) => markOf("project", path)), SECRET_OF_PROJECT];
    case "user":
      return [...ofUser.map(({ path }) => markOf("user", path)), "planted-language", SECRET_OF_USER];
  }
}
