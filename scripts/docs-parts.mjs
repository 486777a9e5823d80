// The parts of the documents that are made from the code. Each stands between `<!-- NAME: made by npm run docs -->` and
// `<!-- /NAME -->` in its file.

/** By file and name. */
export function docsParts({ keys, rules, help, exitCodeWords }) {
  return {
    "docs/commands.md": {
      commands: commandList(help),
      "exit-codes": exitCodeTable(help.exitCodes, exitCodeWords),
      reference: commandReference(help),
    },
    "docs/configuration.md": { settings: keyTables(keys) },
    "docs/lint.md": { rules: ruleTable(rules) },
  };
}

/** The text with each part put between its marks, which must be there. */
export function putParts(text, parts) {
  return Object.entries(parts).reduce((whole, [name, part]) => {
    const [begin, end] = [`<!-- ${name}: made by npm run docs -->\n`, `<!-- /${name} -->\n`];
    const [before, rest, ...again] = whole.split(begin);
    const [, after, ...more] = rest?.split(end) ?? [];
    if (after === undefined || again.length + more.length > 0)
      throw new Error(`the marks of ${name} are not there exactly once`);
    return `${before}${begin}\n${part}\n\n${end}${after}`;
  }, text);
}

/** A section for each of the highest keys. */
function keyTables(keys) {
  const highest = [...new Set(keys.map(({ key }) => highestOf(key)))];
  return highest
    .flatMap((name) => [`### ${name}`, keyTable(keys.filter(({ key }) => highestOf(key) === name))])
    .join("\n\n");
}

function highestOf(key) {
  return key.split(/[.[]/)[0];
}

function keyTable(keys) {
  const rows = keys.map(({ key, node }) => [code(key), node.words, defaultOf(node), node.description]);
  return table(["key", "type", "default", "meaning"], rows);
}

function defaultOf(node) {
  if (node.required) return "required";
  if (node.kind === "list") return "none";
  if (node.derived !== null) return "derived";
  return node.default === undefined ? "unset" : code(node.default);
}

function ruleTable(rules) {
  const rows = rules.map(({ id, summary, why, settle, severity, onByDefault }) => [
    code(id),
    summary,
    why,
    settle,
    severity,
    onByDefault ? "on" : "off",
  ]);
  return table(["rule", "finds", "why it matters", "what settles it", "severity", "by default"], rows);
}

/** Every command that can be called, those of a group each by itself. */
function callable({ commands }) {
  return commands.flatMap((entry) => (entry.commands === undefined ? [entry] : callable(entry)));
}

function commandList(help) {
  const rows = callable(help).map(({ name, summary }) => [
    `[${code(`parley ${name}`)}](#parley-${name.replaceAll(" ", "-")})`,
    summary,
  ]);
  return table(["command", "does"], rows);
}

function exitCodeTable(codes, words) {
  return table(
    ["exit code", "means"],
    Object.entries(codes).map(([name, number]) => [String(number), words[name]]),
  );
}

function commandReference(help) {
  const ofEvery = ["## Options of every command", table(["option", "does"], help.options.map(optionRow))];
  return [...help.commands.flatMap((entry) => commandSections(entry, "##")), ...ofEvery].join("\n\n");
}

function commandSections(entry, level) {
  const head = [`${level} ${code(`parley ${entry.name}`)}`, ...[entry.summary, ...entry.details].map(prose)];
  if (entry.commands === undefined) return [...head, ...ownParts(entry)];
  return [...head, ...entry.commands.flatMap((inner) => commandSections(inner, `${level}#`))];
}

function ownParts({ usage, arguments: args, options, examples }) {
  return [
    fence("text", [usage]),
    ...(args.length === 0 ? [] : [table(["argument", "is"], args.map(argumentRow))]),
    ...(options.length === 0 ? [] : [table(["option", "does"], options.map(optionRow))]),
    fence("sh", exampleLines(examples)),
  ];
}

function argumentRow({ name, summary, required, many }) {
  const repeated = many ? `${name}…` : name;
  return [code(required ? repeated : `[${repeated}]`), summary];
}

function optionRow({ flag, short, value, summary, many }) {
  const long = value === undefined ? flag : `${flag} ${value}`;
  const term = short === undefined ? code(long) : `${code(short)}, ${code(long)}`;
  return [term, many ? `${summary} May be given several times.` : summary];
}

function exampleLines(examples) {
  const width = Math.max(...examples.map(({ line }) => line.length));
  return examples.map(({ line, does }) => `${line.padEnd(width)}  # ${does}`);
}

function fence(language, lines) {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}

function table(heads, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const ruler = `|${"---|".repeat(heads.length)}`;
  return [line(heads), ruler, ...rows.map((cells) => line(cells.map(cell)))].join("\n");
}

function cell(text) {
  return prose(text).replaceAll("|", "\\|");
}

function code(text) {
  return `\`${text}\``;
}

/** What Markdown would take for a tag or for emphasis stands as it is; code does so anyway. */
function prose(text) {
  return text
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replaceAll("<", "&lt;").replaceAll("*", "\\*")))
    .join("");
}
