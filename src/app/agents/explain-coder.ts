// What an agent would be as a coder, told before it is one.
import { join } from "node:path";
import { acpCommand } from "../../adapters/agent-process/acp/acp-agent.ts";
import { AGENT_CLIS } from "../../adapters/agent-process/cli/agent-clis.ts";
import { cliCommand } from "../../adapters/agent-process/cli/cli-agent.ts";
import { runFolderAt } from "../../adapters/agent-process/run-folder.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { callKeyParts, makeCallKey } from "../../core/shared/call-key.ts";
import type { AgentTask } from "../../engine/ports.ts";
import type { Config } from "../config/schema.ts";
import type { ExplainedCoding } from "../wire/agent.ts";
import { coderProblem } from "./coder-fitness.ts";
import type { DescribedAgent } from "./describe-agent.ts";
import { type AgentSite, acpOptions, cliOptions, PLAYER_COMMAND } from "./make-agent.ts";

/** A coder's call; what it may run is as the settings say. */
function coderTask(engineer: AgentTask, { build }: Config): AgentTask {
  const parts = callKeyParts(engineer.key);
  return {
    ...engineer,
    key: makeCallKey({ ...parts, subject: { of: "task", id: "TASK" }, purpose: "coder" }),
    document: "coder.md",
    worktree: "WORKTREE",
    ...(build.shell === undefined ? {} : { shell: build.shell }),
  };
}

/** Beside the Engineer's call of the same agent, which it differs from. */
export function explainCoding(agent: DescribedAgent, engineer: AgentTask, site: AgentSite): ExplainedCoding {
  const unfit = coderProblem(agent.settings, site.config);
  if (unfit !== null) return { unfit, argv: null, rights: [] };
  const task = coderTask(engineer, site.config);
  return { unfit, argv: coderArgv(agent, task, site), rights: codingWords(agent) };
}

function coderArgv(
  { settings, file }: DescribedAgent,
  request: AgentTask,
  site: AgentSite,
): readonly string[] | null {
  const run = runFolderAt(join(site.runsDir, "RUN"), "RUN");
  switch (settings.how) {
    case "program":
      return cliCommand(cliOptions(settings, file ?? settings.command, site), request, run).argv;
    case "acp":
      return acpCommand(acpOptions(settings, file ?? settings.command, site), request);
    case "player":
      return [process.execPath, site.program, PLAYER_COMMAND, file ?? settings.script];
    case "person":
    case "api":
      return null;
    default:
      return assertNever(settings);
  }
}

const WORKTREE_WORDS = [
  "its working folder is a worktree of its own for the task, where it may change everything; its document goes to .parley-out there, which is never committed",
  "parley commits: what it commits, or changes of the repository's settings, hooks and branches, is looked for afterwards",
];

const ACP_CODING = [
  "leave is given to read, change, remove and move files inside the worktree, but not git's own; what it does without asking is up to its own mode and settings",
  "files of its own kind in the worktree count as its settings say: parley cannot keep them out",
  "leave for commands is given only where build.shell is true",
];

function codingWords({ settings }: DescribedAgent): readonly string[] {
  switch (settings.how) {
    case "program":
      return [...AGENT_CLIS[settings.kind].coding, ...WORKTREE_WORDS];
    case "acp":
      return [...ACP_CODING, ...WORKTREE_WORDS];
    case "player":
      return ["its script writes, removes and renames files in the worktree, and runs nothing"];
    case "person":
      return ["you work in the worktree with your own tools, and hand in coder.md"];
    case "api":
      return [];
    default:
      return assertNever(settings);
  }
}
