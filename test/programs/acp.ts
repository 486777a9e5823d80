// The process that speaks to an ACP agent, started by the wrapper of a run: acp.mjs ORDER COMMAND…
import { runAcpProgram } from "../../src/adapters/agent-process/acp/acp-program.ts";

await runAcpProgram(process.argv.slice(2));
