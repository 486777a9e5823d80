// A player file: what the scripted agent does at which call, as a person writes it in YAML. The first step that
// matches a call is played.
import { readFile, stat } from "node:fs/promises";
import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import type * as z from "zod";
import { knownKeys, type PlayerStep, playerFileSchema, stepOf } from "./step-schema.ts";

export interface PlayerFile {
  readonly file: string;
  readonly steps: readonly PlayerStep[];
}

export interface PlayerFileProblem {
  readonly message: string;
  /** `file:line:column`, or just the file where it cannot be read. */
  readonly place: string;
  readonly fix?: string;
}

type ReadPlayerFile =
  | { readonly at: "read"; readonly playerFile: PlayerFile }
  | { readonly at: "refused"; readonly problems: readonly PlayerFileProblem[] };

/** Reads and checks a player file; `text` stands for its contents where they are known already. */
export async function readPlayerFile(file: string, text?: string): Promise<ReadPlayerFile> {
  if (text !== undefined) return await parsePlayerFile(file, text);
  const read = await readPlayerText(file);
  if (read.at === "read") return await parsePlayerFile(file, read.text);
  const fix = "name a file that says what to play: steps: [{on: {purpose: engineer}, write: …}]";
  return { at: "refused", problems: [{ message: read.reason, place: file, fix }] };
}

async function parsePlayerFile(file: string, text: string): Promise<ReadPlayerFile> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: "error" });
  const place: Place = (offset) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    const problems = wrong.map(({ message, pos: [at] }) => ({
      message: `not valid YAML: ${message}`,
      place: place(at),
    }));
    return { at: "refused", problems };
  }
  const plain = plainValue(document);
  if ("message" in plain) return { at: "refused", problems: [{ message: plain.message, place: file }] };
  const checked = playerFileSchema.safeParse(plain.value);
  if (!checked.success) {
    const problems = checked.error.issues.flatMap((issue) => problemsOf(issue, document, place));
    return { at: "refused", problems };
  }
  const steps = checked.data.steps.map((raw) => stepOf(raw, file));
  const problems = await missingFiles(steps, (step) =>
    place(offsetOf(document, ["steps", step, "writeFile"])),
  );
  return problems.length > 0 ? { at: "refused", problems } : { at: "read", playerFile: { file, steps } };
}

/** The library throws for aliases that multiply or lead nowhere. */
function plainValue(document: Document): { readonly value: unknown } | { readonly message: string } {
  try {
    return { value: document.toJS() };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { message: `not valid YAML: ${error.message}` };
  }
}

async function missingFiles(
  steps: readonly PlayerStep[],
  placeOf: (step: number) => string,
): Promise<readonly PlayerFileProblem[]> {
  const problems: PlayerFileProblem[] = [];
  for (const [index, { output }] of steps.entries()) {
    if (output.at !== "document-of-file") continue;
    const about = await stat(output.path).catch(() => null);
    if (about?.isFile()) continue;
    const message = `writeFile: there is no file ${output.path}`;
    const fix = "a path is taken from the player file's own folder";
    problems.push({ message, place: placeOf(index), fix });
  }
  return problems;
}

type Place = (offset: number) => string;
type Path = readonly (string | number)[];

function problemsOf(issue: z.core.$ZodIssue, document: Document, place: Place): PlayerFileProblem[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      message: `unknown key ${keyText([...path, key])}`,
      place: place(offsetOf(document, [...path, key])),
      fix: `known here: ${knownKeys(path).join(", ")}`,
    }));
  }
  const message = `${path.length === 0 ? "the file" : keyText(path)}: ${issue.message}`;
  return [{ message, place: place(offsetOf(document, path)) }];
}

/** `steps[2].on.round` */
function keyText(path: Path): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
}

/** Where a key begins, or an item of a list; the nearest thing around it if it is not there. */
function offsetOf(document: Document, path: Path): number {
  if (path.length === 0) return (document.contents as Node | null)?.range?.[0] ?? 0;
  const around = path.slice(0, -1);
  const parent = around.length === 0 ? document.contents : document.getIn(around, true);
  const node = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))?.key
    : document.getIn(path, true);
  return (node as Node | null | undefined)?.range?.[0] ?? offsetOf(document, around);
}

const PLAYER_FILE_BYTES_MAX = 16 * 1024 * 1024;

type PlayerText =
  | { readonly at: "read"; readonly text: string }
  | { readonly at: "unreadable"; readonly reason: string };

async function readPlayerText(file: string): Promise<PlayerText> {
  try {
    const about = await stat(file);
    if (!about.isFile()) return { at: "unreadable", reason: "the player file is not a file" };
    if (about.size > PLAYER_FILE_BYTES_MAX) {
      return { at: "unreadable", reason: `the player file is larger than ${PLAYER_FILE_BYTES_MAX} bytes` };
    }
    return { at: "read", text: await readFile(file, "utf8") };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { at: "unreadable", reason: `the player file cannot be read: ${reason}` };
  }
}
