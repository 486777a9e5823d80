// `parley mcp`: parley as tools and documents for a coding agent's host.
import { isFailure, type Outcome } from "../../app/failure.ts";
import { type Answer, command } from "../command.ts";
import { paintText } from "../text.ts";

export const MCP = command({
  name: "mcp",
  summary: "Serve parley to a coding agent's host, over standard input and output.",
  details: [
    "Speaks the Model Context Protocol, and ends when its input does. Its tools look (inbox, status, wait, gaps, ledger, conflicts, decisions, why, disputes) and change (refine_start, resume, answer, pause, roll_back, dispute_create, dispute_log, dispute_resolve, dispute_withdraw); what they return is what `--json` prints. Documents of sessions are resources under parley://session/.",
    "A run that is started here goes on in a process of its own when the host is gone; what it says is in .parley/logs. Inside a run of an agent of parley's, whatever changes something is refused. `parley init --agents` tells hosts how to start it.",
  ],
  arguments: [],
  options: [],
  endsItself: true,
  examples: [
    { line: "claude mcp add parley -- parley mcp", does: "for Claude Code" },
    { line: "codex mcp add parley -- parley mcp", does: "for Codex" },
    { line: "parley --cwd ~/shop mcp", does: "for the project in a folder" },
  ],
  run: async ({ context, io, report }): Outcome<Answer> => {
    const { serveMcp } = await import("../../mcp/serve-mcp.ts");
    const { stdin, stdout, clock, version, programFile } = io;
    const failed = await serveMcp({
      ...{ context, stdin, stdout, clock, version, program: programFile },
      report: (message) => report([paintText("yellow", "mcp:"), ` ${message}`]),
    });
    return isFailure(failed) ? failed : { data: undefined, lines: () => [] };
  },
});
