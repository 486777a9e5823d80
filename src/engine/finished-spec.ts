// The spec as a session leaves it, or would leave it now.
import type { FinishedSpec, SourceRange, SpecStretch } from "../core/documents/finished-spec.ts";
import type { KnownLimitation } from "../core/documents/summary-document.ts";
import { bindingDecisions } from "../core/refinement/binding-decisions.ts";
import { remarkLimitations } from "../core/refinement/open-remarks.ts";
import { gapLimitations } from "../core/refinement/records/summaries-of.ts";
import { gapsOf, type LiveSession } from "../core/refinement/session/session.ts";
import type { LeftFinding } from "../core/refinement/session/session-spec.ts";
import { type Piece, SOURCE, type SpecDraft } from "../core/refinement/spec-draft.ts";
import { assembleSpec } from "../document/finished-spec/assemble-spec.ts";
import type { Documents } from "./documents.ts";
import { draftText, sourceSpec } from "./draft-text.ts";

/** `limitations`: what the user said of them, where the session has come to its end. */
export async function finishedSpec(
  session: LiveSession,
  documents: Documents,
  limitations: readonly KnownLimitation[] = gapLimitations(gapsOf(session), []),
): Promise<FinishedSpec> {
  const draft = await draftText(session, documents);
  const source = await sourceSpec(session, documents);
  return assembleSpec(
    {
      stretches: stretchesOf(session),
      decisions: bindingDecisions(session.work),
      limitations: [...limitations, ...remarkLimitations(session.work)],
    },
    { source, draft: draft.spec },
  );
}

function stretchesOf({
  work: {
    draft: { pieces, applied },
  },
}: LiveSession): readonly SpecStretch[] {
  let at = 0;
  const replaced = replacedInSource(applied);
  return pieces.map(({ of, from, to }) => {
    const start = at;
    at += to - from;
    const gaps = of === SOURCE ? null : (applied.find(({ edit }) => edit.id === of)?.gaps ?? []);
    return { from: start, to: at, gaps, offset: from, replaced: replaced.get(of) ?? [] };
  });
}

/** What each edit took from the source, itself or by an edit that it took the place of. */
function replacedInSource(applied: SpecDraft["applied"]): ReadonlyMap<Piece["of"], readonly SourceRange[]> {
  const replaced = new Map<Piece["of"], readonly SourceRange[]>();
  for (const { edit } of applied) {
    const earlier = new Set(edit.replaces.map(({ of }) => of));
    const own = edit.replaces.filter(({ of }) => of === SOURCE);
    replaced.set(edit.id, [...own, ...[...earlier].flatMap((of) => replaced.get(of) ?? [])]);
  }
  return replaced;
}

const FINDINGS_MAX = 100;

/** What the linter finds in texts that were written for gaps; `line` counts in the finished spec. */
export async function findingsInTexts(
  session: LiveSession,
  documents: Documents,
): Promise<readonly LeftFinding[]> {
  const draft = await draftText(session, documents);
  const findings = draft.findings();
  const written = stretchesOf(session).filter(({ gaps }) => gaps !== null);
  return findings.slice(0, FINDINGS_MAX).flatMap(({ rule, line, offset, quote }) => {
    const stretch = written.find(({ from, to }) => from <= offset && offset < to);
    return stretch === undefined ? [] : [{ rule, line, text: quote, gap: stretch.gaps?.[0] ?? null }];
  });
}
