// The draft of a session as a text: the source with what was accepted, and what the linter finds in it.
import type { SourceOrigin, Span } from "../core/refinement/gap.ts";
import { gapsOf, type LiveSession } from "../core/refinement/session/session.ts";
import {
  applyEdits,
  type EditId,
  type Piece,
  placeOf,
  SOURCE,
  type SpecEdit,
  standingEdits,
} from "../core/refinement/spec-draft.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { memoizeWeak } from "../core/shared/memoize-weak.ts";
import { type Spec, specOf } from "../document/spec/spec.ts";
import type { LintFinding } from "../lint/lint-finding.ts";
import { ALL_RULES } from "../lint/lint-rules.ts";
import { lintSpec } from "../lint/lint-spec.ts";
import type { Documents } from "./documents.ts";

export interface DraftText {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly spec: Spec;
  /** What the linter finds in it; worked out when somebody asks. */
  readonly findings: Findings;
}

export interface OnDraft {
  readonly session: LiveSession;
  readonly draft: DraftText;
}

type Findings = () => readonly LintFinding[];

export async function draftText(session: LiveSession, documents: Documents): Promise<DraftText> {
  const { pieces, applied } = session.work.draft;
  const blobs = new Map(applied.map(({ edit }) => [edit.id, edit.text]));
  // A round that is done again may give the same name to another text.
  const key = `draft ${session.spec.sha256} ${JSON.stringify([pieces, [...blobs]])}`;
  return await documents.memoize(key, async () => {
    const texts = new Map<Piece["of"], string>([[SOURCE, await documents.text(session.spec.sha256)]]);
    for (const { of } of pieces) {
      const blob = of === SOURCE ? undefined : blobs.get(of as EditId);
      if (blob !== undefined && !texts.has(of)) texts.set(of, await documents.text(blob));
    }
    const text = pieces.map(({ of, from, to }) => (texts.get(of) ?? "").slice(from, to)).join("");
    const spec = specOf(text);
    return { text, pieces, spec, findings: findingsOf(session, spec) };
  });
}

/** The source as it was handed over. */
export async function sourceSpec({ spec }: LiveSession, documents: Documents): Promise<Spec> {
  const text = await documents.text(spec.sha256);
  return await documents.memoize(`spec ${spec.sha256}`, async () => specOf(text));
}

const lintings = memoizeWeak((_: Spec) => new Map<string, Findings>());

/** What the linter finds, also where a comment in the text asks it to look away. */
export function findingsOf(session: LiveSession, spec: Spec): Findings {
  const { path } = session.spec;
  const missing = missingFiles(session);
  const key = JSON.stringify([path, ...missing]);
  let found: readonly LintFinding[] | null = null;
  const findings = lintings(spec).get(key) ?? (() => (found ??= lint(spec, path, missing)));
  lintings(spec).set(key, findings);
  return findings;
}

/**
 * Only the files that were missing when the session began are: nothing here looks at a disk. By every rule, since the gaps of
 * a session stay, whatever is on by now.
 */
function lint({ text }: Spec, file: string, missing: ReadonlySet<string>): readonly LintFinding[] {
  const { findings, ignored } = lintSpec({
    text,
    file,
    knownFiles: (path) => !missing.has(path),
    rules: ALL_RULES,
  });
  return [...findings, ...ignored];
}

function missingFiles(session: LiveSession): ReadonlySet<string> {
  return new Set(
    gapsOf(session).flatMap(({ origin }) =>
      origin.from === "source" && origin.rule === "missing-file" ? [origin.subject ?? ""] : [],
    ),
  );
}

/**
 * Where the text that was accepted for a gap stands, without the blank lines around it. Of several texts it is the one that
 * took the place of the mark, else the longest; what others have changed within it since is part of it.
 */
export function standingSpan({ pieces, text }: DraftText, session: LiveSession, gap: GapId): Span | null {
  const texts = standingEdits(session.work.draft, gap).filter(({ edit }) => edit.chars > 0);
  const [longest] = texts.toSorted((a, b) => b.edit.chars - a.edit.chars);
  const chosen = texts.find(({ edit }) => edit.target === "mark") ?? longest;
  if (chosen === undefined) return null;
  let [at, from, to] = [0, -1, -1];
  for (const piece of pieces) {
    const end = at + piece.to - piece.from;
    if (piece.of === chosen.edit.id) {
      if (from < 0) from = at;
      to = end;
    }
    at = end;
  }
  const own = text.slice(from, to);
  const trimmed = own.trim();
  const start = from + own.indexOf(trimmed);
  return trimmed === "" ? null : { from: start, to: start + trimmed.length };
}

/** Where the mark of a gap stands in the draft now; `null` where it is gone or never was. */
export function markSpan(
  { pieces, text, findings }: DraftText,
  { mark, rule, subject }: SourceOrigin,
): Span | null {
  const from = mark === undefined ? null : placeOf(pieces, { of: SOURCE, at: mark.from });
  if (from !== null && mark !== undefined) {
    const to = from + mark.to - mark.from;
    const last = placeOf(pieces, { of: SOURCE, at: mark.to - 1 });
    if (last === to - 1 && to <= text.length) return { from, to };
  }
  const found = findings().find((finding) => finding.rule === rule && finding.subject === subject);
  return found === undefined ? null : { from: found.offset, to: found.endOffset };
}

/** Where an edit takes its place in the draft as it stands; `null` where it no longer applies. */
export function placeOfEdit(
  { draft, session }: OnDraft,
  edit: SpecEdit,
): { from: number; to: number } | null {
  const applied = applyEdits(session.work.draft, { edits: [edit], gaps: [], round: 0 });
  if (applied === null) return null;
  const [first] = edit.replaces;
  const last = edit.replaces.at(-1);
  if (first !== undefined && last !== undefined) {
    const from = placeOf(draft.pieces, { of: first.of, at: first.from });
    return from === null ? null : { from, to: from + lengthOfAll(edit.replaces) };
  }
  const { before, after } = edit.between;
  const below = after === null ? draft.text.length : placeOf(draft.pieces, after);
  const above = before === null ? 0 : placeOf(draft.pieces, before);
  const at = below ?? (above === null ? null : above + 1);
  return at === null ? null : { from: at, to: at };
}

function lengthOfAll(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0);
}
