/** Where a person's word came from; a policy's is known by its name. */
export type DecidedVia = "terminal" | "script" | "mcp";

export const DECIDED_VIA_WORDS: Record<DecidedVia, string> = {
  terminal: "in a terminal",
  script: "without a terminal",
  mcp: "through an agent's host (MCP)",
};
