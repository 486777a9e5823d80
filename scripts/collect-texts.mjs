// Every text of the program that a person or an agent may read, file by file, so that all of them can be read at once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export const TEXTS_PAGE = "docs/texts.md";

/** What stands in the place of a value. */
const VALUE = "…";
/** Two words, or one that begins as a sentence does: names, keys and paths are no texts. */
const TEXT = /\p{L}[\p{L}’']*[.,:;!?)]?\s+\S*\p{L}|^\p{Lu}\p{Ll}+[.:!?]?$/u;
/** SQL, types and the like have blanks, too. */
const NO_TEXT = /^\s*(?:select|insert|update|delete|create|drop|alter|pragma|begin|with|where)\s/u;

/** The page: what stands there is compared with the code by a test. */
export function textsPage(root = ".") {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join("src", file))
    .sort();
  const parts = files.flatMap((file) => {
    const texts = textsOf(readFileSync(join(root, file), "utf8"));
    return texts.length === 0 ? [] : [[`## ${file}`, "", ...texts.map(entry), ""].join("\n")];
  });
  return `${HEAD}\n${parts.join("\n")}`;
}

const HEAD = `# Texts

Every text of the program, made by \`npm run docs -- --texts\` from the code; \`…\` stands for a value. Read it from top to bottom
after a change of words, as somebody who has not seen the code.
`;

function entry(text) {
  return `- ${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}`;
}

/** In the order of the file, each once. */
function textsOf(source) {
  const tree = ts.createSourceFile("file.ts", source, ts.ScriptTarget.ES2023, true);
  const found = new Set();
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    const text = textOf(node);
    if (text !== null && TEXT.test(text) && !NO_TEXT.test(text)) found.add(text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...found];
}

function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => VALUE + literal.text).join("");
}
