// `parley help` and `completion`: what the program tells of itself.
import { command, findSubject } from "../command.ts";
import { helpAnswer, topicAnswer } from "../help.ts";
import { findTopic } from "../help-topics.ts";
import { unknownCommand } from "../parse-arguments.ts";

export const HELP = command({
  name: "help",
  summary: "Explain a command, or a topic such as questions or undo.",
  arguments: [
    {
      name: "COMMAND",
      summary: "The command, such as `config set`, or a topic.",
      required: false,
      many: true,
      completion: "command",
    },
  ],
  options: [],
  examples: [
    { line: "parley help config set", does: "the same as parley config set --help" },
    { line: "parley help undo", does: "how to take something back" },
  ],
  run: async ({ args, io, wholeProgram }) => {
    const program = await wholeProgram();
    const { rest, ...subject } = findSubject(program, args.command);
    const topic = findTopic(args.command);
    if (rest.length > 0 && topic !== undefined) return topicAnswer(topic);
    const [word] = rest;
    if (word === undefined) return helpAnswer(program, subject, io.version);
    return unknownCommand(program, subject, { word, names: program.commands.map(({ name }) => name) });
  },
});

export const COMPLETION = command({
  name: "completion",
  summary: "Print a script that completes commands in your shell.",
  arguments: [
    { name: "SHELL", summary: "bash, zsh or fish.", required: true, choices: ["bash", "zsh", "fish"] },
  ],
  options: [],
  examples: [
    { line: 'eval "$(parley completion bash)"', does: "in ~/.bashrc" },
    { line: 'eval "$(parley completion zsh)"', does: "in ~/.zshrc, after compinit" },
    { line: "parley completion fish | source", does: "in ~/.config/fish/config.fish" },
  ],
  run: async ({ args: { shell }, wholeProgram }) => {
    const [{ settableKeys }, { completionScript }] = await Promise.all([
      import("../../app/config/read-config.ts"),
      import("../completion.ts"),
    ]);
    const keys = settableKeys().map(({ key, description }) => ({ word: key, summary: description }));
    const script = completionScript(shell, await wholeProgram(), keys);
    return { data: { shell, script }, lines: () => script.trimEnd().split("\n") };
  },
});
