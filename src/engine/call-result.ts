// What came back from an agent or a person, as the log takes it.
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import { inertText } from "../core/shared/inert-text.ts";
import type { AgentResult } from "./ports.ts";
import type { Texts } from "./texts.ts";

/** What a call brought, as a command has it, and its document to be stored. */
export function broughtBy(result: AgentResult, texts: Pick<Texts, "blobOf">) {
  const { outcome, usage, elapsedMs, evidence, waitMs, sessionRef, stoppedBecause } = result;
  const found = documentOf(result);
  const blob = found === null ? null : texts.blobOf(found.text);
  const document: DocumentRef | null =
    found === null || blob === null ? null : { sha256: blob.sha256, bytes: found.bytes, from: found.from };
  const brought = {
    outcome,
    usage,
    elapsedMs: Math.round(elapsedMs),
    evidence: boundEvidence(evidence),
    ...(stoppedBecause === undefined ? {} : { stoppedBecause }),
    ...(waitMs === undefined ? {} : { waitMs: Math.round(waitMs) }),
    ...(sessionRef === undefined ? {} : { sessionRef }),
    document,
  };
  return { brought, blobs: blob === null ? [] : [blob] };
}

const EVIDENCE_MAX = 20;
const EVIDENCE_CHARS_MAX = 500;

/** How it ended comes first, and what went wrong last: where there is too much, what lies between is left out. */
function boundEvidence(evidence: readonly string[]): readonly string[] {
  const left = evidence.slice(EVIDENCE_MAX - 1);
  const kept = [...evidence.slice(0, EVIDENCE_MAX - 1), ...left.slice(-1)];
  return kept.map((line) => inertText(line.slice(0, EVIDENCE_CHARS_MAX)));
}

/** A file it wrote; else its final words, where it has any. Of an agent that trespassed nothing is even kept. */
function documentOf({
  outcome,
  document,
  text,
}: AgentResult): { text: string; bytes: number; from: DocumentRef["from"] } | null {
  if (outcome === "trespassed") return null;
  const brought = document ?? (text === null || text.text.trim() === "" ? null : text);
  if (brought === null) return null;
  // It will be read in terminals, with other tools than ours; what it truly was stays in its run folder.
  return { text: inertText(brought.text), bytes: brought.bytes, from: document === null ? "text" : "file" };
}
