// The shape of a player file, and the steps it means.
import { dirname, isAbsolute, resolve } from "node:path";
import * as z from "zod";
import { PURPOSES, type Purpose } from "../../core/shared/call-key.ts";
import type { Usage } from "../../core/shared/usage.ts";

const GARBAGE_BYTES_MAX = 256 * 1024 * 1024;
const DELAY_MS_MAX = 24 * 60 * 60 * 1000;
const EXIT_CODE_MAX = 255;
/** Those that end a process that does nothing about them. */
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGABRT", "SIGSEGV"] as const;
const OUTPUTS = ["write", "writeFile", "garbage", "text", "nothing"] as const;

const count = (from: number) => z.int().min(from);

const matchSchema = z.strictObject({
  purpose: z.enum(PURPOSES),
  task: z.string().min(1).optional(),
  round: count(0).optional(),
  lane: z.string().optional(),
  attempt: count(1).optional(),
  told: z
    .union([z.string().min(1), z.array(z.string().min(1))])
    .transform((words) => (typeof words === "string" ? [words] : words))
    .optional(),
  launch: count(1).optional(),
});

const garbageSchema = z.strictObject({ bytes: count(0).max(GARBAGE_BYTES_MAX) });

const usageSchema = z.strictObject({
  inputTokens: count(0).optional(),
  outputTokens: count(0).optional(),
  usd: z.number().min(0).optional(),
});

const pathInside = z
  .string()
  .min(1)
  .refine(
    (path) => !isAbsolute(path) && !path.split("/").includes(".."),
    "a path is taken from the worktree, and leads nowhere else",
  );

const writeSchema = z.strictObject({ write: pathInside, text: z.string() });
const deleteSchema = z.strictObject({ delete: pathInside });
const renameSchema = z.strictObject({ rename: pathInside, to: pathInside });
const changeSchema = z.union([writeSchema, deleteSchema, renameSchema]);

const stepSchema = z
  .strictObject({
    on: matchSchema,
    waitFor: pathBeside().optional(),
    files: z.array(changeSchema).optional(),
    write: z.string().optional(),
    writeFile: pathBeside().optional(),
    garbage: garbageSchema.optional(),
    text: z.string().optional(),
    nothing: z.literal(true).optional(),
    delayMs: count(0).max(DELAY_MS_MAX).optional(),
    exit: z.union([count(0).max(EXIT_CODE_MAX), z.enum(SIGNALS)], exitWords()).optional(),
    hang: z.boolean().optional(),
    usage: usageSchema.optional(),
  })
  .superRefine((step, context) => {
    const refuse = (message: string): void => context.addIssue({ code: "custom", message });
    const given = OUTPUTS.filter((key) => step[key] !== undefined);
    if (given.length === 0) refuse(`needs one of ${OUTPUTS.join(", ")}`);
    if (given.length > 1) refuse(`does one thing, not ${given.join(" and ")}`);
    if (step.hang === true && step.exit !== undefined) refuse("what hangs has no exit");
  });

export const playerFileSchema = z.strictObject({ steps: z.array(stepSchema) });

function pathBeside() {
  const fromItsFolder = "a path is taken from the player file's own folder";
  return z
    .string()
    .min(1)
    .refine((path) => !isAbsolute(path), fromItsFolder);
}

type RawStep = z.output<typeof stepSchema>;

function exitWords(): string {
  return `must be an exit code up to ${EXIT_CODE_MAX} or one of ${SIGNALS.join(", ")}`;
}

/** The keys a map in a player file may have: the file itself, a step, or a part of a step. */
export function knownKeys(path: readonly (string | number)[]): readonly string[] {
  const [, , part] = path;
  switch (part) {
    case "on":
      return Object.keys(matchSchema.shape);
    case "files":
      return [writeSchema, deleteSchema, renameSchema].flatMap(({ shape }) => Object.keys(shape));
    case "garbage":
      return Object.keys(garbageSchema.shape);
    case "usage":
      return Object.keys(usageSchema.shape);
    default:
      return Object.keys(path.length === 0 ? playerFileSchema.shape : stepSchema.shape);
  }
}

export function stepOf(raw: RawStep, file: string): PlayerStep {
  return {
    on: raw.on,
    waitFor: raw.waitFor === undefined ? null : resolve(dirname(file), raw.waitFor),
    changes: raw.files ?? [],
    output: outputOf(raw, file),
    delayMs: raw.delayMs ?? 0,
    usage: usageOf(raw),
    ending: endingOf(raw),
  };
}

function usageOf({ usage }: RawStep): Usage | null {
  if (usage === undefined) return null;
  const { inputTokens = null, outputTokens = null, usd = null } = usage;
  return { inputTokens, outputTokens, usd };
}

function outputOf(raw: RawStep, file: string): StepOutput {
  if (raw.write !== undefined) return { at: "document", text: raw.write };
  if (raw.writeFile !== undefined) {
    return { at: "document-of-file", path: resolve(dirname(file), raw.writeFile) };
  }
  if (raw.garbage !== undefined) return { at: "garbage", bytes: raw.garbage.bytes };
  return raw.text === undefined ? { at: "nothing" } : { at: "answer", text: raw.text };
}

function endingOf({ exit, hang }: RawStep): StepEnding {
  if (hang === true) return { at: "hang" };
  return typeof exit === "string" ? { at: "signal", signal: exit } : { at: "exit", code: exit ?? 0 };
}

// What the scripted agent does, and at which call.

export interface PlayerStep {
  readonly on: StepMatch;
  /** A file, whole, that must be there before anything is done. */
  readonly waitFor: string | null;
  /** What becomes of files of the worktree, in this order. */
  readonly changes: readonly FileChange[];
  readonly output: StepOutput;
  /** Waited before anything is written. */
  readonly delayMs: number;
  readonly usage: Usage | null;
  readonly ending: StepEnding;
}

/** Paths from the worktree. */
export type FileChange = z.output<typeof changeSchema>;

/** What is left out matches any call. */
export interface StepMatch {
  readonly purpose: Purpose;
  /** The task's id; a call of a session is for none. */
  readonly task?: string | undefined;
  readonly round?: number | undefined;
  readonly lane?: string | undefined;
  readonly attempt?: number | undefined;
  /** What the prompt must say, so that an answer can follow from what was asked and not only from when. */
  readonly told?: readonly string[] | undefined;
  /** Only for scripting a crash and what follows it: what an agent answers does not depend on its launch. */
  readonly launch?: number | undefined;
}

export type StepOutput =
  | { readonly at: "document"; readonly text: string }
  | { readonly at: "document-of-file"; readonly path: string }
  | { readonly at: "garbage"; readonly bytes: number }
  | { readonly at: "answer"; readonly text: string }
  | { readonly at: "nothing" };

export type StepEnding =
  | { readonly at: "exit"; readonly code: number }
  | { readonly at: "signal"; readonly signal: NodeJS.Signals }
  | { readonly at: "hang" };
