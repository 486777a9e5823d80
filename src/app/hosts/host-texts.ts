// What hosts of coding agents are told of parley: texts and small files, as each of them expects.

interface HostFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
}

const HOW = `parley turns a half-written spec into one you can build from: two agents argue out every gap, deterministic code mediates,
and the user decides what is left.

- What a spec leaves open: \`parley lint SPEC.md\`. It reads, and changes nothing.
- To have it argued out: the MCP tool \`refine_start\`, or \`parley refine SPEC.md --no-input --json\`. It sets agents to work and spends
  what they cost: only when the user asks for it.
- While it runs: the MCP tool \`wait\`, or \`parley status --json\`. Exit code 7 and \`at: question\` mean that the user is asked something.
- Questions are the user's to decide. Show them what \`inbox\` (\`parley inbox --json\`) says of one: why it is asked, the options, what each
  does, the recommendation. Pass on the option they chose with \`answer\` (\`parley answer Q1 OPTION\`), then \`resume\`. Never answer on your
  own, never type a gate's sentence for them.
- Where a line of a finished spec comes from: \`why\` (\`parley why FILE:LINE\`).
- An error says what to do next in \`fix\`. Do not edit anything below \`.parley/\`.
`;

/** Between the marks, in AGENTS.md. */
export const AGENTS_SECTION = `## Specs: parley

${HOW}`;

const SKILL = `---
name: parley
description: Find what a spec leaves open and have its gaps argued out by two agents, with the user deciding what is left. Use when a spec, requirements document or plan is to be checked, clarified, refined or finished, when parley asks something, or when somebody asks why a line of a finished spec says what it says.
---

# parley

${HOW}
Without the MCP server the command line does the same; every command takes \`--json\`.
`;

const README = `# parley for hosts of coding agents

Written by \`parley init --agents\`, taken out by \`parley init --agents --remove\`. The plugin starts \`parley mcp\`, an MCP server with tools
to refine a spec, follow it, show the user what is asked and pass on what they decide. \`parley\` must be on the PATH. The Spec Kit
extension offers to look for what a \`spec.md\` leaves open, and to have it argued out.

- Claude Code: \`claude plugin marketplace add ./.parley/hosts\`, \`claude plugin install parley@parley\`
- Codex: \`codex plugin marketplace add ./.parley/hosts\`, \`codex plugin add parley@parley\`. Its \`config.toml\` wants
  \`mcp_optional_startup_grace_ms = 0\` before the first table: by itself Codex leaves out, without a word, what takes longer than a
  second to start. Where nobody is there to be asked, as in \`codex exec\`, it passes on an answer only with your leave beforehand:
  \`[plugins."parley@parley".mcp_servers.parley]\` with \`default_tools_approval_mode = "approve"\`
- Spec Kit: \`specify extension add --dev .parley/hosts/spec-kit\`
`;

const ABOUT = "Refine specs: gaps are found and argued out by two agents, and the user decides what is left.";
const HOSTS = ".parley/hosts";

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function pluginFiles(version: string): readonly HostFile[] {
  const about = { name: "parley", version, description: ABOUT, author: { name: "parley" }, license: "MIT" };
  return [
    { path: `${HOSTS}/README.md`, text: README },
    {
      path: `${HOSTS}/.claude-plugin/marketplace.json`,
      text: json({
        name: "parley",
        description: ABOUT,
        owner: { name: "parley" },
        plugins: [{ name: "parley", source: "./plugin", description: ABOUT }],
      }),
    },
    {
      path: `${HOSTS}/.agents/plugins/marketplace.json`,
      text: json({
        name: "parley",
        interface: { displayName: "parley" },
        plugins: [
          {
            name: "parley",
            source: { source: "local", path: "./plugin" },
            policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
            category: "Productivity",
          },
        ],
      }),
    },
    { path: `${HOSTS}/plugin/.claude-plugin/plugin.json`, text: json(about) },
    {
      path: `${HOSTS}/plugin/.codex-plugin/plugin.json`,
      text: json({ ...about, mcpServers: "./.mcp.json" }),
    },
    {
      path: `${HOSTS}/plugin/.mcp.json`,
      text: json({ mcpServers: { parley: { command: "parley", args: ["mcp"] } } }),
    },
    { path: `${HOSTS}/plugin/README.md`, text: README },
  ];
}

const SPEC_OF_FEATURE =
  "The spec is the file named in the arguments; else `spec.md` of the current feature (`.specify/feature.json` names its folder; else the newest folder below `specs/`).";

function specKitFiles(version: string): readonly HostFile[] {
  return [
    {
      path: `${HOSTS}/spec-kit/extension.yml`,
      text: `schema_version: "1.0"

extension:
  id: "parley"
  name: "parley"
  version: "${version}"
  description: "${ABOUT}"
  author: "parley"
  license: "MIT"

requires:
  speckit_version: ">=0.1.0"
  tools:
    - name: "parley"
      required: true

provides:
  commands:
    - name: "speckit.parley.lint"
      file: "commands/lint.md"
      description: "List what spec.md leaves open"
    - name: "speckit.parley.refine"
      file: "commands/refine.md"
      description: "Have the gaps of spec.md argued out by two agents"

hooks:
  after_specify:
    command: "speckit.parley.lint"
    optional: true
    prompt: "List what the spec leaves open?"
    description: "parley lint on spec.md: reads, and changes nothing"
  after_clarify:
    command: "speckit.parley.refine"
    optional: true
    prompt: "Have what is still open argued out by two agents?"
    description: "parley refine on spec.md: sets agents to work and spends what they cost"

tags:
  - "spec"
  - "quality"
`,
    },
    {
      path: `${HOSTS}/spec-kit/commands/lint.md`,
      text: `---
description: "List what spec.md leaves open"
---

# What the spec leaves open

$ARGUMENTS

1. ${SPEC_OF_FEATURE}
2. Run \`parley lint SPEC --json\`. It reads, and changes nothing.
3. Show the user the findings by severity, each with its line and what it asks. Do not resolve them on your own; offer
   \`speckit.parley.refine\`, or \`speckit.clarify\`, for what is open.
`,
    },
    {
      path: `${HOSTS}/spec-kit/commands/refine.md`,
      text: `---
description: "Have the gaps of spec.md argued out by two agents"
---

# Have the spec argued out

$ARGUMENTS

1. ${SPEC_OF_FEATURE}
2. It sets agents to work and spends what they cost: make sure that the user wants it.
3. Run \`parley refine SPEC --no-input --json\`, or the MCP tools \`refine_start\` and then \`wait\` until it tells of a question or the end.
4. Exit code 7, or \`at: question\`: show the user what \`parley inbox --json\` says of each question, pass on the option they chose with
   \`parley answer QUESTION OPTION\`, and go on with \`parley resume --no-input --json\`. Never answer on your own.
5. At the end the finished spec stands beside the source as \`spec_v1.md\`; \`spec.md\` is as it was. Show the user the difference
   (\`git diff --no-index spec.md spec_v1.md\`), and put it in the place of \`spec.md\` only if they say so, before \`speckit.plan\`.
`,
    },
  ];
}

/** Whole files of ours; the version is the program's. */
export function hostFiles(version: string): readonly HostFile[] {
  return [
    { path: ".claude/skills/parley/SKILL.md", text: SKILL },
    { path: ".agents/skills/parley/SKILL.md", text: SKILL },
    ...pluginFiles(version),
    ...specKitFiles(version),
  ];
}

/** What is left for a person to run, for each host. */
export const HOST_COMMANDS: readonly { readonly host: string; readonly line: string }[] = [
  {
    host: "Claude Code",
    line: `claude plugin marketplace add ./${HOSTS} && claude plugin install parley@parley`,
  },
  { host: "Codex", line: `codex plugin marketplace add ./${HOSTS} && codex plugin add parley@parley` },
  { host: "Spec Kit", line: `specify extension add --dev ${HOSTS}/spec-kit` },
];
