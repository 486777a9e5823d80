// How the help lists the commands.

/** What people do, in the order in which they come to it; each command is in one of them. */
export const COMMAND_GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: "Begin", names: ["demo", "init", "doctor", "agents", "config", "trust", "completion", "help"] },
  { title: "Look at a spec", names: ["lint", "survey", "inspect", "detect"] },
  { title: "Refine a spec", names: ["refine", "resume", "pause", "accept", "abandon"] },
  { title: "Answer and decide", names: ["inbox", "answer", "submit", "conflicts", "decisions", "gap"] },
  { title: "Take back, or try another way", names: ["rollback", "archive", "fork", "diff"] },
  {
    title: "Follow and understand a session",
    names: [
      "status",
      "sessions",
      "open",
      "why",
      "show",
      "history",
      "usage",
      "export",
      "prompt",
      "replay",
      "detectors",
    ],
  },
  { title: "Build it", names: ["plan", "board", "tasks", "sections", "build", "dispute"] },
  { title: "Keep and connect", names: ["backup", "mcp"] },
];
