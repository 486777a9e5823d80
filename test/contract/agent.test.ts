import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentPort } from "../../src/engine/ports.ts";
import { playerProgramAgent } from "../agents/real-agent.ts";
import { acpStubAgent } from "../stubs/run-acp-stub.ts";
import { stubAgent } from "../stubs/run-stub.ts";
import { playerAgent } from "../support/player-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { agentContract, type PlayedAgent } from "./agent-contract.ts";

function played(script: string, agentOf: (folder: string, file: string) => AgentPort): PlayedAgent {
  const folder = temporaryFolder();
  const file = join(folder, "player.yaml");
  const rewrite = (text: string): void => writeFileSync(file, text);
  rewrite(script);
  return { agent: agentOf(folder, file), folder, rewrite };
}

agentContract("player in this process", (script) => played(script, (_folder, file) => playerAgent({ file })));

/** The player behind the language of claude, and claude's adapter in front of it. */
agentContract(
  "player as claude",
  (script) =>
    played(script, (folder, file) =>
      stubAgent(
        {
          name: "claude",
          scenario: "none",
          options: {
            api: null,
            program: [process.execPath, join(process.cwd(), "test/stubs/played-claude.mjs")],
            env: {
              PATH: process.env.PATH,
              STUB_PLAYER: join(process.cwd(), "test/.build/player.mjs"),
              STUB_FILE: file,
            },
            envNames: ["STUB_PLAYER", "STUB_FILE"],
          },
        },
        folder,
      ),
    ),
  "stand-in",
);

/** The player behind the Agent Client Protocol, and the adapter for any such agent in front of it. */
agentContract(
  "player as an ACP agent",
  (script) =>
    played(script, (folder, file) =>
      acpStubAgent({
        scenario: "none",
        options: {
          command: [process.execPath, join(process.cwd(), "test/stubs/played-acp.mjs")],
          env: { STUB_PLAYER: join(process.cwd(), "test/.build/player.mjs"), STUB_FILE: file },
          envNames: ["STUB_PLAYER", "STUB_FILE"],
        },
        folder,
      }),
    ),
  "stand-in",
);

agentContract("player as a program", (script) =>
  played(script, (folder, file) => playerProgramAgent(join(folder, "runs"), file)),
);
