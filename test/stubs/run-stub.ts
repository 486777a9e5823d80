// A stub run for real by the process agent, with the command of the program it stands for, and judged by what it left.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AgentCommand, AgentWish } from "../../src/adapters/agent-process/cli/agent-command.ts";
import {
  foldStream,
  type ReadStreamLine,
  type StreamReading,
} from "../../src/adapters/agent-process/cli/agent-stream.ts";
import { claudeCommand } from "../../src/adapters/agent-process/cli/claude-command.ts";
import { readClaudeLine } from "../../src/adapters/agent-process/cli/claude-stream.ts";
import { codexCommand } from "../../src/adapters/agent-process/cli/codex-command.ts";
import { readCodexLine } from "../../src/adapters/agent-process/cli/codex-stream.ts";
import {
  judgeOutcome,
  type OutcomeJudgement,
  type ProcessEnd,
} from "../../src/adapters/agent-process/cli/outcome.ts";
import { JsonLines } from "../../src/adapters/agent-process/cli/read-jsonl.ts";
import { runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { type ExitRecord, readExit } from "../../src/adapters/agent-process/run-records.ts";
import type { AgentResult, Cancel } from "../../src/engine/ports.ts";
import { agentRequest, ignoreEvent, NEVER, realAgent } from "../agents/real-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export type StubName = "claude" | "codex";

const STUBS: Record<StubName, { command(wish: AgentWish): AgentCommand; read: ReadStreamLine }> = {
  claude: { command: claudeCommand, read: readClaudeLine },
  codex: { command: codexCommand, read: readCodexLine },
};

export interface StubRun {
  readonly name: StubName;
  readonly scenario: string;
  readonly wish?: Partial<AgentWish>;
  readonly wallMs?: number;
  readonly cancel?: Cancel;
}

export interface StubOutcome {
  readonly result: AgentResult;
  readonly reading: StreamReading;
  readonly judged: OutcomeJudgement;
  /** The folder it worked in. */
  readonly view: string;
}

export async function runStub(run: StubRun): Promise<StubOutcome> {
  const { name, scenario, wallMs = 30_000, cancel = NEVER } = run;
  const folder = temporaryFolder();
  const program = [process.execPath, join(process.cwd(), `test/stubs/${name}.mjs`)];
  const wish: AgentWish = { program, access: "write", extraArgs: [], homeFolder: folder, ...run.wish };
  const { argv, env, files } = STUBS[name].command(wish);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const runsDir = join(folder, "runs");
  const told = { ...process.env, ...env, STUB_SCENARIO: scenario };
  const agent = realAgent({
    runsDir,
    argv: () => argv,
    env: told,
    envNames: ["STUB_SCENARIO", ...Object.keys(env)],
  });
  const request = agentRequest({ wallMs });
  const result = await agent.start(request, ignoreEvent, cancel);
  const left = runFolderOf(runsDir, request.key);
  const lines = new JsonLines();
  const reading = foldStream(STUBS[name].read, [...lines.take(readFileSync(left.stdout)), ...lines.end()]);
  const judged = judgeOutcome({
    end: endOf(await readExit(left)),
    document: result.document !== null,
    answerCounts: wish.access === "read-only",
    final: reading.final,
    stderr: readFileSync(left.stderr, "utf8"),
    nowMs: Date.now(),
  });
  return { result, reading, judged, view: left.view };
}

function endOf(exit: ExitRecord | null): ProcessEnd {
  switch (exit?.reason) {
    case "wall":
    case "output":
      return { at: "stopped", by: exit.reason };
    case "cancelled":
      return { at: "cancelled" };
    case "not-started":
      return { at: "not-started", error: exit.error ?? "" };
    default:
      return exit === null
        ? { at: "lost", why: "no exit" }
        : { at: "exit", code: exit.code, signal: exit.signal };
  }
}
