// `npm run check:exports`: what a file of src exports, another file of src names.
//
// An export that no other file of src names loses the keyword, or goes. What only tests name may be exported if its own
// file uses it as well: then it is a part of something shipped that is tested by itself.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Stands for every export of a file: somebody took the whole module. */
const WHOLE = "*";
const FOLDERS = ["src", "test", "bench"];

/** Exports that wait for their caller, each with the reason. */
const AWAITED = {};

/** One line for each export that is refused, and how many were looked at. */
export function checkExports(root = ".") {
  const files = FOLDERS.flatMap((folder) => filesIn(root, folder)).map((file) => readSource(root, file));
  const shipped = files.filter(({ file }) => isShipped(file));
  const entries = entryPointsOf(root);
  const used = namesUsed(shipped);
  const tested = namesUsed(files.filter(({ file }) => !isShipped(file)));
  const refused = [];
  let count = 0;
  for (const { file, exports } of shipped) {
    if (entries.has(file)) continue;
    const awaited = AWAITED[file] ?? [];
    for (const { name, line, isUsedHere } of exports) {
      count++;
      if (awaited.includes(name)) continue;
      if (has(used, file, name) || (isUsedHere && has(tested, file, name))) continue;
      const why = has(tested, file, name) ? "is named by tests alone" : "is named by no other file";
      refused.push({ file, line, name, isUsedHere, message: `${file}:${line}  ${name} ${why}` });
    }
  }
  return { refused, count };
}

const isShipped = (file) => file.startsWith("src/") && !file.endsWith(".test.ts");

function filesIn(root, folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith(".build"))
      .map((file) => join(folder, file))
      .sort();
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** The files that a script bundles: nobody imports them. */
function entryPointsOf(root) {
  const scripts = readdirSync(join(root, "scripts")).filter((file) => file.endsWith(".mjs"));
  const texts = scripts.map((file) => readFileSync(join(root, "scripts", file), "utf8"));
  const entryPoints = texts.flatMap((text) => text.match(/entryPoints: [{[][^}\]]*/g) ?? []);
  return new Set(entryPoints.flatMap((text) => text.match(/(?<=")src\/[^"]+/g) ?? []));
}

function namesUsed(sources) {
  const used = new Map();
  for (const { imports } of sources) {
    for (const { file, name } of imports) {
      if (!used.has(file)) used.set(file, new Set());
      used.get(file).add(name);
    }
  }
  return used;
}

function has(used, file, name) {
  const names = used.get(file);
  return names !== undefined && (names.has(name) || names.has(WHOLE));
}

function readSource(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const imports = [];
  const target = (specifier) => relative(".", resolve(dirname(file), specifier.text));
  const add = (specifier, names) => {
    if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith(".")) return;
    for (const name of names) imports.push({ file: target(specifier), name });
  };
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
      add(node.moduleSpecifier, namesOfClause(node, tree));
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], namesOfLoaded(node));
    if (ts.isImportTypeNode(node)) add(node.argument.literal, [node.qualifier?.getText() ?? WHOLE]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { file, imports, exports: isShipped(file) ? exportsOf(tree) : [] };
}

function namesOfClause(node, tree) {
  const bindings = node.importClause?.namedBindings ?? node.exportClause;
  if (bindings === undefined) return ts.isExportDeclaration(node) ? [WHOLE] : [];
  if (ts.isNamespaceImport(bindings)) return membersOf(bindings.name.text, tree);
  return bindings.elements === undefined
    ? [WHOLE]
    : bindings.elements.map((element) => (element.propertyName ?? element.name).text);
}

/** The members of a namespace that a file names; all of them where the namespace is handed on. */
function membersOf(namespace, tree) {
  const names = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) && node.text === namespace && isUse(node)) {
      const { parent } = node;
      if (ts.isPropertyAccessExpression(parent)) names.push(parent.name.text);
      else names.push(ts.isQualifiedName(parent) ? parent.right.text : WHOLE);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** What is taken at once of a module that is loaded when it is needed; the whole of it where that cannot be seen. */
function namesOfLoaded(call) {
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : null;
  if (awaited === null) return [WHOLE];
  const holder = ts.isParenthesizedExpression(awaited.parent) ? awaited.parent : awaited;
  const { parent } = holder;
  if (ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.map((element) => (element.propertyName ?? element.name).getText());
  return [WHOLE];
}

function exportsOf(tree) {
  const names = [];
  for (const statement of tree.statements) {
    if (ts.isExportDeclaration(statement)) {
      for (const element of statement.exportClause?.elements ?? []) names.push([element.name, statement]);
    }
    if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true) continue;
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    for (const { name } of declared) for (const one of identifiersOf(name)) names.push([one, statement]);
  }
  return names.map(([name, statement]) => ({
    name: name.text,
    line: tree.getLineAndCharacterOfPosition(name.getStart()).line + 1,
    isUsedHere: tree.statements.some((other) => other !== statement && usesName(other, name.text)),
  }));
}

function identifiersOf(name) {
  return ts.isIdentifier(name) ? [name] : name.elements.flatMap((element) => identifiersOf(element.name));
}

function usesName(node, name) {
  if (ts.isIdentifier(node)) return node.text === name && isUse(node);
  return ts.forEachChild(node, (child) => usesName(child, name) || undefined) === true;
}

/** Neither the name of a member nor the name that a declaration introduces. */
function isUse(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return parent.name !== node && parent.propertyName !== node;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { refused, count } = checkExports(process.argv[2]);
  for (const { message } of refused) console.error(message);
  console.error(
    refused.length === 0
      ? `${count} exports, each named by another file`
      : `${refused.length} exports refused`,
  );
  process.exitCode = refused.length === 0 ? 0 : 1;
}
