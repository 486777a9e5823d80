// The help of every command, as lines and as data, from the table.
import {
  type Answer,
  type Example,
  entriesOf,
  isCommand,
  type OptionSpec,
  type Program,
  type Subject,
} from "./command.ts";
import { COMMAND_GROUPS } from "./command-groups.ts";
import { EXIT_CODE_WORDS, EXIT_CODES } from "./exit-codes.ts";
import { HELP_TOPICS, type HelpTopic } from "./help-topics.ts";
import { besideTerm, columnFor, type Line, paintText, wrapText } from "./text.ts";

const TERM_MAX = 24;
const WIDTH_MAX = 80;

export function helpAnswer(program: Program, subject: Subject, version: string): Answer {
  return {
    data: helpData(program, subject, version),
    lines: (width) => helpLines(program, subject, Math.min(WIDTH_MAX, width)),
  };
}

export function wholeHelp(program: Program, version: string): Answer {
  return helpAnswer(program, { path: [], entry: program }, version);
}

function helpLines(program: Program, subject: Subject, width: number): Line[] {
  const { path, entry } = subject;
  const text = [entry.summary, ...(entry.details ?? [])].flatMap((paragraph) => [
    ...wrapText(paragraph, width),
    "",
  ]);
  const own = isCommand(entry) ? entry : { arguments: [], options: [] };
  return [
    [paintText("bold", "Usage: "), usageOf(program, subject)],
    "",
    ...text,
    ...(entry === program
      ? COMMAND_GROUPS.flatMap(({ title, names }) =>
          listTerms(title, termsOf(namedEntries(program, names)), width),
        )
      : listTerms("Commands", termsOf(entriesOf(entry)), width)),
    ...listTerms("Arguments", termsOf(own.arguments), width),
    ...listTerms("Options", optionTerms(own.options), width),
    ...listTerms("Options of every command", optionTerms(program.options), width),
    ...(entry === program
      ? [
          ...listTerms("Exit codes", exitCodeTerms(), width),
          ...listTerms("Topics (parley help TOPIC)", termsOf(HELP_TOPICS), width),
        ]
      : []),
    ...exampleLines(entry.examples),
    ...(isCommand(entry)
      ? []
      : ["", `More about a command: ${[program.name, "help", ...path].join(" ")} COMMAND`]),
  ];
}

function namedEntries({ commands }: Program, names: readonly string[]) {
  return names.flatMap((name) => commands.find((entry) => entry.name === name) ?? []);
}

/** What goes over several commands. */
export function topicAnswer(topic: HelpTopic): Answer {
  const { name, summary, text, commands } = topic;
  const codes = name === "exit-codes" ? exitCodeTerms() : [];
  return {
    data: {
      topic: name,
      summary,
      text,
      examples: commands,
      ...(codes.length > 0 && { exitCodes: EXIT_CODES }),
    },
    lines: (columns) => {
      const width = Math.min(WIDTH_MAX, columns);
      return [
        [paintText("bold", name.replace("-", " ")), `  ${summary}`],
        "",
        ...text.flatMap((paragraph) => [...wrapText(paragraph, width), ""]),
        ...listTerms("Exit codes", codes, width),
        ...exampleLines(commands),
      ];
    },
  };
}

export function usageOf(program: Program, { path, entry }: Subject): string {
  const words = [program.name, ...path];
  if (!isCommand(entry)) return [...words, "COMMAND", "[options]"].join(" ");
  const names = entry.arguments.map(({ name, required, many }) => {
    const shown = many === true ? `${name}…` : name;
    return required ? shown : `[${shown}]`;
  });
  return [...words, ...names, "[options]"].join(" ");
}

interface Term {
  readonly term: string;
  readonly text: string;
}

function termsOf(things: readonly { readonly name: string; readonly summary: string }[]): Term[] {
  return things.map(({ name, summary }) => ({ term: name, text: summary }));
}

function optionTerms(options: readonly OptionSpec[]): Term[] {
  return options.map(({ flag, short, value, summary }) => {
    const long = value === undefined ? flag : `${flag} ${value.name}`;
    return { term: short === undefined ? `    ${long}` : `${short}, ${long}`, text: summary };
  });
}

function exitCodeTerms(): Term[] {
  return Object.entries(EXIT_CODES).map(([name, code]) => ({
    term: String(code),
    text: EXIT_CODE_WORDS[name as keyof typeof EXIT_CODES],
  }));
}

function listTerms(title: string, terms: readonly Term[], width: number): Line[] {
  if (terms.length === 0) return [];
  const column =
    2 +
    columnFor(
      terms.map(({ term }) => term),
      TERM_MAX,
    );
  const rows = terms.flatMap(({ term, text }) =>
    besideTerm(paintText("cyan", `  ${term}`), text, { term: column, width }),
  );
  return [[paintText("bold", `${title}:`)], ...rows, ""];
}

const EXAMPLE_MAX = 48;

/** What an example does stands beside it; where there is no room for that, above it. */
function exampleLines(examples: readonly Example[]): Line[] {
  const short = examples.filter(({ line }) => line.length <= EXAMPLE_MAX).map(({ line }) => line);
  const column = columnFor(short, EXAMPLE_MAX);
  const rows = examples.flatMap(({ line, does }): Line[] => {
    const comment = paintText("dim", `# ${does}`);
    const fits = line.length <= EXAMPLE_MAX && 2 + column + comment.text.length <= WIDTH_MAX;
    return fits ? [[`  ${line.padEnd(column)}`, comment]] : [["  ", comment], `  ${line}`];
  });
  return [[paintText("bold", examples.length > 1 ? "Examples:" : "Example:")], ...rows];
}

/** The same as data: the whole table, or one row of it. */
function helpData(program: Program, subject: Subject, version: string): unknown {
  if (subject.entry !== program) return entryData(program, subject);
  const { summary, examples, commands } = program;
  return {
    name: program.name,
    version,
    summary,
    usage: usageOf(program, subject),
    options: optionData(program.options),
    exitCodes: EXIT_CODES,
    examples,
    commands: commands.map((entry) => entryData(program, { path: [entry.name], entry })),
  };
}

function entryData(program: Program, subject: Subject): unknown {
  const { path, entry } = subject;
  const { summary, details = [], examples } = entry;
  const about = { name: path.join(" "), summary, details, usage: usageOf(program, subject), examples };
  if (!isCommand(entry)) {
    const inner = entriesOf(entry).map((next) =>
      entryData(program, { path: [...path, next.name], entry: next }),
    );
    return { ...about, commands: inner };
  }
  const argumentData = entry.arguments.map(({ name, summary: meaning, required, many = false, choices }) => ({
    name,
    summary: meaning,
    required,
    many,
    ...(choices !== undefined && { choices }),
  }));
  return { ...about, arguments: argumentData, options: optionData(entry.options) };
}

function optionData(options: readonly OptionSpec[]): unknown[] {
  return options.map(({ flag, short, summary, value, many = false }) => ({
    flag,
    ...(many && { many }),
    ...(short !== undefined && { short }),
    summary,
    ...(value !== undefined && { value: value.name }),
  }));
}
