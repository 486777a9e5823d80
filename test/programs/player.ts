// The scripted agent as a program: player.mjs FILE, started by the process agent.
import { runPlayerProgram } from "../../src/adapters/agent-player/player-program.ts";

const [file = ""] = process.argv.slice(2);
process.exitCode = await runPlayerProgram({
  file,
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
});
