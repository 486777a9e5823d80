// What several commands of a session take.
import type { OptionSpec } from "../command.ts";

export const SESSION_ARGUMENT = {
  name: "SESSION",
  summary: "Its name, or the beginning of it; by default the only one under way.",
  required: false,
  completion: "nothing",
} as const;

export const SESSION_OPTION: OptionSpec = {
  flag: "--session",
  summary: "Which session; by default the only one under way.",
  value: { name: "SESSION", completion: "nothing" },
};

export const RUN_OPTIONS: readonly OptionSpec[] = [
  {
    flag: "--engineer",
    summary: "Who proposes, whatever was chosen before.",
    value: { name: "AGENT", completion: "file" },
  },
  {
    flag: "--reviewer",
    summary: "Who reviews, whatever was chosen before.",
    value: { name: "AGENT", completion: "file" },
  },
  {
    flag: "--until",
    summary: "Stop after a `round`, or go on until it is `done` (the default) or somebody has to answer.",
    value: { name: "WHEN", completion: "nothing" },
  },
  {
    flag: "--policy",
    summary: "Answer questions by the rules in FILE; a question that none fits stays open.",
    value: { name: "FILE", completion: "file" },
  },
];
