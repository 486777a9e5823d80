import { rm } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { assertNever } from "../../core/shared/assert-never.ts";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import { type CallKey, callKeyParts } from "../../core/shared/call-key.ts";
import type { Usage } from "../../core/shared/usage.ts";
import type { AgentDocument, AgentResult } from "../../engine/ports.ts";
import { writeIfPossible } from "../shared/durable-file.ts";
import { redactSecrets, type Secret } from "../shared/redact.ts";
import { endLine, errorLine, judge, type RunEnd } from "./judge.ts";
import type { RunOutput } from "./language.ts";
import { filesIn, viewChanges } from "./project-view.ts";
import {
  type FoundDocument,
  isOutFolderOurs,
  openRegular,
  readAgentDocument,
  readAt,
} from "./read-document.ts";
import { documentPath, type RunFolder } from "./run-folder.ts";
import { type RunRequest, readResult, readView, recordText } from "./run-records.ts";
import { type SealCheck, sealedResult, sealResult } from "./run-seal.ts";
import { scrubFile } from "./scrub-file.ts";

/** How much of its last words goes with a launch that went wrong. */
const STDERR_CHARS_MAX = 2_000;
const STDERR_LINES_MAX = 8;
/** Read before them, so that a key is not cut in two before it is known as one. */
const STDERR_BYTES_MAX = 16_000;

interface HarvestInput {
  readonly run: RunFolder;
  readonly request: RunRequest;
  readonly end: RunEnd;
  /** How its seals are looked at; `null` for a launch of an older version, which bears none. */
  readonly check: SealCheck | null;
  /** Whether its wrapper answers for what it left. */
  readonly sealed: boolean;
  /** What was found out while it ended. */
  readonly notes: readonly string[];
  readonly heard: RunOutput;
  readonly tellsEnd: boolean;
  readonly heldToAccess: boolean;
  readonly secrets: readonly Secret[];
  readonly elapsedMs: number;
  readonly nowMs: number;
}

/** Gathers what a launch left and notes it, so that whoever asks again gets the same. */
export async function harvest(about: HarvestInput): Promise<AgentResult> {
  const { run, request, secrets } = about;
  const changes = await viewChanges(run, request, about.heldToAccess);
  // Whoever harvested before us has taken the copy of the project away, which must not look like the agent's doing.
  const before = changes.length > 0 ? await notedResult(about) : null;
  if (before !== null) return before;
  const result = withoutKeys(await resultOf(about, changes), secrets);
  // What is not noted for good must be found again by the next harvest just as it was found by this one.
  if (await noteResult(about, result)) await tidyUp(about);
  return result;
}

/** What an earlier harvest noted, where it counts. */
export async function notedResult({
  run,
  request,
  check,
}: Pick<HarvestInput, "run" | "request" | "check">): Promise<AgentResult | null> {
  return check === null ? await readResult(run) : await sealedResult(run, request, check);
}

/** Whether it is noted so that it counts. */
async function noteResult({ run, request, check }: HarvestInput, result: AgentResult): Promise<boolean> {
  if (!(await writeIfPossible(run.result, recordText(result)))) return false;
  return check === null || (await sealResult(run, { request, result, check }));
}

/**
 * Takes keys out of what a run left, and the copy of the project away. Only once its result is noted: places in a log
 * shift where a key is taken out, and a copy that is gone looks like a trespass. Done again it finds nothing to do.
 */
export async function tidyUp({
  run,
  request,
  secrets,
}: Pick<HarvestInput, "run" | "request" | "secrets">): Promise<void> {
  for (const file of [run.stdout, run.stderr, run.exit]) await scrubFile(file, secrets);
  if (!(await isOutFolderOurs(run, request))) return;
  await scrubFile(documentPath(run, request), secrets);
  // What else lies in a worktree is work, and looked at before it is committed.
  if (request.worktree !== undefined) return;
  await rm(run.project, { recursive: true, force: true }).catch(() => undefined);
  const { paths } = await filesIn(run.view, "");
  for (const path of paths) await scrubFile(join(run.view, path), secrets);
}

async function resultOf(about: HarvestInput, changes: readonly string[]): Promise<AgentResult> {
  const { run, request, heard, end, tellsEnd, sealed } = about;
  const found = await readAgentDocument(run, request);
  const stderr = await lastWords(run, about.secrets);
  const trespassed = changes.length > 0;
  const { outcome, waitMs, errors } = judge({
    ...{ end, sealed, heard, tellsEnd, trespassed, stderr, nowMs: about.nowMs, access: request.access },
    document: found.at === "read" && found.document.text.trim() !== "",
    letsLand: isCodeReview(request.key),
  });
  return {
    outcome,
    document: found.at === "read" && sealed && !trespassed ? found.document : null,
    text: trespassed || !sealed ? null : heard.text,
    usage: usageAt(end, heard.usage),
    elapsedMs: Math.max(0, about.elapsedMs),
    evidence: [
      endLine(end, request),
      ...aboutDocument(found, request.document),
      ...(tellsEnd ? streamEvidence(heard) : []),
      ...errors.map(errorLine).flatMap((line) => line.split("\n")),
      ...changes.map((change) => `changed without leave: ${change}`),
      ...about.notes,
      ...((await readView(run))?.notes ?? []),
      ...(outcome === "ok" ? [] : linesOf(stderr)),
    ],
    ...(waitMs === undefined ? {} : { waitMs }),
    // Only what went well is gone on with.
    ...(heard.sessionRef === null || outcome !== "ok" ? {} : { sessionRef: heard.sessionRef }),
  };
}

function isCodeReview(key: CallKey): boolean {
  const { subject, purpose } = callKeyParts(key);
  return subject.of === "task" && purpose === "reviewer";
}

/** An agent that was broken off tells of nothing where it has not counted yet: that is not known to be nothing. */
function usageAt(end: RunEnd, usage: Usage): Usage {
  const isBrokenOff =
    end.at === "cancelled" || end.at === "lost" || (end.at === "stopped" && end.by !== "after-result");
  const known = (amount: number | null): number | null => (amount === 0 ? null : amount);
  if (!isBrokenOff) return usage;
  const { inputTokens, outputTokens, usd } = usage;
  return { ...usage, inputTokens: known(inputTokens), outputTokens: known(outputTokens), usd: known(usd) };
}

function withoutKeys(result: AgentResult, secrets: readonly Secret[]): AgentResult {
  const clean = (document: AgentDocument | null): AgentDocument | null =>
    document === null ? null : { ...document, text: redactSecrets(document.text, secrets) };
  return {
    ...result,
    document: clean(result.document),
    text: clean(result.text),
    evidence: result.evidence.map((line) => redactSecrets(line, secrets)),
  };
}

function aboutDocument(found: FoundDocument, name: string): string[] {
  switch (found.at) {
    case "none":
      return [`no ${name}`];
    case "refused":
      return [`${name} was not read: ${found.why}`];
    case "read": {
      const { bytes, repaired } = found.document;
      const cut = bytes > DOCUMENT_BYTES_MAX ? `, of which ${DOCUMENT_BYTES_MAX} were read` : "";
      return [`${name}: ${bytes} bytes${cut}${repaired ? ", not all of them UTF-8" : ""}`];
    }
    default:
      return assertNever(found);
  }
}

function streamEvidence({ ended, denials, unreadable, ignored }: RunOutput): string[] {
  return [
    ended ? "its stream came to an end" : "its stream broke off",
    ...(denials.length > 0 ? [`denied: ${denials.join(", ")}`] : []),
    ...(unreadable > 0 ? [`lines of output that could not be read: ${unreadable}`] : []),
    ...(ignored > 0 ? [`lines of an unknown type: ${ignored}`] : []),
  ];
}

/** The last of what it printed as errors. */
async function lastWords(run: RunFolder, secrets: readonly Secret[]): Promise<string> {
  const opened = await openRegular(run.stderr).catch(() => null);
  if (opened === null || "why" in opened) return "";
  try {
    const { size } = await opened.handle.stat();
    const bytes = await readAt(opened.handle, Math.max(0, size - STDERR_BYTES_MAX), STDERR_BYTES_MAX);
    return redactSecrets(new TextDecoder().decode(bytes), secrets).slice(-STDERR_CHARS_MAX);
  } finally {
    await opened.handle.close();
  }
}

function linesOf(stderr: string): string[] {
  const lines = stripVTControlCharacters(stderr)
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(-STDERR_LINES_MAX)
    .map((line) => `stderr: ${line}`);
}
