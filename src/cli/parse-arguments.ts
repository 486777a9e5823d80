// Reads the command line with commander, whose program is made from the table, and says what was asked for.
import { Argument, Command, type CommanderError, Option } from "commander";
import { type Failure, usageFailure } from "../app/failure.ts";
import { suggestWord } from "../app/nearest.ts";
import {
  type ArgumentSpec,
  entriesOf,
  isCommand,
  type OptionSpec,
  type Program,
  type Subject,
  type TableEntry,
} from "./command.ts";
import { usageOf } from "./help.ts";
import { givenArguments, givenOptions, type Invocation } from "./invocation.ts";

type ParsedRequest =
  | { readonly for: "version" }
  | { readonly for: "help"; readonly about: Subject }
  | { readonly for: "command"; readonly invocation: Invocation };

/** Of the commands that the words do not name, `names` is all that is known. */
export function parseArguments(
  program: Program,
  names: readonly string[],
  args: readonly string[],
): ParsedRequest | Failure {
  let invocation: Invocation | undefined;
  const whole: Subject = { path: [], entry: program };
  const parser = emptyCommand(program.name, whole);
  for (const option of program.options) {
    // Commander has its own --help.
    if (option.flag !== "--help") parser.addOption(optionOf(option));
  }
  for (const name of names) {
    const entry = program.commands.find((one) => one.name === name);
    if (entry === undefined) parser.addCommand(emptyCommand(name, whole));
    else
      attach(parser, { path: [name], entry }, (chosen) => {
        invocation = chosen;
      });
  }
  let stopped: ParseStop | undefined;
  try {
    parser.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof ParseStop)) throw error;
    stopped = error;
  }
  const nothingElse = stopped === undefined || stopped.why.code === "commander.help";
  if (parser.opts().version === true && nothingElse) return { for: "version" };
  if (stopped !== undefined) return answerTo(program, names, stopped);
  return invocation === undefined ? { for: "help", about: whole } : { for: "command", invocation };
}

/** Commander stops by an exception; this one also knows where. */
class ParseStop extends Error {
  readonly why: CommanderError;
  readonly command: Command;
  readonly subject: Subject;

  constructor(why: CommanderError, command: Command, subject: Subject) {
    super(why.message);
    this.why = why;
    this.command = command;
    this.subject = subject;
  }
}

function emptyCommand(name: string, subject: Subject): Command {
  const command = new Command(name);
  const silent = (): void => undefined;
  return command
    .configureOutput({ writeOut: silent, writeErr: silent, outputError: silent })
    .showSuggestionAfterError(false)
    .helpCommand(false)
    .exitOverride((error) => {
      throw new ParseStop(error, command, subject);
    });
}

function attach(
  parent: Command,
  { path, entry }: Subject & { readonly entry: TableEntry },
  choose: (invocation: Invocation) => void,
): void {
  const command = emptyCommand(entry.name, { path, entry });
  parent.addCommand(command);
  for (const inner of entriesOf(entry))
    attach(command, { path: [...path, inner.name], entry: inner }, choose);
  if (!isCommand(entry)) return;
  for (const argument of entry.arguments) command.addArgument(argumentOf(argument));
  for (const option of entry.options) command.addOption(optionOf(option));
  command.action(() => {
    const values = command.optsWithGlobals();
    choose({
      path,
      spec: entry,
      given: {
        args: givenArguments(entry.arguments, command.args),
        options: givenOptions(entry.options, values),
      },
      cwd: typeof values.cwd === "string" ? values.cwd : undefined,
      noInput: values.input === false,
    });
  });
}

function argumentOf({ name, required, many, choices }: ArgumentSpec): Argument {
  const shown = many === true ? `${name}...` : name;
  const argument = new Argument(required ? `<${shown}>` : `[${shown}]`);
  return choices === undefined ? argument : argument.choices(choices);
}

function optionOf({ flag, short, value, many }: OptionSpec): Option {
  const long = value === undefined ? flag : `${flag} <${value.name}>`;
  const option = new Option(short === undefined ? long : `${short}, ${long}`);
  return many === true ? option.argParser(collectValue) : option;
}

function collectValue(value: string, before: unknown): readonly string[] {
  return Array.isArray(before) ? [...before, value] : [value];
}

function answerTo(
  program: Program,
  names: readonly string[],
  { why, command, subject }: ParseStop,
): ParsedRequest | Failure {
  const [word] = command.args;
  const isWord = word !== undefined && !word.startsWith("-");
  switch (why.code) {
    case "commander.helpDisplayed":
      if (isWord && !isCommand(subject.entry)) return unknownCommand(program, subject, { word, names });
      return { for: "help", about: subject };
    case "commander.help":
      return subject.entry === program ? { for: "help", about: subject } : missingCommand(program, subject);
    case "commander.unknownCommand":
      return unknownCommand(program, subject, { word: word ?? "", names });
    case "commander.unknownOption":
      return unknownOption(program, subject, quotedPart(why.message));
    default:
      return usageFailure(
        "bad-arguments",
        why.message.replace(/^error: /, ""),
        `usage: ${usageOf(program, subject)}`,
      );
  }
}

/** `names` are those of the whole program. */
export function unknownCommand(
  program: Program,
  { path, entry }: Subject,
  { word, names: all }: { readonly word: string; readonly names: readonly string[] },
): Failure {
  const names = entry === program ? all : entriesOf(entry).map(({ name }) => name);
  const before = [program.name, ...path].join(" ");
  const meant = suggestWord(word, names);
  const fix =
    meant === undefined
      ? `commands: ${names.join(", ")}; see ${before} --help`
      : `did you mean ${before} ${meant}?`;
  return usageFailure("unknown-command", `unknown command: ${before} ${word}`, fix);
}

function missingCommand(program: Program, { path, entry }: Subject): Failure {
  const names = entriesOf(entry).map(({ name }) => name);
  const before = [program.name, ...path].join(" ");
  const message = `${before} needs one of: ${names.join(", ")}`;
  return usageFailure("missing-command", message, `see ${before} --help`);
}

function unknownOption(program: Program, subject: Subject, option: string): Failure {
  const own = isCommand(subject.entry) ? subject.entry.options : [];
  const flags = [...own, ...program.options].map(({ flag }) => flag);
  const [name = option] = option.split("=");
  const meant = suggestWord(name, flags);
  const fix =
    meant === undefined
      ? `usage: ${usageOf(program, subject)}; see ${[program.name, ...subject.path].join(" ")} --help`
      : `did you mean ${meant}?`;
  return usageFailure("unknown-option", `unknown option ${option}`, fix);
}

/** Commander names the option only inside its message. */
function quotedPart(message: string): string {
  const [first, last] = [message.indexOf("'"), message.lastIndexOf("'")];
  return first < last ? message.slice(first + 1, last) : message;
}
