// `parley mcp` as a process, for claims about who started it.

import { main } from "../../src/cli/main.ts";
import { ioOf } from "../cli/run-here.ts";

const { stdin, stdout, stderr, env } = process;
const io = { ...ioOf({ cwd: process.cwd(), env, program: process.argv[1] ?? "" }), stdin, stdout, stderr };
process.exitCode = await main(["mcp"], io);
