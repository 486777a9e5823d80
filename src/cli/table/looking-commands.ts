// Commands that look at a session.
import type { CommandGroup, TableEntry } from "../command.ts";
import { SESSION_ARGUMENT, SESSION_OPTION } from "./session-options.ts";

const SHOW: CommandGroup = {
  name: "show",
  summary: "Show a part of a session to a reader.",
  examples: [{ line: "parley show round 2", does: "what the second round brought" }],
  commands: [
    {
      name: "round",
      summary: "Show a round: roles and attempts, gaps, issues, questions, convergence, files.",
      arguments: [{ name: "N", summary: "Its number.", required: true, completion: "nothing" }],
      options: [SESSION_OPTION],
      examples: [{ line: "parley show round 2 --session checkout", does: "the second round" }],
      load: () => import("../commands/show-round.ts"),
    },
  ],
};

export const LOOKING_COMMANDS: readonly TableEntry[] = [
  SHOW,
  {
    name: "export",
    summary: "Write a session to a folder that reads without parley.",
    details: [
      "All documents, the source, an index with links, and the history in words and as data. The folder is written whole or not at all, and never over anything.",
    ],
    arguments: [],
    options: [
      {
        flag: "--to",
        summary: "Where to: empty, or not there yet.",
        value: { name: "DIR", completion: "folder" },
      },
      SESSION_OPTION,
    ],
    examples: [{ line: "parley export --session checkout --to checkout-session", does: "for the archive" }],
    load: () => import("../commands/export.ts"),
  },
  {
    name: "why",
    summary: "Tell where a line of a finished spec comes from.",
    details: [
      "A line is the author's, untouched, or was written for a gap: then its proposal, the review's issues and the decisions on it are named, with their places.",
    ],
    arguments: [
      { name: "FILE:LINE", summary: "A line of a finished spec.", required: true, completion: "file" },
    ],
    options: [],
    examples: [{ line: "parley why checkout_v1.md:42", does: "the gap and the decision behind line 42" }],
    load: () => import("../commands/why.ts"),
  },
  {
    name: "sessions",
    summary: "List the sessions of this project.",
    details: ["An abandoned session keeps its documents, and is listed with `--all`."],
    arguments: [],
    options: [{ flag: "--all", summary: "Also those that were abandoned." }],
    examples: [
      { line: "parley sessions", does: "state, round, open gaps, questions" },
      { line: "parley sessions --all", does: "abandoned ones too" },
    ],
    load: () => import("../commands/sessions.ts"),
  },
  {
    name: "usage",
    summary: "Tell what sessions used and cost, by round, role and agent.",
    details: [
      "Of one session, or of all sessions of the project where none is named. A cost is what the agent tells, else tokens by the prices of the settings; what nobody knows is called unknown.",
    ],
    arguments: [
      {
        name: "SESSION",
        summary: "Its name, or the beginning of it; by default all of them.",
        required: false,
        completion: "nothing",
      },
    ],
    options: [SESSION_OPTION],
    examples: [
      { line: "parley usage checkout", does: "calls, tokens, time and cost" },
      { line: "parley usage --json", does: "every session as data" },
    ],
    load: () => import("../commands/usage.ts"),
  },
  {
    name: "history",
    summary: "Tell what happened in a session, event by event.",
    arguments: [SESSION_ARGUMENT],
    options: [
      SESSION_OPTION,
      { flag: "--last", summary: "Only the newest N events.", value: { name: "N", completion: "nothing" } },
    ],
    examples: [
      { line: "parley history --last 20", does: "the end of the story" },
      { line: "parley history checkout --json", does: "every event with its data" },
    ],
    load: () => import("../commands/history.ts"),
  },
  {
    name: "prompt",
    summary: "Print what a role would be told next, and the size of each part.",
    arguments: [
      { name: "ROLE", summary: "engineer or reviewer.", required: true, choices: ["engineer", "reviewer"] },
    ],
    options: [SESSION_OPTION],
    examples: [{ line: "parley prompt engineer", does: "the prompt, then its sizes" }],
    load: () => import("../commands/prompt.ts"),
  },
  {
    name: "replay",
    summary: "Make every decision of a session again and compare.",
    details: [
      "Reads the stored commands and documents, calls no agent, and compares the events one by one. Exits with 1 and names the first difference if there is one.",
    ],
    arguments: [SESSION_ARGUMENT],
    options: [
      SESSION_OPTION,
      {
        flag: "--assume",
        summary: "What if stallThreshold, divergenceThreshold, gapsPerRound or maxRounds had been N?",
        value: { name: "KEY=N", completion: "nothing" },
      },
    ],
    examples: [
      { line: "parley replay checkout", does: "does the log explain itself?" },
      { line: "parley replay --assume stallThreshold=5", does: "what would differ first" },
    ],
    load: () => import("../commands/replay.ts"),
  },
];
