// A process that starts the stub of an ACP agent and waits for it, to be killed while it does: acp-starter.mjs FOLDER SCENARIO
import { runAcpStub } from "../stubs/run-acp-stub.ts";

const [folder = "", scenario = ""] = process.argv.slice(2);
await runAcpStub({ folder, scenario });
