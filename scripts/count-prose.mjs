// `node scripts/count-prose.mjs [TREE …]`: how much of a tree reads prose, to compare one version with another.
//
// - lines: of src by room, without tests;
// - regular expressions: literals and `new RegExp(…)` in the rooms that read what agents and authors write;
// - words that judge: distinct words in the lists below, each list counted by itself, and over all lists. A list judges if it decides what a
//   sentence means: whether it approves, refuses or takes back, how far something is settled, whether it demands, denies,
//   introduces, restates, or talks about the work. Lists of names are no such lists (sections, columns, fields, labels,
//   titles, parts of a document), nor are abbreviations and dress.
// - closed tables: words of phrases that must be a whole statement, with what may stand around them. They are counted
//   beside the others, so that nothing is hidden there.
// - the linter's lists: they are rules about an author's text, and are shown only to see that they did not grow.
//
// The lists are named here, for both versions. A name that a tree does not have counts nothing; one that neither tree has
// is an error. Of a function only its regular expressions count, since its strings are messages and names.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript";

const JUDGING = {
  "document/engineer/gap-description.ts": "CLOSED REFERRING",
  "document/engineer/new-gap-rows.ts": "CLOSED",
  "document/engineer/new-gap-sentence.ts": "INTRODUCING NEGATED NEW_GAP AFTER_NEW",
  "document/engineer/resolution-title.ts": "SUFFIX_OTHER SENTENCE isNegated",
  "document/engineer/response-kind.ts": "OF_WORD PHRASES NEGATIONS",
  "document/reviewer/announced-gaps.ts": "HEADED OPENS EXISTING",
  "document/reviewer/issue-prose.ts":
    "OTHERWISE CONSEQUENCE PLACES SHOWN PART ORDINAL NUMBERED NUMBER_WORD PLACE",
  "document/reviewer/new-gaps.ts": "THINGS KNOWN_GAPS PRAISED isSettled",
  "document/reviewer/no-issues.ts": "NOTHING saysNoIssues EXAMINED",
  "document/reviewer/severity-raises.ts": "RAISING REFUSALS RAISED",
  "document/reviewer/suggestion-words.ts": "DEMANDS WISHES IMPERATIVES BEFORE_VERB ASKED FINITE",
  "document/reviewer/verdict-conditions.ts": "DEMAND RELIEF",
  "document/reviewer/verdict-words.ts":
    "LEANING FILLERS NEGATIONS CONDITIONS CONDITION_WORDS AFTER_WORDS AGAIN ASK_WORDS CHANGE_WORDS REPEATS COMPOUNDS BARE_EXCLUDED BARE_PAIRS BARE_SECOND HARMLESS_AFTER_WITH FOOTNOTED STATES",
  "document/final-review/verdict-words.ts": "CONDITION ASSERTS DOUBTS",
  "document/reading/status-words.ts": "OF_WORD NEGATIONS FILLERS IN_PART COMPANIONS AMBIGUOUS",
  "document/reading/severity-words.ts": "MUST MAY COMPANIONS",
  "document/reading/closed-statement.ts": "AFTERWARDS DENIALS TAKES_BACK GOES_ON takesBack",
  "document/finished-spec/process-talk.ts":
    "CITED CITING AS_OF_ROUND CITED_BY_THE_WAY FIELD FIELD_VALUE CONFIDENCE SPEECH SPOKE ASKED_FOR_IT ONLY_ANSWERS TALK_WORDS",
  "document/finished-spec/report-lines.ts": "REPORTS REPORT_LABEL isAboutGap",
  "document/finished-spec/resolution-text.ts": "MAY_TALK",
  "document/finished-spec/restating.ts": "SMALL_WORDS",
  "document/finished-spec/sentences.ts": "OPENS",
  "document/finished-spec/stand-in.ts": "LEANS STATES",
  "document/finished-spec/cross-references.ts": "IS_SUBJECT",
  "document/edits/losses.ts": "NEGATIONS REQUIREMENTS",
};

const CLOSED = {
  "core/documents/verdict-phrases.ts": "NO_ISSUES_PHRASES VERDICT_PHRASES FINAL_PHRASES",
  "document/engineer/response-status.ts": "STATUSES PLACE_WORDS",
  "document/reading/status-words.ts": "PHRASES LEADS WORDS_OF_TITLES PLACE_WORDS readBareStatus",
  "document/reading/severity-words.ts": "OF_WORD",
  "document/reading/closed-statement.ts": "NOUN LEAD TAIL NOTES COUNT AFFIRMATIONS isReason",
  "document/reviewer/issue-title.ts": "LEADING_WORDS NOTHING_WORDS EMPTY_NOUNS COUNT_WORDS",
  "document/final-review/blocker-titles.ts": "NONE_FOUND",
};

const LINTING = {
  "lint/gap-title.ts": "SUBJECT IS_OPEN LEFT_OPEN MUST_BE",
  "lint/rules/blanks.ts": "FILL_IN",
  "lint/rules/gap-entries.ts": "REFERRING SETTLED_LIST",
  "lint/rules/gap-facts.ts": "STATES CLOSED",
  "lint/rules/markers.ts": "SPOKEN_OF SPEAKS_OF DECIDED_LATER",
  "lint/rules/normative-text.ts": "UNDEMANDING_TITLE UNDEMANDING_START ADVICE",
  "lint/rules/open-questions.ts": "OPEN_TITLE SETTLED_TITLE STILL_OPEN",
  "lint/rules/section-references.ts": "LEADS_IN OF_ANOTHER",
  "lint/rules/vague-requirements.ts": "QUANTITY DEFINED_ELSEWHERE",
  "lint/rules/vague-words.ts": "VAGUE_WORDS",
  "lint/state-machines/state-faults.ts": "ENDS_BY_NAME",
};

const READING_ROOMS = [
  "document/engineer",
  "document/reviewer",
  "document/final-review",
  "document/reading",
  "document/edits",
  "document/finished-spec",
  "lint",
];

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts") ? [path] : [];
  });
}

/** core, document and adapters have rooms of their own one level deeper. */
function roomOf(path) {
  const parts = path.split("/");
  const deep = ["core", "document", "adapters"].includes(parts[0]) && parts.length > 2;
  return parts.slice(0, deep ? 2 : 1).join("/");
}

const WORD = /[A-Za-z][A-Za-z'’]+/g;

/** Words of a regular expression or of a text, without escapes, character classes and flags. */
function wordsIn(text, isRegex) {
  const bare = isRegex ? text.replace(/\/[a-z]*$/, "/") : text;
  const words = bare
    .replaceAll(/\\[pP]\{[^}]*\}/g, " ")
    .replaceAll(/\\[a-zA-Z]/g, " ")
    .replaceAll(/\[[^\]]*\]/g, " ");
  return (words.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** Of a file: how many regular expressions, and the words under each name at its top. */
function readSource(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const words = new Map();
  let regexes = 0;
  const visit = (node, name, isList) => {
    const isRegex = ts.isRegularExpressionLiteral(node);
    const isMade = ts.isNewExpression(node) && node.expression.getText() === "RegExp";
    if (isRegex || isMade) regexes += 1;
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node);
    if (name !== null && (isRegex || (isText && isList))) {
      const own = words.get(name) ?? new Set();
      for (const word of wordsIn(node.getText(), isRegex)) own.add(word);
      words.set(name, own);
    }
    ts.forEachChild(node, (child) => visit(child, name, isList));
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) visit(one, one.name.getText(), true);
    else visit(statement, ts.isFunctionDeclaration(statement) ? (statement.name?.text ?? null) : null, false);
  }
  return { regexes, words };
}

function countTree(tree) {
  const src = join(tree, "src");
  const files = new Map(
    sourceFiles(src).map((path) => [relative(src, path).split(sep).join("/"), { path, ...readSource(path) }]),
  );
  const lines = new Map();
  for (const [name, { path }] of files) {
    const count = readFileSync(path, "utf8").split("\n").length - 1;
    lines.set(roomOf(name), (lines.get(roomOf(name)) ?? 0) + count);
  }
  const regexes = new Map(
    READING_ROOMS.map((room) => {
      const own = [...files].filter(([name]) => name.startsWith(`${room}/`));
      return [room, own.reduce((sum, [, file]) => sum + file.regexes, 0)];
    }),
  );
  const listed = (lists) =>
    new Map(
      Object.entries(lists).flatMap(([file, names]) =>
        names.split(" ").map((name) => [`${file} ${name}`, files.get(file)?.words.get(name)?.size ?? null]),
      ),
    );
  const distinct = new Set(
    Object.entries(JUDGING).flatMap(([file, names]) =>
      names.split(" ").flatMap((name) => [...(files.get(file)?.words.get(name) ?? [])]),
    ),
  );
  return {
    lines,
    regexes,
    judging: listed(JUDGING),
    distinct: new Map([["", distinct.size]]),
    closed: listed(CLOSED),
    linting: listed(LINTING),
  };
}

const sumOf = (counts) => [...counts.values()].reduce((sum, count) => sum + (count ?? 0), 0);

function table(title, trees, of, { all = true } = {}) {
  const keys = [...new Set(trees.flatMap((tree) => [...of(tree).keys()]))].sort();
  const row = (name, counts) => `| ${name} | ${counts.map((count) => count ?? "–").join(" | ")} |`;
  const rows = keys.map((key) =>
    row(
      key,
      trees.map((tree) => of(tree).get(key) ?? null),
    ),
  );
  const total = row(
    `**${title}**`,
    trees.map((tree) => sumOf(of(tree))),
  );
  return all ? [...rows, total] : [total];
}

const args = process.argv.slice(2);
const isLong = args.includes("--lists");
const paths = args.filter((one) => one !== "--lists");
const trees = (paths.length === 0 ? ["."] : paths).map(countTree);

for (const of of [(tree) => tree.judging, (tree) => tree.closed, (tree) => tree.linting])
  for (const key of of(trees[0]).keys())
    if (trees.length > 1 && trees.every((tree) => of(tree).get(key) === null))
      throw new Error(`no tree has ${key}`);

console.log(
  [
    `| | ${trees.map((_, index) => (trees.length === 2 ? ["before", "after"][index] : `tree ${index + 1}`)).join(" | ")} |`,
    `|---|${trees.map(() => "---:|").join("")}`,
    ...table("lines of src", trees, (tree) => tree.lines),
    ...table("regular expressions over prose", trees, (tree) => tree.regexes),
    ...table("words that judge prose", trees, (tree) => tree.judging, { all: isLong }),
    ...table("the same, each word once", trees, (tree) => tree.distinct, { all: false }),
    ...table("words of closed tables", trees, (tree) => tree.closed, { all: isLong }),
    ...table("words of the linter's rules", trees, (tree) => tree.linting, { all: isLong }),
  ].join("\n"),
);
