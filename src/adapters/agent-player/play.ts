// What a step means, for whoever plays it: the agent in this process, or the program.
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertNever } from "../../core/shared/assert-never.ts";
import { type CallKey, type CallKeyParts, callKeyParts } from "../../core/shared/call-key.ts";
import type { Usage } from "../../core/shared/usage.ts";
import { type PlayerFile, readPlayerFile } from "./player-file.ts";
import type { FileChange, PlayerStep, StepEnding, StepMatch, StepOutput } from "./step-schema.ts";
import { fillUserWords } from "./user-words.ts";

/** How often a waiting player shows that it lives. */
const SIGN_OF_LIFE_MS = 100;

/** Neither UTF-8 nor text: a stray continuation, an overlong form, NUL, half a surrogate pair. */
const NONSENSE = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x80, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0x0a]);

type PlayedOutput =
  | { readonly at: "document"; readonly bytes: Uint8Array }
  | { readonly at: "answer"; readonly text: string }
  | { readonly at: "nothing" };

/** A step with everything in hand. */
export interface PlayedStep extends Pick<PlayerStep, "waitFor" | "changes"> {
  readonly delayMs: number;
  readonly output: PlayedOutput;
  readonly usage: Usage | null;
  readonly ending: StepEnding;
}

type RehearsalOutcome =
  | { readonly at: "ready"; readonly part: PlayedStep }
  /** The script says nothing, or nothing clear, for this call; a line each. */
  | { readonly at: "refused"; readonly evidence: readonly string[] };

/** A call, and what it is told. */
export interface PlayRequest {
  readonly key: CallKey;
  readonly prompt: string;
}

/** Finds what is to be played at a call, in the file as it is now. */
export async function rehearse(
  script: { readonly file: string; readonly text?: string | undefined },
  asked: PlayRequest,
): Promise<RehearsalOutcome> {
  const { key } = asked;
  const read = await readPlayerFile(script.file, script.text);
  if (read.at === "refused") {
    const evidence = read.problems.map(
      ({ message, place, fix }) => `${place}: ${message}${fix === undefined ? "" : ` (${fix})`}`,
    );
    return { at: "refused", evidence };
  }
  const step = stepFor(read.playerFile, asked);
  if (step === null) {
    const line = `no step of ${script.file} matches ${key}: add one with on: ${matchText(callKeyParts(key))}`;
    return { at: "refused", evidence: [line] };
  }
  const { waitFor, changes, delayMs, usage, ending } = step;
  const told = withUserWords(step.output, asked.prompt);
  if ("missing" in told) {
    const line = `${script.file}: the prompt of ${key} holds no input of the user on ${told.missing}`;
    return { at: "refused", evidence: [line] };
  }
  try {
    return { at: "ready", part: { waitFor, changes, delayMs, output: await outputOf(told), usage, ending } };
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return { at: "refused", evidence: [`${script.file}: writeFile: ${error.message}`] };
  }
}

export function stepFor({ steps }: PlayerFile, { key, prompt }: PlayRequest): PlayerStep | null {
  const call = callKeyParts(key);
  return steps.find(({ on }) => matches(on, call, prompt)) ?? null;
}

function matches(on: StepMatch, call: CallKeyParts, prompt: string): boolean {
  return (
    (on.told ?? []).every((words) => prompt.includes(words)) &&
    on.purpose === call.purpose &&
    (on.task === undefined || (call.subject.of === "task" && call.subject.id === on.task)) &&
    (on.round ?? call.round) === call.round &&
    (on.lane ?? call.lane) === call.lane &&
    (on.attempt ?? call.attempt) === call.attempt &&
    (on.launch ?? call.launch) === call.launch
  );
}

function matchText({ purpose, round, lane, attempt }: CallKeyParts): string {
  return `{purpose: ${purpose}, round: ${round}, lane: ${JSON.stringify(lane)}, attempt: ${attempt}}`;
}

function withUserWords(output: StepOutput, prompt: string): StepOutput | { readonly missing: string } {
  if (output.at !== "document" && output.at !== "answer") return output;
  const filled = fillUserWords(output.text, prompt);
  return "missing" in filled ? filled : { ...output, text: filled.text };
}

async function outputOf(output: StepOutput): Promise<PlayedOutput> {
  switch (output.at) {
    case "document":
      return { at: "document", bytes: Buffer.from(output.text) };
    case "document-of-file":
      return { at: "document", bytes: await readFile(output.path) };
    case "garbage":
      return { at: "document", bytes: Buffer.alloc(output.bytes, NONSENSE) };
    case "answer":
    case "nothing":
      return output;
    default:
      return assertNever(output);
  }
}

/** What a player can do; the two kinds of player differ only in how. */
export interface PlayerActions {
  said(text: string): void;
  used(usage: Usage): void;
  answered(text: string): void;
  wrote(bytes: Uint8Array): void | Promise<void>;
  /** Where the files are that it changes. */
  readonly folder: string;
  /** False when the play was broken off meanwhile. */
  waited(ms: number): Promise<boolean>;
}

/** Plays up to the ending, which is the player's own affair; `null` when it was broken off before. */
export async function play(
  { waitFor, changes, delayMs, output, usage, ending }: PlayedStep,
  stage: PlayerActions,
): Promise<StepEnding | null> {
  while (waitFor !== null && !(await isThere(waitFor))) {
    stage.said("waiting for its sign");
    if (!(await stage.waited(SIGN_OF_LIFE_MS))) return null;
  }
  for (let leftMs = delayMs; leftMs > 0; leftMs -= SIGN_OF_LIFE_MS) {
    stage.said(`thinking, ${leftMs} ms to go`);
    if (!(await stage.waited(Math.min(leftMs, SIGN_OF_LIFE_MS)))) return null;
  }
  for (const change of changes) await changeFile(stage.folder, change);
  if (output.at === "document") await stage.wrote(output.bytes);
  if (output.at === "answer") stage.answered(output.text);
  if (usage !== null) stage.used(usage);
  return ending;
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

/** Done again, after a launch that broke off, it comes to the same. */
async function changeFile(folder: string, change: FileChange): Promise<void> {
  if ("delete" in change) return await rm(join(folder, change.delete), { recursive: true, force: true });
  const target = join(folder, "write" in change ? change.write : change.to);
  await mkdir(dirname(target), { recursive: true });
  if ("write" in change) await writeFile(target, change.text);
  else if (!(await isThere(target))) await rename(join(folder, change.rename), target);
}
