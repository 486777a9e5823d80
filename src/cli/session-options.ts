// What several commands of a session take.
import { type Failure, isFailure, usageFailure } from "../app/failure.ts";
import { fileOption, namedOption, type ParsedValues, textOption } from "./command.ts";

export const SESSION_ARGUMENT = {
  name: "SESSION",
  summary: "Its name, or the beginning of it; by default the only one under way.",
  required: false,
  completion: "session",
} as const;

export const SESSION_OPTION = namedOption(
  "--session",
  "Which session; by default the only one under way.",
  "session",
);

/** A session may be named by an argument or with --session: a handler finds it in its options either way. */
export function withNamedSession({ args, options }: ParsedValues): ParsedValues | Failure {
  if (!("session" in args && "session" in options)) return { args, options };
  const named = oneSession(args.session as string | undefined, options.session as string | undefined);
  return isFailure(named) ? named : { args, options: { ...options, ...named } };
}

interface NamedSession {
  readonly session: string | undefined;
}

/** The one that an argument and an option name, if they do. */
export function oneSession(argument: string | undefined, option: string | undefined): NamedSession | Failure {
  if (argument === undefined || option === undefined || argument === option)
    return { session: argument ?? option };
  return usageFailure(
    "several-sessions",
    `${argument} and --session ${option} name two sessions`,
    "name one of them",
  );
}

export const AGENT_OPTIONS = [
  namedOption("--engineer", "Who proposes, whatever was chosen before.", "agent"),
  namedOption("--reviewer", "Who reviews, whatever was chosen before.", "agent"),
] as const;

export const RUN_OPTIONS = [
  ...AGENT_OPTIONS,
  {
    ...textOption(
      "--until",
      "Stop after a `round`, or go on until it is `done` (the default) or somebody has to answer.",
      "WHEN",
    ),
    read: untilWord,
  },
  fileOption("--policy", "Answer questions by the rules in FILE; a question that none fits stays open."),
] as const;

function untilWord(word: string): "round" | "done" | Failure {
  if (word === "round" || word === "done") return word;
  return usageFailure("until", `--until ${word} is not known`, "--until round, or --until done");
}

/** What an answer may bring, wherever one is given. */
export const ANSWER_OPTIONS = [
  textOption("--text", "Your words."),
  fileOption("--file", "Your words, from a file."),
  {
    ...textOption("--rationale", "Why; GAP=TEXT for one gap, ISSUE=TEXT for one issue. May be repeated."),
    many: true,
  },
  { ...namedOption("--gap", "A gap that the answer is about. May be repeated.", "gap"), many: true },
  textOption("--phrase", "The sentence that a gate asks for, exactly.", "PHRASE"),
  {
    ...textOption("--severity", "What an issue weighs. May be repeated.", "ISSUE=SEVERITY"),
    many: true,
  },
  textOption("--constraints", "On what conditions a conflict is decided this way."),
] as const;
