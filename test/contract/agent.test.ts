import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { playerAgent } from "../../src/adapters/agent-player/player-agent.ts";
import type { AgentPort } from "../../src/engine/ports.ts";
import { playerProgramAgent } from "../agents/real-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { agentContract, type PlayedAgent } from "./agent-contract.ts";

function played(script: string, agentOf: (folder: string, file: string) => AgentPort): PlayedAgent {
  const folder = temporaryFolder();
  const file = join(folder, "player.yaml");
  const rewrite = (text: string): void => writeFileSync(file, text);
  rewrite(script);
  return { agent: agentOf(folder, file), rewrite };
}

agentContract("player in this process", (script) => played(script, (_folder, file) => playerAgent({ file })));

agentContract("player as a program", (script) =>
  played(script, (folder, file) => playerProgramAgent(join(folder, "runs"), file)),
);
